// Messages in a window: each as an arrow while there are few enough, else how many
// there are between which nodes, by place.
import type { Run } from "./run";
import { lists, type Lists } from "./survey";
import { sorted } from "./index";
import { lower } from "./loss";
import { Spans } from "./spans";
import { edges, xOf, type Window } from "./window";

/** Arrow is a message in a window. */
export interface Arrow {
  /** Its place in survey.messages. */
  message: number;
  send: number;
  /** The event by which it was read or lost; -1 for none. */
  end: number;
  /** Nodes; to is -1 where nobody knows. */
  from: number;
  to: number;
  /** A name of survey.fates. */
  fate: string;
  x1: number;
  /** Where it ends; equal to x1 where it has no end. */
  x2: number;
}

/** Flow is how many messages one node sent to another, in cells of FLOW_CELL pixels from the left. */
export interface Flow {
  from: number;
  to: number;
  counts: Uint32Array;
  max: number;
  total: number;
}

/** Width of a cell of a flow, in pixels. */
export const FLOW_CELL = 8;
/** Most flows that are given; those with most messages are. */
export const MAX_FLOWS = 64;

/** Arrows are the messages in a window: each of them, or flows if more than the limit begin there. */
export interface Arrows {
  arrows: Arrow[];
  flows: Flow[];
  /** How many messages begin in the window and have no arrow. */
  more: number;
}

/** arrows finds messages that are under way in a window, of those whose sends are shown; null shows all. */
export function arrows(run: Run, w: Window, limit: number, shown: Uint8Array | null = null): Arrows {
  const all = lists(run);
  if (!all) return { arrows: [], flows: [], more: 0 };
  const columns = edges(w);
  const first = columns[0]!;
  const last = columns[columns.length - 1]!;
  const chosen = sent(all, shown);
  const { spans } = chosen;
  const begun = spans.before(last) - spans.before(first);
  if (begun > limit) return { arrows: [], flows: flows((chosen.pairs ??= pairs(all, chosen)), columns), more: begun };
  const found: Arrow[] = [];
  const { send, from, to, end, fate } = all.survey.messages;
  spans.each(first, last - 1, (place) => {
    const k = chosen.places[place]!;
    const x1 = xOf(w, w.axis.position(send[k]! - 1));
    const x2 = end[k]! > 0 ? xOf(w, w.axis.position(end[k]! - 1)) : x1;
    const of = { from: from[k]!, to: to[k]!, fate: all.survey.fates[fate[k]!]! };
    found.push({ message: k, send: send[k]! - 1, end: end[k]! - 1, ...of, x1, x2 });
    return found.length < limit;
  });
  return { arrows: found, flows: [], more: 0 };
}

/** Sent are the messages whose sends are shown. */
interface Sent {
  /** Their places in survey.messages. */
  places: Uint32Array;
  spans: Spans;
  /** Made when flows are asked for. */
  pairs?: Pairs;
}

/** Of the lists of a run, and of each choice of its events. */
const kept = new WeakMap<Lists | Uint8Array, Sent>();

function sent(all: Lists, shown: Uint8Array | null): Sent {
  let s = kept.get(shown ?? all);
  if (s) return s;
  const { messages } = all;
  const places = Uint32Array.from(all.survey.messages.send.keys()).filter((k) => !shown || shown[messages.begin(k)]);
  const of = (side: "begin" | "end"): Float64Array => Float64Array.from(places, (k) => messages[side](k));
  s = { places, spans: shown ? new Spans(of("begin"), of("end")) : messages };
  kept.set(shown ?? all, s);
  return s;
}

interface Pairs {
  nodes: number;
  /** Where the messages of each pair begin in sends: pair (to+1)*nodes + from. */
  starts: Uint32Array;
  /** The events that sent them. */
  sends: Uint32Array;
}

function pairs(all: Lists, { places, spans }: Sent): Pairs {
  const { from, to } = all.survey.messages;
  const nodes = from.reduce((a, b) => Math.max(a, b), 0) + 1;
  const highest = to.reduce((a, b) => Math.max(a, b), -1);
  const of = places.map((k) => (to[k]! + 1) * nodes + from[k]!);
  const [starts, members] = sorted(of, (highest + 2) * nodes);
  return { nodes, starts, sends: members.map((place) => spans.begin(place)) };
}

function flows({ nodes, starts, sends }: Pairs, columns: Uint32Array): Flow[] {
  const first = columns[0]!;
  const last = columns[columns.length - 1]!;
  const found: { pair: number; events: Uint32Array }[] = [];
  for (let pair = 0; pair + 1 < starts.length; pair++) {
    const own = sends.subarray(starts[pair], starts[pair + 1]);
    const events = own.subarray(lower(own, first), lower(own, last));
    if (events.length > 0) found.push({ pair, events });
  }
  found.sort((a, b) => b.events.length - a.events.length || a.pair - b.pair);
  return found.slice(0, MAX_FLOWS).map(({ pair, events }) => {
    const counts = new Uint32Array(Math.ceil((columns.length - 1) / FLOW_CELL));
    let before = 0;
    let max = 0;
    for (let cell = 0; cell < counts.length; cell++) {
      const next = lower(events, columns[Math.min(columns.length - 1, (cell + 1) * FLOW_CELL)]!);
      counts[cell] = next - before;
      max = Math.max(max, next - before);
      before = next;
    }
    return { from: pair % nodes, to: Math.floor(pair / nodes) - 1, counts, max, total: events.length };
  });
}
