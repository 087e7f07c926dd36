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
  return `Same up to event #${other.diff.common}. Behind it, ${lone(other.diff.inB)} events are only in this run, ${lone(other.diff.inA)} only in the other.`;
}
