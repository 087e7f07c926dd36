// Draws the lanes: rows, bands, events, arrows, and on top what was selected, marked,
// told by the story, and the failure.
import { lone } from "../model/beside";
import { direct } from "../model/cone";
import { viewOf } from "../model/interval";
import { arrows, bands, xOf, type Arrows, type Window } from "../model/marks";
import { rowAt, type Row } from "../model/rows";
import type { Run } from "../model/run";
import { drawArrows, drawLinks, type HeightOf } from "./drawarrows";
import { drawBands } from "./drawbands";
import { drawBuckets } from "./drawbuckets";
import { drawDivergence } from "./drawdiff";
import { drawFlows } from "./drawflows";
import { Lone } from "./drawlone";
import { drawFailure, drawMarks, drawRing, drawSteps } from "./drawmarks";
import { picked, pickedOf, rowOfPicked, type Other } from "./compare";
import { breaksAt, cursorX } from "./drawruler";
import { looksOf } from "./looks";
import type { Session } from "./session";
import { Strips } from "./strips";
import { MARGIN } from "./surface";
import type { Theme } from "./theme";

/** Most messages that are drawn as arrows. */
const MAX_ARROWS = 1500;

/** Dragged is a fault whose handle is being dragged: its place in the survey, and by how many pixels. */
export interface Dragged {
  place: number;
  by: number;
}

/** Seen are the events of a run that are not dim, and those that are not hidden; null for all. */
type Seen = Pick<Other, "bright" | "shown">;

/** Messages are those of one run that are drawn. */
interface Messages extends Arrows {
  y: HeightOf;
  /** Events that are not dim; null for all. */
  bright: Uint8Array | null;
}

/** Lanes draws the rows of a session. */
export class Lanes {
  private readonly strips = new Strips();
  private readonly otherStrips = new Strips();
  private readonly lone = new Lone();
  private readonly otherLone = new Lone();
  dragged: Dragged | null = null;
  /** What is being spanned, in pixels; null if nothing is. */
  brushed: { from: number; to: number } | null = null;

  constructor(private readonly session: Session) {}

  /** draw draws what is visible of the rows when scrolled down by top pixels. */
  draw(c: CanvasRenderingContext2D, theme: Theme, width: number, height: number, top: number): void {
    const { session } = this;
    const { axis, view, run, layout } = session;
    if (!axis || !run) return;
    const w: Window = { axis, view, width };
    const rows = layout.rows;
    const begin = Math.max(0, rowAt(rows, top));
    this.background(c, theme, rows, begin, width, height, top);
    this.breaks(c, theme, w, height);
    drawDivergence(c, theme, session, w, height);
    const messages = this.messages(w, top);
    // Below the events, of which they would hide some.
    for (const m of messages) drawFlows(c, theme, m.flows, m.y, m.bright !== null);
    for (let k = begin; k < rows.length && rows[k]!.top - top < height; k++) this.row(c, theme, w, rows[k]!, top);
    if (!run.columns) return;
    for (const { arrows, y, bright } of messages) drawArrows(c, theme, arrows, y, bright);
    const y = this.heights(run, top, session.emphasis);
    this.cursor(c, theme, width, height);
    drawFailure(c, theme, session, w, height, y);
    const event = pickedOf(session, picked(session));
    const { other } = session;
    const window = event?.theirs ? { ...w, axis: other!.axis } : w;
    const at = event?.theirs ? this.heights(event.run, top, other!) : y;
    if (event) links(c, theme, window, event.run, event.i, at);
    drawSteps(c, theme, session, w, y);
    drawMarks(c, theme, session, w, y);
    if (event) drawRing(c, theme, window, event.i, at);
    this.interval(c, theme, w, height);
  }

  /** interval draws what is being spanned, else what was. */
  private interval(c: CanvasRenderingContext2D, theme: Theme, w: Window, height: number): void {
    const { interval } = this.session;
    const at = interval && viewOf(w.axis, interval);
    const x = (p: number): number => Math.max(-2 * MARGIN, Math.min(w.width + 2 * MARGIN, xOf(w, p)));
    const span = this.brushed ?? (at && { from: x(at.from), to: x(at.to) });
    if (!span) return;
    const from = Math.min(span.from, span.to);
    const width = Math.abs(span.to - span.from);
    c.fillStyle = c.strokeStyle = theme.focus;
    c.lineWidth = 1;
    c.globalAlpha = 0.15;
    c.fillRect(from, 0, width, height);
    c.globalAlpha = 1;
    c.strokeRect(from + 0.5, 0.5, width, height - 1);
  }

