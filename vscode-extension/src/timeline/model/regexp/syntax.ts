// The tree of a regular expression. The syntax is that of Go (RE2), but for \p, \Q and \C.
import { Chars, DIGIT, NAMED, not, SPACE, WORD, type Item } from "./chars";

/** Where an expression may match nothing at all: at the ends of the text or of a line, or beside a word. */
export type Edge = "text begins" | "text ends" | "line begins" | "line ends" | "word edge" | "no word edge";

/** Tree is an expression. */
export type Tree =
  | { is: "chars"; of: Chars }
  | { is: "edge"; of: Edge }
  | { is: "all" | "any"; of: Tree[] }
  /** Most is Infinity if there is no limit. */
  | { is: "repeat"; of: Tree; least: number; most: number };

/** SyntaxProblem says in a few words what is wrong with an expression. */
export class SyntaxProblem extends Error {}

/** Most times that a part of an expression is repeated by number, also together with what is around it. */
const MAX_REPEAT = 1000;

/** Most brackets inside of each other. */
const MAX_DEPTH = 500;

/** parse reads an expression. It throws SyntaxProblem. */
export function parse(text: string): Tree {
  return new Parser(text).whole();
}

interface Flags {
  fold: boolean;
  lines: boolean;
  dotAll: boolean;
}

class Parser {
  readonly #text: string;
  #at = 0;
  #depth = 0;
  #flags: Flags = { fold: false, lines: false, dotAll: false };

  constructor(text: string) {
    this.#text = text;
  }

