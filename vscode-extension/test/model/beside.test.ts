import { describe, expect, test } from "vitest";
import { lone, loneOf, merged, woven } from "../../src/timeline/model/beside";
import { align } from "../../src/timeline/model/diff";
import { rows, type Row } from "../../src/timeline/model/rows";
import type { Run } from "../../src/timeline/model/run";
import { run } from "./build";
import { recordedRun } from "./recorded";

const open = { folded: new Set<string>() };
const keysOf = (all: readonly Row[]) => new Set(all.map((r) => r.key));
const beside = (a: Run, b: Run, shown = rows(a, open)) => merged(shown, rows(b, open), rows(a, open));

const log = (node: number, at: number) => ({ kind: "log", node, at, s: "x" });
const send = (node: number, at: number) => ({ kind: "net.send", node, at, s: "y" });
const a = run(["x", "z"], [{ kind: "run.start" }, log(0, 1), log(1, 2)]);
const b = run(["x", "y", "z"], [{ kind: "run.start" }, send(0, 1), log(1, 2), { kind: "check", node: 2, at: 3, a: 1, s: "p" }]);

test("rows that only the other run has stand where they stand there", () => {
  const all = beside(a, b);
  expect(all.map((r) => (r.lone ? `+ ${r.key}` : r.key))).toEqual([
    "faults",
    "node:x",
    "+ node:x/network",
    "node:x/log",
    "+ node:y",
    "+ node:y/log",
    "node:z",
    "+ node:z/checks",
    "node:z/log",
    "+ properties",
    "+ property:p",
  ]);
  for (const r of all.filter((r) => r.lone)) expect([r.node, r.class, r.member, r.events.length]).toEqual([-1, -1, -1, 0]);
});

test("rows stand below each other, and those of the run itself are not touched", () => {
  const own = rows(a, open);
  const before = JSON.stringify(own);
  let top = 0;
  for (const r of merged(own, rows(b, open), own)) {
    expect(r.top).toBe(top);
    top += r.height;
  }
  expect(JSON.stringify(own)).toBe(before);
});

test("a row that this run has and does not show stands for the events of the other, and is not only the other's", () => {
  const all = beside(
    a,
    b,
    rows(a, open).filter((r) => r.key !== "node:z"),
  );
  const own = all.find((r) => r.key === "node:z")!;
  expect([own.lone, own.node, own.events.length, own.height]).toEqual([false, 1, 0, 30]);
});

test("events of both runs are woven by their instants, this run's first", () => {
  const whole = (r: Run) => Uint32Array.from({ length: r.n }, (_, i) => i);
  expect([...woven(a, b, whole(a), whole(b))]).toEqual([0, 3, 1, 4, 2, 5, 6]);
  expect([...woven(a, b, whole(a), Uint32Array.of(3))]).toEqual([0, 1, 2, 6]);
  expect([...loneOf(a, b, align(a, b))]).toEqual([1, 4, 2, 5, 6]);
});

describe.each(["kvlog", "bank", "lease"])("%s and its shrunk run", (name) => {
  const [one, two] = [recordedRun(name), recordedRun(`${name}-shrunk`)];

  test("together have each row of either, once", () => {
    const all = beside(one, two).map((r) => r.key);
    expect(new Set(all).size).toBe(all.length);
    expect([...all].sort()).toEqual([...new Set([...keysOf(rows(one, open)), ...keysOf(rows(two, open))])].sort());
  });

  test("have marks for the events without a counterpart, worked out once", () => {
    const diff = align(one, two);
    const marks = lone(diff);
    expect(lone(diff)).toBe(marks);
    expect([...marks.a]).toEqual([...diff.inB].map((k) => (k < 0 ? 1 : 0)));
    expect([...marks.b]).toEqual([...diff.inA].map((k) => (k < 0 ? 1 : 0)));
  });
});
