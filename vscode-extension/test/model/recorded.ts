// Recorded runs of the examples, read as the page reads them.
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
