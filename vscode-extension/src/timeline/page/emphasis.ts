// Which events stand out: those that the search finds, and those that led to the
// selected event or came of it. All others are dim, or hidden if that was asked for.
import { future, past } from "../model/cone";
import { isError, mask, parse, type FilterError } from "../model/filter";
import { neighbour, type Direction } from "../model/steps";
import type { Session } from "./session";

/** Emphasis keeps the masks; 1 is in, null is all. */
export class Emphasis {
  query = "";
  /** What is wrong with the text of the search; null if nothing is. */
  wrong: FilterError | null = null;
  /** Whether what the search does not find is hidden, not only dim. */
  hide = false;
  /** Whether the past and future of the selected event stand out. */
  cone = true;
  /** Events that the search finds. */
  found: Uint8Array | null = null;
  /** Indexes of those, in order. */
  hits: Uint32Array | null = null;
  /** Events of the selected one's past and of its future; the event is in both. */
  past: Uint8Array | null = null;
  future: Uint8Array | null = null;
  /** Events that are not dim. */
  bright: Uint8Array | null = null;

  constructor(private readonly session: Session) {}

  /** Events that are not hidden. */
  get shown(): Uint8Array | null {
    return this.hide ? this.found : null;
  }

  clear(): void {
    this.found = this.hits = this.past = this.future = this.bright = null;
    if (this.query) this.search(this.query);
  }

  /** search looks for what a text in the filter language says; "" finds all. */
  search(text: string): void {
    this.query = text;
    this.wrong = null;
    this.find();
    this.changed();
  }

  private find(): void {
    const { run } = this.session;
    this.found = this.hits = null;
    if (!this.query.trim() || !run?.columns) return;
    const query = parse(this.query, run);
    if (isError(query)) {
      this.wrong = query;
      return;
    }
    this.found = mask(run, query);
    this.hits = indexes(this.found);
  }

  setHide(hide: boolean): void {
    this.hide = hide;
    this.changed();
  }

  setCone(cone: boolean): void {
    this.cone = cone;
    this.selected();
    this.session.emit("filter");
  }

  /** grown is called when the events are there, or more is known of them. */
  grown(): void {
    this.find();
    this.selected();
  }

  /** selected is called when another event is selected. */
  selected(): void {
    const { run, selected } = this.session;
    const on = this.cone && selected >= 0 && run?.columns;
    this.past = on ? past(run, selected) : null;
    this.future = on ? future(run, selected) : null;
    this.mix();
  }

  /** step is the next event that the search finds, round at the ends; -1 for none. */
  step(direction: Direction): number {
    const { hits } = this;
    if (!hits || hits.length === 0) return -1;
    const next = neighbour(hits, this.session.selected, direction);
    if (next >= 0) return next;
    return direction > 0 ? hits[0]! : hits[hits.length - 1]!;
  }

  private changed(): void {
    const { session } = this;
    this.mix();
    if (session.axis) {
      const { from, to } = session.view;
      const whole = to - from >= session.axis.length;
      const [begin, end] = [session.axis.instantAt(from), session.axis.instantAt(to)];
      session.setAxis();
      session.view = whole ? session.axis.whole() : between(session, begin, end);
    }
    session.emit("filter", "view");
  }

  private mix(): void {
    const { found, past, future } = this;
    if (!past || !future) {
      this.bright = found;
      return;
    }
    const bright = new Uint8Array(past.length);
    for (let i = 0; i < bright.length; i++) bright[i] = (past[i]! | future[i]!) & (found ? found[i]! : 1);
    this.bright = bright;
  }
}

/** between is a view from one instant to another on the present axis. */
function between(session: Session, begin: number, end: number): { from: number; to: number } {
  const axis = session.axis!;
  const from = Math.min(axis.positionOf(begin), axis.length);
  const to = Math.min(axis.positionOf(end), axis.length);
  return to > from ? { from, to } : axis.whole();
}

function indexes(mask: Uint8Array): Uint32Array {
  let n = 0;
  for (const bit of mask) n += bit;
  const all = new Uint32Array(n);
  for (let i = 0, k = 0; i < mask.length; i++) if (mask[i]) all[k++] = i;
  return all;
}
