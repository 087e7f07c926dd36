// How everything stood at an instant (tracefile.State in Go), or behind an event, and
// what an event changed.
import type { Run } from "./run";
import type { Spans } from "./spans";
import { lists } from "./survey";

/** NodeState is what a node is doing. */
export interface NodeState {
  node: number;
  name: string;
  /** The last that was booted; 0 before the first. */
  incarnation: number;
  up: boolean;
  paused: boolean;
  /** When it was booted if it is up, else when it went down; 0 before the first boot. */
  since: number;
}

/** State has, besides the nodes, what is open: places in the lists of the survey, in their order. */
export interface State {
  at: number;
  nodes: NodeState[];
  connections: number[];
  /** In survey.faults: those that have not healed. */
  partitions: number[];
  /** In survey.disk: the changes that are not durable. */
  disk: number[];
  eventuallys: number[];
  calls: number[];
  /** There is more of something than the limit. */
  more: boolean;
}

/** Most entries of each list unless another limit is given. */
export const MAX_OPEN = 1000;

/** stateAt tells of an instant, after all that happened at it. */
export function stateAt(run: Run, instant: number, limit = MAX_OPEN): State {
  return state(run, run.lastAt(instant), instant, limit);
}

/** stateAfter tells how things stood right behind an event; -1 is before the first. */
export function stateAfter(run: Run, i: number, limit = MAX_OPEN): State {
  return state(run, i, i < 0 ? 0 : run.data.at[i]!, limit);
}

function state(run: Run, i: number, at: number, limit: number): State {
  const s: State = { at, nodes: [], connections: [], partitions: [], disk: [], eventuallys: [], calls: [], more: false };
  s.nodes = nodes(run, i, at);
  const all = lists(run);
  if (!all) return s;
  const open = (spans: Spans): number[] => {
    const found: number[] = [];
    spans.each(i + 1, i, (k) => {
      if (found.length === limit) s.more = true;
      else found.push(k);
      return !s.more || found.length < limit;
    });
    return found;
  };
  s.connections = open(all.connections);
  s.eventuallys = open(all.eventuallys);
  s.calls = open(all.calls);
  s.disk = open(all.pending);
  s.partitions = partitions(run, i);
  return s;
}

/** partitions are those that are open behind an event. */
function partitions(run: Run, i: number): number[] {
  const { event, ended } = run.survey!.faults;
  const kind = run.kind("fault.partition");
  const open: number[] = [];
  for (let k = 0; k < event.length && event[k]! - 1 <= i; k++) {
    if (run.data.kind[event[k]! - 1] === kind && (ended[k] === 0 || ended[k]! - 1 > i)) open.push(k);
  }
  return open;
}

function nodes(run: Run, i: number, at: number): NodeState[] {
  const all = run.nodes.map((name, node): NodeState => ({ node, name, incarnation: 0, up: false, paused: false, since: 0 }));
  if (!run.survey) return all;
  const { node, number, boot, end } = run.survey.incarnations;
  for (let k = 0; k < boot.length && boot[k]! - 1 <= i; k++) {
    const n = all[node[k]!]!;
    n.incarnation = number[k]!;
    n.up = end[k] === 0 || end[k]! - 1 > i;
    n.since = run.data.at[(n.up ? boot[k]! : end[k]!) - 1]!;
  }
  const { event, until } = run.survey.faults;
  const pause = run.kind("fault.pause");
  for (let k = 0; k < event.length && event[k]! - 1 <= i; k++) {
    const e = event[k]! - 1;
    const n = all[run.data.node[e]!];
    if (n && run.data.kind[e] === pause && until[k]! > at && n.up && n.incarnation === run.data.inc[e]) n.paused = true;
  }
  return all;
}

/** What a change is about. */
export type Thing = "node" | "pause" | "connection" | "partition" | "disk" | "eventually" | "call";

/** Change is something that one event began or ended. */
export interface Change {
  thing: Thing;
  /** Place in the survey's list: incarnations for nodes, faults for pauses and partitions. */
  place: number;
  begins: boolean;
}

/** changes tells what an event changed in the state before it: what it ended, then what it began. */
export function changes(run: Run, i: number, limit = MAX_OPEN): Change[] {
  const all = lists(run);
  const found: Change[] = [];
  if (!all || i < 0) return found;
  const { survey } = all;
  const look = (thing: Thing, spans: Spans, ends: number[], wanted: (k: number) => boolean = () => true) => {
    spans.each(i, i, (k) => {
      if (ends[k] === i + 1 && wanted(k)) found.push({ thing, place: k, begins: false });
      return found.length < limit;
    });
    for (let k = spans.before(i); k < spans.before(i, true); k++) {
      if (wanted(k)) found.push({ thing, place: k, begins: true });
    }
  };
  const struck = (name: string) => (k: number) => run.data.kind[survey.faults.event[k]! - 1] === run.kind(name);
  look("node", all.incarnations, survey.incarnations.end);
  look("pause", all.faults, survey.faults.ended, struck("fault.pause"));
  look("partition", all.faults, survey.faults.ended, struck("fault.partition"));
  look("connection", all.connections, survey.connections.end);
  look("disk", all.pending, survey.disk.end, (k) => !["sync", "failed"].includes(survey.states[survey.disk.state[k]!]!));
  look("eventually", all.eventuallys, survey.eventuallys.end);
  look("call", all.calls, survey.calls.return);
  return found.sort((a, b) => Number(a.begins) - Number(b.begins)).slice(0, limit);
}
