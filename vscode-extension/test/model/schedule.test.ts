import { describe, expect, test } from "vitest";
import { list, move, plan, remove, replayed, toggle, ScheduleError } from "../../src/timeline/model/schedule";
import { recordedRun } from "./recorded";

const ms = 1e6;

describe("the schedule of a recorded run", () => {
  const schedule = recordedRun("bank").head.header.schedule;
  const of = () => plan(schedule);

  test("has its faults", () => {
    const rest = { cut: [], direction: "", off: false };
    expect(list(of())).toEqual([
      { place: 0, kind: "crash", node: "server", at: 898_595_409, until: 1_263_820_306, op: 0, ...rest },
      { place: 1, kind: "crash_io", node: "server", at: 2_931_297_784, until: 3_159_407_471, op: 33, ...rest },
    ]);
  });

  test("unchanged is replayed as it is, but for what does not hold for other faults", () => {
    const { shrunk_from, shrink_runs, fails, corpus, ...kept } = schedule as Record<string, unknown>;
    expect([shrunk_from, shrink_runs, fails, corpus].filter((x) => x !== undefined)).not.toContain(null);
    expect(replayed(of())).toEqual(kept);
  });

  test("a fault of an instant is moved with its end, one of an operation by operations", () => {
    const moved = list(move(move(of(), 0, -2.5 * ms), 1, 4));
    expect(moved.map((f) => [f.at, f.until, f.op])).toEqual([
      [896_095_409, 1_261_320_306, 0],
      [2_931_297_784, 3_159_407_471, 37],
    ]);
  });

  test("a fault that was moved behind another is replayed behind it", () => {
    const content = replayed(move(of(), 0, 3e9)) as { faults: { kind: string; at: string }[] };
    expect(content.faults.map((f) => `${f.kind} ${f.at}`)).toEqual(["crash_io 2.931297784s", "crash 3.898595409s"]);
  });

  test("nothing goes before the run or behind its end", () => {
    const end = recordedRun("bank").head.header.end;
    expect(list(move(of(), 0, -1e12))[0]).toMatchObject({ at: 0, until: 365_224_897 });
    expect(list(move(of(), 0, 1e12, end))[0]).toMatchObject({ at: end, until: end + 365_224_897 });
    expect(list(move(of(), 1, -1000))[1]).toMatchObject({ op: 1 });
  });

  test("switched off, a fault stays in the list and is not replayed; removed, it is gone", () => {
    const off = toggle(of(), 0);
    expect(list(off).map((f) => f.off)).toEqual([true, false]);
    expect(replayed(off)["faults"]).toHaveLength(1);
    expect(list(toggle(off, 0)).map((f) => f.off)).toEqual([false, false]);
    expect(list(remove(off, 1)).map((f) => [f.place, f.kind, f.off])).toEqual([[0, "crash", true]]);
  });

  test("a change leaves the schedule that it was made of alone", () => {
    const before = JSON.stringify(schedule);
    const first = of();
    remove(move(toggle(first, 1), 0, 5), 1);
    expect([JSON.stringify(schedule), list(first).length]).toEqual([before, 2]);
  });
});

test("what this page does not know stays in the file", () => {
  const p = plan({ seed: 1, later: [1], faults: [{ kind: "crash", at: "1ms", mood: "bad" }] });
  expect(replayed(move(p, 0, ms))).toEqual({ seed: 1, later: [1], faults: [{ kind: "crash", at: "2ms", until: "2ms", mood: "bad" }] });
});

test("a fault without an end still has none when it was moved", () => {
  const p = move(plan({ faults: [{ kind: "partition", at: "1ms", until: "never", cut: ["a", 5] }] }), 0, ms);
  expect(replayed(p)).toEqual({ faults: [{ kind: "partition", at: "2ms", until: "never", cut: ["a", 5] }] });
  expect(list(p)[0]).toMatchObject({ at: 2 * ms, until: 2 ** 63, cut: ["a"] });
});

test("moved by operations, a fault forgets the place that it was anchored to", () => {
  const p = plan({ faults: [{ kind: "crash_io", node: "a", at: "1ms", op: 3, anchor: { site: "x" } }] });
  expect(replayed(move(p, 0, 2))).toEqual({ faults: [{ kind: "crash_io", node: "a", at: "1ms", op: 5 }] });
});

test.each<[unknown, string]>([
  [null, "the run has no schedule of faults"],
  [[], "the run has no schedule of faults"],
  ["faults", "the run has no schedule of faults"],
  [{ faults: 3 }, "the schedule has no list of faults"],
  [{ faults: [null] }, "the schedule has no list of faults"],
  [{ faults: [{}] }, "fault 1 of the schedule has no kind"],
  [
    {
      faults: [
        { kind: "crash", at: "1ms" },
        { kind: "crash", at: 5 },
      ],
    },
    "fault 2 of the schedule has no instant",
  ],
  [{ faults: [{ kind: "crash", at: "-1ms" }] }, "fault 1 of the schedule has no instant"],
  [{ faults: [{ kind: "crash", at: "2ms", until: "1ms" }] }, "fault 1 of the schedule ends before it begins"],
  [{ faults: [{ kind: "crash_io", at: "2ms", op: -1 }] }, "fault 1 of the schedule strikes no operation"],
  [{ faults: [{ kind: "crash_io", at: "2ms", op: 1.5 }] }, "fault 1 of the schedule strikes no operation"],
])("%j is no plan", (schedule, message) => {
  expect(() => plan(schedule)).toThrow(new ScheduleError(message));
});

test("a schedule without a list has no faults", () => {
  expect(list(plan({}))).toEqual([]);
});

test("a change that cannot be is refused", () => {
  const p = plan({ faults: [{ kind: "crash", at: "1ms" }] });
  expect(() => move(p, 0, 0.5)).toThrow("a fault is moved by a whole number");
  expect(() => remove(p, 1)).toThrow("there is no fault 2: the schedule has 1");
  expect(() => toggle(p, -1)).toThrow("there is no fault 0: the schedule has 1");
});
