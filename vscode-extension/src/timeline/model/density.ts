// How much happened when, as the first section tells it: something to be seen before
// the events are there, and the minimap.
import type { Head } from "../data";

/** How high the highest bar is. */
export const LEVELS = 64;

/** Kept is what is worked out of a head. */
interface Kept {
  /** By lane, (node+1)*classes + class, the number of events of each bucket; null for a lane that has none. */
  lanes: (Uint32Array | null)[];
  /** What was asked for. */
  levels: Map<string, Uint8Array>;
}

const kept = new WeakMap<Head, Kept>();

/** density tells for each of head.buckets how high its bar is, up to LEVELS, by the events of a node and a class
 * together. A node of null is any, as is a class of -1; node -1 is what no node did. A bar is as high as the root of
 * its number is, so that a few events are seen beside many. */
export function density(head: Head, node: number | null, cls: number): Uint8Array {
  let of = kept.get(head);
  if (!of) kept.set(head, (of = { lanes: count(head), levels: new Map() }));
  const key = `${node ?? ""} ${cls}`;
  let found = of.levels.get(key);
  if (!found) of.levels.set(key, (found = levels(sum(head, of.lanes, node, cls))));
  return found;
}

function count(head: Head): (Uint32Array | null)[] {
  const { buckets, classes } = head;
  const numbers = new Map(classes.map((name, k) => [name, k]));
  const lanes = new Array<Uint32Array | null>((head.header.nodes.length + 1) * classes.length).fill(null);
  for (let k = 0; k < buckets.length; k++) {
    for (const { node, class: name, events } of buckets[k]!.counts) {
      const own = (lanes[(node + 1) * classes.length + (numbers.get(name) ?? 0)] ??= new Uint32Array(buckets.length));
      own[k]! += events;
    }
  }
  return lanes;
}

function sum(head: Head, lanes: readonly (Uint32Array | null)[], node: number | null, cls: number): Uint32Array {
  const all = new Uint32Array(head.buckets.length);
  const classes = head.classes.length;
  lanes.forEach((lane, l) => {
    if (!lane || (node !== null && Math.floor(l / classes) !== node + 1) || (cls >= 0 && l % classes !== cls)) return;
    for (let k = 0; k < all.length; k++) all[k]! += lane[k]!;
  });
  return all;
}

function levels(counts: Uint32Array): Uint8Array {
  const root = Math.sqrt(counts.reduce((a, b) => Math.max(a, b), 0));
  return Uint8Array.from(counts, (n) => (n === 0 ? 0 : Math.ceil((LEVELS * Math.sqrt(n)) / root)));
}
