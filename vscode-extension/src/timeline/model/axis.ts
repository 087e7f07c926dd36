// Where events stand from left to right. A position is a number on the axis, from 0
// to its length; what is visible is an interval of positions.
import { lower, upper } from "./loss";
import type { Run } from "./run";

/** Modes: true time; time with long stretches without events shrunk; one step for each event. */
export type Mode = "time" | "compressed" | "order";

/** View is what is visible, from one position to another. */
export interface View {
  from: number;
  to: number;
}

/** Break is a stretch of time that is drawn shorter than it was. */
export interface Break {
  /** Positions. */
  from: number;
  to: number;
  /** Instants. */
  begin: number;
  end: number;
}

/** Axis maps events and instants to positions, in the order of the events. */
export class Axis {
  readonly mode: Mode;
  readonly #at: Float64Array;
  readonly #n: number;
  #length: number;
  /** Where the mapping from instants to positions bends. */
  #instants: number[] = [0];
  #positions: number[] = [0];
  readonly #breaks: Break[] = [];
  /** In order: how many shown events stand before each; null if all are shown. */
  readonly #ranks: Uint32Array | null = null;
  readonly #shown: Uint32Array | null = null;

  /** Of events for which shown is 0 the axis takes no notice; null shows all. It has room for the events of the run
   * beside too. */
  constructor(run: Run, mode: Mode, shown: Uint8Array | null = null, beside: Beside | null = null) {
    this.mode = mode;
    this.#at = run.columns?.at ?? new Float64Array(0);
    this.#n = this.#at.length;
    if (mode === "order") {
      if (shown) [this.#ranks, this.#shown] = ranks(shown);
      this.#length = Math.max(1, this.#shown?.length ?? this.#n, beside ? instants(beside.run.data.at, beside.shown).length : 0);
      return;
    }
    const end = Math.max(ending(run), beside ? ending(beside.run) : 1);
    if (mode === "compressed") {
      const own = instants(this.#at, shown);
      this.#bend(end, beside ? both(own, instants(beside.run.data.at, beside.shown)) : own);
    }
    const last = this.#instants.length - 1;
    this.#length = Math.max(1, this.#positions[last]! + end - this.#instants[last]!);
  }

  /** Positions go from 0 to length, which is more than 0. */
  get length(): number {
    return this.#length;
  }

  /** along is the axis of a run that is shown beside the one of this axis: the same instant stands in the same place.
   * In order, events stand by their own order. */
  along({ run, shown }: Beside): Axis {
    const axis = new Axis(run, this.mode === "order" ? "order" : "time", shown);
    axis.#length = this.#length;
    axis.#instants = this.#instants;
    axis.#positions = this.#positions;
    return axis;
  }

  #bend(end: number, at: Float64Array): void {
    const longest = longestGap(at, end);
    let before = 0;
    const gap = (to: number) => {
      if (to - before > longest) this.#shrink(before, to, longest);
      before = to;
    };
    for (const t of at) gap(t);
    gap(end);
  }

  /** shrink takes the middle out of a gap. */
  #shrink(begin: number, end: number, to: number): void {
    const last = this.#instants.length - 1;
    const from = this.#positions[last]! + begin - this.#instants[last]!;
    this.#instants.push(begin, end);
    this.#positions.push(from, from + to);
    this.#breaks.push({ from, to: from + to, begin, end });
  }

