import { describe, expect, test } from "vitest";
import { Axis } from "../../src/timeline/model/axis";
import { bounds, measure, spanned, viewOf, type Measured } from "../../src/timeline/model/interval";
import { isError, mask, parse } from "../../src/timeline/model/filter";
import { eventTerms, timeTerm } from "../../src/timeline/model/terms";
import type { Run } from "../../src/timeline/model/run";
import { recordedNames } from "../fixtures";
import { run } from "./build";
import { recordedRun } from "./recorded";

const ms = 1e6;

/** Two nodes: a calls b three times, and one call has no answer; b writes, syncs, and fails to. */
const small = run(
  ["a", "b"],
  [
    { at: 0, kind: "run.start" },
    { at: 0, kind: "node.boot", node: 0 },
    { at: 0, kind: "node.boot", node: 1 },
    { at: 1 * ms, kind: "op.invoke", node: 0, a: 1 },
    { at: 1 * ms, kind: "net.send", node: 0, b: 10 },
    { at: 2 * ms, kind: "net.recv", node: 1, b: 10, cause: 5 },
    { at: 2 * ms, kind: "disk.write", node: 1, b: 100, c: 1 << 16 },
    { at: 3 * ms, kind: "disk.sync", node: 1, c: 2 << 16 },
    { at: 3 * ms, kind: "net.send", node: 1, b: 4 },
    { at: 4 * ms, kind: "fault.partition", b: 9 * ms, s: "a", t: "both" },
    { at: 5 * ms, kind: "op.return", node: 0, a: 1 },
    { at: 5 * ms, kind: "op.invoke", node: 0, a: 2 },
    { at: 5 * ms, kind: "net.send", node: 0, b: 20 },
    { at: 6 * ms, kind: "disk.write", node: 1, b: 50, c: (3 << 16) | 29 },
    { at: 6 * ms, kind: "disk.syncdir", node: 1, c: 4 << 16 },
    { at: 7 * ms, kind: "op.return", node: 0, a: 2 },
    { at: 7 * ms, kind: "op.invoke", node: 0, a: 3 },
    { at: 8 * ms, kind: "op.invoke", node: 0, a: 4 },
    { at: 9 * ms, kind: "fault.heal", s: "a", t: "both", cause: 10 },
    { at: 9 * ms, kind: "op.return", node: 0, a: 4 },
  ],
  {},
  {
    messages: { send: [5, 9, 13], from: [0, 1, 0], to: [1, 0, -1], end: [6, 0, 0], fate: [0, 0, 0] },
    faults: { event: [10], until: [9 * ms], ended: [19], fault: [-1] },
    calls: { invoke: [4, 12, 17, 18], return: [11, 16, 0, 20], client: [0, 0, 0, 0], blamed: [0, 0, 0, 0] },
    clients: ["a#1"],
  },
);

const nothing: Measured = {
  events: 0,
  traffic: [],
  writes: 0,
  written: 0,
  syncs: 0,
  failed: 0,
  calls: 0,
  returned: 0,
  median: 0,
  largest: 0,
  faults: [],
};

describe("a small run", () => {
  test("all of it", () => {
    expect(measure(small, { from: 0, to: 9 * ms })).toEqual({
      events: 20,
      traffic: [
        { from: 0, to: -1, messages: 1, bytes: 20 },
        { from: 0, to: 1, messages: 1, bytes: 10 },
        { from: 1, to: 0, messages: 1, bytes: 4 },
      ],
      writes: 1,
      written: 100,
      syncs: 2,
      failed: 1,
      calls: 4,
      returned: 3,
      median: 2 * ms,
      largest: 4 * ms,
      faults: [0],
    });
  });

  test("both ends belong to it", () => {
    expect(measure(small, { from: 2 * ms, to: 3 * ms })).toEqual({
      ...nothing,
      events: 4,
      traffic: [{ from: 1, to: 0, messages: 1, bytes: 4 }],
      writes: 1,
      written: 100,
      syncs: 1,
    });
    expect(measure(small, { from: 5 * ms, to: 5 * ms })).toMatchObject({
      events: 3,
      calls: 1,
      returned: 1,
      median: 2 * ms,
      largest: 2 * ms,
    });
  });

  test("where nothing happens a fault may still have its effect", () => {
    expect(measure(small, { from: 4 * ms + 1, to: 5 * ms - 1 })).toEqual({ ...nothing, faults: [0] });
    expect(measure(small, { from: 1, to: 2 })).toEqual(nothing);
    expect(measure(small, { from: 10 * ms, to: 11 * ms })).toEqual(nothing);
  });

  test("a call without an answer has no length", () => {
    expect(measure(small, { from: 7 * ms, to: 7 * ms })).toMatchObject({ calls: 1, returned: 0, median: 0, largest: 0 });
  });
});

