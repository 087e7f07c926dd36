// The handles of faults in the fault lane: which one is at a point, and how far in
// time it was dragged.
import { positionAt, xOf, type Window } from "../model/marks";
import { rowAt } from "../model/rows";
import type { Session } from "./session";

/** How close to a handle a press has to be, in pixels. */
const NEAR = 8;

/** faultAt finds the handle of a fault that is in the schedule: its place in the survey and in the schedule. */
export function faultAt(session: Session, w: Window, x: number, y: number): { place: number; planned: number } | null {
  const { run, layout } = session;
  if (!run?.survey || !run.columns || layout.rows[rowAt(layout.rows, y)]?.kind !== "faults") return null;
  const { event, fault } = run.survey.faults;
  let best: { place: number; planned: number } | null = null;
  let least = NEAR;
  for (let place = 0; place < event.length; place++) {
    const distance = Math.abs(xOf(w, w.axis.position(event[place]! - 1)) - x);
    if (fault[place]! < 0 || distance > least) continue;
    least = distance;
    best = { place, planned: fault[place]! };
  }
  return best;
}

/** moveBy is by how many nanoseconds a fault moves that is dragged by some pixels. */
export function moveBy(session: Session, w: Window, place: number, by: number): number {
  const event = session.run!.survey!.faults.event[place]! - 1;
  const from = session.run!.columns!.at[event]!;
  const to = w.axis.instantAt(positionAt(w, xOf(w, w.axis.position(event)) + by));
  return Math.round(to - from);
}
