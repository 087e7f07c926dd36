// Draws the minimap: how much happened when, faults, the failure, and the window.
import { density, LEVELS } from "../model/density";
import { lower } from "../model/loss";
import { bars, columnsOf } from "./drawbuckets";
import type { Session } from "./session";
import type { Theme } from "./theme";

/** drawOverview draws the whole run on a canvas of a size. */
export function drawOverview(c: CanvasRenderingContext2D, theme: Theme, session: Session, width: number, height: number): void {
  const { axis, run } = session;
  if (!axis || !run) return;
  const scale = width / axis.length;
  drawDensity(c, theme, session, width, height);
  drawFaults(c, theme, session, scale);
  drawFound(c, theme, session, scale, width, height);
  drawWindow(c, theme, session, scale, width, height);
  const failure = run.head.header.failure;
  if (!failure) return;
  const i = run.failure();
  const x = Math.round((i >= 0 && run.columns ? axis.position(i) : axis.positionOf(failure.at)) * scale);
  c.fillStyle = theme.failure;
  c.fillRect(Math.min(width - 3, Math.max(0, x - 1)), 0, 3, height);
}

function drawDensity(c: CanvasRenderingContext2D, theme: Theme, session: Session, width: number, height: number): void {
  const room = height - 14;
  c.fillStyle = theme.muted;
  c.globalAlpha = theme.strong ? 1 : 0.55;
  const run = session.run!;
  const axis = session.axis!;
  bars(density(run.head, null, -1), columnsOf(run, { axis, view: axis.whole(), width }), (x, size, level) => {
    const h = Math.max(1.5, (level * room) / LEVELS);
    c.fillRect(x, height - 4 - h, size, h);
  });
  c.globalAlpha = 1;
}

function drawFaults(c: CanvasRenderingContext2D, theme: Theme, session: Session, scale: number): void {
  const { run, axis } = session;
  if (!run?.survey || !run.columns) return;
  const { event, until } = run.survey.faults;
  c.fillStyle = theme.fault;
  for (let k = 0; k < event.length; k++) {
    const from = axis!.position(event[k]! - 1) * scale;
    const to = until[k]! > 0 ? axis!.positionOf(Math.min(until[k]!, run.head.header.end)) * scale : from;
    c.fillRect(from, 2, Math.max(2, to - from), 4);
  }
}

/** drawFound draws at most one tick for each pixel. */
function drawFound(c: CanvasRenderingContext2D, theme: Theme, session: Session, scale: number, width: number, height: number): void {
  const { hits } = session.emphasis;
  const axis = session.axis!;
  c.fillStyle = theme.focus;
  if (hits) {
    for (let k = 0; k < hits.length;) {
      const x = Math.floor(axis.position(hits[k]!) * scale);
      c.fillRect(Math.min(width - 1, x), height - 3, 1, 3);
      k = lower(hits, axis.first((x + 1) / scale), k + 1);
    }
  }
  c.fillStyle = theme.other;
  for (const i of session.marks) c.fillRect(Math.floor(axis.position(i) * scale) - 1, 0, 2, 9);
}

function drawWindow(c: CanvasRenderingContext2D, theme: Theme, session: Session, scale: number, width: number, height: number): void {
  const from = Math.max(0, session.view.from * scale);
  const to = Math.min(width, session.view.to * scale);
  c.fillStyle = theme.bg;
  c.globalAlpha = 0.6;
  c.fillRect(0, 0, from, height);
  c.fillRect(to, 0, width - to, height);
  c.globalAlpha = 1;
  c.strokeStyle = theme.focus;
  c.lineWidth = 1;
  c.strokeRect(Math.floor(from) + 0.5, 0.5, Math.max(3, Math.floor(to) - Math.floor(from) - 1), height - 1);
  c.fillStyle = theme.focus;
  for (const x of [from, to - 4]) c.fillRect(Math.floor(x), height / 2 - 7, 4, 14);
}
