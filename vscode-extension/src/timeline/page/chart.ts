// The chart: overview, ruler and lanes, drawn together once for each turn of the screen.
import { spanned } from "../model/interval";
import { positionAt, xOf, type Window } from "../model/marks";
import { eventAt, pick, picked, pickedOf, rowOfPicked } from "./compare";
import { el } from "./dom";
import { drawOverview } from "./drawoverview";
import { drawRuler } from "./drawruler";
import { Lanes } from "./drawlanes";
import type { Edit } from "./edit";
import { faultAt, moveBy } from "./faultdrag";
import { Frame } from "./frame";
import { Labels } from "./labels";
import { Overview } from "./overview";
import { drags, type Drag } from "./pointer";
import type { Session } from "./session";
import { MARGIN, Surface } from "./surface";
import { readTheme, watchTheme, type Theme } from "./theme";
import { Tip } from "./tip";

const LABEL =
  "Lanes of the run. Arrow keys go from event to event, Shift with an arrow to causes and effects, T opens the table of events, the question mark lists all keys.";

/** Chart is the left part of the page. */
export class Chart {
  readonly element = el("section", { class: "chart", "aria-label": "Timeline" });
  readonly surface = new Surface({ class: "lanes-canvas", tabindex: "0", role: "application", "aria-label": LABEL });
  private readonly ruler = new Surface({ class: "ruler-canvas", role: "img", "aria-label": "Ruler" });
  private readonly overview: Overview;
  private readonly scroller = el("div", { class: "lanes" });
  private readonly field = el("div", { class: "field" });
  private readonly lanes: Lanes;
  /** The names of the rows. */
  readonly labels: Labels;
  private readonly tip: Tip;
  private readonly frame = new Frame(() => {
    this.draw();
  });
  private theme: Theme | null = null;

  constructor(
    private readonly session: Session,
    private readonly edit: Edit,
    private readonly open: (event: number) => void,
    foot: HTMLElement,
  ) {
    this.lanes = new Lanes(session);
    this.labels = new Labels(session);
    this.overview = new Overview(session);
    this.tip = new Tip(session, this.element);
    this.field.append(this.surface.canvas);
    this.scroller.append(this.labels.element, this.field);
    const corner = el("div", { class: "corner" });
    this.element.append(
      this.overview.element,
      el("div", { class: "ruler" }, corner, this.ruler.canvas),
      this.scroller,
      foot,
      this.tip.element,
    );
    session.on(["data", "rows", "view", "selection", "filter", "marks", "compare", "schedule", "interval"], () => {
      corner.textContent = { time: "Virtual time", compressed: "Time, gaps shortened", order: "Order of events" }[session.mode];
      this.frame.ask();
    });
    session.on(["selection"], () => {
      this.reveal();
    });
    this.listen();
    watchTheme(document.body, () => {
      this.theme = null;
      this.frame.ask();
    });
    if (typeof ResizeObserver !== "undefined")
      new ResizeObserver(() => {
        if (this.field.clientWidth !== this.surface.width || this.scroller.clientHeight !== this.surface.height) this.frame.ask();
      }).observe(this.scroller);
  }

  private get window(): Window | null {
    const { axis, view } = this.session;
    return axis && this.surface.width > 0 ? { axis, view, width: this.surface.room } : null;
  }

  private draw(): void {
    const { session } = this;
    if (!session.run) return;
    this.theme ??= readTheme(document.body);
    this.field.style.height = `${Math.max(session.layout.height, this.scroller.clientHeight)}px`;
    const width = this.field.clientWidth;
    this.surface.resize(width, Math.min(this.scroller.clientHeight, Math.max(session.layout.height, this.scroller.clientHeight)));
    this.ruler.resize(width, 25);
    this.overview.surface.resize(width, 43);
    let c = this.surface.begin(this.theme.bg);
    if (c) this.lanes.draw(c, this.theme, this.surface.room, this.surface.height, this.scroller.scrollTop);
    c = this.ruler.begin(this.theme.bg);
    if (c) drawRuler(c, this.theme, session, this.ruler.room, 25);
    c = this.overview.surface.begin(this.theme.bg);
    if (c) drawOverview(c, this.theme, session, this.overview.surface.room, 43);
  }

  /** reveal scrolls to the row of the selected event. */
  private reveal(): void {
    const row = rowOfPicked(this.session, pickedOf(this.session, picked(this.session)));
    if (!row) return;
    const { scrollTop, clientHeight } = this.scroller;
    if (row.top < scrollTop) this.scroller.scrollTop = row.top;
    else if (row.top + row.height > scrollTop + clientHeight) this.scroller.scrollTop = row.top + row.height - clientHeight;
  }

