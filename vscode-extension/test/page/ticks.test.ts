import { expect, test } from "vitest";
import { Axis } from "../../src/timeline/model/axis";
import { parseEvents, parseHead } from "../../src/timeline/model/read";
import { Run } from "../../src/timeline/model/run";
import { nice, ticks } from "../../src/timeline/page/ticks";
import { survey } from "../model/build";
import { sections } from "./build";

const run = (instants: number[]): Run => {
  const s = sections(
    { nodes: ["a"] },
    instants.map((at) => ({ at, kind: "log", node: 0, inc: 1 })),
    survey(),
  );
  return new Run(parseHead(s.head), parseEvents(s.events));
};

test("steps are 1, 2 or 5 of a power of ten", () => {
  expect([0.7, 1, 3, 6, 40, 99, 101].map(nice)).toEqual([1, 1, 5, 10, 50, 100, 200]);
});

test("time has even ticks with as many digits as they need", () => {
  const axis = new Axis(run([0, 1e9]), "time");
  expect(ticks(axis, axis.whole(), 500).map((t) => t.text)).toEqual(["0 s", "200 ms", "400 ms", "600 ms", "800 ms", "1.0 s"]);
  expect(ticks(axis, { from: 0, to: 5000 }, 500).map((t) => t.text)).toEqual(["0 s", "1 µs", "2 µs", "3 µs", "4 µs", "5 µs"]);
});

test("no tick stands in a stretch that was made short, however long it was", () => {
  const axis = new Axis(run([0, 1000, 2000, 3000, 1e12, 1e12 + 1000, 1e12 + 2000]), "compressed");
  const all = ticks(axis, axis.whole(), 600);
  expect(all.length).toBeLessThan(9);
  const [gap] = axis.breaks();
  const scale = 600 / axis.length;
  for (const { x } of all) expect(x <= gap!.from * scale || x >= gap!.to * scale).toBe(true);
});

test("order counts events", () => {
  const axis = new Axis(run(Array.from({ length: 100 }, (_, i) => i)), "order");
  expect(ticks(axis, axis.whole(), 500).map((t) => t.text)).toEqual(["#20", "#40", "#60", "#80", "#100"]);
});

test("a page without width has no ticks", () => {
  const axis = new Axis(run([0, 5]), "time");
  expect(ticks(axis, axis.whole(), 0)).toEqual([]);
});
