// Which rows stand where, from top to bottom: what goes wrong, then the nodes with
// their lanes, then the clients, then the properties, failing ones first.
import { clients, faultEvents, lifeEvents, properties, union, type Client, type Property } from "./members";
import type { Run } from "./run";

/** What a row shows. */
export type RowKind = "faults" | "node" | "lane" | "clients" | "client" | "properties" | "property";

/** Row is one row, with its place in pixels. */
export interface Row {
  /** The same for the same row of any layout, and of another run: "node:server", "node:server/disk", "property:name". */
  key: string;
  kind: RowKind;
  label: string;
  /** 0, or 1 in a group. */
  depth: number;
  /** Index of the node; -1 where the row is of none. */
  node: number;
  /** Index in head.classes of a lane; -1 elsewhere. */
  class: number;
  /** Place in clients() or properties() of members.ts; -1 elsewhere. */
  member: number;
  top: number;
  height: number;
  /** Whether the rows of its group are hidden; null for a row that has none. */
  folded: boolean | null;
  /** The indexes of the events on it, in order. */
  events: Uint32Array;
  /** A property that did not hold, or a client with a call that contradicts its history. */
  bad: boolean;
  /** Only the run beside has it; then node, class and member are -1, and events none. */
  lone: boolean;
}

/** Layout is what a person chose. */
export interface Layout {
  /** Keys of groups that are folded. */
  folded: ReadonlySet<string>;
  /** Keys of rows that are not shown. */
  hidden?: ReadonlySet<string>;
  /** Keys of rows that stand on top, below the faults, in this order. */
  pinned?: readonly string[];
  /** Only these events are shown, and rows without any are left out; null for all. */
  only?: Uint8Array | null;
  /** Factor of all heights; 1 if it is left out. */
  scale?: number;
}

/** Heights of rows in pixels, at scale 1. */
export const HEIGHTS: Record<RowKind, number> = { faults: 36, node: 30, lane: 22, clients: 22, client: 24, properties: 22, property: 22 };

/** The order of the lanes of a node. */
const LANES = ["network", "disk", "checks", "calls", "log", "faults"];

/** rows lays the rows out. */
export function rows(run: Run, layout: Layout): Row[] {
  const all = [
    faults(run),
    ...run.nodes.flatMap((_, node) => nodeRows(run, node, layout)),
    ...group(run, "clients", clients(run), layout, (m) => clientRow(run, m)),
    ...group(run, "properties", properties(run), layout, (m) => propertyRow(run, m)),
  ];
  pin(run, all, layout.pinned ?? []);
  const shown: Row[] = [];
  const named = new Set<number>(); // nodes of which something is shown: lanes without the name of theirs tell nothing
  let top = 0;
  for (const row of all) {
    if (layout.only) row.events = filtered(row.events, layout.only);
    if (row.events.length > 0 && row.kind === "lane") named.add(row.node);
  }
  for (const row of all) {
    if (layout.hidden?.has(row.key)) continue;
    if (layout.only && row.events.length === 0 && !(row.kind === "node" && named.has(row.node))) continue;
    row.top = top;
    row.height = HEIGHTS[row.kind] * (layout.scale ?? 1);
    top += row.height;
    shown.push(row);
  }
  return shown;
}

/** pin moves rows to the top, each with the rows below it; one out of a group stands for itself. */
function pin(run: Run, all: Row[], keys: readonly string[]): void {
  let place = 1; // behind the faults
  for (const key of keys) {
    const at = all.findIndex((row) => row.key === key);
    const row = all[at];
    if (!row || at === 0) continue; // the faults are on top anyway
    let end = at + 1;
    while ((all[end]?.depth ?? 0) > row.depth) end++;
    if (row.kind === "lane") row.label = `${run.nodes[row.node]!} ${row.label}`;
    row.depth = 0;
    const block = all.splice(at, end - at);
    all.splice(place, 0, ...block);
    place += block.length;
  }
}

/** unseen are the keys of rows that are left out because they have nothing that counts; not the faults, nor what is
 * pinned, nor the head of a group of which something is left. */
