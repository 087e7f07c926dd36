// Checks the two sections that are JSON: whether everything is there, of its type, and
// not larger than it can be.
import type { Head, Survey } from "../data";
import { DataError } from "./errors";

type Json = Record<string, unknown>;

/** checkHead gives the value as a Head if it is one. */
export function checkHead(value: unknown, schema: number): Head {
  const head = object(value, "head");
  const is = head["schema"];
  if (is !== schema) {
    throw new DataError(
      `the run is given in form ${String(is)}, and this page reads form ${schema}; use the page of the seedfall that gave it`,
    );
  }
  const header = object(head["header"], "header");
  const nodes = checkHeader(header);
  array(head["kinds"], "kinds", MAX_KINDS).forEach((k, i) => {
    checkKind(object(k, `kinds[${i}]`), `kinds[${i}]`);
  });
  for (const name of ["classes", "statuses", "properties", "errnos"]) strings(head[name], name);
  array(head["classes"], "classes", MAX_CLASSES);
  checkDensity(object(head["density"], "density"), nodes);
  return value as Head;
}

/** Most entries of what the columns of events name by small numbers. */
const MAX_NODES = 2 ** 15 - 1;
const MAX_KINDS = 2 ** 8;
const MAX_CLASSES = 2 ** 6;
/** Events are numbered with 32 bits. */
const MAX_EVENTS = 2 ** 32 - 1;

/** checkHeader gives how many nodes there are. */
function checkHeader(header: Json): number {
  strings(header["nodes"], "header.nodes");
  array(header["sites"], "header.sites").forEach((s, i) => {
    checkSite(object(s, `header.sites[${i}]`), `header.sites[${i}]`);
  });
  whole(header["events"], "header.events", 0, MAX_EVENTS);
  if (number(header["end"], "header.end") < 0) throw wrong("header.end");
  const seed = header["seed"];
  header["seed"] = typeof seed === "number" ? String(seed) : text(seed, "header.seed");
  texts(header, "header", "program", "config", "digest", "reason");
  for (const [name, check] of [["failure", checkFailure] as const, ["story", checkStory] as const]) {
    header[name] ??= undefined;
    if (header[name] !== undefined) check(object(header[name], `header.${name}`));
  }
  return array(header["nodes"], "header.nodes", MAX_NODES).length;
}

function checkSite(site: Json, what: string): void {
  text(site["file"], `${what}.file`);
  number(site["line"], `${what}.line`);
  texts(site, what, "func");
}

function checkFailure(failure: Json): void {
  text(failure["class"], "header.failure.class");
  texts(failure, "header.failure", "node", "property", "message", "symptom", "detail");
  number(failure["at"], "header.failure.at");
  whole(failure["event"], "header.failure.event", 0, MAX_EVENTS);
  if (failure["site"] !== undefined) checkSite(object(failure["site"], "header.failure.site"), "header.failure.site");
}

function checkStory(story: Json): void {
  story["steps"] ??= [];
  array(story["steps"], "header.story.steps").forEach((s, i) => {
    const what = `header.story.steps[${i}]`;
    const step = object(s, what);
    whole(step["event"], `${what}.event`, 0, MAX_EVENTS);
    text(step["text"], `${what}.text`);
    if (step["site"] !== undefined) checkSite(object(step["site"], `${what}.site`), `${what}.site`);
  });
}

function checkKind(kind: Json, what: string): void {
  for (const name of ["name", "verb", "class"]) text(kind[name], `${what}.${name}`);
  kind["fields"] ??= [];
  for (const f of array(kind["fields"], `${what}.fields`)) {
    const field = object(f, `${what}.fields`);
    text(field["name"], `${what}.fields.name`);
    text(field["of"], `${what}.fields.of`);
  }
}

function checkDensity(density: Json, nodes: number): void {
  const from = array(density["from"], "density.from");
  const to = array(density["to"], "density.to");
  if (to.length !== from.length || !from.every(Number.isFinite) || !to.every(Number.isFinite)) throw wrong("density");
  array(density["lanes"], "density.lanes").forEach((l, i) => {
    const what = `density.lanes[${i}]`;
    const lane = object(l, what);
    whole(lane["node"], `${what}.node`, -1, nodes - 1);
    text(lane["class"], `${what}.class`);
    const parts = array(lane["parts"], `${what}.parts`);
    const events = array(lane["events"], `${what}.events`);
    if (!parts.every((n) => isWhole(n, 0, from.length - 1))) throw wrong(`${what}.parts`);
    if (events.length !== parts.length || !events.every((n) => isWhole(n, 0, MAX_EVENTS))) throw wrong(`${what}.events`);
  });
}

/** The lists of a survey, with their columns. */
const LISTS: Record<string, string[]> = {
  incarnations: ["node", "number", "boot", "end"],
  faults: ["event", "until", "ended", "fault"],
  connections: ["dial", "accept", "from", "to", "end"],
  messages: ["send", "from", "to", "end", "fate"],
  disk: ["event", "state", "end", "durable"],
  eventuallys: ["begin", "deadline", "end", "decided"],
  calls: ["invoke", "return", "client", "blamed"],
  losses: ["lost", "change"],
};

/** checkSurvey gives the value as a Survey if it is one. */
export function checkSurvey(value: unknown): Survey {
  const survey = object(value, "survey");
  for (const [name, columns] of Object.entries(LISTS)) {
    const list = object(survey[name], name);
    let length = -1;
    for (const column of columns) {
      const values = array(list[column], `${name}.${column}`);
      if (!values.every((v) => typeof v === "number")) throw wrong(`${name}.${column}`);
      if (length >= 0 && values.length !== length) throw wrong(`${name}.${column}`);
      length = values.length;
    }
  }
  for (const name of ["fates", "states", "clients"]) strings(survey[name], name);
  return value as Survey;
}

function wrong(what: string): DataError {
  return new DataError(`the run has a ${what} that is not as this page expects`);
}

function object(value: unknown, what: string): Json {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw wrong(what);
  return value as Json;
}

function array(value: unknown, what: string, most = Infinity): unknown[] {
  if (!Array.isArray(value) || value.length > most) throw wrong(what);
  return value as unknown[];
}

function text(value: unknown, what: string): string {
  if (typeof value !== "string") throw wrong(what);
  return value;
}

function number(value: unknown, what: string): number {
  if (typeof value !== "number" || !Number.isFinite(value)) throw wrong(what);
  return value;
}

/** whole takes a whole number within limits. */
function whole(value: unknown, what: string, low: number, high: number): void {
  if (!isWhole(value, low, high)) throw wrong(what);
}

function isWhole(value: unknown, low: number, high: number): boolean {
  return Number.isInteger(value) && (value as number) >= low && (value as number) <= high;
}

/** texts checks those members that are there. */
function texts(of: Json, what: string, ...names: string[]): void {
  for (const name of names) if (of[name] !== undefined) text(of[name], `${what}.${name}`);
}

function strings(value: unknown, what: string): void {
  for (const v of array(value, what)) text(v, what);
}
