// Gets the sections of a run, and says in words what it is waiting for.
import type { Host, RunRef } from "../host";
import { parseEvents, parseHead, parseSurvey } from "../model/read";
import { Run } from "../model/run";

/** Stage is called when a section is there; the last one is "survey". */
export type Stage = "head" | "events" | "survey";

/**
 * load gets a run whose first section was asked for: what it is at once, then its events, then what belongs together.
 * The others are asked for when what is known has been drawn: whoever makes them may need all of the machine.
 */
export async function load(
  head: Promise<Uint8Array>,
  host: Host,
  ref: RunRef,
  arrived: (run: Run, stage: Stage) => void,
  drawn: () => Promise<void>,
): Promise<Run> {
  // The first section is small. It is not to wait for a host that makes the others.
  const run = new Run(parseHead(await head));
  arrived(run, "head");
  await drawn();
  const events = host.load(ref, "events");
  const survey = host.load(ref, "survey");
  // One that fails while the other is awaited is not an error that nobody handles.
  survey.catch(() => undefined);
  run.columns = parseEvents(await events);
  arrived(run, "events");
  run.survey = parseSurvey(await survey);
  arrived(run, "survey");
  return run;
}

/** loadWhole gets a run that is shown only when all of it is there. */
export function loadWhole(host: Host, ref: RunRef): Promise<Run> {
  return load(
    host.load(ref, "head"),
    host,
    ref,
    () => undefined,
    () => Promise.resolve(),
  );
}
