// Writes a state as tracefile.State in Go is written as JSON, to compare the two.
import { operation, textS, textT } from "../../src/timeline/model/print";
import type { Run } from "../../src/timeline/model/run";
import type { State } from "../../src/timeline/model/state";

/** goState is a state in Go's form. Members that Go leaves out when they are zero are left out. */
export function goState(run: Run, s: State): unknown {
  return {
    at: s.at,
    nodes: s.nodes.map(({ name, incarnation, up, paused, since }) => ({ name, incarnation, up, paused, since })),
    connections: s.connections.map((k) => connection(run, k)),
    partitions: s.partitions.map((k) => partition(run, k)),
    disk: s.disk.map((k) => change(run, k)),
    eventuallys: s.eventuallys.map((k) => eventually(run, k)),
    calls: s.calls.map((k) => call(run, k)),
    more: s.more,
  };
}

/** The ends of a call as package history names them. */
const STATUSES = ["unknown", "ok", "fail"];

/** known leaves out what is empty. */
function known(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, v]) => v !== 0 && v !== "" && v !== false));
}

function at(run: Run, number: number): number {
  return number === 0 ? 0 : run.data.at[number - 1]!;
}

function where(run: Run, number: number): Record<string, unknown> {
  return { at: at(run, number), node: run.data.node[number - 1], incarnation: run.data.inc[number - 1] };
}

function connection(run: Run, k: number): unknown {
  const { dial, accept, from, to, end } = run.survey!.connections;
  const optional = known({ accept: accept[k], end: end[k], endedAt: at(run, end[k]!) });
  return { dial: dial[k], from: from[k], to: to[k], peer: textS(run, dial[k]! - 1), openedAt: at(run, dial[k]!), ...optional };
}

function partition(run: Run, k: number): unknown {
  const { event, until, ended } = run.survey!.faults;
  const i = event[k]! - 1;
  const optional = known({ until: until[k], ended: ended[k], direction: textT(run, i) });
  return { event: i + 1, kind: run.kindName(i), node: -1, at: run.data.at[i], cut: textS(run, i).split(","), ...optional };
}

function change(run: Run, k: number): unknown {
  const { event, state, end } = run.survey!.disk;
  const i = event[k]! - 1;
  const kind = run.kindName(i);
  const span = kind === "disk.write" || kind === "disk.allocate";
  const optional = known({
    to: textT(run, i),
    offset: span || kind === "disk.truncate" ? run.data.a[i] : 0,
    bytes: span ? run.data.b[i] : 0,
    end: end[k],
    endedAt: at(run, end[k]!),
  });
  return {
    event: i + 1,
    ...where(run, i + 1),
    kind,
    path: textS(run, i),
    op: operation(run, i),
    state: run.survey!.states[state[k]!],
    ...optional,
  };
}

function eventually(run: Run, k: number): unknown {
  const { begin, deadline, end, decided } = run.survey!.eventuallys;
  const rest = { decided: decided[k]! > 0, ok: decided[k] === 2, ...known({ end: end[k], endedAt: at(run, end[k]!) }) };
  return { begin: begin[k], ...where(run, begin[k]!), deadline: deadline[k], property: textS(run, begin[k]! - 1), ...rest };
}

function call(run: Run, k: number): unknown {
  const { invoke, return: end, client, blamed } = run.survey!.calls;
  const i = invoke[k]! - 1;
  const answer = end[k]! - 1;
  const optional = known({
    client: run.survey!.clients[client[k]!],
    history: textS(run, i),
    return: end[k],
    endedAt: at(run, end[k]!),
    result: answer < 0 ? "" : textT(run, answer),
    blamed: blamed[k] === 1,
    unplaced: blamed[k] === 2,
  });
  const of = STATUSES[answer < 0 ? 0 : run.data.b[answer]!];
  return { op: run.data.a[i], invoke: i + 1, ...where(run, i + 1), call: textT(run, i), status: of, ...optional };
}
