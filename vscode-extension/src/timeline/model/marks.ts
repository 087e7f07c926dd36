// What is drawn of a row's events in a window: counts by pixel where they are dense,
// single marks where they are not. This and bands.ts and arrows.ts take time
// proportional to the pixels and to what is visible, whatever the run.
import { lower } from "./loss";
import { rowAt, type Row } from "./rows";
import { edges, positionAt, xOf, type Window } from "./window";

export { arrows, FLOW_CELL, type Arrow, type Arrows, type Flow } from "./arrows";
export { bands, type Band, type BandKind } from "./bands";
export { positionAt, range, xOf, type Window } from "./window";

/** Strip is what a row shows of its events. */
export interface Strip {
  /** Places in the row's events, from first up to, not including, last. */
  first: number;
  last: number;
  /** Whether they are too many to mark each: then counts has how many each pixel column has, and max the most. */
  dense: boolean;
  counts: Uint32Array;
  max: number;
}

/** How many events a pixel may have, on average over the window, for each to be marked. */
export const DENSE = 0.5;

/** strip tells of a row's events in a window. counts, if given, is used again. */
export function strip(events: Uint32Array, w: Window, counts: Uint32Array = new Uint32Array(Math.ceil(w.width))): Strip {
  const columns = edges(w);
  const first = lower(events, columns[0]!);
  const last = lower(events, columns[columns.length - 1]!);
  const dense = last - first > DENSE * w.width;
  let max = 0;
  let before = first;
  for (let x = 0; dense && x < counts.length; x++) {
    const end = x + 1 < counts.length ? next(events, before, last, columns[x + 1]!) : last;
    counts[x] = end - before;
    if (end - before > max) max = end - before;
    before = end;
  }
  return { first, last, dense, counts, max };
}

/** next is the first place from a place on whose event is at least i; it is mostly near. */
function next(events: Uint32Array, from: number, last: number, i: number): number {
  let step = 1;
  while (from + step < last && events[from + step]! < i) step *= 2;
  let low = from;
  let high = Math.min(last, from + step);
  while (low < high) {
    const mid = (low + high) >>> 1;
    if (events[mid]! < i) low = mid + 1;
    else high = mid;
  }
  return low;
}

/** Hit is what stands at a point. */
export interface Hit {
  /** Place in the rows. */
  row: number;
  /** The nearest event within the slack; -1 if there is none. */
  event: number;
}

/** hit finds what stands at a point, with slack pixels to the left and right. */
export function hit(w: Window, rows: readonly Row[], x: number, y: number, slack = 4): Hit | null {
  const at = rowAt(rows, y);
  if (at < 0) return null;
  const { events } = rows[at]!;
  const place = lower(events, w.axis.first(positionAt(w, x)));
  let event = -1;
  let best = slack;
  for (const k of [place - 1, place]) {
    if (k < 0 || k >= events.length) continue;
    const distance = Math.abs(xOf(w, w.axis.position(events[k]!)) - x);
    if (distance <= best) {
      best = distance;
      event = events[k]!;
    }
  }
  return { row: at, event };
}
