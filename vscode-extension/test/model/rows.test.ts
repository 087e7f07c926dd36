import { describe, expect, test } from "vitest";
import { clients, faultEvents, lifeEvents, properties } from "../../src/timeline/model/members";
import { HEIGHTS, heightOf, rowAt, rowOf, rows, unseen, type Layout, type Row } from "../../src/timeline/model/rows";
import type { Run } from "../../src/timeline/model/run";
import { recordedNames } from "../fixtures";
import { run } from "./build";
import { recordedRun } from "./recorded";

const open: Layout = { folded: new Set() };
const keys = (r: Run, layout: Layout = open) => rows(r, layout).map((x) => x.key);

test("rows of a recorded run, with the number of their events", () => {
  const told = (r: Row) => `${r.key} ${r.events.length}${r.bad ? " bad" : ""}`;
  expect(rows(recordedRun("kvlog"), open).map(told)).toEqual([
    "faults 40",
    "node:server 75",
    "node:server/network 375",
    "node:server/disk 391",
    "node:server/checks 50",
    "node:server/log 36",
    "node:workload 2",
    "node:workload/network 443",
    "node:workload/checks 55",
    "node:workload/log 200",
    "properties 105 bad",
    "property:every acknowledged write is read back 1 bad",
    "property:the server comes back to a log with records 36",
    "property:the outcome of a write is unknown 52",
    "property:a crash has torn a record of the log 14",
    "property:main.go:69 1",
    "property:a write that was not answered is there 1",
  ]);
  expect(rows(recordedRun("bank"), { folded: new Set(["node:server", "node:branch1", "node:branch2", "properties"]) }).map(told)).toEqual([
    "faults 7",
    "node:server 647",
    "node:branch1 533",
    "node:branch2 545",
    "node:finally 2",
    "node:finally/network 16",
    "node:finally/checks 1",
    "node:finally/calls 8",
    "node:finally/log 6",
    "clients 138 bad",
    "client:branch1#1/teller2 20",
    "client:branch2#1/teller6 23",
    "client:branch2#1/teller4 23 bad",
    "client:branch2#1/teller5 22",
    "client:branch1#1/teller3 23",
    "client:branch1#1/teller1 14 bad",
    "client:branch1#1/teller1.2 11",
    "client:finally#1/auditor 2",
    "properties 43",
  ]);
});

describe.each(recordedNames())("%s", (name) => {
  const r = recordedRun(name);
  const { node, n } = r.data;
  const all = Array.from({ length: n }, (_, i) => i);
  const cls = (i: number) => r.head.classes[r.classOf(i)]!;

  test("rows stand below each other without a gap", () => {
    let top = 0;
    for (const x of rows(r, { ...open, scale: 1.5 })) {
      expect([x.top, x.height]).toEqual([top, 1.5 * HEIGHTS[x.kind]]);
      top += x.height;
    }
    expect(heightOf(rows(r, { ...open, scale: 1.5 }))).toBe(top);
  });

  test("each row is found at its heights, and nothing outside", () => {
    const laid = rows(r, open);
    laid.forEach((x, k) => {
      expect([rowAt(laid, x.top), rowAt(laid, x.top + x.height - 0.01)]).toEqual([k, k]);
    });
    expect([rowAt(laid, -1), rowAt(laid, heightOf(laid))]).toEqual([-1, -1]);
  });

  test("an event is seen on its lane, or on the row of its node", () => {
    const laid = rows(r, open);
    for (const i of all) {
      const row = laid[rowOf(r, laid, i)]!;
      const lane = `node:${r.nodes[node[i]!] ?? ""}/${cls(i)}`;
      expect(row.key).toBe(laid.some((x) => x.key === lane) ? lane : node[i]! < 0 ? "faults" : `node:${r.nodes[node[i]!]!}`);
    }
  });

  test("faults and lives have the events of their classes", () => {
    expect([...faultEvents(r)]).toEqual(all.filter((i) => ["run", "faults"].includes(cls(i))));
    r.nodes.forEach((_, k) => {
      expect([...lifeEvents(r, k)]).toEqual(all.filter((i) => node[i] === k && ["life", "faults", "run"].includes(cls(i))));
    });
  });

  test("properties have their checks, all of them, and those that failed come first", () => {
    const found = properties(r);
    const checks = all.filter((i) => ["check", "check.begin", "check.end"].includes(r.kindName(i)));
    expect(found.flatMap((p) => [...p.events]).sort((a, b) => a - b)).toEqual(checks);
    const bad = found.map((p) => p.bad);
    expect(bad).toEqual([...bad].sort((a, b) => Number(b) - Number(a)));
    // The failure of a history is of no property that was checked.
    const failed = found.filter((p) => p.name === r.head.header.failure?.property);
    expect(failed.every((p) => p.bad)).toBe(true);
  });

  test("clients have their calls, all of them, from invoke to return", () => {
    const { calls } = r.survey!;
    const found = clients(r);
    expect(found.flatMap((c) => [...c.calls]).sort((a, b) => a - b)).toEqual(calls.invoke.map((_, k) => k));
    for (const c of found) {
      const ends = [...c.calls].flatMap((k) => [calls.invoke[k]! - 1, calls.return[k]! - 1]).filter((i) => i >= 0);
      expect([...c.events]).toEqual(ends.sort((a, b) => a - b));
      expect(c.bad).toBe([...c.calls].some((k) => calls.blamed[k]! > 0));
    }
  });

  test("with some events only, rows without any of them are left out, but not the names of nodes that have some", () => {
    const only = Uint8Array.from(all, (i) => Number(cls(i) === "network"));
    const left = rows(r, { ...open, only });
    for (const row of left) {
      if (row.kind !== "node") expect(row.events.length).toBeGreaterThan(0);
      if (row.kind === "lane") expect(left.some((n) => n.kind === "node" && n.node === row.node)).toBe(true);
      else if (row.kind === "node") expect(left.some((n) => n.kind === "lane" && n.node === row.node)).toBe(true);
      expect([...row.events].every((i) => only[i] === 1)).toBe(true);
    }
  });
});

