// What can be written at the cursor of the search: keys, words that join terms, and what
// this run has of nodes, kinds, properties and sites.
import type { Run } from "./run";

/** Completion is a text that can stand in the place from `from` to the cursor. */
export interface Completion {
  from: number;
  text: string;
  /** What it is, in a few words. */
  note: string;
}

/** What a term can begin with, and what joins terms. */
const KEYS: Record<string, string> = {
  "node:": "what a node did",
  "kind:": "of a kind or a class",
  "time:": "from one instant to another",
  "text:": "with a text in their line",
  "property:": "checks of a property",
  "site:": "made at a source line",
  "size>": "with more bytes",
  "between:": "two nodes on the network",
  "cause:": "what led to an event",
  "effect:": "what came of an event",
  "not ": "none of what follows",
  "before(": "before an event",
  "after(": "after an event",
};
const JOINTS: Record<string, string> = { "and ": "both", "or ": "either", "-> ": "leads to" };

/** The last term before the cursor: its key, values before the last one, and the last one as far as it is written. */
const LAST = /(?:^|[\s(])-?(?:([a-z]+):)?(?:(?:"(?:[^"\\]|\\[^])*"|[^\s",()]+),)*("(?:[^"\\]|\\[^])*|[^\s",()]*)$/;

/** complete says what can be written at the cursor, the likeliest first. */
export function complete(run: Run, text: string, cursor: number): Completion[] {
  const before = text.slice(0, cursor);
  const [, key, begin] = LAST.exec(before) ?? [];
  if (begin === undefined) return [];
  const from = cursor - begin.length;
  const part = (begin.startsWith('"') ? begin.slice(1).replace(/\\([^])/g, "$1") : begin).toLowerCase();
  const all = values(run);
  if (key !== undefined) return Object.hasOwn(all, key) ? pick(from, part, all[key]!, quoted).filter((c) => c.text !== begin) : [];
  if (begin.startsWith('"')) return [];
  const joints = /[^\s(]\s+$/.test(before.slice(0, from)) ? Object.entries(JOINTS) : [];
  const words = [...Object.entries(KEYS), ...joints].filter(([word]) => word.startsWith(begin) && word !== begin);
  const offers = words.map(([word, note]) => ({ from, text: word, note }));
  if (part.length < 2) return offers;
  return [...offers, ...["node", "kind", "property", "site"].flatMap((k) => pick(from, part, all[k]!, (v) => `${k}:${quoted(v)}`))];
}

/** pick chooses the names that have a part: first those that begin with it, then those of which a word does. */
function pick(from: number, part: string, names: Map<string, number>, write: (name: string) => string): Completion[] {
  const found = [...names].filter(([name]) => name.toLowerCase().includes(part));
  const rank = (name: string): number => {
    const lower = name.toLowerCase();
    return lower.startsWith(part) ? 0 : lower.replace(/\W/g, " ").includes(" " + part) ? 1 : 2;
  };
  found.sort(([a], [b]) => rank(a) - rank(b));
  return found.map(([name, n]) => ({ from, text: write(name), note: `${n} event${n === 1 ? "" : "s"}` }));
}

/** quoted is a name as a query has it. */
function quoted(name: string): string {
  return /[\s",()]/.test(name) ? `"${name.replace(/["\\]/g, "\\$&")}"` : name;
}

/** Names are what a run has behind each key, with how many events each is of. */
type Names = Record<string, Map<string, number>>;

const made = new WeakMap<object, Names>();

function values(run: Run): Names {
  let all = made.get(run.data);
  if (!all) made.set(run.data, (all = count(run)));
  return all;
}

function count(run: Run): Names {
  const { node, kind, site, s } = run.data;
  const { classes, kinds, header } = run.head;
  const nodes = new Uint32Array(run.nodes.length + 1);
  const sites = new Uint32Array(header.sites.length + 1);
  const ofKind = new Uint32Array(256);
  const properties = new Map<string, number>();
  for (let i = 0; i < run.n; i++) {
    nodes[node[i]! + 1]!++;
    sites[site[i]!]!++;
    ofKind[kind[i]!]!++;
    if (kinds[kind[i]!]!.class === "checks") add(properties, run.text(s[i]!), 1);
  }
  const named = new Map(classes.map((c) => [c, 0]));
  kinds.forEach((k, i) => {
    add(named, k.class, ofKind[i]!);
    if (k.name !== k.class) add(named, k.name, ofKind[i]!);
  });
  const places = new Map<string, number>();
  header.sites.forEach((at, i) => {
    add(places, `${at.file.slice(at.file.lastIndexOf("/") + 1)}:${at.line}`, sites[i + 1]!);
  });
  const names = new Map(run.nodes.map((name, i) => [name, nodes[i + 1]!]));
  for (const map of [named, names, places, properties]) for (const [name, n] of map) if (n === 0 || name === "") map.delete(name);
  return { node: names, between: names, kind: named, site: places, property: properties };
}

function add(to: Map<string, number>, name: string, n: number): void {
  to.set(name, (to.get(name) ?? 0) + n);
}
