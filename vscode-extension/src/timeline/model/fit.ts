// Checks the sections against each other: numbers that name something of another
// section have to name something that is there. All else relies on it.
import type { Columns, Head, Survey } from "../data";
import { DataError } from "./errors";

/** fit checks events against the head they belong to. */
export function fit(head: Head, c: Columns): void {
  const nodes = head.header.nodes.length;
  const sites = head.header.sites.length;
  const kinds = head.kinds.length;
  for (let i = 0; i < c.n; i++) {
    const node = c.node[i]!;
    if (node < -1 || node >= nodes) throw new DataError(`event ${i + 1} is of a node that the run does not have`);
    if (c.kind[i]! >= kinds) throw new DataError(`event ${i + 1} is of a kind that the run does not have`);
    if (c.site[i]! > sites) throw new DataError(`event ${i + 1} is at a site that the run does not have`);
  }
}

/** Limits says what the numbers of a column may be: whole ones from low to high. */
interface Limits {
  low: number;
  high: number;
  /** They do not fall: what begins is in the order of events. */
  rising?: boolean;
  /** They may be fractions, or larger than any whole number that a double has for certain. */
  instant?: boolean;
}

type Table = { [L in Exclude<keyof Survey, "fates" | "states" | "clients">]: Record<keyof Survey[L], Limits> };

/** fitSurvey checks a survey against the head and the number of events. */
export function fitSurvey(head: Head, n: number, survey: Survey): void {
  for (const [name, columns] of Object.entries(table(head, n, survey))) {
    const list = survey[name as keyof Table] as Record<string, number[]>;
    for (const [column, limits] of Object.entries<Limits>(columns)) check(list[column]!, limits, `${name}.${column}`);
  }
}

function table(head: Head, n: number, survey: Survey): Table {
  const begin = { low: 1, high: n, rising: true };
  const event = { low: 1, high: n };
  const end = { low: 0, high: n };
  const node = { low: 0, high: head.header.nodes.length - 1 };
  const peer = { ...node, low: -1 };
  const count = { low: 0, high: Number.MAX_SAFE_INTEGER };
  const instant = { low: 0, high: Number.MAX_VALUE, instant: true };
  const of = (list: string[]): Limits => ({ low: 0, high: list.length - 1 });
  return {
    incarnations: { node, number: count, boot: begin, end },
    faults: { event: begin, until: instant, ended: end, fault: { ...count, low: -1 } },
    connections: { dial: begin, accept: end, from: node, to: peer, end },
    messages: { send: begin, from: node, to: peer, end, fate: of(survey.fates) },
    disk: { event: begin, state: of(survey.states), end, durable: count },
    eventuallys: { begin, deadline: instant, end, decided: { low: 0, high: 2 } },
    calls: { invoke: begin, return: end, client: of(survey.clients), blamed: { low: 0, high: 2 } },
    losses: { lost: event, change: event },
  };
}

function check(values: readonly number[], limits: Limits, what: string): void {
  let least = limits.low;
  values.forEach((v, k) => {
    // A NaN is in no interval.
    if (!(v >= least && v <= limits.high) || !(limits.instant || Number.isInteger(v)))
      throw new DataError(`the run has a ${what}[${k}] of ${v}, which cannot be`);
    if (limits.rising) least = v;
  });
}
