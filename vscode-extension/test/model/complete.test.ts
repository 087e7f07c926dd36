import { describe, expect, test } from "vitest";
import { complete } from "../../src/timeline/model/complete";
import { isError, parse } from "../../src/timeline/model/filter";
import { recordedRun } from "./recorded";

const kvlog = recordedRun("kvlog");

/** offers are the texts that can be written at the place of the | in a query. */
function offers(query: string): string[] {
  const cursor = query.indexOf("|");
  return complete(kvlog, query.replace("|", ""), cursor).map((c) => c.text);
}

/** done is what becomes of a query with the first offer. */
function done(query: string): string {
  const cursor = query.indexOf("|");
  const text = query.replace("|", "");
  const [first] = complete(kvlog, text, cursor);
  return first ? text.slice(0, first.from) + first.text + text.slice(cursor) : "";
}

describe("what is offered", () => {
  const keys = [
    "node:",
    "kind:",
    "time:",
    "text:",
    "property:",
    "site:",
    "size>",
    "between:",
    "cause:",
    "effect:",
    "not ",
    "before(",
    "after(",
  ];

  test("an empty search: the keys", () => {
    expect(offers("|")).toEqual(keys);
    expect(offers("(|")).toEqual(keys);
    expect(offers("kind:disk (|")).toEqual(keys);
  });

  test("behind a term: also what joins it with the next", () => {
    expect(offers("kind:disk |")).toEqual([...keys, "and ", "or ", "-> "]);
    expect(offers("kind:disk -|")).toEqual(keys);
  });

  test.each<[query: string, first: string[]]>([
    ["node:|", ["server", "workload"]],
    ["node:s|", ["server"]],
    ["node:LOAD|", ["workload"]],
    ["node:server,|", ["server", "workload"]],
    ["node:server,w|", ["workload"]],
    ["-node:w|", ["workload"]],
    ["(node:w|", ["workload"]],
    ["between:|", ["server", "workload"]],
    ["node:server|", []],
    ["kind:|", ["run", "life", "log", "disk", "network", "checks", "faults", "run.start"]],
    ["kind:disk.s|", ["disk.sync", "disk.syncdir"]],
    ["kind:sync|", ["disk.sync", "disk.syncdir"]],
    ["kind:open|", []],
    ["time:|", []],
    ["text:s|", []],
    ["colour:|", []],
    ["constructor:|", []],
    ["property:ack|", ['"every acknowledged write is read back"']],
    ['property:"every ack|', ['"every acknowledged write is read back"']],
    ['property:"x",ack|', ['"every acknowledged write is read back"']],
    ["ki|", ["kind:"]],
    ["bef|", ["before("]],
    ["boot|", ["kind:node.boot"]],
    ["kind:disk work|", ["node:workload"]],
    ['"wor|', []],
    ['"a b" wor|', ["node:workload"]],
    ["/wor|", []],
  ])("%s", (query, first) => {
    expect(offers(query).slice(0, first.length || 1)).toEqual(first);
  });

  test("kinds and classes that the run does not have are left out", () => {
    const all = complete(kvlog, "kind:", 5).map((c) => c.text);
    expect(all).not.toContain("op.invoke");
    expect(all).not.toContain("calls");
    expect(all).toContain("fault.crash_io");
  });

  test("each name has the number of its events", () => {
    expect(complete(kvlog, "node:", 5).map((c) => c.note)).toEqual(["927 events", "700 events"]);
    expect(complete(kvlog, "kind:failed", 9)).toEqual([{ from: 5, text: "failed", note: "1 event" }]);
  });

  test.each([
    ["kind:disk no|", "kind:disk node:"],
    ["kind:disk no| kind:log", "kind:disk node: kind:log"],
    ["node:wo|", "node:workload"],
    ['property:"every|', 'property:"every acknowledged write is read back"'],
    ["site:main.go:6|", "site:main.go:69"],
  ])("%s becomes %s", (query, becomes) => {
    expect(done(query)).toBe(becomes);
  });
});

test("every value that is offered makes a query of which the run has events", () => {
  for (const key of ["node", "kind", "site", "property"]) {
    const all = complete(kvlog, `${key}:`, key.length + 1);
    expect(all.length, key).toBeGreaterThan(1);
    for (const c of all) expect(isError(parse(`${key}:${c.text}`, kvlog)), c.text).toBe(false);
  }
});
