// Regular expressions that take time in proportion to the text, whatever they are: all
// ways through an expression are followed at once, and none is gone back over. Sets of
// places that were met before are kept with where each character leads from them.
import { WORD, Chars } from "./chars";
import { compile, type Instruction } from "./program";
import { parse, SyntaxProblem, type Edge } from "./syntax";

/** What is before or behind a place. */
const EDGE = 0; // the text begins or ends
const LINE = 1; // a line feed
const LETTER = 2; // of a word
const OTHER = 3;
type Side = typeof EDGE | typeof LINE | typeof LETTER | typeof OTHER;

/** State is where the ways through an expression have come to. */
interface State {
  /** Instructions, before edges are looked at. */
  readonly places: readonly number[];
  readonly before: Side;
  /** Where a character of ASCII leads, or the end of the text, at ENDS; "found" if the expression is found. */
  readonly ascii: (State | "found" | undefined)[];
  readonly others: Map<number, State | "found">;
}

const ENDS = 128;

/** Most states that are kept; when there are more, all are forgotten. */
const MAX_STATES = 2000;

const word = new Chars([WORD]);

/** Matcher answers whether an expression is found somewhere in a text. */
export class Matcher {
  /** How many instructions were looked at so far. */
  steps = 0;
  readonly #program: Instruction[];
  readonly #seen: Uint32Array;
  #turn = 0;
  #states = new Map<string, State>();
  #first: State;

  /** It throws SyntaxProblem. */
  constructor(expression: string) {
    this.#program = compile(parse(expression));
    this.#seen = new Uint32Array(this.#program.length);
    this.#first = this.#state([], EDGE);
  }

  /** How many instructions the expression has: each is looked at once for a character at most. */
  get size(): number {
    return this.#program.length;
  }

  /** in looks for the expression in a text. */
  in(text: string): boolean {
    let state = this.#first;
    for (let i = 0; i < text.length;) {
      const c = text.codePointAt(i)!;
      i += c > 0xffff ? 2 : 1;
      const next = (c < ENDS ? state.ascii[c] : state.others.get(c)) ?? this.#go(state, c);
      if (next === "found") return true;
      state = next;
    }
    return (state.ascii[ENDS] ?? this.#go(state, -1)) === "found";
  }

  /** go works out where a character leads; -1 is the end of the text. */
  #go(from: State, c: number): State | "found" {
    const side = c < 0 ? EDGE : c === 10 ? LINE : word.has(c) ? LETTER : OTHER;
    const places: number[] = [];
    const found = this.#follow(from, side, c, places);
    const to = found ? "found" : this.#state(places, side);
    if (c < 0) from.ascii[ENDS] = to;
    else if (c < ENDS) from.ascii[c] = to;
    else from.others.set(c, to);
    return to;
  }

  /** follow goes on over edges and forks, and with each that takes the character, into places; true at an end. */
  #follow(from: State, after: Side, c: number, places: number[]): boolean {
    this.#turn++;
    const todo = [this.#program.length - 1, ...from.places]; // it may begin at any place
    const taken = new Set<number>();
    for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
      if (this.#seen[at] === this.#turn) continue;
      this.#seen[at] = this.#turn;
      this.steps++;
      const i = this.#program[at]!;
      if (i.is === "found") return true;
      if (i.is === "fork") todo.push(i.next, i.other);
      else if (i.is === "edge") {
        if (HOLDS[i.of](from.before, after)) todo.push(i.next);
      } else if (c >= 0 && !taken.has(i.next) && i.of.has(c)) {
        taken.add(i.next);
        places.push(i.next);
      }
    }
    return false;
  }

  #state(places: number[], before: Side): State {
    const key = `${before} ${places.sort((a, b) => a - b).join(" ")}`;
    let state = this.#states.get(key);
    if (state) return state;
    if (this.#states.size >= MAX_STATES) {
      this.#states = new Map();
      this.#first = this.#state([], EDGE);
    }
    state = { places, before, ascii: new Array<undefined>(ENDS + 1).fill(undefined), others: new Map() };
    this.#states.set(key, state);
    return state;
  }
}

const HOLDS: Record<Edge, (before: Side, after: Side) => boolean> = {
  "text begins": (before) => before === EDGE,
  "text ends": (_, after) => after === EDGE,
  "line begins": (before) => before === EDGE || before === LINE,
  "line ends": (_, after) => after === EDGE || after === LINE,
  "word edge": (before, after) => (before === LETTER) !== (after === LETTER),
  "no word edge": (before, after) => (before === LETTER) === (after === LETTER),
};

/** problemOf says what is wrong with an expression; "" if nothing is. */
export function problemOf(expression: string): string {
  try {
    new Matcher(expression);
    return "";
  } catch (err) {
    if (err instanceof SyntaxProblem) return err.message;
    throw err;
  }
}
