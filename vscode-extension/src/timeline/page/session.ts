// What the page shows at the moment: the run, what is visible of it, what is selected.
// Parts of the page read it, change it by its methods, and hear of changes by topic.
import type { Host, RunRef } from "../host";
import { Axis, center, pan, smallest, zoomAbout, type Mode, type View } from "../model/axis";
import type { Interval } from "../model/interval";
import type { Run } from "../model/run";
import type { Other } from "./compare";
import { Emitter } from "./emitter";
import { Emphasis } from "./emphasis";
import { Layout } from "./layout";

/** Tabs of the inspector. */
export const TABS = ["story", "events", "state", "schedule", "log"] as const;
export type Tab = (typeof TABS)[number];

/** Session is the state of one page. */
export class Session extends Emitter {
  /** The run's name for the host; its first section comes later. */
  ref: RunRef;
  run: Run | null = null;
  other: Other | null = null;
  axis: Axis | null = null;
  mode: Mode = "compressed";
  view: View = { from: 0, to: 1 };
  /** Index of the selected event; -1 for none. */
  selected = -1;
  /** The instant whose state is shown. */
  cursor = 0;
  tab: Tab = "story";
  /** Indexes of marked events, in order. */
  marks: number[] = [];
  /** What was chosen to look at together; null for nothing. */
  interval: Interval | null = null;
  /** Tells a person what was done. */
  said: (text: string) => void = () => undefined;
  /** Which events are bright, dim or hidden. */
  readonly emphasis: Emphasis;
  /** Which rows there are. */
  readonly layout: Layout;

  constructor(readonly host: Host) {
    super();
    this.ref = host.opened.run;
    this.emphasis = new Emphasis(this);
    this.layout = new Layout(this);
    this.on(["data", "rows", "filter", "compare"], () => {
      this.layout.make();
    });
  }

  /** begin shows another run from its beginning. */
  begin(ref: RunRef, run: Run): void {
    Object.assign(this, { ref, run, other: null, selected: -1, cursor: 0, marks: [], interval: null });
    this.emphasis.clear();
    this.setAxis();
    this.view = this.axis!.whole();
    this.emit("data", "rows", "view", "selection", "filter", "marks", "interval", "compare");
  }

  /** grown is called when a further section of the run is there. */
  grown(): void {
    this.emphasis.grown();
    const whole = this.axis !== null && this.view.to - this.view.from >= this.axis.length;
    this.setAxis();
    if (whole) this.view = this.axis!.whole();
    this.emit("data", "rows", "view", "filter", "compare");
  }

  /** setMode changes the axis; what is in the middle stays there. */
  setMode(mode: Mode): void {
    if (mode === this.mode || !this.axis) return;
    const middle = this.axis.instantAt((this.view.from + this.view.to) / 2);
    const share = (this.view.to - this.view.from) / this.axis.length;
    this.mode = mode;
    this.setAxis();
    this.view = { from: 0, to: share * this.axis.length };
    const at = this.spot() ?? this.axis.positionOf(middle);
    this.view = share >= 1 ? this.axis.whole() : center(this.axis, this.view, at);
    this.emit("view");
  }

  /** setAxis makes the axis anew, after its events or which of them are hidden changed. */
  setAxis(): void {
    if (!this.run) return;
    this.axis = new Axis(this.run, this.mode, this.emphasis.shown, this.other);
    if (this.other) this.other.axis = this.axis.along(this.other);
  }

  /** remake makes the axis anew and shows the stretch of time that was visible. */
  remake(): void {
    const { axis, view } = this;
    if (!axis) return;
    const [begin, end] = [axis.instantAt(view.from), axis.instantAt(view.to)];
    this.setAxis();
    const [from, to] = [this.axis!.positionOf(begin), this.axis!.positionOf(end)].map((p) => Math.min(p, this.axis!.length));
    const whole = view.to - view.from >= axis.length || to! <= from!;
    this.view = whole ? this.axis!.whole() : { from: from!, to: to! };
  }

  /** spot is where the selected event stands on the axis; null if none is. */
  private spot(): number | null {
    const { axis, other, selected } = this;
    if (other && other.selected >= 0) return other.axis.position(other.selected);
    return axis && selected >= 0 ? axis.position(selected) : null;
  }

  /** zoom makes what is visible longer or shorter about a share of it, from 0 to 1. */
  zoom(factor: number, share?: number): void {
    if (!this.axis) return;
    const { from, to } = this.view;
    const selected = this.spot() ?? -1;
    const about = share === undefined && selected >= from && selected <= to ? selected : from + (share ?? 0.5) * (to - from);
    this.show(zoomAbout(this.axis, this.view, about, factor));
  }

