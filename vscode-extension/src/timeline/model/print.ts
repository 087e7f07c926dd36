// Events as lines of text and as fields, exactly as the export of a run has them
// (engine/trace/text.go and json.go), but that long texts are cut off.
import type { KindRow } from "../data";
import { clip, goQuote, quoted } from "./escape";
import type { Run } from "./run";
import { duration, instant, instantInFull } from "./time";

export { instant } from "./time";

/** Longest text of a program that is shown, in UTF-16 units before it is escaped. */
export const MAX_TEXT = 4000;

/** Field is a value of an event under its name. */
export interface Field {
  name: string;
  value: string | number | boolean;
}

/** who is the name of the event's node with its incarnation, "server#2"; "" for what no node did. */
export function who(run: Run, i: number): string {
  const { node, inc } = run.data;
  return node[i]! < 0 ? "" : `${run.nodes[node[i]!]!}#${inc[i]!}`;
}

/** line is the event as a line of the text export. Of a text longer than MAX_TEXT the beginning is shown. */
export function line(run: Run, i: number): string {
  return `${instant(run.data.at[i]!).padStart(10)}  ${what(run, i, MAX_TEXT)}`;
}

/** what is the line of an event without its instant, with texts of any length unless there is a limit. */
export function what(run: Run, i: number, limit = Infinity): string {
  const subject = who(run, i);
  return (subject === "" ? "" : subject + " ") + predicate(run, i, limit);
}

/** predicate is the line of an event without its instant and node. */
export function predicate(run: Run, i: number, limit = Infinity): string {
  const { kind } = run.data;
  const row = run.head.kinds[kind[i]!]!;
  switch (row.name) {
    case "log":
      return "| " + quoted(clip(textS(run, i), limit));
    case "check":
      return check(run, i, limit);
    case "op.invoke":
    case "op.micro":
    case "op.return":
    case "op.blame":
      return call(run, i, row, limit);
  }
  let text = row.verb;
  for (const f of row.fields) {
    const v = value(run, i, f.of);
    if (v !== undefined) text += ` ${f.name}=${inline(v, limit)}`;
  }
  return text;
}

function check(run: Run, i: number, limit: number): string {
  const { a, b, site } = run.data;
  const word = a[i] === 0 ? "false" : "ok";
  const name = textS(run, i);
  let text = property(run, b[i]!) + (name === "" ? "" : " " + goQuote(clip(name, limit))) + " " + word;
  const details = textT(run, i);
  if (details !== "") text += ": " + quoted(clip(details, limit));
  const at = run.head.header.sites[site[i]! - 1];
  if (at) text += ` at ${at.file}:${at.line}`;
  return text;
}

/** call tells of an operation by its number: `call 7 put("a", 1) in orders`, `return 7 ok = 1`. */
function call(run: Run, i: number, row: KindRow, limit: number): string {
  const { a, b } = run.data;
  const s = quoted(clip(textS(run, i), limit));
  const t = quoted(clip(textT(run, i), limit));
  let text = `${row.verb} ${a[i]!}`;
  if (row.name === "op.return") return text + " " + status(run, b[i]!) + (t && ` = ${t}`) + (s && `: ${s}`);
  if (t !== "") text += " " + t;
  return s === "" ? text : `${text} in ${s}`;
}

/** fields are what an event has besides its instant, node and kind. */
export function fields(run: Run, i: number): Field[] {
  const all: Field[] = [];
  for (const f of run.head.kinds[run.data.kind[i]!]!.fields) {
    const v = value(run, i, f.of);
    if (v !== undefined) all.push({ name: f.name, value: typeof v === "string" ? clip(v, MAX_TEXT) : v });
  }
  return all;
}

/** value reads a field; undefined where it says nothing. */
export function value(run: Run, i: number, of: string): Field["value"] | undefined {
  const { a, b, c } = run.data;
  switch (of) {
    case "A":
      return a[i]!;
    case "B":
      return b[i]!;
    case "C":
      return c[i]!;
    case "S":
      return textS(run, i) || undefined;
    case "T":
      return textT(run, i) || undefined;
    case "d":
      return duration(a[i]!);
    case "i":
      return instantInFull(b[i]!);
    case "k":
      return property(run, b[i]!);
    case "b":
      return a[i] !== 0;
    case "s":
      return status(run, b[i]!);
    case "n":
      return operation(run, i);
    case "e":
    case "r": {
      const code = errno(run, i);
      return code === 0 ? undefined : errnoName(run, code);
    }
  }
  return undefined;
}

/** operation is the node's number of a disk operation. */
export function operation(run: Run, i: number): number {
  return Math.floor(run.data.c[i]! / 65536);
}

/** errno is the error number of a disk operation or a message; 0 if it succeeded. */
export function errno(run: Run, i: number): number {
  const c = run.data.c[i]!;
  return c - Math.floor(c / 65536) * 65536;
}

/** errnoName names an error number. */
export function errnoName(run: Run, code: number): string {
  return run.head.errnos[code] || (code === 0xffff ? "CRASHED" : `errno ${code}`);
}

/** property names a kind of properties, such as "always". */
export function property(run: Run, kind: number): string {
  return run.head.properties[kind] || `kind ${kind}`;
}

/** status names the end of a call. */
export function status(run: Run, of: number): string {
  return run.head.statuses[of] ?? "unknown";
}

/** textS and textT are the event's first and second text. */
export function textS(run: Run, i: number): string {
  const { s, strings } = run.data;
  return strings[s[i]!]!;
}
export function textT(run: Run, i: number): string {
  const { t, strings } = run.data;
  return strings[t[i]!]!;
}

function inline(v: Field["value"], limit: number): string {
  if (typeof v !== "string") return String(v);
  const text = clip(v, limit);
  return text === "" || /[ \t"]/.test(text) ? goQuote(text) : quoted(text);
}
