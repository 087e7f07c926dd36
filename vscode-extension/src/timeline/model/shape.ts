// Checks the two sections that are JSON: whether everything is there and of its type.
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
  strings(header["nodes"], "header.nodes");
  for (const [i, s] of array(header["sites"], "header.sites").entries()) {
    const site = object(s, `header.sites[${i}]`);
    text(site["file"], `header.sites[${i}].file`);
    number(site["line"], `header.sites[${i}].line`);
  }
  number(header["events"], "header.events");
  number(header["end"], "header.end");
  const seed = header["seed"];
  header["seed"] = typeof seed === "number" ? String(seed) : text(seed, "header.seed");
  if (header["failure"] !== undefined && header["failure"] !== null) checkFailure(object(header["failure"], "header.failure"));
  for (const [i, k] of array(head["kinds"], "kinds").entries()) {
    const kind = object(k, `kinds[${i}]`);
    for (const name of ["name", "verb", "class"]) text(kind[name], `kinds[${i}].${name}`);
    kind["fields"] ??= [];
    for (const f of array(kind["fields"], `kinds[${i}].fields`)) {
      const field = object(f, `kinds[${i}].fields`);
      text(field["name"], `kinds[${i}].fields.name`);
      text(field["of"], `kinds[${i}].fields.of`);
    }
  }
  for (const name of ["classes", "statuses", "properties", "errnos"]) strings(head[name], name);
  for (const [i, b] of array(head["buckets"], "buckets").entries()) {
    const bucket = object(b, `buckets[${i}]`);
    number(bucket["from"], `buckets[${i}].from`);
    number(bucket["to"], `buckets[${i}].to`);
    array(bucket["counts"], `buckets[${i}].counts`);
  }
  return value as Head;
}

function checkFailure(failure: Json): void {
  text(failure["class"], "header.failure.class");
  number(failure["at"], "header.failure.at");
  number(failure["event"], "header.failure.event");
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

function array(value: unknown, what: string): unknown[] {
  if (!Array.isArray(value)) throw wrong(what);
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

function strings(value: unknown, what: string): void {
  for (const v of array(value, what)) text(v, what);
}
