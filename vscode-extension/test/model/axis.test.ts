import { describe, expect, test } from "vitest";
import { Axis, center, pan, smallest, zoomAbout, type Mode } from "../../src/timeline/model/axis";
import { run } from "./build";
import { generate } from "./generate";

const ms = 1e6;
/** Two bursts of four events, a second apart, and half a second behind them. */
const bursts = run(
  [],
  [0, 1, 2, 3, 1003, 1004, 1005, 1006].map((at) => ({ kind: "run.phase", at: at * ms })),
  { end: 1506 * ms },
);

describe("time", () => {
  const axis = new Axis(bursts, "time");

  test("positions are instants", () => {
    expect([axis.length, axis.position(4), axis.positionOf(7), axis.instantAt(9)]).toEqual([1506 * ms, 1003 * ms, 7, 9]);
    expect(axis.breaks()).toEqual([]);
  });

  test("a run that ends at once still has a length", () => {
    expect(new Axis(run([], [{ kind: "run.start" }]), "time").length).toBe(1);
    expect(new Axis(run([], []), "order").length).toBe(1);
  });
});

describe("compressed", () => {
  const axis = new Axis(bursts, "compressed");

  test("gaps are shrunk to eight times the middle one, and told of", () => {
    expect(axis.breaks()).toEqual([
      { from: 3 * ms, to: 11 * ms, begin: 3 * ms, end: 1003 * ms },
      { from: 14 * ms, to: 22 * ms, begin: 1006 * ms, end: 1506 * ms },
    ]);
    expect(axis.length).toBe(22 * ms);
  });

  test("positions grow with the events, and instants come back from them", () => {
    expect(Array.from({ length: 8 }, (_, i) => axis.position(i) / ms)).toEqual([0, 1, 2, 3, 11, 12, 13, 14]);
    expect([503 * ms, 1003 * ms, 1506 * ms].map((t) => axis.positionOf(t) / ms)).toEqual([7, 11, 22]);
    expect([7, 11, 22].map((p) => axis.instantAt(p * ms) / ms)).toEqual([503, 1003, 1506]);
  });

  test("hidden events do not keep a gap apart", () => {
    const shown = Uint8Array.from([1, 1, 0, 0, 0, 0, 1, 1]);
    expect(new Axis(bursts, "compressed", shown).breaks().map((b) => [b.begin / ms, b.end / ms])).toEqual([
      [1, 1005],
      [1006, 1506],
    ]);
  });
});

describe("order", () => {
  test("each event has the same room", () => {
    const axis = new Axis(bursts, "order");
    expect([axis.length, axis.position(0), axis.position(7)]).toEqual([8, 0.5, 7.5]);
    expect([axis.positionOf(2 * ms), axis.positionOf(500 * ms)]).toEqual([3, 4]);
    expect([0, 3.9, 4.1, 100].map((p) => axis.instantAt(p) / ms)).toEqual([0, 3, 1003, 1006]);
  });

  test("hidden events take no room", () => {
    const axis = new Axis(bursts, "order", Uint8Array.from([0, 1, 0, 0, 0, 1, 1, 0]));
    expect([axis.length, axis.position(1), axis.position(5), axis.position(6)]).toEqual([3, 0.5, 1.5, 2.5]);
    expect([0, 1, 2].map((p) => axis.instantAt(p) / ms)).toEqual([1, 1004, 1005]);
    expect(axis.positionOf(0)).toBe(0);
  });
});

test.each<Mode>(["time", "compressed", "order"])("the first event behind a position is what looking at each finds (%s)", (mode) => {
  const r = generate(2000);
  const some = Uint8Array.from({ length: r.n }, (_, i) => Number(i % 7 < 3));
  for (const axis of [new Axis(r, mode), new Axis(r, mode, some)]) {
    const places = Array.from({ length: 301 }, (_, k) => (axis.length * k) / 300);
    for (const p of [...places, ...Array.from({ length: 200 }, (_, k) => axis.position(k * 9))]) {
      let first = 0;
      while (first < r.n && axis.position(first) < p) first++;
      expect(axis.first(p), `at ${p}`).toBe(first);
    }
  }
});

describe("views", () => {
  const axis = new Axis(bursts, "order");

  test("what is zoomed about stays where it is", () => {
    expect(zoomAbout(axis, { from: 0, to: 8 }, 2, 0.5)).toEqual({ from: 1, to: 5 });
    expect(zoomAbout(axis, { from: 1, to: 5 }, 2, 2)).toEqual({ from: 0, to: 8 });
  });

  test("a view is neither longer than the axis nor too short to see anything", () => {
    expect(zoomAbout(axis, { from: 1, to: 5 }, 2, 1000)).toEqual({ from: 0, to: 8 });
    expect(zoomAbout(axis, { from: 0, to: 8 }, 8, 1e-9)).toEqual({ from: 4, to: 8 });
    expect(smallest(axis)).toBe(4);
  });

  test("a view does not leave the axis", () => {
    expect(pan(axis, { from: 1, to: 5 }, -3)).toEqual({ from: 0, to: 4 });
    expect(pan(axis, { from: 1, to: 5 }, 30)).toEqual({ from: 4, to: 8 });
    expect(center(axis, { from: 0, to: 4 }, 5)).toEqual({ from: 3, to: 7 });
  });
});

describe("a run beside", () => {
  /** It has the second burst half a second later, and goes on for longer. */
  const later = run(
    [],
    [0, 1, 2, 3, 1503, 1504, 1505, 1506, 1507].map((at) => ({ kind: "run.phase", at: at * ms })),
    { end: 3507 * ms },
  );
  const beside = { run: later, shown: null };

  test.each(["time", "compressed"] as const)("has each instant where the first has it, and all of it has room: %s", (mode) => {
    const axis = new Axis(bursts, mode, null, beside);
    const along = axis.along(beside);
    for (let i = 0; i < later.n; i++) expect(along.position(i)).toBe(axis.positionOf(later.data.at[i]!));
    expect(along.length).toBe(axis.length);
    expect(axis.positionOf(3507 * ms)).toBe(axis.length);
  });

  test("its events keep gaps apart", () => {
    const axis = new Axis(bursts, "compressed", null, beside);
    expect(axis.breaks().map((b) => [b.begin / ms, b.end / ms])).toEqual([
      [3, 1003],
      [1006, 1503],
      [1507, 3507],
    ]);
  });

  test("stands by its own order in order", () => {
    const axis = new Axis(bursts, "order", null, beside);
    expect(axis.length).toBe(9);
    expect(axis.along(beside).position(8)).toBe(8.5);
  });

  test.each(["time", "compressed", "order"] as const)("the first event from a position on is found: %s", (mode) => {
    const shown = Uint8Array.from([1, 1, 0, 1, 0, 1, 1, 0, 1]);
    for (const some of [null, shown]) {
      const axis = new Axis(bursts, mode, null, { run: later, shown: some });
      const along = axis.along({ run: later, shown: some });
      for (let p = 0; p <= axis.length; p += axis.length / 97) {
        let first = 0;
        while (first < along.n && along.position(first) < p) first++;
        expect([p, along.first(p)]).toEqual([p, first]);
      }
    }
  });
});
