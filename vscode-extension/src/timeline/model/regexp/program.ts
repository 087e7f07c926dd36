// A regular expression as a program, whose instructions are tried all at once: what is
// before an end, an edge or a character, and where it goes on.
import type { Chars } from "./chars";
import { SyntaxProblem, type Edge, type Tree } from "./syntax";

/** Instruction of a program. */
export type Instruction =
  | { is: "chars"; of: Chars; next: number }
  | { is: "edge"; of: Edge; next: number }
  | { is: "fork"; next: number; other: number }
  | { is: "found" };

/** Most instructions of a program. */
const MAX_SIZE = 20_000;

/** compile gives the program of a tree; it begins with the last instruction. */
export function compile(tree: Tree): Instruction[] {
  const program: Instruction[] = [{ is: "found" }];
  const add = (i: Instruction): number => {
    if (program.length >= MAX_SIZE) throw new SyntaxProblem("the expression is too large");
    return program.push(i) - 1;
  };
  /** before gives where to begin so as to go on at next. */
  const before = (t: Tree, next: number): number => {
    switch (t.is) {
      case "chars":
        return add({ is: "chars", of: t.of, next });
      case "edge":
        return add({ is: "edge", of: t.of, next });
      case "all":
        return t.of.reduceRight((at, part) => before(part, at), next);
      case "any":
        return t.of.map((part) => before(part, next)).reduce((other, at) => add({ is: "fork", next: at, other }));
      case "repeat":
        return repeat(t, next);
    }
  };
  const repeat = ({ of, least, most }: Extract<Tree, { is: "repeat" }>, next: number): number => {
    let at = next;
    if (most === Infinity) {
      const loop: Instruction = { is: "fork", next, other: next };
      at = add(loop);
      loop.next = before(of, at);
    } else {
      for (let k = least; k < most; k++) at = add({ is: "fork", next: before(of, at), other: next });
    }
    for (let k = 0; k < least; k++) at = before(of, at);
    return at;
  };
  const begin = before(tree, 0);
  add({ is: "fork", next: begin, other: begin });
  return program;
}
