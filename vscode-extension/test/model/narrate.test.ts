import { expect, test } from "vitest";
import { narrate } from "../../src/timeline/model/narrate";
import { parseEvents, parseHead, parseSurvey } from "../../src/timeline/model/read";
import { Run } from "../../src/timeline/model/run";
import { recorded } from "../fixtures";

test("an event of the story is told as the story does, another one by its fields", () => {
  const { head, events } = recorded("kvlog-shrunk");
  const run = new Run(parseHead(head));
  run.columns = parseEvents(events);
  expect(narrate(run, run.failure())).toMatch(/^workload#1: FAILS: always "every acknowledged write is read back": key=.*\.$/);
  expect(narrate(run, 0)).toBe("run seed=1.");
});

test("what became of a message is said of its send, once it is known", () => {
  const { head, events, survey } = recorded("schema1");
  const run = new Run(parseHead(head));
  run.columns = parseEvents(events);
  expect(narrate(run, 24)).toBe("client#1: send socket=2 bytes=5 to=server:80.");
  run.survey = parseSurvey(survey);
  expect([9, 24, 28].map((i) => narrate(run, i))).toEqual([
    "client#1: send socket=2 bytes=10 to=server:80.",
    "client#1: send socket=2 bytes=5 to=server:80, held by a partition.",
    "client#1: send socket=2 bytes=1 to=server:80, delayed, since its receiver stood still.",
  ]);
});
