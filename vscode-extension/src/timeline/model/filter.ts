// The filter language: that of docs/trace-format.md, with `and`, `or`, `not`, brackets,
// `a -> b` and before(a), after(a) within 50ms.
import { parseDuration } from "./time";
import type { FilterError, Key, Query } from "./query";
import { kindsNamed, interval } from "./mask";
import { problemOf } from "./regexp/regexp";
import type { Run } from "./run";

export { mask } from "./mask";
export { isError, type FilterError, type Query } from "./query";

/** The keys that a term may have. */
export const KEYS: readonly Key[] = ["node", "kind", "time", "text", "property", "site", "cause", "effect"];

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
    if (e instanceof Bad) return { at: e.at, message: e.message };
    throw e;
  }
}

const VALUE = /"(?:[^"\\]|\\.)*"|[^\s",]+/y;
const WORD = /(?:([a-z]+):)?((?:"(?:[^"\\]|\\.)*"|[^\s",()]+)(?:,(?:"(?:[^"\\]|\\.)*"|[^\s",()]+))*)(?=[\s)]|$)/y;
const EXPRESSION = /\/((?:[^/\\]|\\.)+)\/(?=[\s)]|$)/y;

/** Reader goes through the text once. */
class Reader {
  #at = 0;
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
    if (this.#word("not")) return { is: "not", of: this.#unary() };
    if (this.#text[this.#at] === "-" && !this.#ahead("->")) {
      this.#at++;
      return { is: "not", of: this.#unary() };
    }
    for (const is of ["before", "after"] as const) {
      if (this.#text.startsWith(`${is}(`, this.#at)) {
        this.#at += is.length;
        return this.#near(is);
      }
    }
    return this.#text[this.#at] === "(" ? this.#bracket() : this.#term();
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
    const span = /[^\s)]*/y;
    span.lastIndex = start;
    const text = span.exec(this.#text)![0];
    const within = parseDuration(text);
    if (within === null || within < 0) throw new Bad(start, `"${text}" is not a duration; write for example 50ms`);
    this.#at += text.length;
    return { is, of, within };
  }

  #term(): Query {
    const start = this.#at;
    EXPRESSION.lastIndex = WORD.lastIndex = start;
    const expression = EXPRESSION.exec(this.#text);
    if (expression) {
      this.#at = EXPRESSION.lastIndex;
      return this.#checked(start, "match", [expression[1]!.replaceAll("\\/", "/")]);
    }
    const word = WORD.exec(this.#text);
    if (!word)
      throw new Bad(
        start,
        start === this.#text.length ? "a term is missing at the end" : `"${this.#text.slice(start)}" is no term of a query`,
      );
    this.#at = WORD.lastIndex;
    const [, key = "text", list] = word;
    if (!(KEYS as readonly string[]).includes(key)) throw new Bad(start, `"${key}" is no key of a query; there are: ${KEYS.join(", ")}`);
    const values: string[] = [];
    VALUE.lastIndex = 0;
    for (let v = VALUE.exec(list!); v; v = VALUE.exec(list!)) {
      values.push(v[0].startsWith('"') ? v[0].slice(1, -1).replace(/\\(.)/g, "$1") : v[0]);
      VALUE.lastIndex++;
    }
    return this.#checked(start, key as Key, values);
  }

  #checked(at: number, key: Key, values: string[]): Query {
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

  #word(word: string): boolean {
    this.#space();
    if (!this.#ahead(word)) return false;
    this.#at += word.length;
    return true;
  }
}

/** wrong says what is wrong with a value of a term; "" if nothing is. */
function wrong(run: Run | null, key: Key, v: string): string {
  switch (key) {
    case "node":
      return run && !/^[^#]*(#[+-]?\d+)?$/.test(v)
        ? `${v} is no node`
        : run && !run.nodes.includes(v.split("#")[0]!)
          ? `node:${v}: there is no such node; there are: ${run.nodes.join(", ")}`
          : "";
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

/** Completion is a text that can stand in the place from `from` to the cursor. */
export interface Completion {
  from: number;
  text: string;
}

/** complete says what can be written at the cursor. */
export function complete(run: Run, text: string, cursor: number): Completion[] {
  const before = text.slice(0, cursor);
  const [, key, start] = /(?:^|[\s(])-?(?:([a-z]+):)?([^\s()]*)$/.exec(before) ?? [];
  const begin = (start ?? "").split(",").at(-1)!;
  const from = cursor - begin.length;
  const all = key === undefined ? KEYS.map((k) => `${k}:`) : (values(run)[key] ?? []);
  return all.filter((c) => c.startsWith(begin) && c !== begin).map((c) => ({ from, text: c }));
}

function values(run: Run): Record<string, string[]> {
  return {
    node: run.nodes,
    kind: [...run.head.classes, ...run.head.kinds.map((k) => k.name).filter((name) => name !== "")],
    site: run.head.header.sites.map((s) => `${s.file.slice(s.file.lastIndexOf("/") + 1)}:${s.line}`),
  };
}
