// Indexes over the columns of events, each built once in one pass: what lanes and
// nodes have, what an incarnation did before, and which events an event caused.
import type { Columns } from "../data";

/** Index is made by Run. Lanes are numbered (node+1)*classes + class. */
export class Index {
  readonly #lanes: Groups;
  readonly #nodes: Groups;
  /** What the incarnation of an event did before it; -1 for nothing. */
  readonly previous: Int32Array;
  /** The boot of the incarnation of an event; -1 for none. */
  readonly boots: Int32Array;
  readonly #columns: Columns;
  #effects: Groups | null = null;
  #sites: Groups | null = null;

  constructor(c: Columns, nodes: number, classes: number, classOf: Uint8Array, kind: (name: string) => number) {
    this.#columns = c;
    const lanes = new Uint32Array(c.n);
    const rows = new Uint32Array(c.n);
    for (let i = 0; i < c.n; i++) {
      const row = c.node[i]! + 1;
      rows[i] = row;
      lanes[i] = row * classes + classOf[c.kind[i]!]!;
    }
    this.#lanes = sorted(lanes, (nodes + 1) * classes);
    this.#nodes = sorted(rows, nodes + 1);
    [this.previous, this.boots] = incarnations(c, nodes, kind("node.boot"));
  }

  /** lane gives the indexes of a lane's events. */
  lane(lane: number): Uint32Array {
    return group(this.#lanes, lane);
  }

  /** node gives the indexes of a node's events; -1 is what no node did. */
  node(node: number): Uint32Array {
    return group(this.#nodes, node + 1);
  }

  /** effects gives the indexes of the events that an event caused. */
  effects(i: number): Uint32Array {
    this.#effects ??= sorted(this.#columns.cause, this.#columns.n + 1);
    return group(this.#effects, i + 1);
  }

  /** site gives the indexes of the events made at a site, which is numbered from 1. */
  site(site: number): Uint32Array {
    const { site: of } = this.#columns;
    this.#sites ??= sorted(of, of.reduce((a, b) => Math.max(a, b), 0) + 1);
    return group(this.#sites, site);
  }
}

type Groups = [starts: Uint32Array, members: Uint32Array];

function group([starts, members]: Groups, g: number): Uint32Array {
  return g + 1 < starts.length ? members.subarray(starts[g], starts[g + 1]) : members.subarray(0, 0);
}

/** sorted puts the numbers below of.length into groups by what of has for them, in order: group g has members
 * from starts[g] to starts[g+1]. */
export function sorted(of: Uint32Array, groups: number): Groups {
  const starts = new Uint32Array(groups + 2);
  // While members are placed, starts[g+1] is where the next of group g goes.
  for (const g of of) starts[g + 2]!++;
  for (let g = 2; g <= groups; g++) starts[g]! += starts[g - 1]!;
  const members = new Uint32Array(of.length);
  for (let i = 0; i < of.length; i++) members[starts[of[i]! + 1]!++] = i;
  return [starts.subarray(0, groups + 1), members];
}

function incarnations(c: Columns, nodes: number, bootKind: number): [previous: Int32Array, boots: Int32Array] {
  const previous = new Int32Array(c.n).fill(-1);
  const boots = new Int32Array(c.n).fill(-1);
  const bootOf = Array.from({ length: nodes }, () => new Map<number, number>());
  for (let i = 0; i < c.n; i++) {
    if (c.kind[i] === bootKind && c.node[i]! >= 0) bootOf[c.node[i]!]!.set(c.inc[i]!, i);
  }
  const last = new Int32Array(nodes).fill(-1); // the last event of each node
  const lastBoot = new Int32Array(nodes).fill(-1); // the boot of its incarnation
  for (let i = 0; i < c.n; i++) {
    const node = c.node[i]!;
    if (node < 0) continue;
    const before = last[node]!;
    if (before >= 0 && c.inc[before] === c.inc[i]) previous[i] = before;
    else lastBoot[node] = bootOf[node]!.get(c.inc[i]!) ?? -1;
    if (c.kind[i] !== bootKind) boots[i] = lastBoot[node]!;
    last[node] = i;
  }
  return [previous, boots];
}
