// What goes on for a while, by the row on which it is drawn. Worked out once for a run.
import { clients, properties } from "./members";
import { textS } from "./print";
import type { Row } from "./rows";
import type { Run } from "./run";
import { Spans } from "./spans";
import { lists, type Lists } from "./survey";

/** What a band tells of. */
export type BandKind = "fault" | "incarnation" | "down" | "pause" | "dirty" | "eventually" | "call";

/** Track is the bands of one kind on one row, from one event to another, in the order of their beginnings. */
export interface Track {
  kind: BandKind;
  spans: Spans;
  /** Places in the survey's list. */
  places: Uint32Array;
  /** On which level each stands, so that none covers another while there is room; from 0. */
  levels: Uint8Array;
  /** How many levels there are. */
  height: number;
  /** Which did not go well. */
  bad: Uint8Array;
  /** The same for the bad ones only; null if there are none, or all are. */
  worst: Track | null;
}

/** Of each run: its tracks by row, and the stretches of each node's disk. */
const kept = new WeakMap<Lists, Map<string, Track[]>>();
const stretches = new WeakMap<Lists, Track[]>();

/** tracks gives those of a row. */
export function tracks(run: Run, row: Row): readonly Track[] {
  const all = lists(run);
  if (!all) return [];
  let known = kept.get(all);
  if (!known) kept.set(all, (known = new Map<string, Track[]>()));
  const key = `${row.kind} ${row.node} ${row.class} ${row.member}`;
  let found = known.get(key);
  if (!found) known.set(key, (found = make(run, all, row).filter((t) => t.spans.n > 0)));
  return found;
}

function make(run: Run, all: Lists, row: Row): Track[] {
  switch (row.kind) {
    case "faults":
      return [
        track(
          "fault",
          all.faults,
          chosen(all.faults, (k) => all.survey.faults.until[k]! > 0),
        ),
      ];
    case "node":
      return [...lives(all, row.node), pauses(run, all, row.node)];
    case "lane":
      return run.head.classes[row.class] === "disk" ? dirty(run, all).slice(row.node, row.node + 1) : [];
    case "client": {
      const { calls } = clients(run)[row.member]!;
      return [track("call", all.calls, calls, (k) => all.survey.calls.blamed[k]! > 0)];
    }
    case "property":
      return [promises(run, all, properties(run)[row.member]!.name)];
  }
  return [];
}

function chosen(spans: Spans, wanted: (k: number) => boolean): Uint32Array {
  const found: number[] = [];
  for (let k = 0; k < spans.n; k++) if (wanted(k)) found.push(k);
  return Uint32Array.from(found);
}

/** track takes some of the spans of a list. */
function track(kind: BandKind, of: Spans, places: Uint32Array, bad: (k: number) => boolean = () => false): Track {
  const begin = new Float64Array(places.length);
  const end = new Float64Array(places.length);
  const wrong = new Uint8Array(places.length);
  for (let n = 0; n < places.length; n++) {
    const k = places[n]!;
    begin[n] = of.begin(k);
    end[n] = of.end(k);
    if (bad(k)) wrong[n] = 1;
  }
  return build(kind, begin, end, places, wrong);
}

function build(kind: BandKind, begin: Float64Array, end: Float64Array, places: Uint32Array, bad: Uint8Array): Track {
  const { levels, height } = stack(begin, end);
  const some = bad.includes(1) && bad.includes(0);
  return { kind, spans: new Spans(begin, end), places, levels, height, bad, worst: some ? worst() : null };

  function worst(): Track {
    const at = Uint32Array.from(bad.keys()).filter((n) => bad[n] === 1);
    const pick = (of: Float64Array) => Float64Array.from(at, (n) => of[n]!);
    const b = pick(begin);
    const e = pick(end);
    const of = { levels: Uint8Array.from(at, (n) => levels[n]!), places: Uint32Array.from(at, (n) => places[n]!) };
    return { kind, spans: new Spans(b, e), ...of, height, bad: new Uint8Array(at.length).fill(1), worst: null };
  }
}

/** Most levels of one track; what finds no room stands on the last. */
const MAX_LEVELS = 8;

function stack(begin: Float64Array, end: Float64Array): { levels: Uint8Array; height: number } {
  const levels = new Uint8Array(begin.length);
  const until: number[] = [];
  for (let n = 0; n < begin.length; n++) {
    let level = until.findIndex((u) => u <= begin[n]!);
    if (level < 0) level = Math.min(until.length, MAX_LEVELS - 1);
    levels[n] = level;
    until[level] = Math.max(until[level] ?? 0, end[n]!);
  }
  return { levels, height: Math.max(1, until.length) };
}

/** lives are the incarnations of a node, and the times between them. */
function lives(all: Lists, node: number): Track[] {
  const { boot, end, node: of } = all.survey.incarnations;
  const own = chosen(all.incarnations, (k) => of[k] === node);
  const gaps = Array.from(own, (k, n) => ({ k, begin: end[k]! - 1, end: (boot[own[n + 1] ?? -1] ?? Infinity) - 1 }));
  const down = gaps.filter((g) => g.begin >= 0);
  const column = (of: (g: (typeof down)[number]) => number) => Float64Array.from(down, of);
  const places = Uint32Array.from(down, (g) => g.k);
  return [
    track("incarnation", all.incarnations, own),
    build(
      "down",
      column((g) => g.begin),
      column((g) => g.end),
      places,
      new Uint8Array(down.length),
    ),
  ];
}

function pauses(run: Run, all: Lists, node: number): Track {
  const pause = run.kind("fault.pause");
  const { event } = all.survey.faults;
  const own = chosen(all.faults, (k) => run.data.node[event[k]! - 1] === node && run.data.kind[event[k]! - 1] === pause);
  return track("pause", all.faults, own);
}

/** Stretch is a time in which a disk had changes that were not durable. */
interface Stretch {
  begin: number;
  end: number;
  /** The first of its changes. */
  place: number;
  bad: number;
}

/** dirty has for each node the stretches of its disk. */
function dirty(run: Run, all: Lists): Track[] {
  let made = stretches.get(all);
  if (made) return made;
  const { event, state } = all.survey.disk;
  const bad = [all.survey.states.indexOf("lost"), all.survey.states.indexOf("torn")];
  const of = run.nodes.map((): Stretch[] => []);
  const { node } = run.data;
  for (let k = 0; k < event.length; k++) {
    const end = all.pending.end(k);
    const own = of[node[event[k]! - 1]!];
    if (end < 0 || !own) continue;
    const begin = all.pending.begin(k);
    let last = own[own.length - 1];
    if (!last || begin > last.end) own.push((last = { begin, end, place: k, bad: 0 }));
    if (end > last.end) last.end = end;
    if (bad.includes(state[k]!)) last.bad = 1;
  }
  made = of.map((own) => {
    const column = (value: (s: Stretch) => number) => Float64Array.from(own, value);
    const places = Uint32Array.from(own, (s) => s.place);
    const wrong = Uint8Array.from(own, (s) => s.bad);
    return build(
      "dirty",
      column((s) => s.begin),
      column((s) => s.end),
      places,
      wrong,
    );
  });
  stretches.set(all, made);
  return made;
}

/** promises are the Eventuallys of a property; each to its end or deadline, whichever is later. */
function promises(run: Run, all: Lists, name: string): Track {
  const { begin, decided } = all.survey.eventuallys;
  const own = chosen(all.promises, (k) => textS(run, begin[k]! - 1) === name);
  return track("eventually", all.promises, own, (k) => decided[k] === 1);
}
