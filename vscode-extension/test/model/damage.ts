// Damages sections, each time in another way. The same seed damages in the same way.

/** Draws gives numbers below a limit. */
export class Draws {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed * 2654435761) >>> 0;
  }

  below(n: number): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * n);
  }

  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }
}

/** What a value is replaced by, as JSON. 1e999 is read as Infinity. */
const VALUES = [
  "null",
  "-1",
  "0",
  "1",
  "0.5",
  "1e999",
  "-1e999",
  "1e300",
  "4294967296",
  "9007199254740993",
  '""',
  '"x"',
  "[]",
  "[null]",
  "{}",
  "true",
];

/** damagedJson changes one value of a section, or cuts it off. */
export function damagedJson(section: Uint8Array, draws: Draws): Uint8Array {
  const text = new TextDecoder().decode(section);
  if (draws.below(50) === 0) return section.subarray(0, draws.below(section.length));
  const root = JSON.parse(text) as unknown;
  const mark = "@damaged@";
  const value = draws.of(VALUES);
  change(root, mark, draws);
  return new TextEncoder().encode(JSON.stringify(root).replace(`"${mark}"`, value));
}

/** change goes down from a value and puts mark somewhere, or takes something out, or has it twice. */
function change(root: unknown, mark: string, draws: Draws): void {
  let at = root as Record<string, unknown>;
  for (;;) {
    const keys = Object.keys(at);
    if (keys.length === 0) return;
    const key = draws.of(keys);
    const next = at[key];
    if (typeof next === "object" && next !== null && draws.below(8) > 0) {
      at = next as Record<string, unknown>;
      continue;
    }
    const kind = draws.below(6);
    if (kind === 0 && Array.isArray(at)) at.splice(Number(key), 1);
    else if (kind === 1 && Array.isArray(at)) at.splice(Number(key), 0, next);
    else if (kind === 0)
      delete at[key]; // eslint-disable-line @typescript-eslint/no-dynamic-delete -- any member may be missing
    else at[key] = mark;
    return;
  }
}

/** damagedBytes changes up to four bytes, or cuts the section off. */
export function damagedBytes(section: Uint8Array, draws: Draws): Uint8Array {
  if (draws.below(20) === 0) return section.slice(0, draws.below(section.length));
  const copy = section.slice();
  for (let n = 1 + draws.below(4); n > 0; n--) copy[draws.below(copy.length)] = draws.of([0, 1, 0x7f, 0x80, 0xf0, 0xff, draws.below(256)]);
  return copy;
}
