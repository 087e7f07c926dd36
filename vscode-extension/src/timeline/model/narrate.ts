// One plain sentence for an event: that of the story, which Go has made, or else one
// made of its fields.
import { clip } from "./escape";
import { fateOf } from "./fate";
import { predicate, who } from "./print";
import type { Run } from "./run";

/** Longest text of a program in a sentence, in UTF-16 units. */
export const MAX_QUOTE = 200;

/** Longest sentence of a story that is told whole, in UTF-16 units. */
const MAX_STEP = 1000;

/** narrate tells an event in one sentence, with its node as the subject. */
export function narrate(run: Run, i: number): string {
  const subject = who(run, i);
  const told = run.head.header.story?.steps.find((step) => step.event === i + 1)?.text;
  const says = told === undefined ? predicate(run, i, MAX_QUOTE) + became(run, i) : clip(told, MAX_STEP);
  return (subject === "" ? "" : subject + ": ") + says + ".";
}

/** What is said of a message that was not read as soon as it came. */
const BECAME: Record<string, string> = {
  held: "held by a partition",
  delayed: "delayed, since its receiver stood still",
  dropped: "dropped: nobody will read it",
  "under way": "under way at the end of the run",
};

function became(run: Run, i: number): string {
  const says = BECAME[fateOf(run, i)?.fate ?? ""];
  return says === undefined ? "" : `, ${says}`;
}
