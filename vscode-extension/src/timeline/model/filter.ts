// The language of queries, as docs/trace-format.md describes it. engine/tracefile reads it
// too; engine/tracefile/testdata/queries.txt is what both have to agree on.
import { parseDuration } from "./time";
import type { FilterError, Key, Query } from "./query";
import { kindsNamed, interval, sizeBound } from "./mask";
import { problemOf } from "./regexp/regexp";
import type { Run } from "./run";
import { wildcard } from "./wildcard";

export { mask } from "./mask";
export { isError, sentence, type FilterError, type Query } from "./query";

/** The keys that a term may have. */
export const KEYS: readonly string[] = [
  "node",
  "kind",
  "time",
  "text",
  "property",
  "site",
  "cause",
  "effect",
  "between",
  "size",
] satisfies Key[];

/** How many brackets and negations may be inside of each other. */
const DEPTH = 100;

class Bad extends Error {
  constructor(
    readonly at: number,
    message: string,
  ) {
    super(message);
  }
}

/** parse reads a query. With a run it also says if a node or a kind is not there. */
export function parse(text: string, run: Run | null = null): Query | FilterError {
  try {
    const reader = new Reader(text, run);
    return reader.all();
  } catch (e) {
    if (e instanceof Bad) return { at: Array.from(text.slice(0, e.at)).length + 1, message: e.message };
    throw e;
  }
}

const QUOTED = /"(?:[^"\\]|\\[^])*"/y;
const VALUE = /"(?:[^"\\]|\\[^])*"|[^\s",()]+/g;
const LIST = /(?:"(?:[^"\\]|\\[^])*"|[^\s",()]+)(?:,(?:"(?:[^"\\]|\\[^])*"|[^\s",()]+))*(?=[\s)]|$)/y;
const EXPRESSION = /\/((?:[^/\\]|\\[^])+)\/(?=[\s)]|$)/y;
const KEY = /([a-z]+):|(size)(?:[<>]=?|=)/y;
const OPERATOR = /(and|or|within|->)(?=[\s()]|$)/y;
const NEAR = /(before|after)\s*(?=\()/y;
const SPAN = /[^\s)]*/y;
const NOTHING = /(?=[\s)]|$)/y;
const TOKEN = /\S*/y;

/** Reader goes through the text once. */
class Reader {
  #at = 0;
  #depth = 0;
  readonly #text: string;
  readonly #run: Run | null;

  constructor(text: string, run: Run | null) {
    this.#text = text;
    this.#run = run;
  }

