import { describe, expect, test } from "vitest";
import { Axis, type Mode } from "../../src/timeline/model/axis";
import { arrows, bands, FLOW_CELL, hit, strip, xOf, type Band, type Window } from "../../src/timeline/model/marks";
import { rows, type Row } from "../../src/timeline/model/rows";
import type { Run } from "../../src/timeline/model/run";
import { run, type Ev } from "./build";
import { generate } from "./generate";

const open = { folded: new Set<string>() };

function window(r: Run, mode: Mode, width: number, from = 0, to = 1): Window {
  const axis = new Axis(r, mode);
  return { axis, view: { from: from * axis.length, to: to * axis.length }, width };
}

function row(r: Run, key: string): Row {
  return rows(r, open).find((x) => x.key === key)!;
}

describe("strips", () => {
  const r = generate(20_000);

  test.each<Mode>(["time", "compressed", "order"])("count each event in its column (%s)", (mode) => {
    for (const [from, to] of [
      [0, 1],
      [0.3, 0.9],
      [0.5, 0.51],
    ]) {
      const w = window(r, mode, 400, from, to);
      for (const { events } of rows(r, open)) {
        const s = strip(events, w);
        const wanted = new Uint32Array(400);
        let seen = 0;
        for (const i of events) {
          const x = xOf(w, w.axis.position(i));
          if (x < 0 || x > 400 || (x === 400 && to! < 1)) continue;
          seen++;
          wanted[Math.min(399, Math.floor(x + 1e-9))]!++;
        }
        expect(s.last - s.first).toBe(seen);
        expect(s.dense).toBe(seen > 200);
        if (s.dense) expect([...s.counts]).toEqual([...wanted]);
        if (s.dense) expect(s.max).toBe(Math.max(...wanted));
      }
    }
  });
});

describe("arrows", () => {
  const r = generate(20_000);
  const m = r.survey!.messages;

  test("are all that are under way in the window, and no others", () => {
    const w = window(r, "time", 800, 0.4, 0.42);
    const found = arrows(r, w, 1000);
    const wanted = m.send.flatMap((_, k) =>
      m.end[k]! - 1 >= w.axis.first(w.view.from) && m.send[k]! - 1 < w.axis.first(w.view.to) ? [k] : [],
    );
    expect(found.arrows.map((a) => a.message)).toEqual(wanted);
    expect(wanted.length).toBeGreaterThan(10);
    expect(found.more).toBe(0);
  });

  test("become flows when there are too many, none of which is left out", () => {
    const w = window(r, "order", 800);
    const found = arrows(r, w, 100);
    expect([found.arrows.length, found.more]).toEqual([0, m.send.length]);
    expect(found.flows.reduce((sum, f) => sum + f.total, 0)).toBe(m.send.length);
    for (const f of found.flows) {
      const cells = new Uint32Array(800 / FLOW_CELL);
      m.send.forEach((send, k) => {
        if (m.from[k] === f.from && m.to[k] === f.to) cells[Math.floor(xOf(w, w.axis.position(send - 1)) / FLOW_CELL)]!++;
      });
      expect([...f.counts]).toEqual([...cells]);
    }
  });

  test("are only those whose sends are shown, as arrows or as flows", () => {
    const w = window(r, "order", 800);
    const shown = new Uint8Array(r.n);
    for (const send of m.send.slice(0, 300)) shown[send - 1] = Number(send % 3 > 0);
    const wanted = m.send.flatMap((send, k) => (shown[send - 1] ? [k] : []));
    expect(arrows(r, w, 1000, shown).arrows.map((a) => a.message)).toEqual(wanted);
    const few = arrows(r, w, 10, shown);
    expect([few.arrows.length, few.more, few.flows.reduce((sum, f) => sum + f.total, 0)]).toEqual([0, wanted.length, wanted.length]);
    expect(arrows(r, w, 10, new Uint8Array(r.n))).toEqual({ arrows: [], flows: [], more: 0 });
  });
});

