// The style of each event of a run: by its kind, and by what became of it.
import type { Run } from "../model/run";
import { errno } from "../model/print";
import { BAD, FAULT, UNPLANNED, PENDING, PLAIN, styleOfKind, TORN, WRITTEN } from "./glyphs";

const STATES: Record<string, number> = { durable: WRITTEN, kept: TORN, torn: TORN, pending: PENDING, lost: BAD, failed: BAD };

/** Looks gives styles. Those of disk changes are set when the survey is there. */
export class Looks {
  private readonly kinds: Uint8Array;
  private readonly check: number;
  private readonly end: number;
  /** Kinds of properties, by number, of which one evaluation that is false is no violation. */
  private readonly lenient: number;
  private readonly send: number;
  /** Style + 1 of changes of files and of faults; null until the survey is there. */
  private changes: Uint8Array | null = null;

  constructor(private readonly run: Run) {
    this.kinds = Uint8Array.from(run.head.kinds, (k) => styleOfKind(k.name, k.class));
    this.check = run.kind("check");
    this.end = run.kind("check.end");
    this.lenient = run.head.properties.indexOf("sometimes");
    this.send = run.kind("net.send");
  }

  /** of is the style of an event, a place in STYLES. */
  of(i: number): number {
    const { kind, a, b } = this.run.data;
    const k = kind[i]!;
    if (a[i] === 0 && (k === this.end || k === this.check)) return k === this.check && b[i] === this.lenient ? PLAIN : BAD;
    if (k === this.send && errno(this.run, i) !== 0) return BAD;
    const change = (this.changes ??= this.survey())?.[i] ?? 0;
    return change > 0 ? change - 1 : this.kinds[k]!;
  }

  private survey(): Uint8Array | null {
    const { survey, n } = this.run;
    if (!survey) return null;
    const all = new Uint8Array(n);
    const { event, state } = survey.disk;
    for (let k = 0; k < event.length; k++) {
      const style = STATES[survey.states[state[k]!] ?? ""];
      if (style !== undefined) all[event[k]! - 1] = style + 1;
    }
    const { faults } = survey;
    for (let k = 0; k < faults.event.length; k++) all[faults.event[k]! - 1] = (faults.fault[k]! >= 0 ? FAULT : UNPLANNED) + 1;
    return all;
  }
}

const kept = new WeakMap<Run, Looks>();

/** looksOf gives the looks of a run, made once. */
export function looksOf(run: Run): Looks {
  let looks = kept.get(run);
  if (!looks) kept.set(run, (looks = new Looks(run)));
  return looks;
}
