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
  return { head: json({ ...whole, density: density(events, end) }), events: encode(events), survey: json(survey) };
}

function density(events: Event[], end: number): Head["density"] {
  const width = Math.max(1, Math.ceil((end + 1) / 200));
  const from: number[] = [];
  const to: number[] = [];
  const lanes = new Map<string, Head["density"]["lanes"][number]>();
  for (const e of events) {
    const begin = Math.floor(e.at / width) * width;
    if (from.at(-1) !== begin) {
      from.push(begin);
      to.push(Math.min(end, begin + width - 1));
    }
    const cls = TABLES.kinds[kindNumber(e.kind)]!.class;
    const lane = lanes.get(`${e.node ?? -1} ${cls}`) ?? { node: e.node ?? -1, class: cls, parts: [], events: [] };
    lanes.set(`${lane.node} ${cls}`, lane);
    if (lane.parts.at(-1) === from.length - 1) lane.events[lane.events.length - 1]!++;
    else {
      lane.parts.push(from.length - 1);
      lane.events.push(1);
    }
  }
  return { from, to, lanes: [...lanes.values()] };
}
