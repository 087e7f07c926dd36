// What happened between two instants, in numbers. It takes time proportional to what is
// in the interval.
import type { Axis, View } from "./axis";
import { errno } from "./print";
import type { Run } from "./run";
import { lists } from "./survey";

/** Interval goes from one instant to another, both included, in nanoseconds. */
export interface Interval {
  from: number;
  to: number;
}

/** Traffic is what one node sent to another. */
export interface Traffic {
  /** Indexes of nodes; to is -1 for a peer that is no node. */
  from: number;
  to: number;
  messages: number;
  bytes: number;
}

/** Measured are the numbers of an interval. What the survey tells is 0 or empty until it is there. */
export interface Measured {
  events: number;
  /** Messages that were sent in it, by pair of nodes: the pair with the most bytes first, then by the nodes' numbers. */
  traffic: Traffic[];
  /** Writes of files that succeeded, and their bytes. */
  writes: number;
  written: number;
  /** Syncs of files and directories that succeeded. */
  syncs: number;
  /** Disk operations that failed. */
  failed: number;
  /** Calls that began in it, and how many of them returned at any time. */
  calls: number;
  returned: number;
  /** How long those took, in nanoseconds: the lower middle one, and the longest; 0 if none returned. */
  median: number;
  largest: number;
  /** Places in survey.faults of those that have an effect in it, in order. */
  faults: number[];
}

/** bounds are the events in an interval: indexes from first up to, not including, last. */
export function bounds(run: Run, { from, to }: Interval): [first: number, last: number] {
  const { at, n } = run.data;
  let low = 0;
  let high = n;
  while (low < high) {
    const mid = (low + high) >>> 1;
    if (at[mid]! < from) low = mid + 1;
    else high = mid;
  }
  return [low, Math.max(low, run.lastAt(to) + 1)];
}

/** measure counts what is in an interval. */
export function measure(run: Run, interval: Interval): Measured {
  const [first, last] = bounds(run, interval);
  return {
    events: last - first,
    ...disk(run, first, last),
    ...traffic(run, first, last),
    ...calls(run, first, last),
    ...faults(run, first, last),
  };
}

function disk(run: Run, first: number, last: number): Pick<Measured, "writes" | "written" | "syncs" | "failed"> {
  const { kind, b } = run.data;
  const ofDisk = run.head.classes.indexOf("disk");
  const [write, sync, syncDir] = ["disk.write", "disk.sync", "disk.syncdir"].map((name) => run.kind(name));
  const counts = { writes: 0, written: 0, syncs: 0, failed: 0 };
  for (let i = first; i < last; i++) {
    if (run.classOf(i) !== ofDisk) continue;
    const k = kind[i]!;
    if (errno(run, i) !== 0) counts.failed++;
    else if (k === sync || k === syncDir) counts.syncs++;
    else if (k === write) {
      counts.writes++;
      counts.written += b[i]!;
    }
  }
  return counts;
}

/** within is which entries of a list in the order of its events are of events from first up to last. */
function within(events: readonly number[], first: number, last: number): [number, number] {
  const lower = (event: number): number => {
    let [low, high] = [0, events.length];
    while (low < high) {
      const mid = (low + high) >>> 1;
      if (events[mid]! < event) low = mid + 1;
      else high = mid;
    }
    return low;
  };
  return [lower(first + 1), lower(last + 1)];
}

function traffic(run: Run, first: number, last: number): Pick<Measured, "traffic"> {
  if (!run.survey) return { traffic: [] };
  const { send, from, to } = run.survey.messages;
  const pairs = new Map<number, Traffic>();
  const [begin, end] = within(send, first, last);
  for (let k = begin; k < end; k++) {
    const pair = from[k]! * (run.nodes.length + 1) + to[k]! + 1;
    let of = pairs.get(pair);
    if (!of) pairs.set(pair, (of = { from: from[k]!, to: to[k]!, messages: 0, bytes: 0 }));
    of.messages++;
    of.bytes += run.data.b[send[k]! - 1]!;
  }
  return { traffic: [...pairs.values()].sort((x, y) => y.bytes - x.bytes || x.from - y.from || x.to - y.to) };
}

function calls(run: Run, first: number, last: number): Pick<Measured, "calls" | "returned" | "median" | "largest"> {
  const none = { calls: 0, returned: 0, median: 0, largest: 0 };
  if (!run.survey) return none;
  const { at } = run.data;
  const { invoke, return: end } = run.survey.calls;
  const [from, to] = within(invoke, first, last);
  const took = new Float64Array(to - from);
  let n = 0;
  for (let k = from; k < to; k++) if (end[k]! > 0) took[n++] = at[end[k]! - 1]! - at[invoke[k]! - 1]!;
  if (n === 0) return { ...none, calls: to - from };
  const largest = took.subarray(0, n).reduce((a, b) => Math.max(a, b));
  return { calls: to - from, returned: n, median: smallest(took.subarray(0, n), (n - 1) >>> 1), largest };
}

/** smallest is the value that would stand at a place if they were sorted; it puts them in another order. */
function smallest(values: Float64Array, place: number): number {
  let [low, high] = [0, values.length - 1];
  while (low < high) {
    const pivot = values[(low + high) >>> 1]!;
    let [i, j] = [low, high];
    while (i <= j) {
      while (values[i]! < pivot) i++;
      while (values[j]! > pivot) j--;
      if (i > j) break;
      [values[i], values[j]] = [values[j]!, values[i]!];
      i++;
      j--;
    }
    if (place <= j) high = j;
    else if (place >= i) low = i;
    else break;
  }
  return values[place]!;
}

function faults(run: Run, first: number, last: number): Pick<Measured, "faults"> {
  const found: number[] = [];
  lists(run)?.faults.each(first, last - 1, (k) => found.push(k) > 0);
  return { faults: found };
}

/** spanned is the interval between two positions of an axis, in any order. */
export function spanned(run: Run, axis: Axis, p: number, q: number): Interval {
  const [low, high] = [Math.max(0, Math.min(p, q)), Math.min(axis.length, Math.max(p, q))];
  if (axis.mode === "order" && run.n > 0) {
    const { at } = run.data;
    const first = Math.min(run.n - 1, axis.first(low));
    return { from: at[first]!, to: at[Math.max(first, axis.first(high) - 1)]! };
  }
  const from = Math.ceil(axis.instantAt(low));
  return { from, to: Math.max(from, Math.floor(axis.instantAt(high))) };
}

/** viewOf is where an interval stands on an axis; in order of events, as far as its events go. */
export function viewOf(run: Run, axis: Axis, interval: Interval): View {
  if (axis.mode !== "order" || run.n === 0) return { from: axis.positionOf(interval.from), to: axis.positionOf(interval.to) };
  const [first, last] = bounds(run, interval);
  const from = first < run.n ? axis.position(first) - 0.5 : axis.length;
  return { from, to: Math.max(from, last > 0 ? axis.position(last - 1) + 0.5 : 0) };
}
