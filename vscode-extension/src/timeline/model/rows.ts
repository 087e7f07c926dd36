// Which rows stand where, from top to bottom: what goes wrong, then the nodes with
// their lanes, then the clients, then the properties, failing ones first.
import { textS } from "./print";
import { sorted } from "./index";
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
  /** Index in survey.clients of a client, or in properties() of a property; -1 elsewhere. */
  member: number;
  top: number;
  height: number;
  /** Whether the rows of its group are hidden; null for a row that has none. */
  folded: boolean | null;
  /** The indexes of the events on it, in order. */
  events: Uint32Array;
  /** A property that did not hold, or a client with a call that contradicts its history. */
  bad: boolean;
}

/** Layout is what a person chose. */
export interface Layout {
  /** Keys of groups that are folded. */
  folded: ReadonlySet<string>;
  /** Keys of rows that are not shown. */
  hidden?: ReadonlySet<string>;
  /** Keys of nodes in the order wanted; others follow in the run's order. */
  order?: readonly string[];
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
    ...nodes(run, layout),
    ...group("clients", clients(run), layout),
    ...group("properties", propertyRows(run), layout),
  ];
  const shown: Row[] = [];
  let top = 0;
  for (const row of all) {
    if (layout.hidden?.has(row.key)) continue;
    if (layout.only) row.events = filtered(row.events, layout.only);
    if (layout.only && row.events.length === 0) continue;
    row.top = top;
    row.height = HEIGHTS[row.kind] * (layout.scale ?? 1);
    top += row.height;
    shown.push(row);
  }
  return shown;
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
  return { key, kind, label, depth: 0, node: -1, class: -1, member: -1, top: 0, height: 0, folded: null, events, bad: false, ...rest };
}

/** What a run shows on rows of its own; worked out once. */
interface Sets {
  faults: Uint32Array;
  /** Life of each node: what is shown on its row while its lanes are below it. */
  life: Uint32Array[];
  properties: Property[];
  events: Uint32Array[];
}

/** Property is one name that a run checked. */
export interface Property {
  /** The name; of checks without a name, where they stand: "file:line". */
  name: string;
  /** Kind of property, such as "always". */
  kind: string;
  bad: boolean;
}

const kept = new WeakMap<object, Sets>();

function sets(run: Run): Sets {
  if (!run.columns) return { faults: new Uint32Array(0), life: run.nodes.map(() => new Uint32Array(0)), properties: [], events: [] };
  let s = kept.get(run.columns);
  if (!s) kept.set(run.columns, (s = { ...lives(run), ...checked(run) }));
  return s;
}

function lives(run: Run): { faults: Uint32Array; life: Uint32Array[] } {
  const classes = run.head.classes;
  const global = ["run", "faults"].map((name) => classes.indexOf(name));
  const [starts, members] = sorted(run.n, 2, (i) => (global.includes(run.classOf(i)) ? 0 : 1));
  const life = run.nodes.map((_, node) => {
    const all = run.eventsOfNode(node);
    return all.filter((i) => ["life", "faults", "run"].includes(classes[run.classOf(i)]!));
  });
  return { faults: members.subarray(0, starts[1]), life };
}

/** Kinds of properties of which one evaluation that is false is a violation. */
const STRICT = new Set(["assert", "always", "always_or_unreachable", "unreachable", "fail"]);

function checked(run: Run): { properties: Property[]; events: Uint32Array[] } {
  const { kind, s, b, a, site } = run.data;
  const check = run.kind("check");
  const ends = run.kind("check.end");
  const begin = run.kind("check.begin");
  const numbers = new Map<number, number>();
  const properties: Property[] = [];
  const members: number[][] = [];
  for (let i = 0; i < run.n; i++) {
    const k = kind[i]!;
    if (k !== check && k !== ends && k !== begin) continue;
    const id = textS(run, i) === "" ? -site[i]! : s[i]!;
    let p = numbers.get(id);
    if (p === undefined) {
      numbers.set(id, (p = properties.length));
      properties.push({ name: nameOf(run, i), kind: k === check ? (run.head.properties[b[i]!] ?? "") : "eventually", bad: false });
      members.push([]);
    }
    members[p]!.push(i);
    if (k !== begin && a[i] === 0 && (k === ends || STRICT.has(properties[p]!.kind))) properties[p]!.bad = true;
  }
  const order = properties.map((_, p) => p).sort((p, q) => Number(properties[q]!.bad) - Number(properties[p]!.bad) || p - q);
  return { properties: order.map((p) => properties[p]!), events: order.map((p) => Uint32Array.from(members[p]!)) };
}

