// Draws what stands on top of the events: the failure, the steps of the story, marks,
// and the ring about the selected one.
import { xOf, type Window } from "../model/marks";
import type { Session } from "./session";
import type { Theme } from "./theme";

/** Where an event is seen, in pixels from the top; -1 if nowhere. */
export type EventHeight = (event: number) => number;

/** drawFailure draws a line through all lanes, and a ring about its event. */
export function drawFailure(c: CanvasRenderingContext2D, theme: Theme, session: Session, w: Window, height: number, y: EventHeight): void {
  const i = session.run!.failure();
  if (i < 0) return;
  const x = Math.round(xOf(w, w.axis.position(i)));
  if (x < -60 || x > w.width + 60) return;
  c.fillStyle = theme.failure;
  c.fillRect(x - 1, 0, 2, height);
  const at = y(i);
  if (at < 0) return;
  c.strokeStyle = theme.failure;
  c.lineWidth = 2;
  c.beginPath();
  c.arc(x, at, 9, 0, 7);
  c.stroke();
}

/** drawSteps draws the numbers of the story beside their events. */
export function drawSteps(c: CanvasRenderingContext2D, theme: Theme, session: Session, w: Window, y: EventHeight): void {
  const steps = session.run!.head.header.story?.steps ?? [];
  c.font = `bold 10px ${theme.font}`;
  c.textBaseline = "middle";
  c.textAlign = "center";
  c.lineWidth = 1.5;
  const used: [x: number, y: number][] = [];
  steps.forEach((step, k) => {
    const at = step.event > 0 && step.event <= session.run!.n ? y(step.event - 1) : -1;
    const x = step.event > 0 ? Math.round(xOf(w, w.axis.position(step.event - 1))) : -100;
    if (at < 0 || x < -8 || x > w.width + 8) return;
    let place = x;
    const above = at < 24 ? at + 16 : at - 15;
    while (used.some(([ux, uy]) => Math.abs(ux - place) < 17 && Math.abs(uy - above) < 15)) place += 17;
    used.push([place, above]);
    const last = k === steps.length - 1;
    c.beginPath();
    c.arc(place, above, 7.5, 0, 7);
    c.fillStyle = last ? theme.failure : theme.bg;
    c.fill();
    c.strokeStyle = last ? theme.failure : theme.fg;
    c.stroke();
    c.fillStyle = last ? theme.bg : theme.fg;
    c.fillText(String(k + 1), place, above + 0.5);
  });
  c.textAlign = "start";
}

/** drawMarks draws a pennant at each mark. */
export function drawMarks(c: CanvasRenderingContext2D, theme: Theme, session: Session, w: Window, y: EventHeight): void {
  c.fillStyle = theme.other;
  for (const i of session.marks) {
    const x = xOf(w, w.axis.position(i));
    const at = y(i);
    if (x < -8 || x > w.width + 8 || at < 0) continue;
    c.beginPath();
    c.moveTo(x - 1, at);
    c.lineTo(x - 1, at - 14);
    c.lineTo(x + 9, at - 11);
    c.lineTo(x + 1, at - 8);
    c.lineTo(x + 1, at);
    c.fill();
  }
}

/** drawRing draws the ring about the selected event i. */
export function drawRing(c: CanvasRenderingContext2D, theme: Theme, w: Window, i: number, y: EventHeight): void {
  const at = y(i);
  if (at < 0) return;
  const x = xOf(w, w.axis.position(i));
  if (x < -8 || x > w.width + 8) return;
  c.strokeStyle = theme.bg;
  c.lineWidth = 4;
  c.beginPath();
  c.arc(x, at, 8, 0, 7);
  c.stroke();
  c.strokeStyle = theme.focus;
  c.lineWidth = 2;
  c.beginPath();
  c.arc(x, at, 8, 0, 7);
  c.stroke();
}
