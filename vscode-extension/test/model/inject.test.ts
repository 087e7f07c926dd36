import { describe, expect, test } from "vitest";
import { offers, peers } from "../../src/timeline/model/inject";
import { add, list, plan, replayed, resize } from "../../src/timeline/model/schedule";
import { recordedNames } from "../fixtures";
import { run } from "./build";
import { recordedRun } from "./recorded";

const ms = 1e6;

/** A client sends, the server writes and syncs; it goes down and recovers. */
const events = [
  { at: 0, kind: "run.start" },
  { at: 0, kind: "node.boot", node: 0 },
  { at: 0, kind: "node.boot", node: 1 },
  { at: 1 * ms, kind: "net.send", node: 1, b: 10 },
  { at: 2 * ms, kind: "net.recv", node: 0, b: 10, cause: 4 },
  { at: 2 * ms, kind: "disk.write", node: 0, b: 101, c: 7 << 16 },
  { at: 3 * ms, kind: "disk.sync", node: 0, c: 8 << 16 },
  { at: 4 * ms, kind: "disk.sync", node: 0, c: (9 << 16) | 29 },
  { at: 5 * ms, kind: "fault.crash", node: 0, b: 7 * ms },
  { at: 7 * ms, kind: "node.boot", node: 0, inc: 2 },
  { at: 8 * ms, kind: "run.phase", s: "recovery" },
  { at: 9 * ms, kind: "log", node: 1, s: "done" },
];
const schedule = { schema: 1, seed: 1, faults: [{ at: "5ms", kind: "crash", node: "server", until: "7.5ms" }] };
const of = (nodes: string[]) =>
  run(
    nodes,
    events,
    { schedule },
    {
      incarnations: { node: [0, 1, 0], number: [1, 1, 2], boot: [2, 3, 10], end: [9, 0, 0] },
      messages: { send: [4], from: [1], to: [0], end: [5], fate: [0] },
      disk: { event: [6, 7], state: [0, 0], end: [7, 0], durable: [0, 1] },
      faults: { event: [9], until: [7 * ms], ended: [10], fault: [0] },
    },
  );
const two = of(["server", "client"]);
const told = (r = two, event = 1) => offers(r, event - 1).map((o) => o.name + (o.why && ` (${o.why})`));

describe("what can strike at an event", () => {
  test("of no node: nothing", () => {
    expect(told(two, 1)).toEqual([]);
    expect(told(two, 11)).toEqual([]);
  });

  test("of a message: its two ends are parted, from the instant at which it was sent", () => {
    expect(told(two, 5)).toEqual([
      "crash server for 200ms",
      "pause server for 500ms",
      "restart server for 100ms",
      "cut client off for 1s",
      "hold what client sends for 1s",
      "hold what is sent to server for 1s",
    ]);
    const partitions = offers(two, 4).map((o) => o.fault);
    expect(partitions.slice(3)).toEqual([
      { at: "1ms", kind: "partition", until: "1.001s", cut: ["client"], direction: "both" },
      { at: "1ms", kind: "partition", until: "1.001s", cut: ["client"], direction: "out" },
      { at: "1ms", kind: "partition", until: "1.001s", cut: ["server"], direction: "in" },
    ]);
    expect(partitions[0]).toEqual({ at: "2ms", kind: "crash", until: "202ms", node: "server" });
    expect(partitions[2]).toEqual({ at: "2ms", kind: "restart", until: "102ms", node: "server", grace: "1s" });
  });

  test("among three nodes a partition is from all others, and says so", () => {
    expect(told(of(["server", "client", "other"]), 4).slice(3)).toEqual([
      "cut client off for 1s",
      "cut server off for 1s",
      "hold what client sends for 1s",
      "hold what is sent to server for 1s",
    ]);
  });

  test("of a write: the operation too", () => {
    expect(told(two, 6)).toEqual([
      "crash server before this write",
      "crash server within this write",
      "crash server after this write",
      "crash server at the first send after this write",
      "fail this write with EIO",
      "fail this write with ENOSPC",
      "flip a bit on the disk of server",
      "crash server for 200ms",
      "pause server for 500ms",
      "restart server for 100ms",
      "cut server off for 1s",
    ]);
    const faults = offers(two, 5).map((o) => o.fault);
    expect(faults[1]).toEqual({ at: "2ms", kind: "crash_io", until: "202ms", node: "server", op: 7, point: "within", bytes: 50 });
    expect(faults[4]).toEqual({ at: "2ms", kind: "write_eio", until: "2ms", node: "server", op: 7 });
  });

  test("of a sync: a page is lost only if it made something durable, and one that failed cannot fail", () => {
    const syncs = (event: number) => told(two, event).filter((name) => name.includes("this fsync") && !name.startsWith("crash"));
    expect(syncs(7)).toEqual(["fail this fsync with EIO", "lose the first page of this fsync"]);
    expect(offers(two, 6).find((o) => o.fault["kind"] === "lost_write")!.fault).toMatchObject({ op: 8, page: 1 });
    expect(syncs(8)).toEqual([]);
  });

  test("a node that is down before the instant cannot be struck, and nothing strikes once the run recovers", () => {
    expect(told(two, 10)).toEqual([
      "crash server for 200ms (server is down before this instant)",
      "pause server for 500ms (server is down before this instant)",
      "restart server for 100ms (server is down before this instant)",
      "cut server off for 1s",
    ]);
    expect(new Set(offers(two, 11).map((o) => o.why))).toEqual(new Set(["no fault strikes once the run recovers"]));
  });
});

test("the ends of a message are known at both of its events", () => {
  expect(peers(two, 3)).toEqual({ from: 1, to: 0, begin: 3 });
  expect(peers(two, 4)).toEqual({ from: 1, to: 0, begin: 3 });
  expect(peers(two, 5)).toBeNull();
});

describe.each(recordedNames())("%s", (name) => {
  const r = recordedRun(name);
  test("has schedules that take what is offered anywhere, once", () => {
    for (let i = 0; i < r.n; i += 13) {
      for (const { fault } of offers(r, i)) {
        const before = plan(r.head.header.schedule ?? { faults: [] });
        const struck = list(before).some((f) => f.op > 0 && f.op === fault["op"] && f.kind === fault["kind"]);
        if (struck) continue;
        const after = add(before, fault);
        expect(list(after)).toHaveLength(list(before).length + 1);
        expect(replayed(after)["faults"]).toContainEqual(fault);
        if (fault["op"] !== undefined) expect(() => add(after, fault)).toThrow("already");
      }
    }
  });
});

test("an added fault has no place in the run's own schedule, and others keep theirs", () => {
  const p = add(
    plan({
      faults: [
        { kind: "crash", at: "3ms" },
        { kind: "pause", at: "4ms", until: "5ms" },
      ],
    }),
    { kind: "crash", at: "1ms" },
  );
  expect(p.origin).toEqual([0, 1, -1]);
  expect(replayed(p)).toEqual({
    faults: [
      { kind: "crash", at: "1ms" },
      { kind: "crash", at: "3ms" },
      { kind: "pause", at: "4ms", until: "5ms" },
    ],
  });
  expect(list(resize(p, 1, 7 * ms))[1]).toMatchObject({ at: 4 * ms, until: 11 * ms });
  expect(() => resize(p, 1, 0)).toThrow("a fault lasts a number of nanoseconds above 0");
});
