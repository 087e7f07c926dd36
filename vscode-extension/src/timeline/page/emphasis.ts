// Which events stand out: those that the search finds, and those that led to the
// selected event or came of it. All others are dim, or hidden if that was asked for.
import { those } from "../model/beside";
import { future, past } from "../model/cone";
import { isError, mask, parse, type FilterError } from "../model/filter";
import { neighbour, type Direction } from "../model/steps";
import { picked, pickedOf } from "./compare";
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
  /** Events of the selected one's past and of its future, in its run; the event is in both. */
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
    const { run, other } = this.session;
    this.found = this.hits = null;
    if (other) other.found = null;
    if (!this.query.trim() || !run?.columns) return;
    const query = parse(this.query, run);
    if (isError(query)) {
      this.wrong = query;
      return;
    }
    this.found = mask(run, query);
    this.hits = those(this.found);
    if (!other) return;
    // It may have no such node.
    const its = parse(this.query, other.run);
    other.found = isError(its) ? new Uint8Array(other.run.n) : mask(other.run, its);
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
    const of = this.cone ? pickedOf(this.session, picked(this.session)) : null;
    this.past = of && past(of.run, of.i);
    this.future = of && future(of.run, of.i);
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
    this.mix();
    this.session.remake();
    this.session.emit("filter", "view");
  }

  private mix(): void {
    const { found, session } = this;
    const { other } = session;
    const theirs = other !== null && other.selected >= 0;
    this.bright = theirs ? found : this.within(found);
    if (!other) return;
    other.bright = theirs ? this.within(other.found) : other.found;
    other.shown = this.hide ? other.found : null;
  }

  /** within are those that were found of the past and the future. */
  private within(found: Uint8Array | null): Uint8Array | null {
    const { past, future } = this;
    if (!past || !future) return found;
    return past.map((p, i) => (p | future[i]!) & (found ? found[i]! : 1));
  }
}