  all(): Query {
    this.#space();
    if (this.#at === this.#text.length) return { is: "all" };
    const q = this.#or();
    if (this.#at < this.#text.length) throw new Bad(this.#at, "a bracket closes that was not opened");
    return q;
  }

  #or(): Query {
    const of = [this.#and()];
    while (this.#word("or")) of.push(this.#and());
    return of.length === 1 ? of[0]! : { is: "or", of };
  }

  #and(): Query {
    const of = [this.#then()];
    for (;;) {
      this.#space();
      if (this.#word("and")) of.push(this.#then());
      else if (this.#at === this.#text.length || this.#text[this.#at] === ")" || this.#ahead("or")) break;
      else of.push(this.#then());
    }
    return of.length === 1 ? of[0]! : { is: "and", of };
  }

  #then(): Query {
    const of = [this.#unary()];
    while (this.#word("->")) of.push(this.#unary());
    return of.length === 1 ? of[0]! : { is: "then", of };
  }

  #unary(): Query {
    this.#space();
    if (++this.#depth > DEPTH) throw new Bad(this.#at, "brackets and negations are too deep inside of each other");
    const q = this.#one();
    this.#depth--;
    return q;
  }

  #one(): Query {
    const near = this.#match(NEAR);
    if (near) return this.#near(near[1] as "before" | "after");
    const next = this.#text[this.#at];
    if (next === "(") return this.#bracket();
    const minus = next === "-" && !this.#ahead("->");
    if (minus) this.#at++;
    return minus || this.#word("not") ? { is: "not", of: this.#unary() } : this.#term();
  }

  #bracket(): Query {
    const open = this.#at++;
    const q = this.#or();
    this.#space();
    if (this.#text[this.#at] !== ")") throw new Bad(open, "a bracket opens that is not closed");
    this.#at++;
    return q;
  }

  #near(is: "before" | "after"): Query {
    const of = this.#bracket();
    if (!this.#word("within")) return { is, of, within: Infinity };
    this.#space();
    const start = this.#at;
    const text = this.#match(SPAN)![0];
    const within = parseDuration(text);
    if (within === null || within < 0) throw new Bad(start, `"${text}" is not a duration; write for example 50ms`);
    return { is, of, within };
  }

  #term(): Query {
    const start = this.#at;
    const operator = this.#match(OPERATOR);
    if (operator) throw new Bad(start, `"${operator[0]}" is not a term here; in quotation marks it is text`);
    const expression = this.#match(EXPRESSION);
    if (expression) return this.#checked(start, "match", [expression[1]!.replaceAll("\\/", "/")]);
    const [key, list] = this.#keyed(start);
    const comparison = key === "size" ? this.#text.slice(start + key.length, this.#at - list.length) + " " : "";
    const values = Array.from(list.matchAll(VALUE), ([v]) => (v.startsWith('"') ? v.slice(1, -1).replace(/\\([^])/g, "$1") : v)).map(
      (v) => comparison + v,
    );
    return this.#checked(start, key as Key, values);
  }

  /** keyed reads the key of a term, if it has one, and the list of its values. */
  #keyed(start: number): [key: string, list: string] {
    const word = this.#match(KEY);
    let key = word?.[1] ?? word?.[2] ?? "text";
    const known = KEYS.includes(key);
    let list = this.#match(LIST);
    if (!list && word && this.#match(NOTHING)) {
      if (known) throw new Bad(start, `${word[0]} is without a value`);
      this.#at = start; // a word that ends with a colon
      list = this.#match(LIST);
      key = "text";
    } else if (list && !known) throw new Bad(start, `"${key}" is no key of a query; there are: ${KEYS.join(", ")}`);
    return [key, list?.[0] ?? this.#noTerm(start)];
  }

  /** noTerm says why there is no term at a place. */
  #noTerm(at: number): never {
    this.#at = at;
    const token = this.#match(TOKEN)![0];
    const quote = token.indexOf('"');
    if (token === "") throw new Bad(at, "a term is missing at the end");
    if (token.startsWith(")")) throw new Bad(at, "a term is missing before the bracket");
    this.#at = at + quote;
    if (quote >= 0 && !this.#match(QUOTED)) throw new Bad(at + quote, "a quotation mark opens that is not closed");
    throw new Bad(at, `"${token}" is no term of a query; text with commas, brackets or quotation marks stands in quotation marks`);
  }

  #checked(at: number, key: Key, values: string[]): Query {
    if (key === "between" && values.length !== 2) throw new Bad(at, "between takes two nodes, such as between:client,server");
    for (const v of values) {
      const message = wrong(this.#run, key, v);
      if (message) throw new Bad(at, message);
    }
    return { is: "term", key, values };
  }

  #space(): void {
    while (/\s/.test(this.#text[this.#at] ?? "")) this.#at++;
  }

  #ahead(word: string): boolean {
    const next = this.#text[this.#at + word.length];
    return this.#text.startsWith(word, this.#at) && (next === undefined || /[\s()]/.test(next));
  }

  /** match goes over what stands here, if it is so. */
  #match(sticky: RegExp): RegExpExecArray | null {
    sticky.lastIndex = this.#at;
    const found = sticky.exec(this.#text);
    if (found) this.#at = sticky.lastIndex;
    return found;
  }

  #word(word: string): boolean {
    this.#space();
    if (!this.#ahead(word)) return false;
    this.#at += word.length;
    return true;
  }
}

/** noNode says that a name is that of no node; "" if it is one. */
function noNode(run: Run | null, key: Key, v: string, name: string): string {
  return !run || run.nodes.some(wildcard(name)) ? "" : `${key}:${v}: there is no such node; there are: ${run.nodes.join(", ")}`;
}

/** wrong says what is wrong with a value of a term; "" if nothing is. */
function wrong(run: Run | null, key: Key, v: string): string {
  switch (key) {
    case "node":
      return !/^[^#]*(#\d+)?$/.test(v)
        ? `node:${v}: behind # stands the number of an incarnation, such as server#2`
        : noNode(run, key, v, v.split("#")[0]!);
    case "between":
      return noNode(run, key, v, v);
    case "size":
      return sizeBound(v) ? "" : "a size is compared with a number of bytes, such as size>1k or size<=64";
    case "kind":
      return run && !kindsNamed(run, v).includes(1)
        ? `kind:${v}: there is no such kind of event, and no such class; classes are: ${run.head.classes.join(", ")}`
        : "";
    case "time": {
      const t = interval(v);
      return typeof t === "string" ? t : "";
    }
    case "cause":
    case "effect":
      return /^#?\d+$/.test(v) ? "" : `${key}:${v}: an event is named by its number, such as #123`;
    case "match": {
      const problem = problemOf(v);
      return problem && `/${v}/ is no regular expression: ${problem}`;
    }
  }
  return "";
}