describe("recorded runs", () => {
  test("kvlog, a second of it", () => {
    expect(measure(recordedRun("kvlog"), { from: 1e9, to: 2e9 })).toMatchInlineSnapshot(`
      {
        "calls": 0,
        "events": 14,
        "failed": 0,
        "faults": [],
        "largest": 0,
        "median": 0,
        "returned": 0,
        "syncs": 2,
        "traffic": [
          {
            "bytes": 1755,
            "from": 1,
            "messages": 2,
            "to": 0,
          },
          {
            "bytes": 6,
            "from": 0,
            "messages": 2,
            "to": 1,
          },
        ],
        "writes": 2,
        "written": 1767,
      }
    `);
  });

  test("bank, from the crash to the end", () => {
    const r = recordedRun("bank");
    expect(measure(r, { from: 898_595_409, to: r.head.header.end })).toMatchInlineSnapshot(`
      {
        "calls": 56,
        "events": 1455,
        "failed": 0,
        "faults": [
          0,
          1,
        ],
        "largest": 671718613,
        "median": 257349678,
        "returned": 52,
        "syncs": 26,
        "traffic": [
          {
            "bytes": 5297,
            "from": 1,
            "messages": 113,
            "to": 0,
          },
          {
            "bytes": 4837,
            "from": 2,
            "messages": 108,
            "to": 0,
          },
          {
            "bytes": 2711,
            "from": 0,
            "messages": 108,
            "to": 2,
          },
          {
            "bytes": 2477,
            "from": 0,
            "messages": 111,
            "to": 1,
          },
          {
            "bytes": 212,
            "from": 0,
            "messages": 7,
            "to": 3,
          },
          {
            "bytes": 198,
            "from": 3,
            "messages": 7,
            "to": 0,
          },
        ],
        "writes": 22,
        "written": 1389,
      }
    `);
  });

  test.each(recordedNames())("%s has in an interval what a count of all events gives", (name) => {
    const r = recordedRun(name);
    const { end } = r.head.header;
    for (const [from, to] of [
      [0, end],
      [end / 3, end / 2],
      [0, 0],
      [end / 2, end / 2 + 1000],
    ] as const) {
      expect(measure(r, { from, to })).toEqual(slow(r, from, to));
    }
  });
});

