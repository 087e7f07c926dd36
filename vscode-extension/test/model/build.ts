// Builds runs for tests, in the form that a host gives.
import { COLUMNS, EVENTS_MAGIC, type Columns, type Head, type Header, type Survey } from "../../src/timeline/data";
import { parseEvents, parseHead } from "../../src/timeline/model/read";
import { Run } from "../../src/timeline/model/run";

/** The table of engine/trace/kinds.go: name, verb, fields. */
const FILE = "path:S op:n errno:e";
const PAIR = "path:S to:T op:n errno:e";
const SPAN = "path:S offset:A bytes:B op:n errno:e";
const TABLE: [name: string, verb: string, fields: string][] = [
  ["", "", ""],
  ["run.start", "run", "seed:S program:T"],
  ["run.phase", "phase", "name:S"],
  ["run.end", "end", "reason:S"],
  ["node.boot", "boot", ""],
  ["node.exit", "exit", "code:A"],
  ["node.killed", "killed", "reason:S"],
  ["node.slice", "time slice used up, parked for 10ms", "calls:A"],
  ["log", "", "fd:A text:S"],
  ["disk.create", "create", FILE],
  ["disk.write", "write", SPAN],
  ["disk.truncate", "truncate", "path:S size:A op:n errno:e"],
  ["disk.allocate", "allocate", SPAN],
  ["disk.sync", "fsync", FILE],
  ["disk.syncdir", "fsync directory", FILE],
  ["disk.rename", "rename", PAIR],
  ["disk.link", "link", PAIR],
  ["disk.unlink", "unlink", FILE],
  ["disk.mkdir", "mkdir", FILE],
  ["disk.rmdir", "rmdir", FILE],
  ["disk.symlink", "symlink", PAIR],
  ["disk.lost", "crash:", "path:S what:T"],
  ["net.listen", "listen", "socket:A port:B"],
  ["net.dial", "dial", "socket:A to:S"],
  ["net.accept", "accept", "socket:A from:S"],
  ["net.send", "send", "socket:A bytes:B to:S errno:r"],
  ["net.recv", "receive", "socket:A bytes:B from:S errno:r"],
  ["net.shutdown", "shut down", "socket:A to:S"],
  ["net.close", "close", "socket:A to:S"],
  ["check", "", "property:S kind:k ok:b details:T"],
  ["check.begin", "eventually", "property:S within:d"],
  ["check.end", "eventually ended:", "property:S ok:b details:T"],
  ["fault.crash", "fault crash", "until:i"],
  ["fault.crash_io", "fault crash_io", "until:i op:A point:S"],
  ["fault.partition", "fault partition", "until:i cut:S direction:T"],
  ["fault.heal", "heal", "cut:S direction:T"],
  ["fault.pause", "fault pause", "until:i"],
  ["fault.resume", "resume", ""],
  ["node.signal", "signal", "signal:A"],
  ["failed", "FAILED", "class:S message:T"],
  ["fault.restart", "fault restart", "grace:d"],
  ["fault.disk", "fault", "name:S op:A"],
  ["fault.bitrot", "fault bitrot", "path:S offset:A"],
  ["op.invoke", "call", "op:A history:S call:T"],
  ["op.micro", "call", "op:A history:S micro:T"],
  ["op.return", "return", "op:A status:s details:S result:T"],
  ["op.blame", "in conflict: call", "op:A"],
];

export const CLASSES = ["run", "life", "log", "disk", "network", "checks", "faults", "calls"];
const PREFIXES = ["run.,failed", "node.", "log", "disk.", "net.", "check", "fault.", "op."];

/** kindNumber gives the number of a kind. */
export function kindNumber(name: string): number {
  const k = TABLE.findIndex((row) => row[0] === name);
  if (k < 1) throw new Error(`no kind ${name}`);
  return k;
}

/** head makes a head with the kinds of the engine. */
export function head(header: Partial<Header> & { nodes: string[] }): Head {
  const errnos = Array.from({ length: 77 }, () => "");
  errnos[0] = "OK";
  errnos[29] = "EIO";
  errnos[15] = "ECONNRESET";
  return {
    schema: 1,
    header: { schema: 1, seed: "1", events: 0, end: 0, sites: [], ...header },
    kinds: TABLE.map(([name, verb, fields]) => ({
      name,
      verb,
      class: CLASSES[PREFIXES.findIndex((p) => p.split(",").some((q) => name.startsWith(q)))] ?? "run",
      fields: fields
        .split(" ")
        .filter((f) => f !== "")
        .map((f) => ({ name: f.split(":")[0]!, of: f.split(":")[1]! })),
    })),
    classes: CLASSES,
    statuses: ["unknown", "ok", "failed"],
    properties: [
      "",
      "assert",
      "always",
      "sometimes",
      "reachable",
      "unreachable",
      "eventually",
      "fail",
      "invoke",
      "txn",
      "always_or_unreachable",
    ],
    errnos,
    buckets: [],
  };
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
  const bytes = new Uint8Array(16 + n * 51 + 8 * 12 + 4 * (strings.length + 1) + size);
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
    fates: ["received", "delayed", "held", "dropped", "under way"],
    states: ["sync", "failed", "pending", "durable", "kept", "torn", "lost"],
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