describe("bands", () => {
  const s = 1e9;
  const events: Ev[] = [
    { kind: "run.start" },
    { kind: "node.boot", node: 0, cause: 1 },
    { kind: "disk.write", node: 0, at: 1 * s, s: "/a", b: 1 },
    { kind: "disk.write", node: 0, at: 2 * s, s: "/a", b: 1 },
    { kind: "disk.sync", node: 0, at: 3 * s, s: "/a" },
    { kind: "disk.write", node: 0, at: 4 * s, s: "/a", b: 1 },
    { kind: "fault.crash", node: 0, at: 5 * s, b: 7 * s },
    { kind: "node.boot", node: 0, inc: 2, at: 7 * s, cause: 7 },
    { kind: "check.begin", node: 0, inc: 2, at: 7 * s, s: "quiet", a: 2 * s },
    { kind: "op.invoke", node: 0, inc: 2, at: 8 * s, a: 1, t: "get" },
    { kind: "check.end", node: 0, inc: 2, at: 8 * s, s: "quiet", a: 0, cause: 9 },
    { kind: "run.end", at: 10 * s },
  ];
  const r = run(
    ["a"],
    events,
    {},
    {
      incarnations: { node: [0, 0], number: [1, 2], boot: [2, 8], end: [7, 0] },
      faults: { event: [7], until: [7 * s], ended: [8], fault: [-1] },
      disk: { event: [3, 4, 5, 6], state: [3, 3, 0, 6], end: [5, 5, 0, 7], durable: [0, 0, 2, 0] },
      eventuallys: { begin: [9], deadline: [9 * s], end: [11], decided: [1] },
      calls: { invoke: [10], return: [0], client: [0], blamed: [1] },
      clients: ["a#1/main"],
    },
  );
  const w = window(r, "time", 100);
  const short = (b: Band) => `${b.kind} ${b.x1}-${b.x2}${b.ends ? "" : " open"}${b.bad ? " bad" : ""}`;

  test("tell of lives, of dirty disks, of faults, of Eventuallys and of calls", () => {
    const of = (key: string) => bands(r, w, row(r, key)).map(short);
    expect(of("faults")).toEqual(["fault 50-70"]);
    expect(of("node:a")).toEqual(["incarnation 0-50", "incarnation 70-100 open", "down 50-70"]);
    expect(of("node:a/disk")).toEqual(["dirty 10-30", "dirty 40-50 bad"]);
    expect(of("property:quiet")).toEqual(["eventually 70-80 bad"]);
    expect(of("client:a#1/main")).toEqual(["call 80-100 open bad"]);
  });

  test("an Eventually has its deadline too", () => {
    expect(bands(r, w, row(r, "property:quiet"))[0]!.deadline).toBe(90);
  });

  test("only those that touch the window are given", () => {
    const late = { ...w, view: { from: 7.5 * s, to: 10 * s } };
    expect(bands(r, late, row(r, "node:a")).map((b) => [b.kind, b.x1, b.x2])).toEqual([["incarnation", -20, 100]]);
    expect(bands(r, late, row(r, "node:a/disk"))).toEqual([]);
  });

  test("are few however many there are, and bad ones stay", () => {
    const many = generate(50_000);
    many.survey!.calls.blamed[1234] = 1;
    const wide = window(many, "order", 300);
    const client = many.survey!.clients[many.survey!.calls.client[1234]!]!;
    const found = bands(many, wide, row(many, `client:${client}`));
    expect(found.length).toBeLessThan(2 * 300);
    expect(found.filter((b) => b.bad).map((b) => b.place)).toEqual([1234]);
  });

  test("bands of one level do not cover each other", () => {
    const calls = { invoke: [1, 2, 5], return: [4, 6, 0], client: [0, 0, 0], blamed: [0, 0, 0] };
    const all: Ev[] = [0, 1, 2, 3, 4, 5].map((at) => ({ kind: at < 3 ? "op.invoke" : "op.return", node: 0, at, a: at }));
    const two = run(["a"], all, {}, { calls, clients: ["c"] });
    const found = bands(two, window(two, "order", 60), row(two, "client:c"));
    expect(found.map((b) => [b.level, b.levels])).toEqual([
      [0, 2],
      [1, 2],
      [0, 2],
    ]);
  });
});

test("a hit is the nearest event of the row", () => {
  const r = run(["a"], [{ kind: "run.start" }, ...[10, 20, 100].map((at) => ({ kind: "log", node: 0, at, s: "x" }))]);
  const w = window(r, "time", 100);
  const all = rows(r, open);
  const log = all.findIndex((x) => x.key === "node:a/log");
  expect(hit(w, all, 17, all[log]!.top + 1)).toEqual({ row: log, event: 2 });
  expect(hit(w, all, 50, all[log]!.top + 1)).toEqual({ row: log, event: -1 });
  expect(hit(w, all, 50, 10_000)).toBe(null);
});
