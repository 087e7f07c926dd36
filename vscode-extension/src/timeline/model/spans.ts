// What goes on for a while: found by any window in time proportional to what is
// found, however long some of them are.

/** Spans are intervals in the order of their beginnings. */
export class Spans {
  readonly n: number;
  readonly #begin: Float64Array;
  /** A tree of the latest ends: of each block of 16, of each 16 of those, and so on. */
  readonly #levels: Float64Array[];

  /** An interval goes from begin[k] to end[k], both included. Beginnings do not fall. Both arrays are kept. */
  constructor(begin: Float64Array, end: Float64Array) {
    this.n = begin.length;
    this.#begin = begin;
    let level = end;
    this.#levels = [level];
    while (level.length > 1) {
      const above = new Float64Array(Math.ceil(level.length / 16)).fill(-Infinity);
      for (let k = 0; k < level.length; k++) if (level[k]! > above[k >> 4]!) above[k >> 4] = level[k]!;
      this.#levels.push(above);
      level = above;
    }
  }

  /** each calls visit for the intervals that touch a window, in order, until it says false. */
  each(from: number, to: number, visit: (k: number) => boolean): void {
    this.#in(this.#levels.length - 1, 0, this.before(to, true), from, visit);
  }

  /** begin and end of an interval. */
  begin(k: number): number {
    return this.#begin[k]!;
  }
  end(k: number): number {
    return this.#levels[0]![k]!;
  }

  /** first is the first interval that touches a window; -1 if none does. */
  first(from: number, to: number): number {
    let found = -1;
    this.each(from, to, (k) => {
      found = k;
      return false;
    });
    return found;
  }

  /** latest is which of some intervals, from one place up to, not including, another, ends last; -1 for none. */
  latest(from: number, to: number): number {
    let best = -1;
    for (let k = from; k < to;) {
      let level = 0;
      // As much at once as stands on one entry of a level above.
      while (level + 1 < this.#levels.length && k % 16 ** (level + 1) === 0 && k + 16 ** (level + 1) <= to) level++;
      if (best < 0 || this.#levels[level]![k >> (4 * level)]! > this.end(best)) best = this.#lastBelow(level, k >> (4 * level));
      k += 16 ** level;
    }
    return best;
  }

  /** lastBelow is which interval below an entry of a level ends last. */
  #lastBelow(level: number, entry: number): number {
    for (; level > 0; level--) {
      const end = this.#levels[level]![entry]!;
      entry <<= 4;
      while (this.#levels[level - 1]![entry] !== end) entry++;
    }
    return entry;
  }

  /** before is how many begin before x, or at x too. */
  before(x: number, orAt = false): number {
    let low = 0;
    let high = this.n;
    while (low < high) {
      const mid = (low + high) >>> 1;
      if (this.#begin[mid]! < x || (orAt && this.#begin[mid] === x)) low = mid + 1;
      else high = mid;
    }
    return low;
  }

  /** in visits what is below one entry of a level; false if visit said so. */
  #in(level: number, entry: number, stop: number, from: number, visit: (k: number) => boolean): boolean {
    if (entry << (4 * level) >= stop || !(this.#levels[level]![entry]! >= from)) return true;
    if (level === 0) return visit(entry);
    const last = Math.min(this.#levels[level - 1]!.length, (entry + 1) << 4);
    for (let child = entry << 4; child < last; child++) {
      if (!this.#in(level - 1, child, stop, from, visit)) return false;
    }
    return true;
  }
}