  /** position of an event. In order, a hidden event stands where the next shown one does. */
  position(i: number): number {
    if (this.mode === "order") return (this.#ranks ? this.#ranks[i]! : i) + 0.5;
    return this.positionOf(this.#at[i]!);
  }

  /** positionOf an instant. In order, that is behind all events up to it. */
  positionOf(t: number): number {
    if (this.mode === "order") {
      const i = upper(this.#at, t);
      return this.#ranks ? (i < this.#n ? this.#ranks[i]! : this.#shown!.length) : i;
    }
    return interpolate(this.#instants, this.#positions, t);
  }

  /** instantAt gives the instant of a position. In order, that of the last event at or before it. */
  instantAt(p: number): number {
    if (this.mode === "order") {
      if (this.#n === 0) return 0;
      const count = this.#shown?.length ?? this.#n;
      const step = Math.max(0, Math.min(count - 1, Math.floor(p)));
      return this.#at[this.#shown ? (this.#shown[step] ?? 0) : step]!;
    }
    return interpolate(this.#positions, this.#instants, p);
  }

  /** How many events the run has. */
  get n(): number {
    return this.#n;
  }

  /** first is the index of the first event at a position or behind it; the number of events if there is none. It is
   * looked for from an index on that is not behind it. */
  first(p: number, from = 0): number {
    if (this.mode === "order") return this.#firstInOrder(p);
    return lower(this.#at, this.#instantBefore(p), from);
  }

  #firstInOrder(p: number): number {
    const step = Math.max(0, Math.ceil(p - 0.5));
    if (!this.#shown) return Math.min(this.#n, step);
    if (step > this.#shown.length) return this.#n;
    return step === 0 ? 0 : this.#shown[step - 1]! + 1;
  }

  /** instantBefore is the least instant that stands at a position or behind it. */
  #instantBefore(p: number): number {
    const t = Math.ceil(interpolate(this.#positions, this.#instants, p));
    if (this.positionOf(t) < p) return t + 1; // the mapping there and back is not exact
    return this.positionOf(t - 1) >= p ? t - 1 : t;
  }

  /** breaks are the stretches drawn shorter, in order. */
  breaks(): readonly Break[] {
    return this.#breaks;
  }

  /** whole is the view of all of it. */
  whole(): View {
    return { from: 0, to: this.length };
  }
}

/** Beside is a run that is shown beside another; of its events shown has those that are not hidden, null for all. */
export interface Beside {
  run: Run;
  shown: Uint8Array | null;
}

/** How much longer than the middle one a gap between events may be before it is shrunk. */
const STRETCH = 8;

/** How many gaps are looked at to find the middle one, at least. */
const SAMPLE = 4096;

function longestGap(at: Float64Array, end: number): number {
  const gaps = new Float64Array(at.length + 1);
  let n = 0;
  let before = 0;
  for (const t of at) {
    if (t > before) gaps[n++] = t - before;
    before = t;
  }
  if (end > before) gaps[n++] = end - before;
  if (n === 0) return end;
  const step = Math.max(1, Math.floor(n / SAMPLE));
  const some = Float64Array.from({ length: Math.ceil(n / step) }, (_, k) => gaps[k * step]!).sort();
  return STRETCH * some[(some.length - 1) >>> 1]!;
}

/** ending is when a run ended, or its last event came. */
function ending(run: Run): number {
  return Math.max(run.head.header.end, run.columns?.at.at(-1) ?? 0, 1);
}

/** instants are those of the events that are shown. */
function instants(at: Float64Array, shown: Uint8Array | null): Float64Array {
  return shown ? at.filter((_, i) => shown[i]) : at;
}

/** both has the instants of two runs, in order. */
function both(a: Float64Array, b: Float64Array): Float64Array {
  const all = new Float64Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all.sort();
}

function ranks(shown: Uint8Array): [Uint32Array, Uint32Array] {
  const ranks = new Uint32Array(shown.length);
  const events = new Uint32Array(shown.length);
  let n = 0;
  for (let i = 0; i < shown.length; i++) {
    ranks[i] = n;
    if (shown[i]) events[n++] = i;
  }
  return [ranks, events.subarray(0, n)];
}

/** interpolate maps x by the knots xs and ys; behind the last one as far as x goes. */
function interpolate(xs: number[], ys: number[], x: number): number {
  const k = Math.max(1, upper(xs, x));
  const slope = k < xs.length ? (ys[k]! - ys[k - 1]!) / (xs[k]! - xs[k - 1]!) : 1;
  return ys[k - 1]! + (x - xs[k - 1]!) * slope;
}

/** The smallest part of an axis that a view shows. */
export function smallest(axis: Axis): number {
  return axis.mode === "order" ? Math.min(axis.length, 4) : Math.min(axis.length, 1000);
}

/** zoomAbout makes a view longer (factor above 1) or shorter; position p stays where it is. */
export function zoomAbout(axis: Axis, view: View, p: number, factor: number): View {
  const size = view.to - view.from;
  const wanted = Math.min(axis.length, Math.max(smallest(axis), size * factor));
  const share = size > 0 ? (p - view.from) / size : 0.5;
  return within(axis, p - share * wanted, wanted);
}

/** pan moves a view by a number of positions. */
export function pan(axis: Axis, view: View, by: number): View {
  return within(axis, view.from + by, view.to - view.from);
}

/** center puts a position in the middle of a view. */
export function center(axis: Axis, view: View, p: number): View {
  const size = view.to - view.from;
  return within(axis, p - size / 2, size);
}

function within(axis: Axis, from: number, size: number): View {
  const begin = Math.max(0, Math.min(axis.length - size, from));
  return { from: begin, to: begin + size };
}
