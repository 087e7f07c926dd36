// What led to an event, what came of it, and the way from one to another. The sets
// are those of `seedfall inspect` (engine/story) and of engine/tracefile.
import { led } from "./causal";
import { disks, lower, type Disks } from "./loss";
import { textS } from "./print";
import type { Run } from "./run";

/** past marks the events that led to one, itself included. */
export function past(run: Run, of: number): Uint8Array {
  return new Past(run, of).in;
}

/** direct gives what an event comes from directly, in order: its causes in the sense of past. */
export function direct(run: Run, i: number): number[] {
  const found: number[] = [];
  causes(run, disks(run), i, (k) => {
    if (k >= 0 && !found.includes(k)) found.push(k);
  });
  return found.sort((a, b) => a - b);
}

/** causes calls add for what event i comes from directly; with -1 for none. */
function causes(run: Run, disk: Disks, i: number, add: (i: number) => void): void {
  const { kind, node } = run.data;
  const k = kind[i]!;
  const cause = run.cause(i);
  const missing = cause < 0 || kind[cause] === disk.kinds.start;
  add(cause);
  if (node[i]! < 0) {
    if (k !== disk.kinds.failed) return;
    let blame = i - 1;
    for (; blame >= 0 && kind[blame] === disk.kinds.blame; blame--) add(run.cause(blame));
    const blamed = blame < i - 1;
    if (!blamed && missing) everyone(run, i, add);
    return;
  }
  if (missing) add(run.previousOfIncarnation(i));
  add(run.boot(i));
  if (k === disk.kinds.crash || k === disk.kinds.crashIO) {
    add(run.previousOfIncarnation(i));
    for (let l = i + 1; l < run.n && kind[l] === disk.kinds.lost && run.cause(l) === i; l++) add(l);
  } else if (k === disk.kinds.lost) {
    disk.unsynced(i, add);
  }
}

/** everyone adds the last thing that each node did before an event. */
function everyone(run: Run, i: number, add: (i: number) => void): void {
  for (let node = 0; node < run.nodes.length; node++) {
    const events = run.eventsOfNode(node);
    const before = lower(events, i);
    if (before > 0) add(events[before - 1]!);
  }
}

/** Failures of these classes say that something did not happen, so that no message leads to them. */
const WAITING = new Set(["deadlock", "liveness", "eventually", "watchdog"]);

/** Past is the set of events that led to one. */
class Past {
  readonly in: Uint8Array;
  readonly #run: Run;
  readonly #disk: Disks;
  readonly #todo: number[] = [];
  /** The latest event of each node that belongs to it; -1 if none does. */
  readonly #until: Int32Array;

  constructor(run: Run, of: number) {
    this.#run = run;
    this.#disk = disks(run);
    this.in = new Uint8Array(run.n);
    this.#until = new Int32Array(run.nodes.length).fill(-1);
    if (of < 0 || of >= run.n) return;
    const add = (i: number) => {
      if (i < 0 || i > of || this.in[i]) return;
      this.in[i] = 1;
      this.#todo.push(i);
      const node = run.data.node[i]!;
      if (node >= 0 && this.#until[node]! < i) this.#until[node] = i;
    };
    add(of);
    this.#close(add);
    this.#strikes(of, add);
    this.#close(add);
  }

  #close(add: (i: number) => void): void {
    for (let i = this.#todo.pop(); i !== undefined; i = this.#todo.pop()) causes(this.#run, this.#disk, i, add);
  }

  /** strikes adds the faults that struck before: those of a node up to the last that it did for the event, and
   * cuts between nodes at any time. If there is none, it may be that something did not happen, and all count. */
  #strikes(of: number, add: (i: number) => void): void {
    const waits = WAITING.has(textS(this.#run, of));
    for (const all of [waits, true]) {
      let any = false;
      for (const i of this.#disk.faults) {
        if (i >= of) break;
        if (!all && !this.in[i] && !this.#touches(i)) continue;
        any = true;
        add(i);
      }
      if (any) return;
    }
  }

  /** touches says whether a fault could change what led to the event. */
  #touches(i: number): boolean {
    const node = this.#run.data.node[i]!;
    if (node >= 0) return i < this.#until[node]!;
    const cut = new Set(textS(this.#run, i).split(","));
    const sides = new Set<boolean>();
    this.#until.forEach((until, n) => {
      if (until > i) sides.add(cut.has(this.#run.nodes[n]!));
    });
    return sides.size === 2;
  }
}

/** future marks the events that came of one, itself included. */
export function future(run: Run, of: number): Uint8Array {
  const all = new Uint8Array(run.n);
  if (of < 0 || of >= run.n) return all;
  all[of] = 1;
  const came = led(run, all);
  came[of] = 1;
  return came;
}

/** path is the way by which one event led to another, in order, both included. Where several lead on, it is the one
 * that was waited for last, so that the way is the critical path. Empty if the one did not lead to the other. */
export function path(run: Run, from: number, to: number): number[] {
  if (from < 0 || to >= run.n || from > to) return [];
  const disk = disks(run);
  const before = earlier(run, disk, from, to);
  const led = new Set([from]);
  for (const i of before) {
    causes(run, disk, i, (k) => {
      if (k < i && led.has(k)) led.add(i);
    });
  }
  if (!led.has(to)) return [];
  const way = [to];
  for (let i = to; i > from;) {
    let last = from;
    causes(run, disk, i, (k) => {
      if (k < i && k > last && led.has(k)) last = k;
    });
    way.push(last);
    i = last;
  }
  return way.reverse();
}

/** earlier are the events behind one from which another comes, that one included, in order. */
function earlier(run: Run, disk: Disks, from: number, to: number): Uint32Array {
  const seen = new Uint8Array(run.n);
  const todo = [to];
  let count = 0;
  for (let i = todo.pop(); i !== undefined; i = todo.pop()) {
    if (seen[i]) continue;
    seen[i] = 1;
    count++;
    causes(run, disk, i, (k) => {
      if (k > from && k < i && !seen[k]) todo.push(k);
    });
  }
  const all = new Uint32Array(count);
  for (let i = from, n = 0; n < count; i++) if (seen[i]) all[n++] = i;
  return all;
}
