// Draws how many events there are where, from the first section.
import type { Axis } from "../model/axis";
import { density, LEVELS } from "../model/density";
import { xOf, type Window } from "../model/marks";
import type { Row } from "../model/rows";
import type { Run } from "../model/run";
import type { Theme } from "./theme";

/** drawBuckets draws bars for the parts of the run in which a row has events, while the events are not there yet. */
export function drawBuckets(c: CanvasRenderingContext2D, theme: Theme, w: Window, run: Run, row: Row, top: number): void {
  const { head } = run;
  const all = row.kind === "faults" ? density(head, null, head.classes.indexOf("faults")) : density(head, row.node, row.class);
  const most = (row.height - 6) / 2;
  const y = row.top - top + row.height / 2;
  c.fillStyle = theme.muted;
  c.globalAlpha = theme.strong ? 1 : 0.5;
  bars(all, columnsOf(run, w), (x, width, level) => {
    const h = Math.max(1.5, Math.round((2 * level * most) / LEVELS) / 2);
    c.fillRect(x, y - h, width, 2 * h);
  });
  c.globalAlpha = 1;
}

/** Columns are the columns of pixels in which the parts of a run stand, from one up to, not including, another. */
export interface Columns {
  from: Int32Array;
  to: Int32Array;
  width: number;
}

/** Of each axis the last that was asked for: all rows of a frame ask for the same. */
const kept = new WeakMap<Axis, { w: Window; columns: Columns }>();

/** columnsOf gives those of a window. */
export function columnsOf(run: Run, w: Window): Columns {
  const last = kept.get(w.axis);
  if (last?.w.view.from === w.view.from && last.w.view.to === w.view.to && last.w.width === w.width) return last.columns;
  const { from, to } = run.head.density;
  const columns = { from: new Int32Array(from.length), to: new Int32Array(from.length), width: Math.ceil(w.width) };
  for (let k = 0; k < from.length; k++) {
    const x = Math.floor(xOf(w, w.axis.positionOf(from[k]!)));
    columns.from[k] = Math.max(0, x);
    columns.to[k] = Math.min(columns.width, Math.max(x + 1, Math.ceil(xOf(w, w.axis.positionOf(to[k]!)))));
  }
  kept.set(w.axis, { w: { ...w }, columns });
  return columns;
}

/** bars calls draw for each bar that is seen, with its level; neighbours of the same level are one. Where several
 * parts of the run stand on one pixel, the one with most events counts. */
export function bars(levels: Uint8Array, { from, to, width }: Columns, draw: (x: number, width: number, level: number) => void): void {
  const highest = new Uint8Array(width + 1); // the last is nothing, and ends the last bar
  for (let k = 0; k < levels.length; k++) {
    const level = levels[k]!;
    if (level > 0) for (let x = from[k]!; x < to[k]!; x++) if (level > highest[x]!) highest[x] = level;
  }
  let begin = 0;
  for (let x = 1; x <= width; x++) {
    if (highest[x] === highest[begin]) continue;
    if (highest[begin]! > 0) draw(begin, x - begin, highest[begin]!);
    begin = x;
  }
}
