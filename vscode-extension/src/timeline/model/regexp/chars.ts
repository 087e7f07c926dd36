// Sets of characters, with or without regard to case.

/** Item is a set of characters: those in ranges, in pairs of first and last, or all others. */
export interface Item {
  ranges: readonly number[];
  negated: boolean;
}

const item = (...ranges: number[]): Item => ({ ranges, negated: false });
const of = (text: string): number[] => Array.from(text, (c) => c.codePointAt(0)!);

export const DIGIT = item(...of("09"));
export const WORD = item(...of("09AZ__az"));
export const SPACE = item(...of("\t\n\f\r  "));

/** NAMED are the classes that stand in brackets as [:name:]. */
export const NAMED: Readonly<Record<string, Item | undefined>> = {
  alnum: item(...of("09AZaz")),
  alpha: item(...of("AZaz")),
  ascii: item(0, 0x7f),
  blank: item(...of("\t\t  ")),
  cntrl: item(0, 0x1f, 0x7f, 0x7f),
  digit: DIGIT,
  graph: item(...of("!~")),
  lower: item(...of("az")),
  print: item(...of(" ~")),
  punct: item(...of("!/:@[`{~")),
  space: item(...of("\t\r  ")),
  upper: item(...of("AZ")),
  word: WORD,
  xdigit: item(...of("09AFaf")),
};

/** not is all other characters. */
export function not({ ranges, negated }: Item): Item {
  return { ranges, negated: !negated };
}

/** Chars is a set that is asked about one character after the other. */
export class Chars {
  readonly #has: (c: number) => boolean;

  /** It has what one of the items has; or else, if negated, what none has. With fold, a character is in an item if
   * it differs only by case from one that is. */
  constructor(items: readonly Item[], negated = false, fold = false) {
    const tests = items.map((i) => test(i, fold));
    this.#has = (c) => tests.some((has) => has(c)) !== negated;
  }

  has(c: number): boolean {
    return this.#has(c);
  }
}

function test({ ranges, negated }: Item, fold: boolean): (c: number) => boolean {
  if (!fold) return (c) => within(ranges, c) !== negated;
  // One character against one set: nothing to go back over. The browser knows which characters differ by case.
  const hex = (c: number): string => `\\u{${c.toString(16)}}`;
  let set = "";
  for (let k = 0; k < ranges.length; k += 2) set += `${hex(ranges[k]!)}-${hex(ranges[k + 1]!)}`;
  const one = set === "" ? null : new RegExp(`^[${set}]$`, "iu");
  return (c) => (one !== null && one.test(String.fromCodePoint(c))) !== negated;
}

function within(ranges: readonly number[], c: number): boolean {
  for (let k = 0; k < ranges.length; k += 2) if (c >= ranges[k]! && c <= ranges[k + 1]!) return true;
  return false;
}
