// What is visible, and which events stand in which column of pixels.
import type { Axis, View } from "./axis";

/** Window is a view with its width in pixels. */
export interface Window {
  axis: Axis;
  view: View;
  width: number;
}

/** xOf is where a position stands, in pixels from the left; outside of the window it is below 0 or above width. */
export function xOf(w: Window, p: number): number {
  return ((p - w.view.from) / (w.view.to - w.view.from)) * w.width;
}

/** positionAt is the position at a pixel. */
export function positionAt(w: Window, x: number): number {
  return w.view.from + (x / w.width) * (w.view.to - w.view.from);
}

/** range is which events are in the window: indexes from first up to, not including, last. */
export function range(w: Window): [first: number, last: number] {
  const all = edges(w);
  return [all[0]!, all[all.length - 1]!];
}

interface Kept {
  from: number;
  to: number;
  width: number;
  edges: Uint32Array;
}

/** Of each axis, what was asked for last: all rows of a frame ask for the same. */
const kept = new WeakMap<Axis, Kept>();

/** edges has for each column of pixels the first event that stands in it or behind it, and one more for the end of
 * the window. It is good until another window of the axis is asked for. */
export function edges(w: Window): Uint32Array {
  const { axis, view, width } = w;
  let last = kept.get(axis);
  if (last?.from === view.from && last.to === view.to && last.width === width) return last.edges;
  const columns = Math.max(1, Math.ceil(width));
  last = { from: view.from, to: view.to, width, edges: last?.edges.length === columns + 1 ? last.edges : new Uint32Array(columns + 1) };
  for (let x = 0; x < columns; x++) last.edges[x] = axis.first(positionAt(w, x), x === 0 ? 0 : last.edges[x - 1]);
  last.edges[columns] = view.to >= axis.length ? axis.n : axis.first(view.to, last.edges[columns - 1]);
  kept.set(axis, last);
  return last.edges;
}