/** slow counts by going through everything. */
function slow(r: Run, from: number, to: number): Measured {
  const { at, b, c, kind, n } = r.data;
  const { messages, calls, faults } = r.survey!;
  const inside = (event: number) => at[event - 1]! >= from && at[event - 1]! <= to;
  const all = Array.from({ length: n }, (_, i) => i).filter((i) => inside(i + 1));
  const name = (i: number) => r.head.kinds[kind[i]!]!.name;
  const disk = all.filter((i) => r.head.kinds[kind[i]!]!.class === "disk");
  const done = disk.filter((i) => c[i]! % 65536 === 0);
  const writes = done.filter((i) => name(i) === "disk.write");
  const pairs = new Map<string, { from: number; to: number; messages: number; bytes: number }>();
  messages.send.forEach((send, k) => {
    if (!inside(send)) return;
    const key = `${messages.from[k]!} ${messages.to[k]!}`;
    const p = pairs.get(key) ?? { from: messages.from[k]!, to: messages.to[k]!, messages: 0, bytes: 0 };
    pairs.set(key, { ...p, messages: p.messages + 1, bytes: p.bytes + b[send - 1]! });
  });
  const begun = calls.invoke.map((_, k) => k).filter((k) => inside(calls.invoke[k]!));
  const took = begun
    .filter((k) => calls.return[k]! > 0)
    .map((k) => at[calls.return[k]! - 1]! - at[calls.invoke[k]! - 1]!)
    .sort((x, y) => x - y);
  const [first, last] = bounds(r, { from, to });
  const ends = (k: number) =>
    faults.ended[k]! > 0 ? faults.ended[k]! - 1 : Math.max(faults.event[k]! - 1, faults.until[k]! > 0 ? r.lastAt(faults.until[k]!) : 0);
  return {
    events: all.length,
    traffic: [...pairs.values()].sort((x, y) => y.bytes - x.bytes || x.from - y.from || x.to - y.to),
    writes: writes.length,
    written: writes.reduce((sum, i) => sum + b[i]!, 0),
    syncs: done.filter((i) => ["disk.sync", "disk.syncdir"].includes(name(i))).length,
    failed: disk.length - done.length,
    calls: begun.length,
    returned: took.length,
    median: took[(took.length - 1) >> 1] ?? 0,
    largest: took.at(-1) ?? 0,
    faults: faults.event.map((_, k) => k).filter((k) => faults.event[k]! <= last && ends(k) >= first),
  };
}

describe("on an axis", () => {
  test("time: from the first whole nanosecond to the last, in either direction", () => {
    const axis = new Axis(small, "time");
    expect(spanned(axis, 1.5 * ms + 0.4, 3.2 * ms + 0.4)).toEqual({ from: 1.5 * ms + 1, to: 3.2 * ms });
    expect(spanned(axis, 3 * ms, 2 * ms)).toEqual({ from: 2 * ms, to: 3 * ms });
    expect(spanned(axis, -5, 1e12)).toEqual({ from: 0, to: 9 * ms });
    expect(viewOf(axis, { from: 2 * ms, to: 3 * ms })).toEqual({ from: 2 * ms, to: 3 * ms });
  });

  test("order of events: the instants of the events in it, and all events of those instants", () => {
    const axis = new Axis(small, "order");
    const found = spanned(axis, 4.9, 7.9);
    expect(found).toEqual({ from: 2 * ms, to: 3 * ms });
    expect(bounds(small, found)).toEqual([5, 9]);
    expect(viewOf(axis, found)).toEqual({ from: 5, to: 9 });
    expect(spanned(axis, 0, axis.length)).toEqual({ from: 0, to: 9 * ms });
    expect(viewOf(axis, { from: 4 * ms + 1, to: 5 * ms - 1 })).toEqual({ from: 10, to: 10 });
  });
});

describe("the search is for", () => {
  test("an interval: the events that it has, whatever its digits", () => {
    const r = recordedRun("kvlog");
    const [i, j] = [200, 800];
    const interval = { from: r.data.at[i]!, to: r.data.at[j]! };
    const query = parse(timeTerm(interval), r);
    if (isError(query)) throw new Error(query.message);
    const [first, last] = bounds(r, interval);
    expect(Array.from(mask(r, query)).flatMap((bit, k) => (bit ? [k] : []))).toEqual(
      Array.from({ length: last - first }, (_, k) => first + k),
    );
  });

  test.each(recordedNames())("what an event of %s has in common with others: it is among them, and in its past", (name) => {
    const r = recordedRun(name);
    for (let i = 0; i < r.n; i += 7) {
      for (const term of eventTerms(r, i)) {
        const query = parse(term, r);
        expect(isError(query) ? query.message : mask(r, query)[i], `${term} of #${i + 1}`).toBe(1);
      }
    }
  });

  test("names with signs of the language are quoted", () => {
    const odd = run(['a (b, "c")'], [{ kind: "log", node: 0 }]);
    expect(eventTerms(odd, 0)[2]!).toBe('node:"a (b, \\"c\\")"');
    const query = parse(eventTerms(odd, 0)[2]!, odd);
    expect(isError(query)).toBe(false);
  });
});
