// What is drawn in a window: counts of events by pixel where they are dense, single
// marks where they are not, arrows of messages, bands of what goes on for a while. All
// of it takes time proportional to the pixels and to what is visible, whatever the run.
import type { Axis, View } from "./axis";
import { lower } from "./loss";
import { rowAt, type Row } from "./rows";
import type { Run } from "./run";
import { lists } from "./survey";

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
  return [w.axis.first(w.view.from), w.axis.first(w.view.to)];
}

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

/** How many events a pixel may have for each to be marked. */
export const DENSE = 0.5;

/** strip tells of a row's events in a window. counts, if given, is used again. */
export function strip(events: Uint32Array, w: Window, counts: Uint32Array = new Uint32Array(Math.ceil(w.width))): Strip {
  const [from, to] = range(w);
  const first = lower(events, from);
  const last = lower(events, to);
  const dense = last - first > DENSE * w.width;
  let max = 0;
  if (dense) {
    let before = first;
    for (let x = 0; x < counts.length; x++) {
      const end = x + 1 < counts.length ? Math.min(last, lower(events, w.axis.first(positionAt(w, x + 1)))) : last;
      counts[x] = end - before;
      max = Math.max(max, end - before);
      before = end;
    }
  }
  return { first, last, dense, counts, max };
}

/** Arrow is a message in a window. */
export interface Arrow {
  /** Its place in survey.messages. */
  message: number;
  send: number;
  /** The event by which it was read or lost; -1 for none. */
  end: number;
  /** Nodes; to is -1 where nobody knows. */
  from: number;
  to: number;
  /** A name of survey.fates. */
  fate: string;
  x1: number;
  /** Where it ends; equal to x1 where it has no end. */
  x2: number;
}

/** Arrows are the messages in a window: each, or, if they are more than the limit, none, and how many there are. */
export interface Arrows {
  arrows: Arrow[];
  more: number;
}

/** arrows finds messages that are under way in a window. */
export function arrows(run: Run, w: Window, limit: number): Arrows {
  const all = lists(run);
  if (!all) return { arrows: [], more: 0 };
  const [first, last] = range(w);
  const found: Arrow[] = [];
  const m = all.survey.messages;
  const begun = all.messages.before(last) - all.messages.before(first);
  if (begun > limit) return { arrows: [], more: begun };
  all.messages.each(first, last - 1, (k) => {
    const send = m.send[k]! - 1;
    const end = m.end[k]! - 1;
    const x1 = xOf(w, w.axis.position(send));
    const x2 = end >= 0 ? xOf(w, w.axis.position(end)) : x1;
    found.push({ message: k, send, end, from: m.from[k]!, to: m.to[k]!, fate: all.survey.fates[m.fate[k]!]!, x1, x2 });
    return found.length < limit;
  });
  return { arrows: found, more: 0 };
}

/** What a band tells of. */
export type BandKind = "fault" | "incarnation" | "down" | "pause" | "dirty" | "eventually" | "call";

/** Band is something that goes on for a while, from x1 to x2 in pixels, which may lie outside of the window. */
export interface Band {
  kind: BandKind;
  /** Place in the survey's list: faults, incarnations (the one that ended, for down), disk, eventuallys, calls. */
  place: number;
  /** The event that begins it. */
  event: number;
  x1: number;
  x2: number;
  /** Whether it has an end in the run. */
  ends: boolean;
  /** More than one stands so close together that they are drawn as one. */
  many: boolean;
  /** It did not go well: a change that a crash lost, an Eventually that was false, a call that is blamed. */
  bad: boolean;
}

/** bands are those of a row, at most limit. */
export function bands(run: Run, w: Window, row: Row, limit = 4 * w.width): Band[] {
  const all = lists(run);
  if (!all) return [];
  const [first, last] = range(w);
  const found: Band[] = [];
  const { survey } = all;
  const x = (i: number) => xOf(w, w.axis.position(i));
  const add = (band: Omit<Band, "many">) => {
    found.push({ ...band, many: false });
    return found.length < limit;
  };
  if (row.kind === "faults" || row.kind === "node") {
    all.faults.each(first, last - 1, (k) => {
      const event = survey.faults.event[k]! - 1;
      if (row.kind === "node" && run.data.node[event] !== row.node) return true;
      const until = survey.faults.until[k]!;
      if (until === 0) return true;
      return add({
        kind: "fault",
        place: k,
        event,
        x1: x(event),
        x2: xOf(w, w.axis.positionOf(until)),
        ends: survey.faults.ended[k]! > 0,
        bad: false,
      });
    });
  }
  if (row.kind === "node") {
    const { node, boot, end } = survey.incarnations;
    all.incarnations.each(first, last - 1, (k) => {
      if (node[k] !== row.node) return true;
      const ends = end[k]! > 0;
      const x2 = ends ? x(end[k]! - 1) : xOf(w, w.axis.length);
      return add({ kind: "incarnation", place: k, event: boot[k]! - 1, x1: x(boot[k]! - 1), x2, ends, bad: false });
    });
  }
  if (row.kind === "client") {
    const { invoke, client, blamed } = survey.calls;
    all.calls.each(first, last - 1, (k) => {
      if (client[k] !== row.member) return true;
      const end = survey.calls.return[k]! - 1;
      const x2 = end >= 0 ? x(end) : xOf(w, w.axis.length);
      return add({ kind: "call", place: k, event: invoke[k]! - 1, x1: x(invoke[k]! - 1), x2, ends: end >= 0, bad: blamed[k] === 1 });
    });
  }
  return found;
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
