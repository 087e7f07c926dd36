// How much happened when, as the first section tells it: something to be seen before
// the events are there, and the minimap.
import type { Head } from "../data";

/** How high the highest bar is. */
export const LEVELS = 64;

/** Kept is what is worked out of a head. */
interface Kept {
  /** By lane, (node+1)*classes + class, the number of events of each part of the run; null for a lane that has none. */
  lanes: (Uint32Array | null)[];
  /** What was asked for. */
  levels: Map<string, Uint8Array>;
}

const kept = new WeakMap<Head, Kept>();

/** density tells for each part of head.density how high its bar is, up to LEVELS, by the events of a node and a class
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
  const { density, classes } = head;
  const lanes = new Array<Uint32Array | null>((head.header.nodes.length + 1) * classes.length).fill(null);
  for (const { node, class: name, parts, events } of density.lanes) {
    const lane = (node + 1) * classes.length + Math.max(0, classes.indexOf(name));
    const own = (lanes[lane] ??= new Uint32Array(density.from.length));
    for (let k = 0; k < parts.length; k++) own[parts[k]!]! += events[k]!;
  }
  return lanes;
}

function sum(head: Head, lanes: readonly (Uint32Array | null)[], node: number | null, cls: number): Uint32Array {
  const all = new Uint32Array(head.density.from.length);
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
