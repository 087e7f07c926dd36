// Texts of the search that choose what something on the page is about.
import type { Interval } from "./interval";
import type { Run } from "./run";
import { duration } from "./time";

/** narrow adds a term to a query, in place of one with the same key if the query is a plain row of terms. */
export function narrow(query: string, term: string): string {
  const was = query.trim();
  if (was === "") return term;
  if (/["()]|(^|\s)(or|not|and|->)(\s|$)/.test(was)) return `${term} (${was})`;
  const key = term.slice(0, term.indexOf(":") + 1);
  const rest = was.split(/\s+/).filter((word) => !word.startsWith(key));
  return [term, ...rest].join(" ");
}

/** timeTerm chooses the events of an interval. */
export function timeTerm({ from, to }: Interval): string {
  return `time:${duration(from)}..${duration(to)}`;
}

/** eventTerms choose the events that have something in common with one. */
export function eventTerms(run: Run, i: number): { node: string; kind: string; site: string; past: string } {
  const { node, site } = run.data;
  const place = run.head.header.sites[site[i]! - 1];
  return {
    node: node[i]! < 0 ? "" : `node:${value(run.nodes[node[i]!]!)}`,
    kind: `kind:${run.kindName(i)}`,
    site: place ? `site:${value(`${place.file.slice(place.file.lastIndexOf("/") + 1)}:${place.line}`)}` : "",
    past: `cause:#${i + 1}`,
  };
}

/** value writes a value so that the search reads it as one. */
function value(text: string): string {
  return /[\s",()]/.test(text) ? `"${text.replace(/["\\]/g, "\\$&")}"` : text;
}
