// Rows and events that only one of two runs has.
import type { Diff } from "./diff";
import type { Row } from "./rows";

/** merged are the rows of one run with those that only the other has, each behind the row that it follows there.
 * known has the keys of all rows of the first run, also of those that are not shown. */
export function merged(rows: readonly Row[], others: readonly Row[], known: ReadonlySet<string>): Row[] {
  const all = rows.map((row) => ({ ...row }));
  let place = 0;
  for (const other of others) {
    if (known.has(other.key)) {
      const at = all.findIndex((row) => row.key === other.key);
      if (at >= 0) place = at + 1;
      continue;
    }
    while (other.depth === 0 && (all[place]?.depth ?? 0) > 0) place++; // not into the middle of a group
    all.splice(place++, 0, { ...other, node: -1, class: -1, member: -1, events: NONE, lone: true });
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
