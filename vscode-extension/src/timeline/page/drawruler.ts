// Draws the ruler above the lanes: ticks, breaks, the steps of the story, the cursor.
import { xOf, type Window } from "../model/marks";
import type { Session } from "./session";
import type { Theme } from "./theme";
import { ticks } from "./ticks";

/** drawRuler draws on a canvas of a size. */
export function drawRuler(c: CanvasRenderingContext2D, theme: Theme, session: Session, width: number, height: number): void {
  const { axis, view, run } = session;
  if (!axis || !run) return;
  const scale = width / (view.to - view.from);
  c.textBaseline = "middle";
  for (const x of breaksAt({ axis, view, width }, 24)) zigzag(c, theme.muted, x, height);
  const flag = flagAt(c, theme, session, scale, width);
  c.font = `11px ${theme.font}`;
  c.fillStyle = theme.muted;
  c.strokeStyle = theme.line;
  c.lineWidth = 1;
  c.beginPath();
  for (const { x, text } of ticks(axis, view, width)) {
    const at = Math.round(x) + 0.5;
    c.moveTo(at, height - 6);
    c.lineTo(at, height);
    const w = c.measureText(text).width;
    const behind = flag && at + w / 2 > flag.left && at - w / 2 < flag.left + flag.size;
    if (at - w / 2 > 0 && at + w / 2 < width && !behind) c.fillText(text, at - w / 2, height / 2 - 2);
  }
  c.stroke();
  drawCursor(c, theme, session, scale, height);
  if (flag) drawFlag(c, theme, flag, height);
}

/** breaksAt is where shortened stretches are, in pixels; those closer than apart to the one before are left out. */
export function breaksAt(w: Window, apart: number): number[] {
  const found: number[] = [];
  for (const b of w.axis.breaks()) {
    const x = Math.round(xOf(w, (b.from + b.to) / 2)) + 0.5;
    if (x > 0 && x < w.width && x - (found.at(-1) ?? -Infinity) >= apart) found.push(x);
  }
  return found;
}

/** Flag names the failure above its line; pixels. */
interface Flag {
  left: number;
  size: number;
}

/** flagAt is where the flag stands; null if the failure is not seen. */
function flagAt(c: CanvasRenderingContext2D, theme: Theme, session: Session, scale: number, width: number): Flag | null {
  const i = session.run!.columns ? session.run!.failure() : -1;
  const x = i < 0 ? -100 : Math.round((session.axis!.position(i) - session.view.from) * scale);
  if (x < -20 || x > width + 20) return null;
  c.font = `bold 11px ${theme.font}`;
  const size = c.measureText("failure").width + 12;
  return { left: x + size > width ? x - size + 1 : x - 1, size };
}

function drawFlag(c: CanvasRenderingContext2D, theme: Theme, { left, size }: Flag, height: number): void {
  c.font = `bold 11px ${theme.font}`;
  c.fillStyle = theme.failure;
  c.fillRect(left, height - 17, size, 17);
  c.fillStyle = theme.bg;
  c.fillText("failure", left + 6, height - 8);
}

function zigzag(c: CanvasRenderingContext2D, colour: string, x: number, height: number): void {
  c.strokeStyle = colour;
  c.lineWidth = 1;
  c.beginPath();
  for (const by of [-2, 2]) {
    c.moveTo(x + by - 2, height - 1);
    c.lineTo(x + by + 2, height - 9);
  }
  c.stroke();
}

/** drawCursor draws the handle of the scrubber. */
function drawCursor(c: CanvasRenderingContext2D, theme: Theme, session: Session, scale: number, height: number): void {
  const x = cursorX(session, scale);
  c.fillStyle = theme.focus;
  c.beginPath();
  c.moveTo(x - 5, height - 10);
  c.lineTo(x + 5, height - 10);
  c.lineTo(x + 5, height - 5);
  c.lineTo(x, height);
  c.lineTo(x - 5, height - 5);
  c.closePath();
  c.fill();
}

/** cursorX is where the cursor stands: at the selected event, or at its instant. */
export function cursorX(session: Session, scale: number): number {
  const { axis, view, selected, cursor, run, other } = session;
  if (!axis) return -10;
  let at = selected >= 0 && run!.columns!.at[selected] === cursor ? axis.position(selected) : axis.positionOf(cursor);
  if (other && other.selected >= 0) at = other.axis.position(other.selected);
  return Math.round((at - view.from) * scale) + 0.5;
}
