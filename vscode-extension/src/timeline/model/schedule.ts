// The faults of a schedule, the content of a .faults.json file, and changes of them.
// What this page does not know of a schedule stays in it. The rules are those of
// engine/schedule: what it would refuse is refused here.
import { instantInFull, NEVER, parseDuration } from "./time";

/** Fault is one entry of the list, with its instants in nanoseconds. */
export interface Fault {
  /** Its place in the list, from 0. */
  place: number;
  kind: string;
  node: string;
  at: number;
  until: number;
  /** The node's disk operation that it strikes; 0 for a fault of an instant. */
  op: number;
  cut: string[];
  direction: string;
  /** Whether it is switched off: it stays in the list, and is not in what is replayed. */
  off: boolean;
}

/** Plan is a schedule with the faults that are switched off. It is not changed: each change gives another. */
export interface Plan {
  /** The content of the file, with all faults. */
  readonly content: Readonly<Record<string, unknown>>;
  readonly off: readonly boolean[];
  /** The place of each fault in the schedule that was begun with; -1 for one that was added. */
  readonly origin: readonly number[];
}

/** ScheduleError says in one sentence why a change cannot be. */
export class ScheduleError extends Error {
  override name = "ScheduleError";
}

/** plan begins with a schedule as it is. */
export function plan(schedule: unknown): Plan {
  if (typeof schedule !== "object" || schedule === null || Array.isArray(schedule))
    throw new ScheduleError("the run has no schedule of faults");
  const content = schedule as Record<string, unknown>;
  const list = entries(content);
  list.forEach(read);
  return { content, off: list.map(() => false), origin: list.map((_, place) => place) };
}

/** list gives the faults, in the order of the file. */
export function list(plan: Plan): Fault[] {
  return entries(plan.content).map((entry, place) => ({ ...read(entry, place), off: plan.off[place]! }));
}

/** toggle switches a fault off, or on again. */
export function toggle(plan: Plan, place: number): Plan {
  at(plan, place);
  return { ...plan, off: plan.off.map((off, k) => (k === place ? !off : off)) };
}

/** remove takes a fault out. */
export function remove(plan: Plan, place: number): Plan {
  at(plan, place);
  const other = (_: unknown, k: number): boolean => k !== place;
  const rest = { ...plan, off: plan.off.filter(other), origin: plan.origin.filter(other) };
  return changed(rest, entries(plan.content).filter(other));
}

/** add puts a fault, an entry as the file has them, behind the others. */
export function add(plan: Plan, entry: Record<string, unknown>): Plan {
  const all = entries(plan.content);
  const { kind, node, op } = read(entry, all.length);
  if (op > 0 && list(plan).some((f) => f.kind === kind && f.node === node && f.op === op))
    throw new ScheduleError(`the schedule has a ${kind} at operation ${op} of ${node} already`);
  return changed({ ...plan, off: [...plan.off, false], origin: [...plan.origin, -1] }, [...all, entry]);
}

/** resize makes the effect of a fault last a number of nanoseconds. */
export function resize(plan: Plan, place: number, length: number): Plan {
  const fault = at(plan, place);
  if (!Number.isInteger(length) || length <= 0) throw new ScheduleError("a fault lasts a number of nanoseconds above 0");
  const entry = { ...entries(plan.content)[place], until: instantInFull(fault.at + length) };
  return changed(
    plan,
    entries(plan.content).map((e, k) => (k === place ? entry : e)),
  );
}

/** move makes a fault strike later: by nanoseconds, or by disk operations for one that strikes an operation. It
 * does not go below instant 0 and operation 1, nor beyond end, the end of the run. */
export function move(plan: Plan, place: number, by: number, end = Infinity): Plan {
  const fault = at(plan, place);
  if (!Number.isInteger(by)) throw new ScheduleError("a fault is moved by a whole number");
  const entry = { ...entries(plan.content)[place] };
  if (fault.op > 0) {
    entry["op"] = Math.max(1, fault.op + by);
    delete entry["anchor"];
  } else {
    const begin = Math.max(0, Math.min(end, fault.at + by));
    entry["at"] = instantInFull(begin);
    entry["until"] = instantInFull(fault.until === NEVER ? NEVER : begin + fault.until - fault.at);
  }
  return changed(
    plan,
    entries(plan.content).map((e, k) => (k === place ? entry : e)),
  );
}

/** What a file says of the run that it was saved from: it does not hold for another list of faults. */
const STALE = new Set(["shrunk_from", "shrink_runs", "fails", "corpus"]);

/** replayed is the content of the file to replay: without the faults that are switched off, in the order of time. */
export function replayed(plan: Plan): Record<string, unknown> {
  const list = entries(plan.content).filter((_, k) => !plan.off[k]);
  const kept = Object.entries(plan.content).filter(([name]) => !STALE.has(name));
  return { ...Object.fromEntries(kept), faults: sorted(list) };
}

function changed(plan: Plan, faults: Record<string, unknown>[]): Plan {
  return { ...plan, content: { ...plan.content, faults } };
}

function sorted(list: Record<string, unknown>[]): Record<string, unknown>[] {
  return list
    .map((entry, place) => ({ entry, place, at: read(entry, place).at }))
    .sort((a, b) => a.at - b.at || a.place - b.place)
    .map((e) => e.entry);
}

function at(plan: Plan, place: number): Fault {
  const entry = entries(plan.content)[place];
  if (!entry) throw new ScheduleError(`there is no fault ${place + 1}: the schedule has ${plan.off.length}`);
  return read(entry, place);
}

function entries(content: Readonly<Record<string, unknown>>): Record<string, unknown>[] {
  const faults = content["faults"] ?? [];
  if (!Array.isArray(faults) || !faults.every((f) => typeof f === "object" && f !== null))
    throw new ScheduleError("the schedule has no list of faults");
  return faults as Record<string, unknown>[];
}

function read(entry: Record<string, unknown>, place: number): Fault {
  const name = `fault ${place + 1} of the schedule`;
  const kind = entry["kind"];
  if (typeof kind !== "string") throw new ScheduleError(`${name} has no kind`);
  const at = span(entry["at"]);
  const until = span(entry["until"] ?? entry["at"]);
  if (at === null || until === null) throw new ScheduleError(`${name} has no instant`);
  if (until < at) throw new ScheduleError(`${name} ends before it begins`);
  const cut = Array.isArray(entry["cut"]) ? entry["cut"].filter((n): n is string => typeof n === "string") : [];
  const op = entry["op"] ?? 0;
  if (typeof op !== "number" || !Number.isSafeInteger(op) || op < 0) throw new ScheduleError(`${name} strikes no operation`);
  return { place, kind, node: text(entry["node"]), at, until, op, cut, direction: text(entry["direction"]), off: false };
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function span(value: unknown): number | null {
  const ns = typeof value === "string" ? (value === "never" ? NEVER : parseDuration(value)) : null;
  return ns !== null && ns >= 0 ? ns : null;
}
