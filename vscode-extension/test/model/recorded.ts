// Recorded runs of the examples, read as the page reads them.
import { createHash } from "node:crypto";
import { isError, mask, parse, sentence } from "../../src/timeline/model/filter";
import { parseEvents, parseHead, parseSurvey } from "../../src/timeline/model/read";
import { Run } from "../../src/timeline/model/run";
import { recorded } from "../fixtures";

const kept = new Map<string, Run>();

/** recordedRun is the same object each time, so nobody may change it. */
export function recordedRun(name: string): Run {
  let run = kept.get(name);
  if (!run) {
    const r = recorded(name);
    kept.set(name, (run = new Run(parseHead(r.head), parseEvents(r.events), parseSurvey(r.survey))));
  }
  return run;
}

/** numbers are those of the events in a mask. */
export function numbers(mask: Uint8Array): number[] {
  const all: number[] = [];
  mask.forEach((is, i) => {
    if (is) all.push(i + 1);
  });
  return all;
}

/** answerTo is how many events a query chooses, with a digest of their numbers; or what is wrong with it. */
export function answerTo(run: Run, text: string): string {
  const query = parse(text, run);
  if (isError(query)) return sentence(query);
  const found = numbers(mask(run, query));
  const digest = createHash("sha256").update(found.map((n) => `${n}\n`).join(""));
  return `${found.length} events, ${digest.digest("hex").slice(0, 8)}`;
}
