// Bands: what goes on for a while, in a window. Where too many begin to tell them apart,
// short ones next to each other are given as one, and bad ones besides.
import type { Row } from "./rows";
import type { Run } from "./run";
import { lists, type Lists } from "./survey";
import { tracks, type BandKind, type Track } from "./tracks";
import { edges, xOf, type Window } from "./window";

export type { BandKind } from "./tracks";

/** Band is something that goes on for a while, from x1 to x2 in pixels, which may lie outside of the window. */
export interface Band {
  kind: BandKind;
  /** Place in the survey's list: faults, for pauses too; incarnations, for down the one that ended; disk, for dirty
   * the first change; eventuallys; calls. */
  place: number;
  /** The event that begins it. */
  event: number;
  x1: number;
  /** Of an Eventually where it was decided, of others where they end; the end of the axis without an end. */
  x2: number;
  /** Where the deadline of an Eventually is; x2 of others. */
  deadline: number;
  /** Whether it has an end in the run. */
  ends: boolean;
  /** It stands for several short ones. */
  many: boolean;
  /** It did not go well: a stretch of which a crash lost something, an Eventually that was false, a call that is blamed. */
  bad: boolean;
  /** On which level of how many it stands, from 0. */
  level: number;
  levels: number;
}

/** bands are those of a row, at most about limit of each kind, in the order in which to draw them. */
export function bands(run: Run, w: Window, row: Row, limit = 4 * w.width): Band[] {
  const all = lists(run);
  return all ? tracks(run, row).flatMap((t) => ofTrack(run, all, w, t, limit)) : [];
}

/** Of how many bands in a window each is given: one in so many pixels. */
const SPARSE = 4;
/** What is shorter, in pixels, is joined with its neighbours where bands are dense. */
const SHORT = 3;

function ofTrack(run: Run, all: Lists, w: Window, track: Track, limit: number): Band[] {
  const columns = edges(w);
  const first = columns[0]!;
  const last = columns[columns.length - 1]!;
  const { spans } = track;
  const found: Band[] = [];
  const add = (n: number) => {
    found.push(band(run, all, w, track, n));
    return found.length < limit;
  };
  if (spans.before(last) - spans.before(first) <= w.width / SPARSE) {
    spans.each(first, last - 1, add);
    return found;
  }
  spans.each(first - 1, first - 1, add);
  const dense = joined(run, all, w, track, columns);
  return [...found, ...dense, ...(track.worst ? ofTrack(run, all, w, track.worst, limit) : [])].slice(0, 3 * limit);
}

/** joined gives for each column of pixels the band that ends last; short ones next to each other as one. */
function joined(run: Run, all: Lists, w: Window, track: Track, columns: Uint32Array): Band[] {
  const found: Band[] = [];
  let short: Band | null = null;
  let from = track.spans.before(columns[0]!);
  for (let x = 1; x < columns.length; x++) {
    const to = track.spans.before(columns[x]!);
    const n = track.spans.latest(from, to);
    const many = to - from > 1;
    from = to;
    if (n < 0) continue;
    const next = band(run, all, w, track, n);
    if (many) next.x1 = Math.min(next.x1, x - 1);
    if (Math.max(next.x2, next.deadline) - next.x1 > SHORT) {
      found.push(next);
    } else if (short && next.x1 <= short.x2 + 1) {
      short.x2 = short.deadline = Math.max(short.x2, next.x2);
      short.many = true;
      short.bad &&= next.bad;
    } else {
      short = next;
      short.many = many;
      found.push(short);
    }
  }
  return found;
}

function band(run: Run, all: Lists, w: Window, t: Track, n: number): Band {
  const place = t.places[n]!;
  const begin = t.spans.begin(n);
  const { end, until } = ending(all, t, place, t.spans.end(n));
  const at = (i: number) => (i < run.n ? xOf(w, w.axis.position(i)) : xOf(w, w.axis.length));
  const x2 = until > 0 ? xOf(w, w.axis.positionOf(until)) : at(end);
  const deadline = t.kind === "eventually" ? xOf(w, w.axis.positionOf(all.survey.eventuallys.deadline[place]!)) : x2;
  return {
    kind: t.kind,
    place,
    event: begin,
    x1: at(begin),
    x2,
    deadline,
    ends: end < run.n,
    many: false,
    bad: t.bad[n] === 1,
    level: t.levels[n]!,
    levels: t.height,
  };
}

/** ending is the event that ended a band, Infinity for none; or the instant at which its effect was over. */
function ending(all: Lists, t: Track, place: number, last: number): { end: number; until: number } {
  const { faults, eventuallys } = all.survey;
  switch (t.kind) {
    case "fault":
    case "pause": {
      const ended = faults.ended[place]!;
      return { end: ended > 0 ? ended - 1 : Infinity, until: faults.until[place]! };
    }
    case "eventually": {
      const end = eventuallys.end[place]!;
      return { end: end > 0 ? end - 1 : Infinity, until: 0 };
    }
  }
  return { end: last, until: 0 };
}
