/** Place is a line of a file, from 0. */
export interface Place {
  uri: string;
  line: number;
}

/** step gives the place behind another, or before it, in the order of files and
 * lines; behind the last one comes the first. */
export function step(all: Place[], from: Place | undefined, by: 1 | -1): Place | undefined {
  const sorted = all.filter((p) => p.uri !== "").sort(order);
  if (!from) {
    return by > 0 ? sorted[0] : sorted.at(-1);
  }
  const behind = by > 0 ? sorted.find((p) => order(p, from) > 0) : sorted.reverse().find((p) => order(p, from) < 0);
  return behind ?? sorted[0];
}

function order(a: Place, b: Place): number {
  return a.uri === b.uri ? a.line - b.line : a.uri < b.uri ? -1 : 1;
}
