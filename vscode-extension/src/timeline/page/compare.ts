// Two runs beside each other: the second one is laid along the axis of the first.
import type { RunRef } from "../host";
import { Axis, center, type Mode } from "../model/axis";
import { align, type Diff } from "../model/diff";
import type { Run } from "../model/run";
import type { Session } from "./session";

/** BesideAxis places the events of the second run: at the same instant in the same place. */
export class BesideAxis extends Axis {
  private readonly main: Axis;
  private readonly at: Float64Array;
  private readonly steps: boolean;

  constructor(run: Run, main: Axis, mode: Mode) {
    super(run, "time");
    this.main = main;
    this.at = run.data.at;
    this.steps = mode === "order";
  }

  override position(i: number): number {
    return this.steps ? i + 0.5 : this.main.positionOf(this.at[i]!);
  }

  override positionOf(t: number): number {
    return this.main.positionOf(t);
  }

  override instantAt(p: number): number {
    return this.main.instantAt(p);
  }
}

/** Other is the run that is shown beside the first. */
export interface Other {
  ref: RunRef;
  run: Run;
  /** How it ended, in words. */
  verdict: string;
  diff: Diff;
  axis: BesideAxis;
}

/** otherOf aligns a run with the session's. */
export function otherOf(session: Session, ref: RunRef, run: Run, verdict: string): Other {
  return { ref, run, verdict, diff: align(session.run!, run), axis: new BesideAxis(run, session.axis!, session.mode) };
}

/** divergence is the first event of the session's run that the other does not have; -1 if there is none. */
export function divergence(session: Session): number {
  const { other, run } = session;
  if (!other || !run || other.diff.same) return -1;
  return other.diff.common < run.n ? other.diff.common : run.n - 1;
}

/** toDivergence shows where two runs part, in the middle. */
export function toDivergence(session: Session): void {
  const i = divergence(session);
  if (i < 0 || !session.axis) return;
  session.select(i);
  session.show(center(session.axis, session.view, session.axis.position(i)));
}

/** partText says in words how two runs compare. */
export function partText(session: Session): string {
  const { other } = session;
  if (!other) return "";
  if (other.diff.same) return "Both runs have the same events.";
  const lone = (list: Int32Array): number => list.reduce((n, k) => n + (k < 0 ? 1 : 0), 0);
  const counts = `Events without a counterpart: ${lone(other.diff.inB)} in this run, ${lone(other.diff.inA)} in the other.`;
  return `The runs are the same up to event #${other.diff.common}. ${counts}`;
}

/** counterpart says in words what the other run has for an event; "" if no run is beside. */
export function counterpart(session: Session, i: number): string {
  const { other } = session;
  if (!other) return "";
  const j = other.diff.inB[i]!;
  return j < 0 ? "only in this run" : `#${j + 1} in the other run`;
}

/** loneStep is the next event that only the session's run has; -1 for none. */
export function loneStep(session: Session, by: 1 | -1): number {
  const { other, selected } = session;
  if (!other) return -1;
  const { inB } = other.diff;
  for (let i = selected < 0 && by < 0 ? inB.length - 1 : selected + by; i >= 0 && i < inB.length; i += by) if (inB[i]! < 0) return i;
  return -1;
}