export function unseen(rows: readonly Row[], pinned: readonly string[], has: (row: Row) => boolean): Set<string> {
  const keys = new Set<string>();
  let below = false;
  for (let k = rows.length - 1; k >= 0; k--) {
    const row = rows[k]!;
    const seen: boolean = row.kind === "faults" || pinned.includes(row.key) || (row.depth === 0 && below) || has(row);
    if (!seen) keys.add(row.key);
    below = row.depth > 0 && (below || seen);
  }
  return keys;
}

/** heightOf all rows together. */
export function heightOf(rows: readonly Row[]): number {
  const last = rows.at(-1);
  return last ? last.top + last.height : 0;
}

/** rowAt is the place of the row at a height; -1 if there is none. */
export function rowAt(rows: readonly Row[], y: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const mid = (low + high) >>> 1;
    if (rows[mid]!.top + rows[mid]!.height <= y) low = mid + 1;
    else high = mid;
  }
  return low < rows.length && y >= rows[low]!.top ? low : -1;
}

/** rowOf is the place of the row on which an event is best seen: its lane if that is there, else its node; -1 for none. */
export function rowOf(run: Run, rows: readonly Row[], i: number): number {
  const node = run.data.node[i]!;
  const of = run.classOf(i);
  const lane = rows.findIndex((r) => r.kind === "lane" && r.node === node && r.class === of);
  if (lane >= 0) return lane;
  return rows.findIndex((r) => (node < 0 ? r.kind === "faults" : r.kind === "node" && r.node === node));
}

function row(kind: RowKind, key: string, label: string, events: Uint32Array, rest: Partial<Row> = {}): Row {
  return {
    key,
    kind,
    label,
    depth: 0,
    node: -1,
    class: -1,
    member: -1,
    top: 0,
    height: 0,
    folded: null,
    events,
    bad: false,
    lone: false,
    ...rest,
  };
}

function faults(run: Run): Row {
  return row("faults", "faults", "faults", faultEvents(run));
}

function nodeRows(run: Run, node: number, layout: Layout): Row[] {
  const name = run.nodes[node]!;
  const key = `node:${name}`;
  const folded = layout.folded.has(key);
  const all = run.columns ? run.eventsOfNode(node) : new Uint32Array(0);
  const own = row("node", key, name, folded ? all : lifeEvents(run, node), { node, folded });
  if (folded) return [own];
  const lanes = LANES.flatMap((of) => {
    const c = run.head.classes.indexOf(of);
    if (c < 0 || of === "faults") return [];
    const events = run.columns ? run.events({ node, class: c }) : new Uint32Array(0);
    return events.length > 0 ? [row("lane", `${key}/${of}`, of, events, { node, class: c, depth: 1 })] : [];
  });
  return [own, ...lanes];
}

/** group is a row for all of something, with a row for each below it. */
function group(
  run: Run,
  key: "clients" | "properties",
  members: readonly (Client | Property)[],
  layout: Layout,
  each: (m: number) => Row,
): Row[] {
  if (members.length === 0) return [];
  const folded = layout.folded.has(key);
  const bad = members.some((m) => m.bad);
  return [row(key, key, key, union(run, members), { folded, bad }), ...(folded ? [] : members.map((_, m) => each(m)))];
}

function clientRow(run: Run, member: number): Row {
  const c = clients(run)[member]!;
  return row("client", `client:${c.name}`, c.name, c.events, { member, depth: 1, bad: c.bad });
}

function propertyRow(run: Run, member: number): Row {
  const p = properties(run)[member]!;
  return row("property", `property:${p.name}`, p.name, p.events, { member, depth: 1, bad: p.bad });
}

/** filtered are those of the indexes that a mask has. */
export function filtered(events: Uint32Array, mask: Uint8Array): Uint32Array {
  const some = new Uint32Array(events.length);
  let n = 0;
  for (const i of events) if (mask[i]) some[n++] = i;
  return some.slice(0, n);
}