function nameOf(run: Run, i: number): string {
  const site = run.head.header.sites[run.data.site[i]! - 1];
  return textS(run, i) || (site ? `${site.file.slice(site.file.lastIndexOf("/") + 1)}:${site.line}` : "");
}

/** properties are those of a run, failing ones first, then in the order of their first evaluation. */
export function properties(run: Run): readonly Property[] {
  return sets(run).properties;
}

function faults(run: Run): Row {
  return row("faults", "faults", "faults", sets(run).faults);
}

function nodes(run: Run, layout: Layout): Row[] {
  const place = (node: number) => {
    const at = layout.order?.indexOf(`node:${run.nodes[node]!}`) ?? -1;
    return at >= 0 ? at : (layout.order?.length ?? 0) + node;
  };
  const order = run.nodes.map((_, node) => node).sort((a, b) => place(a) - place(b));
  return order.flatMap((node) => nodeRows(run, node, layout));
}

function nodeRows(run: Run, node: number, layout: Layout): Row[] {
  const name = run.nodes[node]!;
  const key = `node:${name}`;
  const folded = layout.folded.has(key);
  const all = run.columns ? run.eventsOfNode(node) : new Uint32Array(0);
  const own = row("node", key, name, folded ? all : sets(run).life[node]!, { node, folded });
  if (folded) return [own];
  const lanes = LANES.flatMap((of) => {
    const c = run.head.classes.indexOf(of);
    if (c < 0 || of === "faults") return [];
    const events = run.columns ? run.events({ node, class: c }) : new Uint32Array(0);
    return events.length > 0 ? [row("lane", `${key}/${of}`, of, events, { node, class: c, depth: 1 })] : [];
  });
  return [own, ...lanes];
}

function group(key: "clients" | "properties", members: Row[], layout: Layout): Row[] {
  if (members.length === 0) return [];
  const folded = layout.folded.has(key);
  const events = merged(members.map((m) => m.events));
  return [row(key, key, key, events, { folded, bad: members.some((m) => m.bad) }), ...(folded ? [] : members)];
}

function merged(lists: Uint32Array[]): Uint32Array {
  const all = new Uint32Array(lists.reduce((n, l) => n + l.length, 0));
  let at = 0;
  for (const l of lists) {
    all.set(l, at);
    at += l.length;
  }
  return all.sort();
}

function clients(run: Run): Row[] {
  const survey = run.survey;
  if (!survey) return [];
  const { invoke, client, blamed } = survey.calls;
  return survey.clients.flatMap((name, member) => {
    const events: number[] = [];
    let bad = false;
    client.forEach((c, k) => {
      if (c !== member) return;
      events.push(invoke[k]! - 1);
      if (survey.calls.return[k]! > 0) events.push(survey.calls.return[k]! - 1);
      bad ||= blamed[k] === 1;
    });
    return events.length === 0 ? [] : [row("client", `client:${name}`, name, Uint32Array.from(events).sort(), { member, depth: 1, bad })];
  });
}

function propertyRows(run: Run): Row[] {
  const { properties, events } = sets(run);
  return properties.map((p, member) => row("property", `property:${p.name}`, p.name, events[member]!, { member, depth: 1, bad: p.bad }));
}

/** filtered are those of the indexes that a mask has. */
export function filtered(events: Uint32Array, mask: Uint8Array): Uint32Array {
  return events.filter((i) => mask[i] === 1);
}
