// Builds runs for tests, in the form that a host gives.
import { COLUMNS, EVENTS_MAGIC, type Columns, type Head, type Header, type Survey } from "../../src/timeline/data";
import { parseEvents, parseHead } from "../../src/timeline/model/read";
import { Run } from "../../src/timeline/model/run";
import { FATES, STATES, TABLES, kindNumber } from "../tables";

/** head makes a head with the tables of the engine. */
export function head(header: Partial<Header> & { nodes: string[] }): Head {
  return { ...TABLES, header: { schema: 1, seed: "1", events: 0, end: 0, sites: [], ...header }, density: { from: [], to: [], lanes: [] } };
}

/** Ev is an event as a test writes it; what is left out is 0, "" or World. */
export interface Ev {
  at?: number;
  kind: string;
  node?: number;
  inc?: number;
  cause?: number;
  site?: number;
  a?: number;
  b?: number;
  c?: number;
  s?: string;
  t?: string;
}

/** encode writes events as the section that a host gives. */
export function encode(events: readonly Ev[]): Uint8Array {
  const n = events.length;
  const strings = [""];
  const numbers = new Map([["", 0]]);
  const text = (s = "") => {
    let k = numbers.get(s);
    if (k === undefined) {
      numbers.set(s, (k = strings.length));
      strings.push(s);
    }
    return k;
  };
  const of: Record<(typeof COLUMNS)[number], number[]> = {
    at: events.map((e) => e.at ?? 0),
    a: events.map((e) => e.a ?? 0),
    b: events.map((e) => e.b ?? 0),
    c: events.map((e) => e.c ?? 0),
    cause: events.map((e) => e.cause ?? 0),
    site: events.map((e) => e.site ?? 0),
    inc: events.map((e) => e.inc ?? (e.node === undefined || e.node < 0 ? 0 : 1)),
    s: events.map((e) => text(e.s)),
    t: events.map((e) => text(e.t)),
    node: events.map((e) => e.node ?? -1),
    kind: events.map((e) => kindNumber(e.kind)),
  };
  const texts = strings.map((s) => new TextEncoder().encode(s));
  const size = texts.reduce((sum, t) => sum + t.length, 0);
  const bytes = new Uint8Array(16 + n * 55 + 8 * 12 + 4 * (strings.length + 1) + size);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(EVENTS_MAGIC));
  view.setUint32(8, n, true);
  view.setUint32(12, strings.length, true);
  let at = 16;
  const put = (width: number, v: number, write: (at: number, v: number) => void) => {
    write(at, v);
    at += width;
  };
  const align = () => {
    at = Math.ceil(at / 8) * 8;
  };
  const u32 = (at: number, v: number) => {
    view.setUint32(at, v, true);
  };
  const writers: Record<string, [number, (at: number, v: number) => void]> = {
    node: [
      2,
      (at, v) => {
        view.setInt16(at, v, true);
      },
    ],
    kind: [
      1,
      (at, v) => {
        view.setUint8(at, v);
      },
    ],
  };
  for (const name of ["at", "a", "b", "c"])
    writers[name] = [
      8,
      (at, v) => {
        view.setFloat64(at, v, true);
      },
    ];
  for (const name of COLUMNS) {
    align();
    const [width, write] = writers[name] ?? [4, u32];
    for (const v of of[name]) put(width, v, write);
  }
  align();
  let end = 0;
  for (const t of [new Uint8Array(0), ...texts]) put(4, (end += t.length), u32);
  for (const t of texts)
    put(t.length, 0, (at) => {
      bytes.set(t, at);
    });
  return bytes.subarray(0, at);
}

/** columns are events as they are read. */
export function columns(events: readonly Ev[]): Columns {
  return parseEvents(encode(events));
}

/** survey is one in which nothing belongs together, but for what is given. */
export function survey(of: Partial<Survey> = {}): Survey {
  return {
    incarnations: { node: [], number: [], boot: [], end: [] },
    faults: { event: [], until: [], ended: [], fault: [] },
    connections: { dial: [], accept: [], from: [], to: [], end: [] },
    messages: { send: [], from: [], to: [], end: [], fate: [] },
    disk: { event: [], state: [], end: [], durable: [] },
    eventuallys: { begin: [], deadline: [], end: [], decided: [] },
    calls: { invoke: [], return: [], client: [], blamed: [] },
    losses: { lost: [], change: [] },
    fates: FATES,
    states: STATES,
    clients: [],
    ...of,
  };
}

/** run makes a run of nodes and events. Its end is the last instant. */
export function run(nodes: string[], events: readonly Ev[], rest: Partial<Header> = {}, of: Partial<Survey> = {}): Run {
  const header = { nodes, events: events.length, end: events.at(-1)?.at ?? 0, ...rest };
  const read = parseHead(new TextEncoder().encode(JSON.stringify(head(header))));
  return new Run(read, columns(events), survey(of));
}