  /** pan moves what is visible by a share of it. */
  pan(share: number): void {
    if (this.axis) this.show(pan(this.axis, this.view, share * (this.view.to - this.view.from)));
  }

  /** show makes an interval of positions visible. */
  show(view: View): void {
    if (view.from === this.view.from && view.to === this.view.to) return;
    this.view = view;
    this.emit("view");
  }

  /** whole makes all of the run visible. */
  whole(): void {
    if (this.axis) this.show(this.axis.whole());
  }

  /** select chooses an event, moves the cursor to it, and makes it visible; -1 chooses none. */
  select(i: number): void {
    if (!this.run?.columns || i >= this.run.n) return;
    if (i >= 0) this.cursor = this.run.columns.at[i]!;
    this.choose(Math.max(-1, i), -1);
  }

  /** selectTheirs chooses an event that only the run beside has. */
  selectTheirs(i: number): void {
    if (!this.other) return;
    if (this.selected >= 0) this.other.before = this.selected;
    this.cursor = this.other.run.data.at[i]!;
    this.choose(-1, i);
  }

  /** leave takes the choice away; behind one of the run beside, what was chosen before is again. */
  leave(): void {
    this.select(this.other && this.other.selected >= 0 ? this.other.before : -1);
  }

  private choose(own: number, theirs: number): void {
    this.selected = own;
    if (this.other) this.other.selected = theirs;
    this.emphasis.selected();
    this.reveal();
    this.emit("selection");
  }

  /** scrub looks at the state of an instant, with no event chosen. */
  scrub(instant: number): void {
    if (!this.run) return;
    this.cursor = Math.max(0, Math.min(this.run.head.header.end, Math.round(instant)));
    if (this.spot() !== null) {
      this.selected = -1;
      if (this.other) this.other.selected = -1;
      this.emphasis.selected();
    }
    this.emit("selection");
  }

  /** reveal moves the view if the selected event is not well inside it. */
  private reveal(): void {
    const p = this.spot();
    if (!this.axis || p === null) return;
    const { from, to } = this.view;
    const edge = (to - from) * 0.04;
    if (p < from + edge && from > 0) this.show(center(this.axis, this.view, p));
    else if (p > to - edge && to < this.axis.length) this.show(center(this.axis, this.view, p));
  }

  /** around makes a stretch of events visible, with some room at both ends. */
  around(events: readonly number[]): void {
    if (!this.axis || events.length === 0) return;
    const all = events.map((i) => this.axis!.position(i));
    const [from, to] = [Math.min(...all), Math.max(...all)];
    this.stretch(from, to, 0.15);
  }

  /** stretch makes positions visible, with a share of them as room at both ends. */
  stretch(from: number, to: number, share = 0.02): void {
    if (!this.axis) return;
    const room = Math.max((to - from) * share, smallest(this.axis));
    this.show({ from: Math.max(0, from - room), to: Math.min(this.axis.length, to + room) });
  }

  /** told are the events that a run is opened at: the failure, if it is selected, with the steps of the story. */
  told(): number[] {
    const { run, selected } = this;
    const steps = (run?.head.header.story?.steps ?? []).map((s) => s.event - 1).filter((i) => i >= 0 && i < run!.n);
    return selected >= 0 && selected === run!.failure() && steps.length > 0 ? [...steps, selected] : [];
  }

  /** focus puts the selected event in the middle, closer if all is visible. */
  focus(): void {
    const p = this.spot();
    if (!this.axis || p === null) return;
    const near = this.view.to - this.view.from >= this.axis.length ? zoomAbout(this.axis, this.view, p, 0.25) : this.view;
    this.show(center(this.axis, near, p));
  }

  /** toggleMark marks the selected event, or takes its mark off. */
  toggleMark(): void {
    if (this.selected < 0) return;
    this.marks = this.marks.includes(this.selected)
      ? this.marks.filter((i) => i !== this.selected)
      : [...this.marks, this.selected].sort((a, b) => a - b);
    this.emit("marks");
  }

  /** nextMark goes to the next marked event, round at the end. */
  nextMark(): void {
    const next = this.marks.find((i) => i > this.selected) ?? this.marks[0];
    if (next !== undefined) this.select(next);
  }

  /** span chooses an interval to look at; null chooses none. */
  span(interval: Interval | null): void {
    this.interval = interval;
    this.emit("interval");
  }

  setTab(tab: Tab): void {
    if (tab === this.tab) return;
    this.tab = tab;
    this.emit("tab");
  }

  /** beside shows another run in the lower half of each lane; null takes it away. */
  beside(other: Other | null): void {
    if (this.other && this.other.selected >= 0) this.leave();
    this.other = other;
    this.emphasis.grown();
    this.remake();
    this.emit("compare", "rows", "view");
  }
}
