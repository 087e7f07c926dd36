// Draws what goes on for a while: lives of processes, faults, changes that are not on
// the disk, Eventuallys, calls.
import { textT, who } from "../model/print";
import type { Run } from "../model/run";
import type { Band } from "../model/marks";
import type { Row } from "../model/rows";
import { DIM } from "./strips";
import type { Theme } from "./theme";

/** Place is where a row stands and what is known of it. */
export interface Place {
  c: CanvasRenderingContext2D;
  theme: Theme;
  run: Run;
  row: Row;
  top: number;
  height: number;
  width: number;
  bright: Uint8Array | null;
  /** Pixels by which a fault that is dragged stands elsewhere, by its place in the survey. */
  dragged: { place: number; by: number } | null;
}

/** drawBands draws the bands of one row. */
export function drawBands(p: Place, bands: readonly Band[]): void {
  for (const b of bands) {
    if (b.x2 < 0 || b.x1 > p.width) continue;
    p.c.globalAlpha = !p.bright || p.bright[b.event] ? 1 : DIM * 1.6;
    DRAWN[b.kind](p, b);
  }
  p.c.globalAlpha = 1;
}

const DRAWN: Record<Band["kind"], (p: Place, b: Band) => void> = { fault, incarnation, down, pause, dirty, eventually, call };

function left(b: Band): number {
  return Math.max(-4, b.x1);
}

function length(p: Place, b: Band): number {
  return Math.max(2, Math.min(p.width + 4, b.x2) - left(b));
}

/** fault is a bar with a handle at its beginning: filled if it is in the schedule, else hollow. */
function fault(p: Place, b: Band): void {
  const { c, theme, run, top, height } = p;
  if (p.row.kind === "node") {
    tint(p, b, theme.fault, 0.12);
    return;
  }
  const planned = run.survey!.faults.fault[b.place]! >= 0;
  const by = p.dragged?.place === b.place ? p.dragged.by : 0;
  const x = left(b) + by;
  const [y, h] = [top + height * 0.24, height * 0.52];
  c.fillStyle = c.strokeStyle = theme.fault;
  c.lineWidth = 1.2;
  const alpha = c.globalAlpha;
  if (planned && !theme.strong) {
    c.globalAlpha = alpha * 0.3;
    c.fillRect(x, y, length(p, b), h);
    c.globalAlpha = alpha;
  }
  c.strokeRect(x + 0.5, Math.round(y) + 0.5, length(p, b) - 1, Math.round(h) - 1);
  if (!b.ends) open(p, b, theme.fault);
  label(p, b, faultName(run, b.event), theme.fg, by + 9);
}

/** faultName is what a fault's bar says. */
export function faultName(run: Run, event: number): string {
  const kind = run.kindName(event).replace("fault.", "");
  const name = who(run, event);
  return name ? `${kind} ${name}` : kind;
}

/** open is the frayed end of what had not ended when the run did. */
function open(p: Place, b: Band, colour: string): void {
  const { c, top, height } = p;
  const x = Math.min(p.width, b.x2);
  c.strokeStyle = colour;
  c.setLineDash([2, 2]);
  c.beginPath();
  c.moveTo(x - 0.5, top + 4);
  c.lineTo(x - 0.5, top + height - 4);
  c.stroke();
  c.setLineDash([]);
}

function incarnation(p: Place, b: Band): void {
  const { c, theme, top, height, run } = p;
  const y = Math.round(top + height / 2) - 1;
  c.fillStyle = theme.line;
  c.fillRect(left(b), y, length(p, b), 3);
  const ends = b.ends && b.x2 < p.width;
  if (ends) {
    c.fillStyle = theme.muted;
    c.fillRect(b.x2 - 1, top + 5, 2, height - 10);
  }
  if (run.survey!.incarnations.number[b.place]! > 1) label(p, b, who(run, b.event), theme.muted, 9, theme.bg);
}

/** down is hatched: the node is not there. */
function down(p: Place, b: Band): void {
  const { c, theme, top, height } = p;
  const [x, w] = [left(b), length(p, b)];
  const [y, h] = [top + 5, height - 10];
  c.save();
  c.beginPath();
  c.rect(x, y, w, h);
  c.clip();
  c.strokeStyle = theme.fault;
  c.lineWidth = 1;
  c.globalAlpha *= theme.strong ? 1 : 0.6;
  c.beginPath();
  for (let at = x - h - (x % 6); at < x + w; at += 6) {
    c.moveTo(at, y + h);
    c.lineTo(at + h, y);
  }
  c.stroke();
  c.restore();
}

