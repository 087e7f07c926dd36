// Texts of the search that choose what something on the page is about.
import type { Interval } from "./interval";
import type { Run } from "./run";
import { duration } from "./time";

/** timeTerm chooses the events of an interval. */
export function timeTerm({ from, to }: Interval): string {
  return `time:${duration(from)}..${duration(to)}`;
}

/** eventTerms choose what led to an event, and events that have something in common with it: its kind, its node and
 * its source line, as far as it has them. */
export function eventTerms(run: Run, i: number): string[] {
  const { node, site } = run.data;
  const place = run.head.header.sites[site[i]! - 1];
  const terms = [`cause:#${i + 1}`, `kind:${run.kindName(i)}`];
  if (node[i]! >= 0) terms.push(`node:${value(run.nodes[node[i]!]!)}`);
  if (place) terms.push(`site:${value(`${place.file.slice(place.file.lastIndexOf("/") + 1)}:${place.line}`)}`);
  return terms;
}

/** value writes a value so that the search reads it as one. */
function value(text: string): string {
  return /[\s",()]/.test(text) ? `"${text.replace(/["\\]/g, "\\$&")}"` : text;
}