  private listen(): void {
    const { canvas } = this.surface;
    this.scroller.addEventListener("scroll", () => {
      this.frame.ask();
    });
    drags(canvas, {
      press: (x, y, e) => this.press(x, y, e),
      click: (x, y) => {
        this.click(x, y);
      },
    });
    canvas.addEventListener("dblclick", (e) => {
      const event = this.eventAt(e.offsetX, e.offsetY);
      if (event >= 0) this.open(event);
    });
    canvas.addEventListener("pointermove", (e) => {
      if (e.buttons !== 0) return;
      const fault = this.faultAt(e.offsetX, e.offsetY);
      canvas.style.cursor = fault ? "grab" : "default";
      this.tip.show(this.eventAt(e.offsetX, e.offsetY), e.clientX, e.clientY);
    });
    canvas.addEventListener("pointerleave", () => {
      this.tip.hide();
    });
    canvas.addEventListener(
      "wheel",
      (e) => {
        this.wheel(e);
      },
      { passive: false },
    );
    const scrub = (x: number): void => {
      const w = this.window;
      if (w) this.session.scrub(w.axis.instantAt(positionAt(w, x - MARGIN)));
    };
    drags(this.ruler.canvas, { press: () => ({ move: scrub }), click: scrub });
  }

  private wheel(e: WheelEvent): void {
    const across = e.shiftKey ? e.deltaY : e.deltaX;
    const fits = this.scroller.scrollHeight <= this.scroller.clientHeight;
    if (e.ctrlKey || e.metaKey || (fits && !e.shiftKey && Math.abs(e.deltaY) > Math.abs(e.deltaX))) {
      this.session.zoom(Math.exp(Math.max(-60, Math.min(60, e.deltaY)) * 0.006), (e.offsetX - MARGIN) / this.surface.room);
    } else if (across !== 0 && Math.abs(across) >= Math.abs(e.shiftKey ? 0 : e.deltaY)) {
      this.session.pan(across / this.surface.room);
    } else return;
    this.tip.hide();
    e.preventDefault();
  }

  private press(x: number, y: number, e: PointerEvent): Drag {
    this.tip.hide();
    const fault = this.faultAt(x, y);
    if (fault) return this.dragFault(fault.place, fault.planned);
    return e.shiftKey ? this.brush(x) : this.drag();
  }

  private drag(): Drag {
    let before = 0;
    return {
      move: (_x, _y, by) => {
        this.session.pan((before - by.x) / this.surface.room);
        before = by.x;
      },
    };
  }

  /** brush chooses the interval that is spanned with Shift held. */
  private brush(from: number): Drag {
    let to = from;
    return {
      move: (x) => {
        to = x;
        this.lanes.brushed = { from: from - MARGIN, to: to - MARGIN };
        this.frame.ask();
      },
      done: (cancelled) => {
        this.lanes.brushed = null;
        this.frame.ask();
        const w = this.window;
        if (!w || !this.session.run?.columns || cancelled || Math.abs(to - from) < 4) return;
        this.session.span(spanned(w.axis, positionAt(w, from - MARGIN), positionAt(w, to - MARGIN)));
      },
    };
  }

  private dragFault(place: number, planned: number): Drag {
    return {
      move: (_x, _y, by) => {
        this.lanes.dragged = { place, by: by.x };
        this.frame.ask();
      },
      done: (cancelled) => {
        const by = this.lanes.dragged?.by ?? 0;
        this.lanes.dragged = null;
        const w = this.window;
        if (w && !cancelled) this.edit.moveTo(planned, moveBy(this.session, w, place, by));
        this.session.setTab("schedule");
        this.frame.ask();
      },
    };
  }

  private faultAt(x: number, y: number): { place: number; planned: number } | null {
    const w = this.window;
    return w && this.edit.plan ? faultAt(this.session, w, x - MARGIN, y + this.scroller.scrollTop) : null;
  }

  /** eventAt is the event at a point of the lanes; -1 if there is none. */
  eventAt(x: number, y: number): number {
    const w = this.window;
    if (!w || !this.session.run?.columns) return -1;
    return eventAt(this.session, w, x - MARGIN, y + this.scroller.scrollTop);
  }

  /** pointOf is where in the window an event is seen, or the lanes begin. */
  pointOf(event: number): [x: number, y: number] {
    const { left, top } = this.surface.canvas.getBoundingClientRect();
    const w = this.window;
    const row = this.session.layout.rowOf(event);
    return w && row ? [left + MARGIN + xOf(w, w.axis.position(event)), top + row.top + row.height - this.scroller.scrollTop] : [left, top];
  }

  private click(x: number, y: number): void {
    this.surface.canvas.focus({ preventScroll: true });
    const event = this.eventAt(x, y);
    const w = this.window;
    pick(this.session, event);
    if (event < 0 && w) this.session.scrub(w.axis.instantAt(positionAt(w, x - MARGIN)));
  }
}
