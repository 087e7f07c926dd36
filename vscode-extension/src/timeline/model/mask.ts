// Which events a query chooses.
import { future, past } from "./cone";
import { led, origins } from "./causal";
import { textS, what } from "./print";
import type { Query } from "./query";
import { Matcher } from "./regexp/regexp";
import type { Run } from "./run";
import { textMask } from "./text";
import { parseDuration } from "./time";
import { wildcard } from "./wildcard";

/** mask has 1 for each event that a query chooses. */
export function mask(run: Run, query: Query): Uint8Array {
  switch (query.is) {
    case "all":
      return new Uint8Array(run.n).fill(1);
    case "term":
      if (query.key === "between") return between(run, query.values);
      return query.values.map((v) => term(run, query.key, v)).reduce(or);
    case "not":
      return not(mask(run, query.of));
    case "and":
      return query.of.map((q) => mask(run, q)).reduce(and);
    case "or":
      return query.of.map((q) => mask(run, q)).reduce(or);
    case "then":
      return then(
        run,
        query.of.map((q) => mask(run, q)),
      );
    case "before":
    case "after":
      return near(run, query.is, mask(run, query.of), query.within);
  }
}

function not(a: Uint8Array): Uint8Array {
  for (let i = 0; i < a.length; i++) a[i]! ^= 1;
  return a;
}

function or(a: Uint8Array, b: Uint8Array): Uint8Array {
  for (let i = 0; i < a.length; i++) a[i]! |= b[i]!;
  return a;
}

function and(a: Uint8Array, b: Uint8Array): Uint8Array {
  for (let i = 0; i < a.length; i++) a[i]! &= b[i]!;
  return a;
}

/** then leaves of each mask those events that are on a way through one event of each, in their order. */
function then(run: Run, masks: Uint8Array[]): Uint8Array {
  for (let k = 1; k < masks.length; k++) masks[k] = and(masks[k]!, led(run, masks[k - 1]!));
  for (let k = masks.length - 2; k >= 0; k--) masks[k] = and(masks[k]!, origins(run, masks[k + 1]!));
  return masks.reduce(or);
}

function near(run: Run, is: "before" | "after", of: Uint8Array, within: number): Uint8Array {
  const out = new Uint8Array(run.n);
  const { at } = run.data;
  let last = is === "before" ? Infinity : -Infinity;
  const step = is === "before" ? -1 : 1;
  for (let i = is === "before" ? run.n - 1 : 0; i >= 0 && i < run.n; i += step) {
    if (Math.abs(at[i]! - last) <= within && Number.isFinite(last)) out[i] = 1;
    if (of[i]) last = at[i]!;
  }
  return out;
}

function term(run: Run, key: string, v: string): Uint8Array {
  const { node, inc, kind, at, site } = run.data;
  switch (key) {
    case "node": {
      const [name, number] = v.split("#");
      const is = nodesNamed(run, name!);
      return fill(run, (i) => is[node[i]! + 1]! && (number === undefined || inc[i] === Number(number)));
    }
    case "kind": {
      const of = kindsNamed(run, v);
      return fill(run, (i) => of[kind[i]!] === 1);
    }
    case "time": {
      const t = interval(v);
      return fill(run, (i) => typeof t !== "string" && at[i]! >= t.from && at[i]! <= t.to);
    }
    case "property": {
      const of = run.head.kinds.map((k) => ["check", "check.begin", "check.end"].includes(k.name));
      const match = wildcard(v);
      return fill(run, (i) => of[kind[i]!]! && match(textS(run, i)));
    }
    case "site": {
      const [match, below] = [wildcard(v), wildcard("*/" + v)];
      const is = [false, ...run.head.header.sites.map((s) => [s.file, `${s.file}:${s.line}`].some((name) => match(name) || below(name)))];
      return fill(run, (i) => is[site[i]!]!);
    }
    case "cause":
      return past(run, Number(v.replace("#", "")) - 1);
    case "effect":
      return future(run, Number(v.replace("#", "")) - 1);
    case "size": {
      const { comparison, bytes } = sizeBound(v)!;
      const of = run.head.kinds.map((k) => k.fields.find((f) => f.name === "bytes" || f.name === "size")?.of ?? "");
      return fill(run, (i) => {
        const from = of[kind[i]!]!;
        const n = run.data[from === "A" ? "a" : "b"][i]!;
        if (from === "") return false;
        if (n === bytes) return comparison.endsWith("=");
        return comparison.startsWith(n > bytes ? ">" : "<");
      });
    }
    case "match": {
      const matcher = new Matcher(v);
      return fill(run, (i) => matcher.in(what(run, i)));
    }
  }
  return textMask(run, v);
}

function fill(run: Run, test: (i: number) => boolean): Uint8Array {
  const out = new Uint8Array(run.n);
  for (let i = 0; i < run.n; i++) if (test(i)) out[i] = 1;
  return out;
}

/** nodesNamed says which nodes a name stands for: node i is at i+1. */
function nodesNamed(run: Run, pattern: string): boolean[] {
  return [false, ...run.nodes.map(wildcard(pattern))];
}

/** between is what one node does on the network with another, in either direction. */
function between(run: Run, nodes: string[]): Uint8Array {
  const [one, other] = nodes.map((v) => nodesNamed(run, v)) as [boolean[], boolean[]];
  const of = run.head.kinds.map((k) => k.class === "network");
  const peers = new Map<number, number>(); // by their texts, "name:port"
  const peer = (s: number): number => {
    let p = peers.get(s);
    if (p === undefined) peers.set(s, (p = run.nodes.indexOf(run.text(s).replace(/:[^:]*$/, "")) + 1));
    return p;
  };
  const { node, kind, s } = run.data;
  return fill(run, (i) => {
    if (!of[kind[i]!] || s[i] === 0) return false;
    const [own, to] = [node[i]! + 1, peer(s[i]!)];
    return (one[own]! && other[to]!) || (other[own]! && one[to]!);
  });
}

/** sizeBound reads a comparison of sizes; null if it is none. k is 1,024 bytes, M is 1,024 of those. */
export function sizeBound(v: string): { comparison: string; bytes: number } | null {
  const [, comparison, digits, unit] = /^([<>]=?|=) (\d{1,12})([kM]?)$/.exec(v) ?? [];
  return comparison === undefined ? null : { comparison, bytes: Number(digits) * { "": 1, k: 1024, M: 1024 ** 2 }[unit!]! };
}

/** kindsNamed has 1 for each kind that a name stands for: one, or all of a class or of a family. */
export function kindsNamed(run: Run, v: string): number[] {
  const prefix = v.replace(/\.$/, "") + ".";
  const match = wildcard(v);
  return run.head.kinds.map((k) => Number(k.name !== "" && (match(k.name) || match(k.class) || k.name.startsWith(prefix))));
}

/** interval reads "1s..2.5s", either side of which may be left out; or says what is wrong with it. */
export function interval(v: string): { from: number; to: number } | string {
  const dots = v.indexOf("..");
  const [first, last] = dots < 0 ? [v, null] : [v.slice(0, dots), v.slice(dots + 2)];
  const from = first === "" && last !== null ? 0 : parseDuration(first);
  const to = last === null ? from : last === "" ? Infinity : parseDuration(last);
  if (from === null || to === null) return `time:${v}: write for example time:250ms..1m30s`;
  return to < from ? `time:${v} ends before it begins` : { from, to };
}