  whole(): Tree {
    const tree = this.#any();
    if (this.#at < this.#text.length) throw new SyntaxProblem("unexpected )");
    return tree;
  }

  #any(): Tree {
    const of = [this.#all()];
    while (this.#take("|")) of.push(this.#all());
    return of.length === 1 ? of[0]! : { is: "any", of };
  }

  #all(): Tree {
    const of: Tree[] = [];
    while (this.#at < this.#text.length && !this.#ahead("|") && !this.#ahead(")")) {
      // Flags are nothing by themselves: what stands before them is repeated.
      const one = this.#one() ?? (this.#counted() ? of.pop() : null);
      if (one) of.push(this.#repeated(one));
    }
    return { is: "all", of };
  }

  /** repeated reads what may stand behind a part: * + ? or {2,3}, and a question mark, which changes no answer. */
  #repeated(of: Tree): Tree {
    const times = this.#repetition();
    if (!times) return of;
    this.#take("?");
    if (this.#repetition()) throw new SyntaxProblem("a repetition is repeated");
    const [least, most] = times;
    const tree: Tree = { is: "repeat", of, least, most };
    if (least > MAX_REPEAT || (most > MAX_REPEAT && most < Infinity) || least > most || repeats(tree) > MAX_REPEAT)
      throw new SyntaxProblem(`what is repeated by number is repeated at most ${MAX_REPEAT} times`);
    return tree;
  }

  #repetition(): [least: number, most: number] | null {
    if (this.#take("*")) return [0, Infinity];
    if (this.#take("+")) return [1, Infinity];
    if (this.#take("?")) return [0, 1];
    const times = this.#match(/\{(0|[1-9]\d*)(?:(,)(0|[1-9]\d*)?)?\}/y);
    if (!times) return null;
    const least = Number(times[1]);
    if (times[2] === undefined) return [least, least];
    return [least, times[3] === undefined ? Infinity : Number(times[3])];
  }

  /** one reads a character, a class, a group or an edge; null for flags. */
  #one(): Tree | null {
    if (this.#ahead("(")) return this.#group();
    if (this.#ahead("[")) return this.#class();
    if (this.#ahead("\\")) return this.#escape();
    if (this.#take(".")) return chars(not({ ranges: this.#flags.dotAll ? [] : [10, 10], negated: false }));
    if (this.#take("^")) return { is: "edge", of: this.#flags.lines ? "line begins" : "text begins" };
    if (this.#take("$")) return { is: "edge", of: this.#flags.lines ? "line ends" : "text ends" };
    if (this.#counted()) throw new SyntaxProblem("nothing is before a repetition");
    return this.#letter(this.#next());
  }

  /** counted says whether a repetition comes next. */
  #counted(): boolean {
    const before = this.#at;
    const is = this.#repetition() !== null;
    this.#at = before;
    return is;
  }

  #letter(c: number): Tree {
    return { is: "chars", of: new Chars([{ ranges: [c, c], negated: false }], false, this.#flags.fold) };
  }

  #group(): Tree | null {
    const before = this.#flags;
    if (++this.#depth > MAX_DEPTH) throw new SyntaxProblem("brackets are too deep inside of each other");
    this.#at++;
    if (this.#take("?") && !this.#named()) {
      const flags = this.#match(/([imsU]*)(?:-([imsU]+))?([:)])/y);
      if (!flags) throw new SyntaxProblem("what is behind (? is not understood; there are (?:…), (?i), (?m), (?s), (?U) and (?P<name>…)");
      const [, on, off, end] = flags;
      this.#flags = this.#with(on!, true).#with(off ?? "", false).#flags;
      if (end === ")") {
        this.#depth--;
        return null; // until the group around ends
      }
    }
    const tree = this.#any();
    if (!this.#take(")")) throw new SyntaxProblem("a bracket ( is not closed");
    this.#flags = before;
    this.#depth--;
    return tree;
  }

  #with(letters: string, on: boolean): this {
    const flags = { ...this.#flags };
    if (letters.includes("i")) flags.fold = on;
    if (letters.includes("m")) flags.lines = on;
    if (letters.includes("s")) flags.dotAll = on;
    this.#flags = flags;
    return this;
  }

  #named(): boolean {
    return this.#match(/P?<\w+>/y) !== null;
  }

  #escape(): Tree {
    const item = this.#perl();
    if (item) return { is: "chars", of: new Chars([item], false, this.#flags.fold) };
    const edges: Record<string, Edge> = { A: "text begins", z: "text ends", b: "word edge", B: "no word edge" };
    const of = edges[this.#text[this.#at + 1] ?? ""];
    if (!of) return this.#letter(this.#escaped());
    this.#at += 2;
    return { is: "edge", of };
  }

  /** perl reads \d, \w, \s or one of their opposites; null if there is none. */
  #perl(): Item | null {
    const letter = this.#match(/\\([dwsDWS])/y)?.[1];
    if (letter === undefined) return null;
    const item = { d: DIGIT, w: WORD, s: SPACE }[letter.toLowerCase()]!;
    return letter === letter.toLowerCase() ? item : not(item);
  }

  /** escaped reads a character that stands behind a backslash. */
  #escaped(): number {
    this.#at++;
    if (this.#at >= this.#text.length) throw new SyntaxProblem("nothing is behind the last backslash");
    const hex = this.#match(/x(?:([0-9a-fA-F]{2})|\{([0-9a-fA-F]+)\})/y);
    const octal = hex ? null : this.#match(/(?:[1-7](?=[0-7])[0-7]{1,2}|0[0-7]{0,2})/y);
    if (hex || octal) {
      const c = hex ? parseInt(hex[1] ?? hex[2]!, 16) : parseInt(octal![0], 8);
      if (c <= 0x10ffff) return c;
      throw new SyntaxProblem(`\\${hex![0]} is no character`);
    }
    const c = this.#next();
    const letter = String.fromCodePoint(c);
    const control = "afnrtv".indexOf(letter);
    if (control >= 0) return [7, 12, 10, 13, 9, 11][control]!;
    if (c < 0x80 && !/[0-9A-Za-z]/.test(letter)) return c;
    throw new SyntaxProblem(`\\${letter} is not understood`);
  }

  #class(): Tree {
    this.#at++;
    const negated = this.#take("^");
    const items: Item[] = [];
    for (let first = true; first || !this.#ahead("]"); first = false) {
      if (this.#at >= this.#text.length) throw new SyntaxProblem("a bracket [ is not closed");
      items.push(this.#posix() ?? this.#perl() ?? this.#range());
    }
    this.#at++;
    return { is: "chars", of: new Chars(items, negated, this.#flags.fold) };
  }

  #posix(): Item | null {
    const found = this.#match(/\[:(\^?)([^\]:]*):\]/y);
    if (!found) return null;
    const item = Object.hasOwn(NAMED, found[2]!) ? NAMED[found[2]!] : undefined;
    if (!item) throw new SyntaxProblem(`there is no class ${found[0]}`);
    return found[1] === "" ? item : not(item);
  }

  #range(): Item {
    const low = this.#classChar();
    if (!this.#ahead("-") || this.#at + 1 >= this.#text.length || this.#text[this.#at + 1] === "]")
      return { ranges: [low, low], negated: false };
    this.#at++;
    const high = this.#classChar();
    if (high < low) throw new SyntaxProblem("a range of characters ends before it begins");
    return { ranges: [low, high], negated: false };
  }

  #classChar(): number {
    if (this.#at >= this.#text.length) throw new SyntaxProblem("a bracket [ is not closed");
    return this.#ahead("\\") ? this.#escaped() : this.#next();
  }

  #next(): number {
    const c = this.#text.codePointAt(this.#at)!;
    this.#at += c > 0xffff ? 2 : 1;
    return c;
  }

  #ahead(sign: string): boolean {
    return this.#text[this.#at] === sign;
  }

  #take(sign: string): boolean {
    if (!this.#ahead(sign)) return false;
    this.#at++;
    return true;
  }

  #match(sticky: RegExp): RegExpExecArray | null {
    sticky.lastIndex = this.#at;
    const found = sticky.exec(this.#text);
    if (found) this.#at = sticky.lastIndex;
    return found;
  }
}

function chars(item: Item): Tree {
  return { is: "chars", of: new Chars([item]) };
}

/** repeats is how often what is repeated by number inside of a tree is, at most. */
function repeats(tree: Tree): number {
  switch (tree.is) {
    case "repeat": {
      const own = tree.most === Infinity ? tree.least : tree.most;
      return (tree.most === Infinity && tree.least < 2 ? 1 : Math.max(1, own)) * repeats(tree.of);
    }
    case "all":
    case "any":
      return tree.of.reduce((most, t) => Math.max(most, repeats(t)), 1);
  }
  return 1;
}
