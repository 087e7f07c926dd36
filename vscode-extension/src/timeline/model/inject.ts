// Which faults a schedule can have where an event is. What engine/schedule has no kind
// for is not offered, nor faults of reads, which leave no event to count them by.
import { operation, textS } from "./print";
import type { Run } from "./run";
import { stateAt } from "./state";
import { duration, instantInFull, parseDuration } from "./time";

/** Offer is one fault. */
export interface Offer {
  /** What it does, in words: "crash server, down for 200ms". */
  name: string;
  /** The entry of the schedule. */
  fault: Record<string, unknown>;
  /** Why it would not happen; "" if nothing is known against it. */
  why: string;
}

/** How long an effect lasts if the run's schedule has no fault of the kind to go by, in nanoseconds. */
const LENGTHS: Record<string, number> = { crash: 200e6, crash_io: 200e6, restart: 100e6, pause: 500e6, partition: 1e9 };

/** From SIGTERM to SIGKILL, as in a config that does not say. */
const GRACE = "1s";

/** offers are the faults that can be added at an event. A fault of an instant strikes before what nodes do at it. */
export function offers(run: Run, i: number): Offer[] {
  if (run.data.node[i]! < 0) return [];
  return new Offers(run, i).all;
}

/** peers are the two ends of the message or the connection of an event, and the event that it began with; null if
 * it has none, or nobody knows. */
export function peers(run: Run, i: number): { from: number; to: number; begin: number } | null {
  if (!run.survey) return null;
  const name = run.kindName(i);
  const later = name === "net.recv" || name === "net.accept";
  const begin = later ? run.cause(i) : i;
  const { messages, connections } = run.survey;
  const find = (numbers: number[], list: { from: number[]; to: number[] }): { from: number; to: number; begin: number } | null => {
    const k = numbers.indexOf(begin + 1);
    return k < 0 || list.from[k]! < 0 || list.to[k]! < 0 || list.from[k] === list.to[k]
      ? null
      : { from: list.from[k]!, to: list.to[k]!, begin };
  };
  if (begin < 0 || run.head.classes[run.classOf(i)] !== "network") return null;
  return find(messages.send, messages) ?? find(connections.dial, connections);
}

class Offers {
  readonly all: Offer[] = [];
  readonly #run: Run;
  readonly #node: string;
  readonly #at: number;
  /** Why no fault strikes at the instant; and why none strikes the node. */
  readonly #calm: string;
  readonly #down: string;

  constructor(run: Run, i: number) {
    this.#run = run;
    const { at, node } = run.data;
    this.#at = at[i]!;
    this.#node = run.nodes[node[i]!]!;
    this.#calm = calm(run, this.#at);
    const state = stateAt(run, this.#at - 1, 0).nodes[node[i]!]!;
    this.#down = this.#calm || (state.up ? "" : `${this.#node} is down before this instant`);
    this.#ofOperation(i);
    this.#ofNode(run.head.classes[run.classOf(i)] === "disk");
    this.#ofLinks(i);
  }

  #add(kind: string, name: string, rest: Record<string, unknown>, why = this.#calm, at = this.#at): void {
    const until = instantInFull(at + (LENGTHS[kind] === undefined ? 0 : length(this.#run, kind)));
    this.all.push({ name, fault: { at: instantInFull(at), kind, until, ...rest }, why });
  }

  #ofNode(disk: boolean): void {
    const node = this.#node;
    const long = (kind: string): string => duration(length(this.#run, kind));
    this.#add("crash", `crash ${node}, down for ${long("crash")}`, { node }, this.#down);
    this.#add("pause", `pause ${node} for ${long("pause")}`, { node }, this.#down);
    this.#add("restart", `restart ${node}`, { node, grace: GRACE }, this.#down);
    if (disk) this.#add("bitrot", `flip a bit on the disk of ${node}`, { node });
  }

  #ofOperation(i: number): void {
    const op = operation(this.#run, i);
    if (this.#run.head.classes[this.#run.classOf(i)] !== "disk" || op < 1) return;
    const { c, b } = this.#run.data;
    const node = this.#node;
    const kind = this.#run.kindName(i);
    const verb = this.#run.head.kinds[this.#run.data.kind[i]!]!.verb;
    const crash = (name: string, rest: Record<string, unknown>): void => {
      this.#add("crash_io", `crash ${node} ${name}`, { node, op, ...rest });
    };
    crash(`before this ${verb}`, { point: "before" });
    if (kind === "disk.write" && b[i]! > 1) crash(`in the middle of this ${verb}`, { point: "within", bytes: Math.floor(b[i]! / 2) });
    crash(`after this ${verb}`, { point: "after" });
    crash(`at its first send after this ${verb}`, { point: "ack" });
    if (c[i]! % 65536 !== 0) return;
    if (kind === "disk.write") {
      this.#add("write_eio", "fail this write with EIO", { node, op });
      this.#add("write_enospc", "fail this write with ENOSPC", { node, op });
    } else if (kind === "disk.sync") {
      this.#add("fsync_eio", "fail this fsync with EIO", { node, op });
      if (durable(this.#run, i) > 0) this.#add("lost_write", "lose the first page of this fsync", { node, op, page: 1 });
    }
  }

  #ofLinks(i: number): void {
    const run = this.#run;
    const long = duration(length(run, "partition"));
    const cut = (node: string, direction: string, name: string, at: number): void => {
      this.#add("partition", `${name} for ${long}`, { cut: [node], direction }, calm(run, at), at);
    };
    const ends = peers(run, i);
    if (!ends) {
      cut(this.#node, "both", `cut ${this.#node} off`, this.#at);
      return;
    }
    const [from, to, at] = [run.nodes[ends.from]!, run.nodes[ends.to]!, run.data.at[ends.begin]!];
    if (run.nodes.length === 2) {
      cut(from, "both", `part ${from} and ${to}`, at);
      cut(from, "out", `hold what ${from} sends ${to}`, at);
      return;
    }
    cut(from, "both", `cut ${from} off`, at);
    cut(to, "both", `cut ${to} off`, at);
    cut(from, "out", `hold all that ${from} sends`, at);
    cut(to, "in", `hold all that is sent to ${to}`, at);
  }
}

/** durable is how many changes a sync made durable. */
function durable(run: Run, i: number): number {
  const { disk } = run.survey ?? {};
  return disk?.durable[disk.event.indexOf(i + 1)] ?? 0;
}

/** calm says why no fault strikes at an instant; "" if one does. */
function calm(run: Run, at: number): string {
  const phase = run.kind("run.phase");
  for (let i = run.data.kind.indexOf(phase); i >= 0; i = run.data.kind.indexOf(phase, i + 1)) {
    if (textS(run, i) === "recovery") return at > run.data.at[i]! ? "no fault strikes once the run recovers" : "";
  }
  return "";
}

/** length is how long the effect of the first fault of a kind lasts in the run's schedule, in whole milliseconds, or
 * what is usual. */
function length(run: Run, kind: string): number {
  const { faults } = (run.head.header.schedule ?? {}) as { faults?: unknown };
  for (const f of Array.isArray(faults) ? (faults as (Record<string, unknown> | null)[]) : []) {
    const [at, until] = [f?.["at"], f?.["until"]].map((t) => (typeof t === "string" ? parseDuration(t) : null));
    if (f?.["kind"] === kind && at != null && until != null && until > at) return Math.ceil((until - at) / 1e6) * 1e6;
  }
  return LENGTHS[kind]!;
}
