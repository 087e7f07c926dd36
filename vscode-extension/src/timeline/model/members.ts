// Which events stand on the rows that are no lanes: faults, lives of nodes, clients,
// properties. Worked out once for a run.
import { sorted } from "./index";
import { textS } from "./print";
import type { Run } from "./run";

/** Property is one name that a run checked. */
export interface Property {
  /** The name; of checks without a name, where they stand: "file:line". */
  name: string;
  /** Kind of property, such as "always". */
  kind: string;
  /** It did not hold. */
  bad: boolean;
  /** Its checks, as sorted indexes. */
  events: Uint32Array;
}

/** Client is one that recorded calls. */
export interface Client {
  name: string;
  /** Index in survey.clients. */
  client: number;
  /** One of its calls contradicts its history. */
  bad: boolean;
  /** Beginnings and ends of its calls, as sorted indexes. */
  events: Uint32Array;
  /** Its calls, as sorted places in survey.calls. */
  calls: Uint32Array;
}

/** Whatever belongs to the run as a whole or to a fault: what is on the first row. */
const GLOBAL = ["run", "faults"];
/** What is on the row of a node while its lanes are below it. */
const LIFE = ["life", "faults", "run"];

const faultRows = new WeakMap<object, Uint32Array>();

/** faultEvents are the events of faults, phases and the end, of any node. */
export function faultEvents(run: Run): Uint32Array {
  return once(faultRows, run.columns, () => select(run, GLOBAL, 1, () => 0)[0]!) ?? NONE;
}

const lifeRows = new WeakMap<object, Uint32Array[]>();

/** lifeEvents are the boots, ends and faults of a node. */
export function lifeEvents(run: Run, node: number): Uint32Array {
  const all = once(lifeRows, run.columns, () => select(run, LIFE, run.nodes.length, (i) => run.data.node[i]!));
  return all?.[node] ?? NONE;
}

/** select gives the events of some classes in groups; those of group -1 are left out. */
function select(run: Run, classes: string[], groups: number, groupOf: (i: number) => number): Uint32Array[] {
  const wanted = run.head.kinds.map((k) => classes.includes(k.class));
  const { kind, n } = run.data;
  const of = new Uint32Array(n);
  for (let i = 0; i < n; i++) if (wanted[kind[i]!]!) of[i] = groupOf(i) + 1;
  const [starts, members] = sorted(of, groups + 1);
  return Array.from({ length: groups }, (_, g) => members.subarray(starts[g + 1], starts[g + 2]));
}

/** Kinds of properties of which one evaluation that is false is a violation. */
const STRICT = new Set(["assert", "always", "always_or_unreachable", "unreachable", "fail"]);

const propertyRows = new WeakMap<object, Property[]>();

/** properties are those of a run, failing ones first, then in the order of their first evaluation. */
export function properties(run: Run): readonly Property[] {
  return once(propertyRows, run.columns, () => checked(run)) ?? [];
}

function checked(run: Run): Property[] {
  const { a, b, kind, n, s, site } = run.data;
  const check = run.kind("check");
  const begin = run.kind("check.begin");
  const end = run.kind("check.end");
  const numbers = new Map<number, number>();
  const found: Property[] = [];
  const of = new Uint32Array(n);
  for (let i = 0; i < n; i++) {
    const k = kind[i]!;
    if (k !== check && k !== end && k !== begin) continue;
    const id = s[i]! > 0 && textS(run, i) !== "" ? s[i]! : -site[i]!;
    let p = numbers.get(id);
    if (p === undefined) {
      numbers.set(id, (p = found.length));
      found.push({ name: nameOf(run, i), kind: k === check ? (run.head.properties[b[i]!] ?? "") : "eventually", bad: false, events: NONE });
    }
    of[i] = p + 1;
    if (k !== begin && a[i] === 0 && (k === end || STRICT.has(found[p]!.kind))) found[p]!.bad = true;
  }
  const [starts, members] = sorted(of, found.length + 1);
  found.forEach((p, k) => (p.events = members.subarray(starts[k + 1], starts[k + 2])));
  return found
    .map((p, k) => ({ p, k }))
    .sort((x, y) => Number(y.p.bad) - Number(x.p.bad) || x.k - y.k)
    .map(({ p }) => p);
}

function nameOf(run: Run, i: number): string {
  const site = run.head.header.sites[run.data.site[i]! - 1];
  return textS(run, i) || (site ? `${site.file.slice(site.file.lastIndexOf("/") + 1)}:${site.line}` : "without a name");
}

const clientRows = new WeakMap<object, Client[]>();

/** clients are those that made calls, in the order of the survey. */
export function clients(run: Run): readonly Client[] {
  return once(clientRows, run.columns && run.survey, () => called(run)) ?? [];
}

function called(run: Run): Client[] {
  const { calls, clients: names } = run.survey!;
  const [starts, members] = sorted(
    Uint32Array.from(calls.client, (c) => c + 1),
    names.length + 1,
  );
  const of = new Uint32Array(run.n);
  const bad = names.map(() => false);
  calls.client.forEach((c, k) => {
    of[calls.invoke[k]! - 1] = c + 1;
    if (calls.return[k]! > 0) of[calls.return[k]! - 1] = c + 1;
    if (calls.blamed[k]! > 0) bad[c] = true;
  });
  const [first, events] = sorted(of, names.length + 1);
  const all = names.map((name, c): Client => {
    const own = members.subarray(starts[c + 1], starts[c + 2]);
    return { name, client: c, bad: bad[c]!, events: events.subarray(first[c + 1], first[c + 2]), calls: own };
  });
  return all.filter((c) => c.calls.length > 0);
}

const unions = new WeakMap<object, Uint32Array>();

/** union is all events of members, in order. The list has to be the same object each time. */
export function union(run: Run, members: readonly { events: Uint32Array }[]): Uint32Array {
  return once(unions, members, () => {
    const of = new Uint32Array(run.n);
    for (const m of members) for (const i of m.events) of[i] = 1;
    const [starts, all] = sorted(of, 2);
    return all.subarray(starts[1], starts[2]);
  })!;
}

const NONE = new Uint32Array(0);

/** once makes something for an object the first time that it is asked for; null without the object. */
function once<T>(kept: WeakMap<object, T>, of: object | null, make: () => T): T | null {
  if (!of) return null;
  let made = kept.get(of);
  if (made === undefined) kept.set(of, (made = make()));
  return made;
}
