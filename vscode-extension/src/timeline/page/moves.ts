// Where the keys lead from the selected event.
import { alongCause, alongEffect, inLane, inRun, neighbour, ofSite, type Direction } from "../model/steps";
import { loneStep, pick, picked, pickedOf } from "./compare";
import type { Session } from "./session";

/** Moves selects other events of a session. */
export class Moves {
  constructor(private readonly session: Session) {}

  /** to selects an event; -1 leaves everything as it is. */
  to(i: number): void {
    if (i >= 0) this.session.select(i);
  }

  /** step goes to the next event that is not hidden, in any lane. */
  step(by: Direction): void {
    const { run, selected, cursor, emphasis } = this.session;
    if (!run?.columns) return;
    const from = selected >= 0 ? selected : run.lastAt(cursor) + (by > 0 ? 0 : 1);
    this.to(emphasis.shown ? neighbour(emphasis.hits!, from, by) : inRun(run, from, by));
  }

  /** hit goes to the next event that the search finds. */
  hit(by: Direction): void {
    this.to(this.session.emphasis.step(by));
  }

  /** lane goes along the lane of the selected event, and at an end of it on to the other
   * events of its node: a failure is often all that its lane has. */
  lane(by: Direction): void {
    const { run, selected, emphasis } = this.session;
    if (!run?.columns) return;
    if (selected < 0) {
      this.step(by);
      return;
    }
    const { node } = run.columns;
    const shown = (i: number): boolean => !emphasis.shown || emphasis.shown[i] !== 0;
    let to = inLane(run, selected, by);
    while (to >= 0 && !shown(to)) to = inLane(run, to, by);
    if (to >= 0) {
      this.to(to);
      return;
    }
    to = inRun(run, selected, by);
    while (to >= 0 && !(node[to] === node[selected] && shown(to))) to = inRun(run, to, by);
    this.to(to);
  }

  /** otherLane goes to the nearest event, on the axis, of the row above or below. */
  otherLane(by: Direction): void {
    const { layout, selected } = this.session;
    const row = layout.rowOf(selected);
    if (!row) {
      this.step(1);
      return;
    }
    const { rows } = layout;
    for (let k = rows.indexOf(row) + by; k >= 0 && k < rows.length; k += by) {
      const to = this.nearest(rows[k]!.events);
      if (to < 0 || layout.rowOf(to) !== rows[k]) continue;
      this.session.select(to);
      return;
    }
  }

  private nearest(events: Uint32Array): number {
    const { selected, axis } = this.session;
    const distance = (i: number): number => Math.abs(axis!.position(i) - axis!.position(selected));
    const back = neighbour(events, selected + 1, -1);
    const on = neighbour(events, selected, 1);
    return back >= 0 && (on < 0 || distance(back) <= distance(on)) ? back : on;
  }

  /** laneEnd goes to the last event of the lane, or to the first. */
  laneEnd(by: Direction): void {
    const events = this.session.layout.rowOf(this.session.selected)?.events;
    if (events?.length) this.to(by > 0 ? events[events.length - 1]! : events[0]!);
  }

  /** cause goes against the cause or along the effect. */
  cause(by: Direction): void {
    const event = pickedOf(this.session, picked(this.session));
    if (!event) return;
    const to = by > 0 ? alongEffect(event.run, event.i) : alongCause(event.run, event.i);
    if (to >= 0) pick(this.session, event.theirs ? this.session.run!.n + to : to);
  }

  /** site goes to the next event of the same source line. */
  site(by: Direction): void {
    const { run, selected } = this.session;
    if (run?.columns) this.to(ofSite(run, selected, by));
  }

  /** lone goes to the next event that only one of two runs has. */
  lone(by: Direction): void {
    const to = loneStep(this.session, by);
    if (to >= 0) pick(this.session, to);
  }

  /** failure goes to the failure, if there is one. */
  failure(): void {
    this.to(this.session.run?.failure() ?? -1);
  }
}
