// Rows and events that only one of two runs has.
import type { Diff } from "./diff";
import { filtered, type Row } from "./rows";
import type { Run } from "./run";

/** merged are the rows of one run with those of the other that are not among them, each behind the row that it follows
 * there. known are all rows of the first run, also those that are not shown. */
export function merged(rows: readonly Row[], others: readonly Row[], known: readonly Row[]): Row[] {
  const all = rows.map((row) => ({ ...row }));
  let place = 0;
  for (const other of others) {
    const at = all.findIndex((row) => row.key === other.key);
    if (at >= 0) {
      place = at + 1;
      continue;
    }
    while (other.depth === 0 && (all[place]?.depth ?? 0) > 0) place++; // not into the middle of a group
    const own = known.find((row) => row.key === other.key) ?? { ...other, node: -1, class: -1, member: -1, lone: true };
    all.splice(place++, 0, { ...own, height: other.height, events: NONE });
  }
  let top = 0;
  for (const row of all) {
    row.top = top;
    top += row.height;
  }
  return all;
}

const NONE = new Uint32Array(0);

/** Lone marks the events of two runs, a and b, that the other does not have. */
export interface Lone {
  a: Uint8Array;
  b: Uint8Array;
}

const kept = new WeakMap<Diff, Lone>();

/** lone gives the same marks for a diff each time. */
export function lone(diff: Diff): Lone {
  let marks = kept.get(diff);
  if (!marks) kept.set(diff, (marks = { a: without(diff.inB), b: without(diff.inA) }));
  return marks;
}

function without(counterparts: Int32Array): Uint8Array {
  return Uint8Array.from(counterparts, (k) => Number(k < 0));
}

/** woven are events of two runs in the order of their instants, those of a first; of b each has a.n added. */
export function woven(a: Run, b: Run, ofA: Uint32Array, ofB: Uint32Array): Uint32Array {
  const all = new Uint32Array(ofA.length + ofB.length);
  for (let i = 0, j = 0; i + j < all.length;) {
    const first = j >= ofB.length || (i < ofA.length && a.data.at[ofA[i]!]! <= b.data.at[ofB[j]!]!);
    all[i + j] = first ? ofA[i]! : a.n + ofB[j]!;
    if (first) i++;
    else j++;
  }
  return all;
}

const wovenLone = new WeakMap<Diff, Uint32Array>();

/** loneOf are the events that only one of two runs has, woven. */
export function loneOf(a: Run, b: Run, diff: Diff): Uint32Array {
  let all = wovenLone.get(diff);
  if (!all) wovenLone.set(diff, (all = woven(a, b, those(lone(diff).a), those(lone(diff).b))));
  return all;
}

/** those are the indexes of a mask's events. */
export function those(mask: Uint8Array): Uint32Array {
  return filtered(Uint32Array.from(mask.keys()), mask);
}
