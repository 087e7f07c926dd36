// Makes the three sections of a run out of events that a test writes down.
import { COLUMNS, EVENTS_MAGIC, type Header, type Survey } from "../../src/timeline/data";
import { CLASSES, KINDS, kindOf } from "./kinds";

/** One event as a test writes it: all but kind and instant may be left out. */
export interface Event {
  at: number;
  kind: string;
  node?: number;
  inc?: number;
  a?: number;
  b?: number;
  c?: number;
  cause?: number;
  site?: number;
  s?: string;
  t?: string;
}

export interface Sections {
  head: Uint8Array;
  events: Uint8Array;
  survey: Uint8Array;
}

export const emptySurvey = (): Survey => ({
  incarnations: { node: [], number: [], boot: [], end: [] },
  faults: { event: [], until: [], ended: [], fault: [] },
  connections: { dial: [], accept: [], from: [], to: [], end: [] },
  messages: { send: [], from: [], to: [], end: [], fate: [] },
  disk: { event: [], state: [], end: [], durable: [] },
  eventuallys: { begin: [], deadline: [], end: [], decided: [] },
  calls: { invoke: [], return: [], client: [], blamed: [] },
  losses: { lost: [], change: [] },
  fates: ["received", "held", "delayed", "dropped", "under way"],
  states: ["pending", "durable", "lost", "torn", "kept", "failed", "sync"],
  clients: [],
});

const encoder = new TextEncoder();
const json = (value: unknown): Uint8Array => encoder.encode(JSON.stringify(value));

/** sections writes a run down as Go does. */
export function sections(header: Partial<Header> & { nodes: string[] }, events: Event[], survey: Survey): Sections {
  const end = events.at(-1)?.at ?? 0;
  const whole: Header = { schema: 1, seed: "1", sites: [], ...header, events: events.length, end };
  return {
    head: json({
      schema: 1,
      header: whole,
      kinds: KINDS,
      classes: CLASSES,
      statuses: ["unknown", "ok", "failed"],
      properties: ["always", "sometimes", "reachable", "unreachable", "eventually"],
      errnos: ["", "EIO", "ENOSPC"],
      buckets: buckets(events, end),
    }),
    events: columns(events),
    survey: json(survey),
  };
}

function buckets(events: Event[], end: number): unknown[] {
  const width = Math.max(1, Math.ceil((end + 1) / 200));
  const all = new Map<number, Map<string, { node: number; class: string; events: number }>>();
  for (const e of events) {
    const k = Math.floor(e.at / width);
    const counts = all.get(k) ?? new Map<string, { node: number; class: string; events: number }>();
    all.set(k, counts);
    const cls = KINDS[kindOf(e.kind)]!.class;
    const key = `${e.node ?? -1} ${cls}`;
    const one = counts.get(key) ?? { node: e.node ?? -1, class: cls, events: 0 };
    one.events++;
    counts.set(key, one);
  }
  return [...all].map(([k, counts]) => ({ from: k * width, to: Math.min(end, (k + 1) * width - 1), counts: [...counts.values()] }));
}

const SIZES: Record<(typeof COLUMNS)[number], number> = {
  at: 8,
  a: 8,
  b: 8,
  c: 8,
  cause: 4,
  site: 4,
  inc: 4,
  s: 4,
  t: 4,
  node: 2,
  kind: 1,
};
const up8 = (n: number): number => (n + 7) & ~7;

function columns(events: Event[]): Uint8Array {
  const numbers = new Map([["", 0]]);
  const intern = (text: string): number => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, numbers.size);
    return numbers.size - 1;
  };
  for (const e of events) [e.s ?? "", e.t ?? ""].forEach(intern);
  const texts = [...numbers.keys()].map((s) => encoder.encode(s));
  let size = 16;
  for (const name of COLUMNS) size = up8(size + SIZES[name] * events.length);
  const start = size;
  size += 4 * (texts.length + 1) + texts.reduce((sum, t) => sum + t.length, 0);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  bytes.set(encoder.encode(EVENTS_MAGIC));
  view.setUint32(8, events.length, true);
  view.setUint32(12, texts.length, true);
  let at = 16;
  for (const name of COLUMNS) {
    events.forEach((e, i) => {
      const value =
        name === "kind"
          ? kindOf(e.kind)
          : name === "node"
            ? (e.node ?? -1)
            : name === "s" || name === "t"
              ? intern(e[name] ?? "")
              : (e[name] ?? 0);
      const to = at + i * SIZES[name];
      if (SIZES[name] === 8) view.setFloat64(to, value, true);
      else if (SIZES[name] === 4) view.setUint32(to, value, true);
      else if (SIZES[name] === 2) view.setInt16(to, value, true);
      else view.setUint8(to, value);
    });
    at = up8(at + SIZES[name] * events.length);
  }
  at = start;
  let offset = 0;
  let body = start + 4 * (texts.length + 1);
  for (const text of texts) {
    view.setUint32(at, offset, true);
    bytes.set(text, body);
    at += 4;
    offset += text.length;
    body += text.length;
  }
  view.setUint32(at, offset, true);
  return bytes;
}
