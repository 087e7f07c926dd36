// Makes the three sections of a run out of events that a test writes down.
import type { Head, Header, Survey } from "../../src/timeline/data";
import { encode, head, type Ev } from "../model/build";
import { TABLES, kindNumber } from "../tables";

/** One event as a test writes it. */
export type Event = Ev & { at: number };

export interface Sections {
  head: Uint8Array;
  events: Uint8Array;
  survey: Uint8Array;
}

const json = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

/** sections writes a run down as Go does. */
export function sections(header: Partial<Header> & { nodes: string[] }, events: Event[], survey: Survey): Sections {
  const end = events.at(-1)?.at ?? 0;
  const whole = head({ ...header, events: events.length, end });
  return { head: json({ ...whole, buckets: buckets(events, end) }), events: encode(events), survey: json(survey) };
}

function buckets(events: Event[], end: number): Head["buckets"] {
  const width = Math.max(1, Math.ceil((end + 1) / 200));
  const all = new Map<number, Map<string, { node: number; class: string; events: number }>>();
  for (const e of events) {
    const k = Math.floor(e.at / width);
    const counts = all.get(k) ?? new Map<string, { node: number; class: string; events: number }>();
    all.set(k, counts);
    const cls = TABLES.kinds[kindNumber(e.kind)]!.class;
    const key = `${e.node ?? -1} ${cls}`;
    const one = counts.get(key) ?? { node: e.node ?? -1, class: cls, events: 0 };
    one.events++;
    counts.set(key, one);
  }
  return [...all].map(([k, counts]) => ({ from: k * width, to: Math.min(end, (k + 1) * width - 1), counts: [...counts.values()] }));
}
