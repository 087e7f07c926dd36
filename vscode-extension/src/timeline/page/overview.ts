// The minimap: its window is dragged, made longer at its ends, or put elsewhere.
import { pan, smallest, type View } from "../model/axis";
import { el } from "./dom";
import { drags, type Drag } from "./pointer";
import type { Session } from "./session";
import { MARGIN, Surface } from "./surface";

/** How close to an end of the window the end is taken, in pixels. */
const NEAR = 7;

/** Overview is the canvas of the minimap. */
export class Overview {
  readonly surface = new Surface({ class: "overview-canvas", role: "img", "aria-label": "Overview of the whole run" });
  readonly element: HTMLElement;

  constructor(private readonly session: Session) {
    this.element = el("div", { class: "overview" }, el("div", { class: "corner", text: "Overview" }), this.surface.canvas);
    const { canvas } = this.surface;
    drags(canvas, {
      press: (x) => this.press(x - MARGIN),
      click: (x) => {
        this.center(x - MARGIN);
      },
    });
    canvas.addEventListener("pointermove", (e) => {
      canvas.style.cursor = this.handle(e.offsetX - MARGIN) === 0 ? "pointer" : "ew-resize";
    });
    canvas.addEventListener("dblclick", () => {
      session.whole();
    });
  }

  private get scale(): number {
    return this.surface.room / (this.session.axis?.length ?? 1);
  }

  /** handle says which end of the window is at x: -1 the first, 1 the second, 0 none. */
  private handle(x: number): -1 | 0 | 1 {
    const { view } = this.session;
    const from = Math.abs(x - view.from * this.scale);
    const to = Math.abs(x - view.to * this.scale);
    if (Math.min(from, to) > NEAR) return 0;
    return from < to ? -1 : 1;
  }

  private press(x: number): Drag {
    const end = this.handle(x);
    const view = this.session.view;
    if (end === 0 && (x < view.from * this.scale || x > view.to * this.scale)) this.center(x);
    const begin = this.session.view;
    return {
      move: (_x, _y, by) => {
        this.move(begin, end, by.x / this.scale);
      },
    };
  }

  private move(begin: View, end: -1 | 0 | 1, by: number): void {
    const axis = this.session.axis;
    if (!axis) return;
    const least = smallest(axis);
    if (end === 0) this.session.show(pan(axis, begin, by));
    else if (end < 0) this.session.show({ from: Math.max(0, Math.min(begin.to - least, begin.from + by)), to: begin.to });
    else this.session.show({ from: begin.from, to: Math.min(axis.length, Math.max(begin.from + least, begin.to + by)) });
  }

  private center(x: number): void {
    const { axis, view } = this.session;
    if (axis) this.session.show(pan(axis, view, x / this.scale - (view.from + view.to) / 2));
  }
}
