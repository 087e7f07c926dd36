// What happened between two instants, in numbers. It takes time proportional to what is
// in the interval.
import type { Axis, View } from "./axis";
import { lower } from "./loss";
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
  return [lower(run.data.at, from), run.lastAt(to) + 1];
}

/** measure counts what is in an interval. */
export function measure(run: Run, interval: Interval): Measured {
  const [first, last] = bounds(run, interval);
  const { at, b, kind } = run.data;
  const m: Measured = {
    events: last - first,
    traffic: [],
    writes: 0,
    written: 0,
    syncs: 0,
    failed: 0,
    calls: 0,
    returned: 0,
    median: 0,
    largest: 0,
    faults: [],
  };
  const [write, sync, syncDir] = ["disk.write", "disk.sync", "disk.syncdir"].map((name) => run.kind(name));
  const disk = run.head.classes.indexOf("disk");
  for (let i = first; i < last; i++) {
    if (run.classOf(i) !== disk) continue;
    const k = kind[i];
    if (errno(run, i) !== 0) m.failed++;
    else if (k === sync || k === syncDir) m.syncs++;
    else if (k === write) {
      m.writes++;
      m.written += b[i]!;
    }
  }
  const all = lists(run);
  if (!all) return m;
  const { messages, calls } = all.survey;
  const pairs = new Map<number, Traffic>();
  const within = (events: number[], each: (k: number) => void): void => {
    for (let k = lower(events, first + 1); events[k]! <= last; k++) each(k);
  };
  within(messages.send, (k) => {
    const [from, to] = [messages.from[k]!, messages.to[k]!];
    const pair = from * (run.nodes.length + 1) + to;
    let t = pairs.get(pair);
    if (!t) pairs.set(pair, (t = { from, to, messages: 0, bytes: 0 }));
    t.messages++;
    t.bytes += b[messages.send[k]! - 1]!;
  });
  m.traffic = [...pairs.values()].sort((x, y) => y.bytes - x.bytes || x.from - y.from || x.to - y.to);
  const took = new Float64Array(lower(calls.invoke, last + 1) - lower(calls.invoke, first + 1));
  m.calls = took.length;
  within(calls.invoke, (k) => {
    const end = calls.return[k]!;
    if (end > 0) took[m.returned++] = at[end - 1]! - at[calls.invoke[k]! - 1]!;
  });
  const lengths = took.subarray(0, m.returned);
  for (const length of lengths) m.largest = Math.max(m.largest, length);
  m.median = ranked(lengths, (m.returned - 1) >> 1);
  all.faults.each(first, last - 1, (k) => m.faults.push(k) > 0);
  return m;
}

/** ranked is the value that would stand at a place if they were sorted, 0 of none. It puts them in another order, and
 * on average goes a few times through them. */
function ranked(values: Float64Array, place: number): number {
  for (let low = 0, high = values.length - 1; low < high;) {
    const pivot = values[place]!;
    let [i, j] = [low, high];
    while (i <= j) {
      while (values[i]! < pivot) i++;
      while (values[j]! > pivot) j--;
      if (i <= j) [values[i++], values[j--]] = [values[j]!, values[i]!];
    }
    if (j < place) low = i;
    if (place < i) high = j;
  }
  return values[place] ?? 0;
}

/** spanned is the interval between two positions of an axis, in any order: in order of events, from the first event
 * between them to the last. */
export function spanned(axis: Axis, p: number, q: number): Interval {
  const half = axis.mode === "order" ? 0.5 : 0;
  const from = Math.ceil(axis.instantAt(Math.max(0, Math.min(p, q)) + half));
  return { from, to: Math.max(from, Math.floor(axis.instantAt(Math.min(axis.length, Math.max(p, q)) - half))) };
}

/** viewOf is where an interval stands on an axis; in order of events, as far as its events go. */
export function viewOf(axis: Axis, { from, to }: Interval): View {
  return { from: axis.positionOf(axis.mode === "order" ? from - 1 : from), to: axis.positionOf(to) };
}
