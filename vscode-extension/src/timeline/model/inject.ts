// Which faults a schedule can have where an event is. What engine/schedule has no kind
// for is not offered, nor faults of reads, which leave no event to count them by.
import { errno, operation, textS } from "./print";
import type { Run } from "./run";
import { stateAt } from "./state";
import { duration, instantInFull } from "./time";

/** Offer is one fault. */
export interface Offer {
  /** What it does, in words: "crash server for 200ms". */
  name: string;
  /** The entry of the schedule. */
  fault: Record<string, unknown>;
  /** Why it would not happen; "" if nothing is known against it. */
  why: string;
}

/** How long an effect lasts, in nanoseconds; faults of other kinds have none. */
const LENGTHS: Record<string, number> = { crash: 200e6, crash_io: 200e6, restart: 100e6, pause: 500e6, partition: 1e9 };

/** Faults of an operation that fails with an error number. */
const FAILS: Record<string, string[]> = { "disk.write": ["write_eio", "write_enospc"], "disk.sync": ["fsync_eio"] };

/** offers are the faults that can be added at an event. A fault of an instant strikes before what nodes do at it. */
export function offers(run: Run, i: number): Offer[] {
  const { at, b, kind: kinds, node: nodes } = run.data;
  const node = run.nodes[nodes[i]!];
  if (node === undefined) return [];
  const all: Offer[] = [];
  const calm = recovers(run, at[i]!);
  const add = (kind: string, name: string, rest: Record<string, unknown> = {}, why = "", begin = at[i]!): void => {
    const lasts = LENGTHS[kind] ?? 0;
    const fault = { at: instantInFull(begin), kind, node, until: instantInFull(begin + lasts), ...rest };
    all.push({ name: lasts > 0 && !rest["op"] ? `${name} for ${duration(lasts)}` : name, fault, why: calm || why });
  };
  const { class: of, name: kind, verb } = run.head.kinds[kinds[i]!]!;
  const op = of === "disk" && operation(run, i);
  if (op) {
    for (const point of ["before", "within", "after", "ack"]) {
      const bytes = point === "within" ? Math.floor(b[i]! / 2) : undefined;
      if (bytes === 0 || (bytes && kind !== "disk.write")) continue;
      add("crash_io", `crash ${node} ${point === "ack" ? "at the first send after" : point} this ${verb}`, { op, point, bytes });
    }
    if (errno(run, i) === 0) {
      for (const fails of FAILS[kind] ?? []) add(fails, `fail this ${verb} with ${fails.split("_")[1]!.toUpperCase()}`, { op });
      const { disk } = run.survey ?? {};
      if (disk?.durable[disk.event.indexOf(i + 1)]) add("lost_write", "lose the first page of this fsync", { op, page: 1 });
    }
    add("bitrot", `flip a bit on the disk of ${node}`);
  }
  const down = stateAt(run, at[i]! - 1, 0).nodes[nodes[i]!]!.up ? "" : `${node} is down before this instant`;
  add("crash", `crash ${node}`, {}, down);
  add("pause", `pause ${node}`, {}, down);
  add("restart", `restart ${node}`, { grace: "1s" }, down);
  const { from, to, begin } = peers(run, i) ?? { from: nodes[i]!, to: -1, begin: i };
  const cut = (end: number, direction: string, words: string): void => {
    const side = run.nodes[end];
    if (side !== undefined) add("partition", words.replace("NODE", side), { node: undefined, cut: [side], direction }, "", at[begin]);
  };
  cut(from, "both", "cut NODE off");
  if (to < 0) return all;
  if (run.nodes.length > 2) cut(to, "both", "cut NODE off");
  cut(from, "out", "hold what NODE sends");
  cut(to, "in", "hold what is sent to NODE");
  return all;
}

/** peers are the two ends of the message or the connection of an event, and the event that it began with; null if
 * it has none, or nobody knows. */
export function peers(run: Run, i: number): { from: number; to: number; begin: number } | null {
  if (!run.survey) return null;
  const begin = /recv|accept/.test(run.kindName(i)) ? run.cause(i) : i;
  const { messages, connections } = run.survey;
  for (const [begins, { from, to }] of [[messages.send, messages] as const, [connections.dial, connections] as const]) {
    const k = begins.indexOf(begin + 1);
    if (k >= 0) return { from: from[k]!, to: to[k]!, begin };
  }
  return null;
}

/** recovers says why no fault strikes at an instant; "" if one does. */
function recovers(run: Run, at: number): string {
  const { kind } = run.data;
  let i = -1;
  do i = kind.indexOf(run.kind("run.phase"), i + 1);
  while (i >= 0 && textS(run, i) !== "recovery");
  return i >= 0 && at > run.data.at[i]! ? "no fault strikes once the run recovers" : "";
}
