// What became of a message, of the event that sent it.
import { lower } from "./loss";
import type { Run } from "./run";

/** fateOf is what became of the message that an event sent, such as "held", and the event by which it was read or lost,
 * -1 for none; null for an event that sent none, or while that is not known. */
export function fateOf(run: Run, i: number): { fate: string; end: number } | null {
  const { survey } = run;
  if (!survey) return null;
  const { send, end, fate } = survey.messages;
  const k = lower(send, i + 1);
  return send[k] === i + 1 ? { fate: survey.fates[fate[k]!]!, end: end[k]! - 1 } : null;
}
