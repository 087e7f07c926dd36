// Draws where two runs part, and which events have no counterpart.
import { xOf, type Window } from "../model/marks";
import type { Session } from "./session";
import type { Theme } from "./theme";

/** drawDivergence shades what both runs have in common and names the point where they part. */
export function drawDivergence(c: CanvasRenderingContext2D, theme: Theme, session: Session, w: Window, height: number): void {
  const { other, run } = session;
  if (!other || !run?.columns || other.diff.same) return;
  const { common } = other.diff;
  const at = common < run.n ? w.axis.position(common) : other.axis.position(common);
  const x = Math.round(xOf(w, at)) + 0.5;
  if (x > 0) {
    c.fillStyle = theme.muted;
    c.globalAlpha = theme.strong ? 0 : 0.07;
    c.fillRect(0, 0, Math.min(x, w.width), height);
    c.globalAlpha = 1;
  }
  if (x < 0 || x > w.width) return;
  c.strokeStyle = theme.other;
  c.lineWidth = 2;
  c.setLineDash([6, 3]);
  c.beginPath();
  c.moveTo(x, 0);
  c.lineTo(x, height);
  c.stroke();
  c.setLineDash([]);
  c.font = `bold 11px ${theme.font}`;
  c.textBaseline = "middle";
  const text = "the runs part";
  const size = c.measureText(text).width + 10;
  const left = x + size > w.width ? x - size : x;
  c.fillStyle = theme.other;
  c.fillRect(left, height - 17, size, 17);
  c.fillStyle = theme.bg;
  c.fillText(text, left + 5, height - 8);
}
