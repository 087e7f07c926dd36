// The data that the timeline draws: one run, in three sections which a host gives
// one after the other. Go writes them (engine/tracefile, view*.go); nothing here is
// guessed from texts.
//
//   head    JSON, at once: what is known of the run, the table of kinds, and how
//           many events there are where
//   events  binary: all events, as columns
//   survey  JSON, columns of numbers: what belongs together though it stands apart

/** Head is the first section. */
export interface Head {
  /** Version of the sections' form; a page refuses another than its own. */
  schema: number;
  header: Header;
  /** The table of kinds: `kinds[k]` is kind k; `kinds[0]` has the name "". */
  kinds: KindRow[];
  /** Names of classes, in the order of their numbers: "run", "life", … */
  classes: string[];
  /** Names of the states of a returned call, by number. */
  statuses: string[];
  /** Names of the kinds of properties, by number. */
  properties: string[];
  /** Names of error numbers, by number; "" where there is none. */
  errnos: string[];
  density: Density;
}

/** Density is the run in at most 1,000 parts with the number of events of each lane. */
export interface Density {
  /** Instants of the first and the last event of each part. */
  from: number[];
  to: number[];
  /** In the order of nodes and classes: the parts in which a lane has events, and how many. */
  lanes: { node: number; class: string; parts: number[]; events: number[] }[];
}

/** KindRow tells how an event of a kind is shown. */
export interface KindRow {
  name: string;
  verb: string;
  class: string;
  /** `of` names the column and its form, as in engine/trace/kinds.go. */
  fields: { name: string; of: string }[];
}

/** Site is a line of the source. */
export interface Site {
  file: string;
  line: number;
  func?: string;
}

/** Header is tracefile.Header. Instants are nanoseconds since the run began. */
export interface Header {
  schema: number;
  program?: string;
  config?: string;
  /** A decimal number of 64 bits: more than a double holds. */
  seed: string;
  digest?: string;
  events: number;
  end: number;
  reason?: string;
  nodes: string[];
  sites: Site[];
  /** The content of a .faults.json file. */
  schedule?: unknown;
  failure?: Failure;
  story?: Story;
}

/** Failure is the bug that a run found. */
export interface Failure {
  class: string;
  node?: string;
  property?: string;
  message?: string;
  /** How it happened to show in this run, one line. */
  symptom?: string;
  /** Several lines: which calls contradict each other, or the stacks of a panic. */
  detail?: string;
  at: number;
  /** Event of the failure; 0 if unknown. */
  event: number;
  site?: Site;
}

/** Story tells in a few steps how a run came to its failure. */
export interface Story {
  steps: { event: number; text: string; site?: Site }[];
}

/** Columns are the events: event i+1 is at index i of each column. */
export interface Columns {
  n: number;
  at: Float64Array;
  a: Float64Array;
  b: Float64Array;
  /** Of disk operations op<<16 | errno. */
  c: Float64Array;
  /** Event that made it happen; 0 for none. */
  cause: Uint32Array;
  /** 1 + index in header.sites; 0 for none. */
  site: Uint32Array;
  inc: Uint32Array;
  /** Indexes in strings; 0 is "". */
  s: Uint32Array;
  t: Uint32Array;
  /** Index in header.nodes; -1 for what no node did. */
  node: Int16Array;
  kind: Uint8Array;
  strings: string[];
}

/** How the events section begins: the magic number, n and the number of strings as
 * two uint32, then the columns in the order of COLUMNS, each from a multiple of 8
 * bytes on, then uint32 offsets[strings+1] (from a multiple of 8 on too), then UTF-8. All little endian. */
export const EVENTS_MAGIC = "sfcols1\n";
export const COLUMNS = ["at", "a", "b", "c", "cause", "site", "inc", "s", "t", "node", "kind"] as const;

/** Survey is the third section. Each list is columns of the same length, in the
 * order of beginnings. Events are numbers from 1, 0 is none; instants of what they
 * name are in the columns of events. */
export interface Survey {
  incarnations: { node: number[]; number: number[]; boot: number[]; end: number[] };
  faults: {
    event: number[];
    /** Instant at which its effect ended, or should have; 0 for a point. */
    until: number[];
    /** Event of its end; 0 if the run was over before. */
    ended: number[];
    /** Its index in header.schedule's list of faults; -1 if it is not in there. */
    fault: number[];
  };
  connections: { dial: number[]; accept: number[]; from: number[]; to: number[]; end: number[] };
  /** fate is an index in fates. */
  messages: { send: number[]; from: number[]; to: number[]; end: number[]; fate: number[] };
  /** state is an index in states; durable is how many changes a sync made durable. */
  disk: { event: number[]; state: number[]; end: number[]; durable: number[] };
  /** decided: 0 no, 1 false, 2 true. */
  eventuallys: { begin: number[]; deadline: number[]; end: number[]; decided: number[] };
  /** client is an index in clients; blamed is 2 for the call that cannot be explained, 1 for those that contradict it. */
  calls: { invoke: number[]; return: number[]; client: number[]; blamed: number[] };
  /** What a crash lost, and the changes that were lost: edges that causes lack. */
  losses: { lost: number[]; change: number[] };
  fates: string[];
  states: string[];
  clients: string[];
}
