// Draws the events of one row: a bar for each pixel where they are dense, else a sign
// for each. Takes time proportional to the pixels and to the signs.
import type { Axis } from "../model/axis";
import { filtered, type Row } from "../model/rows";
import { strip, xOf, type Window } from "../model/marks";
import { DRAW, STROKED, STYLES } from "./glyphs";
import type { Looks } from "./looks";
import type { Theme } from "./theme";

/** Half the size of a sign in pixels. */
export const SIGN = 4.5;

/** How visible what does not stand out is. */
export const DIM = 0.3;

/** Strips draws rows of one run. It keeps lists that it uses again for each row. */
export class Strips {
  private readonly bright: number[][] = STYLES.map(() => []);
  private readonly dim: number[][] = STYLES.map(() => []);
  private counts = new Uint32Array(0);
  /** The bright events of each row's list, as long as the same events are bright. */
  private lit = new WeakMap<Uint32Array, Uint32Array>();
  private of: Uint8Array | null = null;

  /** draw draws a row whose middle is at y, and which is height pixels high. */
  draw(
    c: CanvasRenderingContext2D,
    theme: Theme,
    looks: Looks,
    w: Window,
    row: Row,
    bright: Uint8Array | null,
    y: number,
    height: number,
  ): void {
    if (row.events.length === 0) return;
    if (this.counts.length !== Math.ceil(w.width)) this.counts = new Uint32Array(Math.ceil(w.width));
    const s = strip(row.events, w, this.counts);
    if (s.dense) {
      this.bars(c, theme, s.max, y, height, bright ? DIM : 0.75);
      if (bright) this.bars(c, theme, this.litMax(row.events, w, bright), y, height, 0.9);
      return;
    }
    this.sort(row.events, s.first, s.last, looks, bright);
    this.signs(c, theme, w, this.dim, y, height, theme.strong ? 0.5 : DIM);
    this.signs(c, theme, w, this.bright, y, height, 1);
    c.globalAlpha = 1;
  }

  /** litMax counts the bright events into counts; the most of a pixel, 0 if they are few enough to be left out. */
  private litMax(events: Uint32Array, w: Window, bright: Uint8Array): number {
    if (this.of !== bright) {
      this.of = bright;
      this.lit = new WeakMap();
    }
    let lit = this.lit.get(events);
    if (!lit) this.lit.set(events, (lit = filtered(events, bright)));
    const s = strip(lit, w, this.counts);
    if (s.dense) return s.max;
    this.counts.fill(0);
    for (let k = s.first; k < s.last; k++) {
      const x = Math.floor(xOf(w, w.axis.position(lit[k]!)));
      if (x >= 0 && x < this.counts.length) this.counts[x]!++;
    }
    return s.last > s.first ? 1 : 0;
  }

  private bars(c: CanvasRenderingContext2D, theme: Theme, max: number, y: number, height: number, alpha: number): void {
    if (max === 0) return;
    const most = (height - 6) / 2;
    c.fillStyle = theme.muted;
    c.globalAlpha = theme.strong ? 1 : alpha;
    // One rectangle for neighbours of the same height: a path of thousands of
    // rectangles takes a browser without a graphics card longer than all else.
    let from = 0;
    let before = 0;
    for (let x = 0; x <= this.counts.length; x++) {
      const n = x < this.counts.length ? this.counts[x]! : 0;
      const h = n === 0 ? 0 : Math.max(1.5, Math.round(2 * Math.sqrt(n / max) * most) / 2);
      if (h === before) continue;
      if (before > 0) c.fillRect(from, y - before, x - from, 2 * before);
      from = x;
      before = h;
    }
    c.globalAlpha = 1;
  }

  private sort(events: Uint32Array, first: number, last: number, looks: Looks, bright: Uint8Array | null): void {
    for (const list of this.bright) list.length = 0;
    for (const list of this.dim) list.length = 0;
    for (let k = first; k < last; k++) {
      const i = events[k]!;
      (!bright || bright[i] ? this.bright : this.dim)[looks.of(i)]!.push(i);
    }
  }

  private signs(c: CanvasRenderingContext2D, theme: Theme, w: Window, lists: number[][], y: number, height: number, alpha: number): void {
    c.globalAlpha = alpha;
    c.lineWidth = 1.5;
    const r = Math.min(SIGN, height / 2 - 2);
    for (let s = 0; s < lists.length; s++) {
      const list = lists[s]!;
      if (list.length === 0) continue;
      const { shape, colour, shift } = STYLES[s]!;
      const draw = DRAW[shape];
      const axis: Axis = w.axis;
      c.beginPath();
      for (const i of list) draw(c, Math.round(xOf(w, axis.position(i))) + 0.5, y + shift * height, r);
      if (STROKED.has(shape)) {
        c.strokeStyle = theme[colour];
        c.stroke();
      } else {
        c.fillStyle = theme[colour];
        c.fill();
      }
    }
  }
}
