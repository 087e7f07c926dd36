import { expect, test } from "vitest";
import { FLOW_CELL, type Flow } from "../../src/timeline/model/marks";
import { drawFlows } from "../../src/timeline/page/drawflows";
import type { Theme } from "../../src/timeline/page/theme";

/** drawn notes the rectangles that are filled, each with how visible it is. */
function drawn(flows: Flow[], strong = false, dim = false): number[][] {
  const all: number[][] = [];
  const c = {
    globalAlpha: 1,
    fillStyle: "",
    fillRect(x: number, y: number, w: number, h: number) {
      all.push([x, y, w, h, Math.round(c.globalAlpha * 100)]);
    },
  };
  const theme = { network: "#00f", strong } as Theme;
  drawFlows(c as unknown as CanvasRenderingContext2D, theme, flows, (node) => [10, 110, -1][node]!, dim);
  return all;
}

const flow = (from: number, to: number, ...counts: number[]): Flow => ({
  from,
  to,
  counts: Uint32Array.from(counts),
  max: Math.max(...counts),
  total: counts.reduce((a, b) => a + b, 0),
});

test("a band goes from lane to lane, darker where there are more, with a foot where it arrives", () => {
  expect(drawn([flow(0, 1, 4, 0, 1), flow(1, 0, 0, 4)])).toEqual([
    [0, 10, 3, 100, 28],
    [0, 108, 3, 2, 70],
    [2 * FLOW_CELL, 10, 3, 100, 16],
    [2 * FLOW_CELL, 108, 3, 2, 70],
    [FLOW_CELL + 4, 10, 3, 100, 28],
    [FLOW_CELL + 4, 10, 3, 2, 70],
  ]);
});

test("in high contrast nothing is tinted: more messages are a broader line", () => {
  expect(drawn([flow(0, 1, 9, 1)], true).map(([, , width, , alpha]) => [width, alpha])).toEqual([
    [2, 100],
    [3, 70],
    [1, 100],
    [3, 70],
  ]);
});

test("of a node without a row nothing goes out; where nobody knows the end, a band is short", () => {
  expect(drawn([flow(2, 0, 5)])).toEqual([]);
  expect(drawn([flow(0, -1, 5), flow(0, 2, 5)]).map(([, , , height]) => height)).toEqual([14, 2, 14, 2]);
});

test("beside what stands out, bands are dim", () => {
  expect(drawn([flow(0, 1, 4)], false, true).map((r) => r[4])).toEqual([8, 30]);
});
