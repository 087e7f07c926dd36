// One plain sentence for an event, made of its fields.
import { predicate, who } from "./print";
import type { Run } from "./run";

/** Longest text of a program in a sentence, in UTF-16 units. */
export const MAX_QUOTE = 200;

/** narrate tells an event in one sentence, with its node as the subject. */
export function narrate(run: Run, i: number): string {
  const subject = who(run, i);
  return (subject === "" ? "" : subject + ": ") + predicate(run, i, MAX_QUOTE) + ".";
}
