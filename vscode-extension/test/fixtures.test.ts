import { expect, test } from "vitest";
import type { Head, Survey } from "../src/timeline/data";
import { recorded, recordedNames } from "./fixtures";

test("every recorded run has its sections and Go's answers", () => {
  expect(recordedNames()).toEqual(["bank", "bank-shrunk", "kvlog", "kvlog-shrunk", "lease", "lease-shrunk", "schema1"]);
  for (const name of recordedNames()) {
    const run = recorded(name);
    const head = JSON.parse(new TextDecoder().decode(run.head)) as Head;
    const survey = JSON.parse(new TextDecoder().decode(run.survey)) as Survey;
    expect(run.golden.text).toHaveLength(head.header.events);
    expect(new DataView(run.events.buffer).getUint32(8, true)).toBe(head.header.events);
    expect(head.header.failure?.event).toBeGreaterThan(0);
    expect(survey.incarnations.boot.length).toBeGreaterThan(0);
  }
});
