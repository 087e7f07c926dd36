// Draws the ruler above the lanes: ticks, breaks, the steps of the story, the cursor.
import type { Session } from "./session";
import type { Theme } from "./theme";
import { ticks } from "./ticks";

/** drawRuler draws on a canvas of a size. */
export function drawRuler(c: CanvasRenderingContext2D, theme: Theme, session: Session, width: number, height: number): void {
  const { axis, view, run } = session;
  if (!axis || !run) return;
  const scale = width / (view.to - view.from);
  c.font = `11px ${theme.font}`;
  c.textBaseline = "middle";
  for (const b of axis.breaks()) {
    const from = (b.from - view.from) * scale;
    const to = (b.to - view.from) * scale;
    if (to < 0 || from > width || to - from < 4) continue;
    zigzag(c, theme.muted, (from + to) / 2, height);
  }
  c.fillStyle = theme.muted;
  c.strokeStyle = theme.line;
  c.lineWidth = 1;
  c.beginPath();
  for (const { x, text } of ticks(axis, view, width)) {
    const at = Math.round(x) + 0.5;
    c.moveTo(at, height - 6);
    c.lineTo(at, height);
    const w = c.measureText(text).width;
    if (at - w / 2 > 0 && at + w / 2 < width) c.fillText(text, at - w / 2, height / 2 - 2);
  }
  c.stroke();
  drawCursor(c, theme, session, scale, height);
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
  const { axis, view, selected, cursor, run } = session;
  if (!axis) return -10;
  const at = selected >= 0 && run!.columns!.at[selected] === cursor ? axis.position(selected) : axis.positionOf(cursor);
  return Math.round((at - view.from) * scale) + 0.5;
}
