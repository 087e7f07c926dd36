// Draws messages where they are too many for arrows: a band from lane to lane, darker
// where there are more, with a foot where they arrive.
import { FLOW_CELL, type Flow } from "../model/marks";
import type { HeightOf } from "./drawarrows";
import { DIM } from "./strips";
import type { Theme } from "./theme";

/** How far a band goes of which nobody knows where it arrives, in pixels. */
const SHORT = 14;

/** drawFlows draws the flows of a window. Those that go down stand in the left half of their cell, others in the right. */
export function drawFlows(c: CanvasRenderingContext2D, theme: Theme, flows: readonly Flow[], y: HeightOf, dim: boolean): void {
  const most = Math.sqrt(flows.reduce((max, f) => Math.max(max, f.max), 1));
  c.fillStyle = theme.network;
  for (const flow of flows) {
    const from = y(flow.from);
    if (from < 0) continue;
    const end = flow.to >= 0 ? y(flow.to) : -1;
    const to = end < 0 ? from + SHORT : end;
    const half = to >= from ? 0 : FLOW_CELL / 2;
    const foot = to >= from ? to - 2 : to;
    flow.counts.forEach((n, cell) => {
      if (n === 0) return;
      const share = Math.sqrt(n) / most;
      const x = cell * FLOW_CELL + half;
      // Where nothing is tinted, more messages are a broader line.
      const width = theme.strong ? Math.round(1 + share) : FLOW_CELL / 2 - 1;
      c.globalAlpha = (theme.strong ? 1 : 0.04 + 0.24 * share) * (dim ? DIM : 1);
      c.fillRect(x, Math.min(from, to), width, Math.max(1, Math.abs(to - from)));
      c.globalAlpha = dim ? DIM : 0.7;
      c.fillRect(x, foot, FLOW_CELL / 2 - 1, 2);
    });
  }
  c.globalAlpha = 1;
}
