// Two runs beside each other: how far they are the same, where they part, and which
// events behind that correspond.
import type { Run } from "./run";

/** Diff aligns the events of two runs, a and b. */
export interface Diff {
  /** How many events both begin with. Events of that index are the first that differ. */
  common: number;
  /** They have the same events throughout. */
  same: boolean;
  /** For each event of a the one of b that it corresponds to; -1 if there is none. */
  inB: Int32Array;
  /** For each event of b the one of a; -1 if there is none. */
  inA: Int32Array;
}

/** align compares the events one by one while they are the same in all they have; behind that, the k-th event of
 * a node, kind and site in one run corresponds to the k-th in the other. */
export function align(a: Run, b: Run): Diff {
  const nodes = translate(a.nodes, b.nodes);
  const kinds = translate(names(a), names(b));
  const sites = translate(places(a), places(b));
  const common = prefix(a, b, nodes, kinds, sites);
  const inB = new Int32Array(a.n).fill(-1);
  const inA = new Int32Array(b.n).fill(-1);
  for (let i = 0; i < common; i++) inB[i] = inA[i] = i;
  const waiting = new Map<number, number[]>(); // of b, the last first
  const key = (node: number, kind: number, site: number) => ((node + 1) * 256 + kind) * 2 ** 32 + site;
  const siteB = firsts(places(b));
  for (let j = b.n - 1; j >= common; j--) {
    const k = key(b.data.node[j]!, b.data.kind[j]!, siteB[b.data.site[j]!]!);
    const list = waiting.get(k);
    if (list) list.push(j);
    else waiting.set(k, [j]);
  }
  for (let i = common; i < a.n; i++) {
    const node = a.data.node[i]! < 0 ? -1 : nodes[a.data.node[i]!]!;
    const kind = kinds[a.data.kind[i]!]!;
    const site = sites[a.data.site[i]!]!;
    if ((node < 0 && a.data.node[i]! >= 0) || kind < 0 || site < 0) continue;
    const j = waiting.get(key(node, kind, site))?.pop();
    if (j === undefined) continue;
    inB[i] = j;
    inA[j] = i;
  }
  return { common, same: common === a.n && common === b.n, inB, inA };
}

function prefix(a: Run, b: Run, nodes: Int32Array, kinds: Int32Array, sites: Int32Array): number {
  const x = a.data;
  const y = b.data;
  const n = Math.min(a.n, b.n);
  const siteB = firsts(places(b));
  let i = 0;
  for (; i < n; i++) {
    const node = x.node[i]! < 0 ? -1 : nodes[x.node[i]!]!;
    if (x.at[i] !== y.at[i] || x.a[i] !== y.a[i] || x.b[i] !== y.b[i] || x.c[i] !== y.c[i]) break;
    if (x.cause[i] !== y.cause[i] || x.inc[i] !== y.inc[i] || kinds[x.kind[i]!] !== y.kind[i] || node !== y.node[i]) break;
    if (x.strings[x.s[i]!] !== y.strings[y.s[i]!] || x.strings[x.t[i]!] !== y.strings[y.t[i]!]) break;
    if (sites[x.site[i]!] !== siteB[y.site[i]!]) break;
  }
  return i;
}

function names(run: Run): string[] {
  return run.head.kinds.map((k) => k.name);
}

/** places are the sites by their number, 0 for none. */
function places(run: Run): string[] {
  return ["", ...run.head.header.sites.map((s) => `${s.file}:${s.line} ${s.func ?? ""}`)];
}

/** translate gives for each text of a where b first has it; -1 if it does not. */
function translate(a: string[], b: string[]): Int32Array {
  const at = new Map<string, number>();
  b.forEach((s, k) => {
    if (!at.has(s)) at.set(s, k);
  });
  return Int32Array.from(a, (s) => at.get(s) ?? -1);
}

/** firsts gives for each text where the list first has it. */
function firsts(list: string[]): Int32Array {
  return translate(list, list);
}
