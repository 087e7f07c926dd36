// Looks for a text in the lines of all events without making the lines. A line is put
// together of pieces: the node, words of the kind, numbers, the two texts of the event
// and its site. What no piece has, no line has; what one piece has, its line has. Only
// where a text may lie across pieces is the line made.
import { plain } from "./escape";
import { errno, what } from "./print";
import type { Run } from "./run";

/** What a piece tells of a line: the text is not in it, may be, or is. */
const NO = 0;
const MAY = 1;
const YES = 2;
type Answer = typeof NO | typeof MAY | typeof YES;

/** Characters that stand between pieces, or at the edge of one. */
const EDGES = /[\s=:"|]+/;

/** textMask has 1 for each event whose line has a text behind the instant. */
export function textMask(run: Run, text: string): Uint8Array {
  const parts = text.split(EDGES).filter((p) => p !== "");
  const whole = parts.length === 1 && parts[0] === text;
  const found = new Uint8Array(run.n).fill(whole ? NO : MAY);
  for (const part of parts) {
    const search = new Search(run, part);
    for (let i = 0; i < run.n; i++) if (found[i] !== NO || whole) found[i] = whole ? search.at(i) : Math.min(MAY, search.at(i));
  }
  for (let i = 0; i < run.n; i++) {
    const f = found[i]!;
    found[i] = f === MAY ? Number(what(run, i).includes(text)) : f >> 1;
  }
  return found;
}

/** Search answers for one text that has none of the EDGES in it. */
class Search {
  readonly #run: Run;
  readonly #part: string;
  readonly #kinds: Uint8Array;
  readonly #usesS: Uint8Array;
  readonly #usesT: Uint8Array;
  readonly #numbers: Uint8Array;
  readonly #strings: Uint8Array;
  readonly #sites: Uint8Array;
  readonly #errnos: boolean;
  readonly #check: number;
  /** Of each node: the incarnation that was asked about last, and the answer. */
  readonly #inc: Float64Array;
  readonly #who: Uint8Array;
  /** The text could be a part of a whole number, or of one with a sign. */
  readonly #numeric: boolean;

  constructor(run: Run, part: string) {
    const { kinds, errnos, header } = run.head;
    this.#run = run;
    this.#part = part;
    this.#numeric = /^-?\d*$/.test(part);
    this.#kinds = Uint8Array.from(kinds, (k) => kindHas(run, k, part));
    const uses = (of: string) => Uint8Array.from(kinds, (k) => Number(k.fields.some((f) => of.includes(f.of))));
    this.#usesS = uses("S");
    this.#usesT = uses("T");
    this.#numbers = uses("ABCn");
    this.#strings = strings(run, part);
    this.#sites = Uint8Array.from([{ file: "", line: 0 }, ...header.sites], (s) => Number(`at ${s.file}:${s.line}`.includes(part)));
    this.#errnos = [...errnos, "CRASHED", "errno", "0123456789"].some((name) => name.includes(part)) || this.#numeric;
    this.#check = run.kind("check");
    this.#inc = new Float64Array(run.nodes.length).fill(-1);
    this.#who = new Uint8Array(run.nodes.length);
  }

  /** at answers for one event. */
  at(i: number): Answer {
    const { kind, s, t, c, node, site } = this.#run.data;
    const k = kind[i]!;
    let best = this.#kinds[k]! as Answer;
    if (best === YES) return YES;
    if (this.#usesS[k]) best = Math.max(best, this.#strings[s[i]!]!) as Answer;
    if (this.#usesT[k]) best = Math.max(best, this.#strings[t[i]!]!) as Answer;
    if (node[i]! >= 0) best = Math.max(best, this.#whoHas(i, node[i]!)) as Answer;
    if (best !== NO) return best;
    if (this.#numeric && this.#numbers[k] && this.#numberHas(i)) return MAY;
    if (this.#errnos && c[i] !== 0 && errno(this.#run, i) !== 0) return MAY;
    return k === this.#check && this.#sites[site[i]!] ? MAY : NO;
  }

  #numberHas(i: number): boolean {
    const { a, b, c } = this.#run.data;
    return String(a[i]).includes(this.#part) || String(b[i]).includes(this.#part) || String(Math.floor(c[i]! / 65536)).includes(this.#part);
  }

  #whoHas(i: number, node: number): number {
    const inc = this.#run.data.inc[i]!;
    if (this.#inc[node] !== inc) {
      this.#inc[node] = inc;
      this.#who[node] = `${this.#run.nodes[node]!}#${inc}`.includes(this.#part) ? YES : NO;
    }
    return this.#who[node]!;
  }
}

/** kindHas answers for the words of a kind. */
function kindHas(run: Run, k: Run["head"]["kinds"][number], part: string): Answer {
  const always = k.fields.filter((f) => "ABCndikbs".includes(f.of)).map((f) => f.name);
  const named = k.class !== "calls" && k.name !== "check" && k.name !== "log";
  if (k.verb.split(EDGES).some((w) => w.includes(part)) || (named && always.some((name) => name.includes(part)))) return YES;
  const maybe = k.fields.map((f) => f.name);
  if (k.fields.some((f) => f.of === "k")) maybe.push(...run.head.properties, "kind", "0123456789");
  if (k.fields.some((f) => f.of === "b")) maybe.push("ok", "false", "true", "at");
  if (k.fields.some((f) => f.of === "s")) maybe.push(...run.head.statuses);
  if (k.class === "calls") maybe.push("in");
  const timed = k.fields.some((f) => "di".includes(f.of)); // they are rare, so each is looked at
  return timed || maybe.some((w) => w.includes(part)) ? MAY : NO;
}

/** strings answers for each text of the run, which stands in a line in one of two escaped forms. */
function strings(run: Run, part: string): Uint8Array {
  const all = run.data.strings;
  const found = new Uint8Array(all.length);
  const backslash = part.includes("\\");
  for (let k = 0; k < all.length; k++) {
    const s = all[k]!;
    if (!plain(s)) found[k] = MAY;
    else if (backslash) found[k] = s.includes('"') ? MAY : NO;
    else found[k] = s.includes(part) ? YES : NO;
  }
  return found;
}