/** pause is two lines: the process is there and does nothing. */
function pause(p: Place, b: Band): void {
  const { c, theme, top, height } = p;
  tint(p, b, theme.fault, 0.18);
  c.strokeStyle = theme.fault;
  c.lineWidth = 1.5;
  c.beginPath();
  const x = left(b) + 4;
  for (const dx of [0, 4]) {
    c.moveTo(x + dx, top + height / 2 - 5);
    c.lineTo(x + dx, top + height / 2 + 5);
  }
  c.stroke();
}

function tint(p: Place, b: Band, colour: string, alpha: number): void {
  const { c, theme, top, height } = p;
  const before = c.globalAlpha;
  c.fillStyle = c.strokeStyle = colour;
  if (theme.strong) c.strokeRect(left(b) + 0.5, top + 3.5, length(p, b) - 1, height - 7);
  else {
    c.globalAlpha = before * alpha;
    c.fillRect(left(b), top + 2, length(p, b), height - 4);
  }
  c.globalAlpha = before;
}

/** dirty is a line below the changes that are only in memory; one that a crash lost is dashed. */
function dirty(p: Place, b: Band): void {
  const { c, theme, top, height } = p;
  c.fillStyle = b.bad ? theme.failure : theme.disk;
  const before = c.globalAlpha;
  c.globalAlpha = before * (b.bad || theme.strong ? 0.9 : 0.45);
  const y = Math.round(top + height - 5);
  if (!b.bad) c.fillRect(left(b), y, length(p, b), 2);
  else for (let x = left(b); x < left(b) + length(p, b); x += 6) c.fillRect(x, y, Math.min(4, left(b) + length(p, b) - x), 2);
  c.globalAlpha = before;
}

/** eventually is a bar to its deadline. */
function eventually(p: Place, b: Band): void {
  const { c, theme, top, height } = p;
  const colour = b.bad ? theme.failure : theme.check;
  const y = Math.round(top + height / 2);
  c.strokeStyle = colour;
  c.fillStyle = colour;
  c.lineWidth = 1;
  c.strokeRect(left(b) + 0.5, y - 3.5, length(p, b) - 1, 7);
  if (!theme.strong) {
    const before = c.globalAlpha;
    c.globalAlpha = before * 0.18;
    c.fillRect(left(b), y - 4, length(p, b), 8);
    c.globalAlpha = before;
  }
  if (b.x2 <= p.width) c.fillRect(b.x2 - 1.5, y - 7, 2, 14);
}

/** call is a bar from invoke to return. The one that cannot be explained is filled in red, those that contradict it
 * have a red edge. */
function call(p: Place, b: Band): void {
  const { c, theme, top, height, run } = p;
  const [x, w] = [left(b), length(p, b)];
  const [y, h] = [Math.round(top + 4), Math.round(height - 8)];
  const worst = run.survey?.calls.blamed[b.place] === 2;
  const edge = b.bad && !worst ? 2 : 1;
  const colour = b.bad ? theme.failure : theme.call;
  const before = c.globalAlpha;
  c.fillStyle = c.strokeStyle = colour;
  // One too narrow for an edge is seen by what fills it.
  c.globalAlpha = before * (worst || w <= 3 ? 0.9 : theme.strong ? 0 : 0.22);
  c.fillRect(x, y, w, h);
  c.globalAlpha = before;
  c.lineWidth = edge;
  if (w > 3) c.strokeRect(x + edge / 2, y + edge / 2, w - edge, h - edge);
  if (!b.ends) open(p, b, colour);
  label(p, b, textT(run, b.event), worst ? theme.bg : theme.fg, 5);
}

/** label writes into a band what fits of a text; nothing where too little would. */
function label(p: Place, b: Band, text: string, colour: string, indent: number, halo = ""): void {
  const { c, theme, top, height } = p;
  const x = Math.max(2, b.x1) + indent;
  const room = Math.min(p.width, b.x2) - x - 3;
  if (room < 18) return;
  c.font = `11px ${theme.font}`;
  c.textBaseline = "middle";
  const shown = fit(c, text, room);
  if (!shown) return;
  if (halo) {
    c.fillStyle = halo;
    c.fillRect(x - 2, top + height / 2 - 7, c.measureText(shown).width + 4, 14);
  }
  c.fillStyle = colour;
  c.fillText(shown, x, top + height / 2 + 0.5);
}

/** Longest text that is measured; what is longer does not fit anyway. */
const MAX_LABEL = 60;

/** fit cuts a text to a number of pixels; "" if less than three letters are left. */
export function fit(c: CanvasRenderingContext2D, text: string, room: number): string {
  let s = text.length > MAX_LABEL ? `${text.slice(0, MAX_LABEL)}…` : text;
  if (c.measureText(s).width <= room) return s;
  const share = room / c.measureText(s).width;
  s = s.slice(0, Math.max(0, Math.floor(s.length * share) - 2));
  return s.length < 3 ? "" : `${s}…`;
}
