// Marks the events that only one of two runs has: a wedge below each, or a line below
// many. Shape tells them, so that colour is not needed.
import { strip, xOf, type Window } from "../model/marks";
import { filtered } from "../model/rows";
import type { Theme } from "./theme";

/** Height of a wedge, and half its width, in pixels. */
const WEDGE = 4;

/** Lone draws the marks of one run's events. */
export class Lone {
  private counts = new Uint32Array(0);
  /** Of each row's list the events that are marked, as long as the same are. */
  private lists = new WeakMap<Uint32Array, Uint32Array>();
  private of: Uint8Array | null = null;

  /** draw marks those of a row's events that marks has, with the lower end of the row at y. */
  draw(c: CanvasRenderingContext2D, theme: Theme, w: Window, events: Uint32Array, marks: Uint8Array, y: number): void {
    const list = this.list(events, marks);
    if (list.length === 0) return;
    if (this.counts.length !== Math.ceil(w.width)) this.counts = new Uint32Array(Math.ceil(w.width));
    const s = strip(list, w, this.counts);
    c.fillStyle = theme.other;
    if (s.dense) this.line(c, y);
    else {
      c.beginPath();
      for (let k = s.first; k < s.last; k++) wedge(c, Math.round(xOf(w, w.axis.position(list[k]!))) + 0.5, y);
      c.fill();
    }
  }

  private list(events: Uint32Array, marks: Uint8Array): Uint32Array {
    if (this.of !== marks) {
      this.of = marks;
      this.lists = new WeakMap();
    }
    let list = this.lists.get(events);
    if (!list) this.lists.set(events, (list = filtered(events, marks)));
    return list;
  }

  private line(c: CanvasRenderingContext2D, y: number): void {
    let from = -1;
    for (let x = 0; x <= this.counts.length; x++) {
      const is = x < this.counts.length && this.counts[x]! > 0;
      if (is && from < 0) from = x;
      if (is || from < 0) continue;
      c.fillRect(from, y - 3, x - from, 2);
      from = -1;
    }
  }
}

function wedge(c: CanvasRenderingContext2D, x: number, y: number): void {
  c.moveTo(x, y - 1 - WEDGE);
  c.lineTo(x - WEDGE, y - 1);
  c.lineTo(x + WEDGE, y - 1);
  c.closePath();
}
