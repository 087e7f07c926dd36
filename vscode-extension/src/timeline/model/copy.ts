// Events as text to paste elsewhere. What is copied is bounded: MAX_COPY events, and
// MAX_TEXT of each text.
import { fields, line, predicate, who } from "./print";
import { clip, quoted } from "./escape";
import { narrate } from "./narrate";
import type { Run } from "./run";
import { instant } from "./time";

/** Most events that are copied at once. */
export const MAX_COPY = 10_000;

/** Forms in which events can be copied. */
export type Form = "text" | "markdown" | "mermaid" | "json";

/** copy gives events, which are in order, in a form. */
export function copy(run: Run, events: ArrayLike<number>, form: Form): string {
  const chosen = Array.from({ length: Math.min(events.length, MAX_COPY) }, (_, k) => events[k]!);
  const more = events.length - chosen.length;
  switch (form) {
    case "text":
      return chosen.map((i) => line(run, i) + "\n").join("") + (more > 0 ? `… ${more} more\n` : "");
    case "markdown":
      return markdown(run, chosen, more);
    case "mermaid":
      return mermaid(run, chosen, more);
    case "json":
      return chosen.map((i) => json(run, i) + "\n").join("");
  }
}

function markdown(run: Run, chosen: number[], more: number): string {
  const header = run.head.header;
  const failure = header.failure;
  const title = failure
    ? `**seed ${header.seed}** failed at ${instant(failure.at)}: ${escapeMarkdown(failure.property ?? failure.class)}`
    : `**seed ${header.seed}**`;
  const steps = chosen.map((i, k) => `${k + 1}. \`${instant(run.data.at[i]!)}\` ${escapeMarkdown(narrate(run, i))} (#${i + 1})`);
  return [title, "", ...steps, ...(more > 0 ? ["", `${more} more events are not shown.`] : []), ""].join("\n");
}

function escapeMarkdown(text: string): string {
  return quoted(text)
    .replaceAll("\\\\", "\\")
    .replace(/[\\`*_{}[\]<>()#+!|~&]/g, "\\$&");
}

/** mermaid is a sequence diagram: a message whose both ends are chosen is an arrow, all else a note. */
function mermaid(run: Run, chosen: number[], more: number): string {
  const { node } = run.data;
  const nodes = [...new Set(chosen.map((i) => node[i]!))].filter((n) => n >= 0).sort((a, b) => a - b);
  const lines = ["sequenceDiagram", ...nodes.map((n) => `  participant n${n} as ${escapeMermaid(quoted(run.nodes[n]!))}`)];
  const all = nodes.length > 1 ? `n${nodes[0]!},n${nodes.at(-1)!}` : `n${nodes[0] ?? ""}`;
  const sends = new Set(chosen.filter((i) => run.kindName(i) === "net.send"));
  for (const i of chosen) {
    const says = escapeMermaid(`${instant(run.data.at[i]!)} ${clip(predicate(run, i, 80), 80)}`);
    const from = run.kindName(i) === "net.recv" && sends.has(run.cause(i)) ? node[run.cause(i)]! : -1;
    if (from >= 0 && node[i]! >= 0) lines.push(`  n${from}->>n${node[i]!}: ${says}`);
    else if (nodes.length > 0) lines.push(`  Note over ${node[i]! >= 0 ? `n${node[i]!}` : all}: ${says}`);
  }
  if (more > 0) lines.push(`  %% ${more} more events are not shown`);
  return lines.join("\n") + "\n";
}

/** escapeMermaid writes signs that mean something there as their numbers, and the word "end", which ends a block. */
function escapeMermaid(text: string): string {
  return text.replace(/[#;<>&"]/g, (c) => `#${c.charCodeAt(0)};`).replace(/\b[eE](?=nd\b)/g, (c) => `#${c.charCodeAt(0)};`);
}

/** json is an event as a line of the JSON export, but that its site is without the name of a property. */
export function json(run: Run, i: number): string {
  const { at, node, inc, cause, site } = run.data;
  const object: [string, unknown][] = [["id", i + 1]];
  if (cause[i]! > 0) object.push(["cause", cause[i]!]);
  object.push(["at", at[i]!]);
  if (node[i]! >= 0) object.push(["node", run.nodes[node[i]!]!], ["incarnation", inc[i]!]);
  object.push(["kind", run.kindName(i)]);
  for (const f of fields(run, i)) object.push([f.name, f.value]);
  const place = run.head.header.sites[site[i]! - 1];
  if (place) object.push(["site", { file: place.file, line: place.line, function: place.func }]);
  return `{${object.map(([name, v]) => `${goJSON(name)}:${goJSON(v)}`).join(",")}}`;
}

function goJSON(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

export { who };
