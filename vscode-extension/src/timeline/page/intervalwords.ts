// What the numbers of an interval are called, on the page and in what is copied.
import type { Interval, Measured } from "../model/interval";
import { clip } from "../model/escape";
import { what } from "../model/print";
import type { Run } from "../model/run";
import { duration } from "../model/time";
import { grouped } from "./numbers";

/** Longest text of a fault, in UTF-16 units. */
const MAX_FAULT = 120;

/** IntervalWords are what there is to say, each in a line. */
export interface IntervalWords {
  title: string;
  facts: string[];
  /** One for each pair of nodes. */
  traffic: string[];
  /** One for each fault, in the order of measured.faults. */
  faults: string[];
}

/** intervalWords tells an interval. */
export function intervalWords(run: Run, interval: Interval, m: Measured): IntervalWords {
  const { event } = run.survey?.faults ?? { event: [] };
  const name = (node: number): string => run.nodes[node] ?? "elsewhere";
  const sum = (of: (t: Measured["traffic"][number]) => number): number => m.traffic.reduce((n, t) => n + of(t), 0);
  const facts = [
    count(m.events, "event"),
    `${count(
      sum((t) => t.messages),
      "message",
    )}, ${count(
      sum((t) => t.bytes),
      "byte",
    )}`,
  ];
  facts.push(`${count(m.writes, "disk write")}, ${count(m.written, "byte")}`, count(m.syncs, "fsync"));
  if (m.failed > 0) facts.push(`${count(m.failed, "disk operation")} failed`);
  facts.push(calls(m), count(m.faults.length, "fault"));
  return {
    title: `${duration(interval.to - interval.from)}, from ${duration(interval.from)} to ${duration(interval.to)}`,
    facts,
    traffic: m.traffic.map((t) => `${name(t.from)} → ${name(t.to)}: ${count(t.messages, "message")}, ${count(t.bytes, "byte")}`),
    faults: m.faults.map((k) => `#${event[k]!} ${clip(what(run, event[k]! - 1), MAX_FAULT)}`),
  };
}

/** intervalText is the same to paste elsewhere. */
export function intervalText({ title, facts, traffic, faults }: IntervalWords): string {
  return [title, ...facts, ...traffic, ...faults].map((line) => line + "\n").join("");
}

function calls(m: Measured): string {
  const parts = [count(m.calls, "call")];
  if (m.returned > 0) parts.push(`median ${duration(m.median)}`, `longest ${duration(m.largest)}`);
  if (m.returned < m.calls) parts.push(`${grouped(m.calls - m.returned)} without an answer`);
  return parts.join(", ");
}

function count(n: number, of: string): string {
  return `${grouped(n)} ${of}${n === 1 ? "" : "s"}`;
}