  private background(
    c: CanvasRenderingContext2D,
    theme: Theme,
    rows: readonly Row[],
    begin: number,
    width: number,
    height: number,
    top: number,
  ): void {
    c.lineWidth = 1;
    c.strokeStyle = theme.line;
    for (let k = begin; k < rows.length && rows[k]!.top - top < height; k++) {
      const row = rows[k]!;
      if (row.depth === 0) {
        c.fillStyle = theme.band;
        c.fillRect(-MARGIN, row.top - top, width + 2 * MARGIN, row.height);
      }
      if (row.depth > 0) continue;
      c.beginPath();
      c.moveTo(-MARGIN, Math.round(row.top - top) + 0.5);
      c.lineTo(width + MARGIN, Math.round(row.top - top) + 0.5);
      c.stroke();
    }
  }

  private breaks(c: CanvasRenderingContext2D, theme: Theme, w: Window, height: number): void {
    c.strokeStyle = theme.line;
    c.setLineDash([2, 4]);
    c.beginPath();
    for (const x of breaksAt(w, 48)) {
      c.moveTo(x, 0);
      c.lineTo(x, height);
    }
    c.stroke();
    c.setLineDash([]);
  }

  private row(c: CanvasRenderingContext2D, theme: Theme, w: Window, row: Row, top: number): void {
    const { session } = this;
    const run = session.run!;
    const bright = session.emphasis.bright;
    if (!run.columns) {
      drawBuckets(c, theme, w, run, row, top);
      return;
    }
    const other = session.other;
    const height = other ? row.height / 2 : row.height;
    const place = { c, theme, run, row, top: row.top - top, height, width: w.width, bright, dragged: this.dragged };
    if (!row.lone) drawBands(place, bands(run, w, row));
    if (signed(row)) this.strips.draw(c, theme, looksOf(run), w, row, bright, row.top - top + height / 2, height);
    if (!other) return;
    const marks = lone(other.diff);
    if (signed(row)) this.lone.draw(c, theme, w, row.events, marks.a, row.top - top + height);
    const twin = session.layout.others.get(row.key);
    const second = { ...w, axis: other.axis };
    const y = row.top - top + height;
    if (theme.strong) {
      c.fillStyle = theme.line;
      c.fillRect(0, y, w.width, 1);
    } else {
      c.fillStyle = theme.other;
      c.globalAlpha = 0.06;
      c.fillRect(0, y, w.width, height);
      c.globalAlpha = 1;
    }
    if (!twin) return;
    drawBands({ ...place, run: other.run, row: twin, top: y, bright: other.bright, dragged: null }, bands(other.run, second, twin));
    if (!signed(twin)) return;
    this.otherStrips.draw(c, theme, looksOf(other.run), second, twin, other.bright, y + height / 2, height);
    this.otherLone.draw(c, theme, second, twin.events, marks.b, y + height);
  }

  /** messages finds those of both runs that are in the window. */
  private messages(w: Window, top: number): Messages[] {
    const { run, other, layout, emphasis } = this.session;
    if (!run?.columns) return [];
    const of = (run: Run, window: Window, share: number, { bright, shown }: Seen): Messages => {
      const ys = run.nodes.map((name) => {
        const row = layout.rows.find((r) => r.key === `node:${name}/network`) ?? layout.rows.find((r) => r.key === `node:${name}`);
        return row ? row.top - top + row.height * share : -1;
      });
      return { ...arrows(run, window, MAX_ARROWS, shown), y: (node) => ys[node] ?? -1, bright };
    };
    const all = [of(run, w, other ? 0.25 : 0.5, emphasis)];
    if (other) all.push(of(other.run, { ...w, axis: other.axis }, 0.75, other));
    return all;
  }

  /** heights gives where an event of a run is seen; -1 if nowhere. */
  private heights(run: Run, top: number, { shown }: Seen): (event: number) => number {
    const theirs = run !== this.session.run;
    const share = theirs ? 0.75 : this.session.other ? 0.25 : 0.5;
    return (i) => {
      const row = shown && !shown[i] ? undefined : rowOfPicked(this.session, { run, i, theirs });
      return row ? row.top - top + row.height * share : -1;
    };
  }

  private cursor(c: CanvasRenderingContext2D, theme: Theme, width: number, height: number): void {
    const { view } = this.session;
    const x = cursorX(this.session, width / (view.to - view.from));
    c.strokeStyle = theme.focus;
    c.lineWidth = 1;
    c.beginPath();
    c.moveTo(x, 0);
    c.lineTo(x, height);
    c.stroke();
  }
}

/** links draws what an event comes from and led to. */
function links(c: CanvasRenderingContext2D, theme: Theme, w: Window, run: Run, event: number, y: (event: number) => number): void {
  const boot = run.boot(event);
  const causes = direct(run, event).filter((i, _, all) => i !== boot || all.length === 1);
  drawLinks(c, theme, w, { event, causes, effects: run.effects(event) }, y);
}

/** signed says whether a row shows signs of events: not where bars tell of them, or rows below do. */
function signed(row: Row): boolean {
  return row.kind !== "client" && !((row.kind === "clients" || row.kind === "properties") && row.folded === false);
}
