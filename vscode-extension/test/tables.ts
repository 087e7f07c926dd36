// What Go writes into the sections of every run, so that no test has a copy of it.
import type { Head, Survey } from "../src/timeline/data";
import { recorded } from "./fixtures";

const run = recorded("schema1");
const json = (section: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(section));
const { schema, kinds, classes, statuses, properties, errnos } = json(run.head) as Head;

/** TABLES is a head without a run. */
export const TABLES = { schema, kinds, classes, statuses, properties, errnos };

const { fates, states } = json(run.survey) as Survey;

/** FATES and STATES are what the numbers in a survey mean. */
export const FATES = fates;
export const STATES = states;

/** kindNumber gives the number of a kind. */
export function kindNumber(name: string): number {
  const k = kinds.findIndex((row) => row.name === name);
  if (k < 1) throw new Error(`no kind ${name}`);
  return k;
}
