// Two runs beside each other: the second one is laid along the axis of the first. Where
// both are meant, an event is named by one number: its index in the session's run, or
// that run's n and its index in the run beside.
import type { RunRef } from "../host";
import type { Axis } from "../model/axis";
import { loneOf } from "../model/beside";
import { align, type Diff } from "../model/diff";
import { hit, type Window } from "../model/marks";
import { what } from "../model/print";
import { rowAt, rowOf, type Row } from "../model/rows";
import type { Run } from "../model/run";
import type { Session } from "./session";

/** Other is the run that is shown beside the first. */
export interface Other {
  ref: RunRef;
  run: Run;
  /** How it ended, in words. */
  verdict: string;
  diff: Diff;
  axis: Axis;
  /** Index of its event that is selected, one that only it has; -1 for none. Then none of the session's run is. */
  selected: number;
  /** The event of the session's run that was selected before; -1 for none. */
  before: number;
  /** Its events that the search finds, those that are not dim, and those that are not hidden; null for all. */
  found: Uint8Array | null;
  bright: Uint8Array | null;
  shown: Uint8Array | null;
}

/** otherOf aligns a run with the session's. */
export function otherOf(session: Session, ref: RunRef, run: Run, verdict: string): Other {
  const rest = { selected: -1, before: -1, found: null, bright: null, shown: null };
  return { ref, run, verdict, diff: align(session.run!, run), axis: session.axis!, ...rest };
}

/** Picked is an event of one of two runs. */
export interface Picked {
  run: Run;
  i: number;
  /** Whether the run is the one beside. */
  theirs: boolean;
}

/** pickedOf is the event that a number means; null for -1, and while the events are not there. */
export function pickedOf(session: Session, event: number): Picked | null {
  const { run, other } = session;
  if (!run?.columns || event < 0) return null;
  return event < run.n ? { run, i: event, theirs: false } : other && { run: other.run, i: event - run.n, theirs: true };
}

/** picked is the number of the selected event, of either run; -1 for none. */
export function picked(session: Session): number {
  const { run, other, selected } = session;
  return other && other.selected >= 0 ? run!.n + other.selected : selected;
}

/** pick selects the event that a number means. One of the run beside that both have is the session's. */
export function pick(session: Session, event: number): void {
  const { run, other } = session;
  const theirs = event - (run?.n ?? 0);
  if (!other || theirs < 0) session.select(event);
  else if (other.diff.inA[theirs]! >= 0) session.select(other.diff.inA[theirs]!);
  else session.selectTheirs(theirs);
}

/** nameOf is what a picked event is called: "#7", or "#7 of the other run". */
export function nameOf({ i, theirs }: Picked): string {
  return `#${i + 1}${theirs ? " of the other run" : ""}`;
}

/** toDivergence selects the first event that differs, and shows it in the middle. */
export function toDivergence(session: Session): void {
  const { other, run } = session;
  if (!other || !run || other.diff.same) return;
  const { common } = other.diff;
  pick(session, common < run.n ? common : run.n + common);
  session.focus();
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

/** counterpart says in words what the run beside has for a picked event; "" if none is beside. */
export function counterpart({ other }: Session, { i, theirs }: Picked): string {
  if (!other) return "";
  const j = theirs ? -1 : other.diff.inB[i]!;
  return j < 0 ? `only in ${theirs ? "the other" : "this"} run` : `#${j + 1} in the other run`;
}

/** otherwise is the counterpart of an event in words, with what it says if that is not the same. */
export function otherwise(session: Session, event: Picked): string {
  const { other } = session;
  const text = counterpart(session, event);
  const j = other && !event.theirs ? other.diff.inB[event.i]! : -1;
  const says = j < 0 ? "" : what(other!.run, j, 400);
  return says && says !== what(event.run, event.i, 400) ? `${text}: ${says}` : text;
}

/** loneStep is the next event that only one of both runs has; -1 for none. */
export function loneStep(session: Session, by: 1 | -1): number {
  const { other, run } = session;
  if (!other || !run) return -1;
  const now = picked(session);
  const at = (e: number): number => (e < run.n ? run.data.at[e]! : other.run.data.at[e - run.n]!);
  const shown = (e: number): boolean => (e < run.n ? session.emphasis.shown?.[e] : other.shown?.[e - run.n]) !== 0;
  const ahead = (e: number): boolean => now < 0 || (at(e) - at(now) || e - now) * by > 0;
  const all = loneOf(run, other.run, other.diff).filter((e) => ahead(e) && shown(e));
  return all.at(by > 0 ? 0 : -1) ?? -1;
}

/** eventAt is what is seen at a point of the lanes, x and y in pixels of the rows; -1 for nothing. */
export function eventAt(session: Session, w: Window, x: number, y: number): number {
  const { other, layout, run } = session;
  const row = layout.rows[rowAt(layout.rows, y)];
  if (!other || !row || y < row.top + row.height / 2) return hit(w, layout.rows, x, y, SLACK)?.event ?? -1;
  const twin = layout.others.get(row.key);
  const j = twin ? hit({ ...w, axis: other.axis }, [{ ...twin, top: y }], x, y, SLACK)!.event : -1;
  if (j < 0) return -1;
  return other.diff.inA[j]! >= 0 ? other.diff.inA[j]! : run!.n + j;
}

/** How far from an event a point may be, in pixels. */
const SLACK = 7;

/** rowOfPicked is the row on which an event of either run is seen; undefined for none. */
export function rowOfPicked({ layout }: Session, event: Picked | null): Row | undefined {
  if (!event?.theirs) return layout.rowOf(event?.i ?? -1);
  const others = [...layout.others.values()];
  const key = others[rowOf(event.run, others, event.i)]?.key;
  return layout.rows.find((r) => r.key === key);
}
