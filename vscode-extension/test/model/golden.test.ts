// Recorded runs of the examples: what the modules say of them is what Go says.
import { describe, expect, test } from "vitest";
import { future, past } from "../../src/timeline/model/cone";
import { json } from "../../src/timeline/model/copy";
import { isError, mask, parse } from "../../src/timeline/model/filter";
import { line } from "../../src/timeline/model/print";
import { parseEvents, parseHead, parseSurvey } from "../../src/timeline/model/read";
import { Run } from "../../src/timeline/model/run";
import { stateAt } from "../../src/timeline/model/state";
import { recorded, recordedNames } from "../fixtures";
import { answerTo, numbers } from "./recorded";
import { goState } from "./gostate";

describe.each(recordedNames())("%s", (name) => {
  const r = recorded(name);
  const run = new Run(parseHead(r.head), parseEvents(r.events), parseSurvey(r.survey));

  test("every event has its line of the text export", () => {
    expect(Array.from({ length: run.n }, (_, i) => line(run, i))).toEqual(r.golden.text);
  });

  test("every event has its object of the JSON export, but for the property of a site", () => {
    for (const object of r.golden.json as { site?: { property?: string } }[]) delete object.site?.property;
    expect(Array.from({ length: run.n }, (_, i) => JSON.parse(json(run, i)) as unknown)).toEqual(r.golden.json);
  });

  test("cones are those of inspect and of trace files", () => {
    for (const c of r.golden.cones) {
      expect(numbers(past(run, c.event - 1)), `past of ${c.event}`).toEqual(c.past);
      expect(numbers(future(run, c.event - 1)), `future of ${c.event}`).toEqual(c.future);
    }
  });

  test("states are those of trace files", () => {
    r.golden.cones.forEach((c, k) => {
      const at = run.data.at[c.event - 1]!;
      expect(goState(run, stateAt(run, at)), `at ${c.event}`).toEqual(r.golden.states[k]);
    });
  });

  test("queries choose the same events", () => {
    for (const q of r.golden.queries) {
      const parsed = parse(q.query, run);
      expect(isError(parsed) ? parsed : numbers(mask(run, parsed)), q.query).toEqual(q.events);
    }
  });

  test("queries that nobody has written choose the same, or are refused for the same", () => {
    expect(r.golden.madeUp.map(({ query }) => ({ query, answer: answerTo(run, query) }))).toEqual(r.golden.madeUp);
  });
});