test("hidden rows leave no gap", () => {
  const r = recordedRun("kvlog");
  const folded = new Set(["node:server", "node:workload", "properties"]);
  const laid = rows(r, { folded, hidden: new Set(["faults"]) });
  expect(laid.map((x) => [x.key, x.top])).toEqual([
    ["node:server", 0],
    ["node:workload", 30],
    ["properties", 60],
  ]);
});

test("before its events are there a run has its faults and its nodes", () => {
  const r = recordedRun("bank");
  const early = new (r.constructor as new (head: Run["head"]) => Run)(r.head);
  expect(keys(early)).toEqual(["faults", "node:server", "node:branch1", "node:branch2", "node:finally"]);
  expect([clients(early), properties(early), faultEvents(early)]).toEqual([[], [], new Uint32Array(0)]);
});

test("checks without a name are told apart by where they stand; one that is only a sign does not fail", () => {
  const r = run(
    ["a"],
    [
      { kind: "check", node: 0, a: 1, b: 1, site: 1 },
      { kind: "check", node: 0, a: 0, b: 1, site: 2 },
      { kind: "check", node: 0, a: 1, b: 1 },
      { kind: "check.begin", node: 0, s: "soon" },
      { kind: "check.end", node: 0, s: "soon", a: 0 },
    ],
    {
      sites: [
        { file: "x/y/main.go", line: 3 },
        { file: "main.go", line: 4 },
      ],
    },
  );
  const kind = r.head.properties[1];
  expect(properties(r).map((p) => [p.name, p.kind, p.bad])).toEqual([
    ["main.go:4", kind, true],
    ["soon", "eventually", true],
    ["main.go:3", kind, false],
    ["without a name", kind, false],
  ]);
});

describe("pinned rows", () => {
  const r = recordedRun("kvlog");
  const folded = new Set(["properties"]);
  const pinned = (...keys: string[]) => rows(r, { folded, pinned: keys });

  test("stand on top in the order in which they were pinned, a node with its lanes", () => {
    expect(keys(r, { folded: new Set(["properties", "node:server"]), pinned: ["properties", "node:workload", "node:gone"] })).toEqual([
      "faults",
      "properties",
      "node:workload",
      "node:workload/network",
      "node:workload/checks",
      "node:workload/log",
      "node:server",
    ]);
  });

  test("a lane out of its node stands for itself, with the name of its node, and its events are seen on it", () => {
    const all = pinned("node:server/disk", "node:workload/log", "node:server");
    expect(all.slice(0, 5).map((x) => `${x.key} ${x.depth} ${x.label}`)).toEqual([
      "faults 0 faults",
      "node:server/disk 0 server disk",
      "node:workload/log 0 workload log",
      "node:server 0 server",
      "node:server/network 1 network",
    ]);
    expect(all).toHaveLength(rows(r, { folded }).length);
    expect(pinned("faults").map((x) => x.key)).toEqual(keys(r, { folded }));
    const write = r.data.kind.indexOf(r.kind("disk.write"));
    expect(all[rowOf(r, all, write)]!.key).toBe("node:server/disk");
    expect(all.map((x) => x.top)).toEqual(all.map((_, k) => heightOf(all.slice(0, k))));
  });
});

describe("rows without anything that counts", () => {
  const r = recordedRun("kvlog");
  const all = rows(r, { folded: new Set(["properties"]) });
  const left = (pinned: string[], ...has: string[]) => {
    const gone = unseen(all, pinned, (row) => has.includes(row.key));
    return all.map((row) => row.key).filter((key) => !gone.has(key));
  };

  test("go, but for the faults and the head of a group of which something is left", () => {
    expect(left([])).toEqual(["faults"]);
    expect(left([], "node:server/disk")).toEqual(["faults", "node:server", "node:server/disk"]);
    expect(left([], "node:server", "properties")).toEqual(["faults", "node:server", "properties"]);
  });

  test("stay if they are pinned", () => {
    expect(left(["node:workload/log"], "node:server/disk")).toEqual([
      "faults",
      "node:server",
      "node:server/disk",
      "node:workload",
      "node:workload/log",
    ]);
  });
});
