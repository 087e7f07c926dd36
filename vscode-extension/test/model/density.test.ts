import { expect, test } from "vitest";
import { Axis } from "../../src/timeline/model/axis";
import { density, LEVELS } from "../../src/timeline/model/density";
import { parseHead } from "../../src/timeline/model/read";
import { Run } from "../../src/timeline/model/run";
import { bars, columnsOf } from "../../src/timeline/page/drawbuckets";
import { recorded } from "../fixtures";
import { head } from "./build";

const counted = head({ nodes: ["a", "b"], end: 100 });
counted.density = {
  from: [0, 50, 75],
  to: [24, 74, 100],
  lanes: [
    { node: -1, class: "faults", parts: [2], events: [1] },
    { node: 0, class: "disk", parts: [0, 1], events: [1, 16] },
    { node: 1, class: "log", parts: [0], events: [3] },
  ],
};
const cls = (name: string) => counted.classes.indexOf(name);

test("a bar is as high as the root of its number, of the highest", () => {
  expect([...density(counted, 0, cls("disk"))]).toEqual([LEVELS / 4, LEVELS, 0]);
  expect([...density(counted, 1, cls("log"))]).toEqual([LEVELS, 0, 0]);
  expect([...density(counted, 1, cls("disk"))]).toEqual([0, 0, 0]);
});

test("nodes, classes and all of it are put together", () => {
  expect([...density(counted, 0, -1)]).toEqual([LEVELS / 4, LEVELS, 0]);
  expect([...density(counted, null, cls("faults"))]).toEqual([0, 0, LEVELS]);
  expect([...density(counted, null, -1)]).toEqual([LEVELS / 2, LEVELS, LEVELS / 4]);
});

test("bars stand where their part of the run does, and neighbours of one height are one", () => {
  const run = new Run(counted);
  const axis = new Axis(run, "time");
  const drawn = (width: number, from = 0, to = 100) => {
    const all: number[][] = [];
    bars(density(counted, null, -1), columnsOf(run, { axis, view: { from, to }, width }), (...bar) => all.push(bar));
    return all;
  };
  expect(drawn(100)).toEqual([
    [0, 24, LEVELS / 2],
    [50, 24, LEVELS],
    [75, 25, LEVELS / 4],
  ]);
  expect(drawn(2)).toEqual([
    [0, 1, LEVELS / 2],
    [1, 1, LEVELS],
  ]);
  expect(drawn(50, 50, 75)).toEqual([[0, 48, LEVELS]]);
});

test("of a recorded run, each lane with events has a bar", () => {
  const run = new Run(parseHead(recorded("kvlog").head));
  for (const lane of run.lanes()) expect(Math.max(...density(run.head, lane.node, lane.class)), lane.label).toBe(LEVELS);
});
