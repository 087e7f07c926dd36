// The steps by which one event comes of another, for all events at once. They always
// lead from an earlier event to a later one, so one pass in order is enough.
import { disks, type Disks } from "./loss";
import type { Run } from "./run";

/** Steps gives what an event directly comes of, as Future in engine/tracefile has it. */
class Steps {
  /** The first count entries are what the last call of look found. */
  readonly found: number[] = [];
  count = 0;
  readonly #run: Run;
  readonly #disk: Disks;
  readonly #root: number;

  constructor(run: Run) {
    this.#run = run;
    this.#disk = disks(run);
    this.#root = run.n > 0 ? run.data.kind.indexOf(this.#disk.kinds.start) : -1;
  }

  look(i: number): void {
    const { kind, node } = this.#run.data;
    const { kinds } = this.#disk;
    const k = kind[i]!;
    const cause = this.#run.cause(i);
    this.count = 0;
    this.#add(cause);
    if (k === kinds.failed) for (let b = i - 1; b >= 0 && kind[b] === kinds.blame; b--) this.#add(b);
    if (node[i]! < 0) return;
    this.#add(this.#run.boot(i));
    if (k === kinds.lost)
      this.#disk.changesOf(i).forEach((change) => {
        this.#add(change);
      });
    else if (cause < 0 || cause === this.#root || k === kinds.crash || k === kinds.crashIO) this.#add(this.#run.previousOfIncarnation(i));
  }

  #add(i: number): void {
    if (i >= 0) this.found[this.count++] = i;
  }
}

/** led marks what came of the events of a mask; one of them itself only if it came of another. */
export function led(run: Run, from: Uint8Array): Uint8Array {
  const all = new Uint8Array(run.n);
  const steps = new Steps(run);
  for (let i = from.indexOf(1) + 1; i > 0 && i < run.n; i++) {
    steps.look(i);
    for (let k = 0; k < steps.count; k++) {
      const of = steps.found[k]!;
      if (of < i && (all[of] || from[of])) {
        all[i] = 1;
        break;
      }
    }
  }
  return all;
}

/** origins marks what the events of a mask came of; one of them itself only if another came of it. */
export function origins(run: Run, to: Uint8Array): Uint8Array {
  const all = new Uint8Array(run.n);
  const steps = new Steps(run);
  for (let i = to.lastIndexOf(1); i > 0; i--) {
    if (!all[i] && !to[i]) continue;
    steps.look(i);
    for (let k = 0; k < steps.count; k++) if (steps.found[k]! < i) all[steps.found[k]!] = 1;
  }
  return all;
}
