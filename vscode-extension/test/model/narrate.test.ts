import { expect, test } from "vitest";
import { narrate } from "../../src/timeline/model/narrate";
import { parseEvents, parseHead } from "../../src/timeline/model/read";
import { Run } from "../../src/timeline/model/run";
import { recorded } from "../fixtures";

test("an event of the story is told as the story does, another one by its fields", () => {
  const { head, events } = recorded("kvlog-shrunk");
  const run = new Run(parseHead(head));
  run.columns = parseEvents(events);
  expect(narrate(run, run.failure())).toMatch(/^workload#1: FAILS: always "every acknowledged write is read back": key=.*\.$/);
  expect(narrate(run, 0)).toBe("run seed=1.");
});
