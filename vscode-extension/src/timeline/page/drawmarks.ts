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
  const used: Point[] = [];
  const failure = session.run!.failure();
  if (failure >= 0) used.push([Math.round(xOf(w, w.axis.position(failure))), y(failure)]); // its sign stays seen
  steps.forEach((step, k) => {
    const at = step.event > 0 && step.event <= session.run!.n ? y(step.event - 1) : -1;
    const x = step.event > 0 ? Math.round(xOf(w, w.axis.position(step.event - 1))) : -100;
    if (at < 0 || x < -8 || x > w.width + 8) return;
    const [place, above] = free(used, w.width, x, at);
    used.push([place, above]);
    const last = k === steps.length - 1;
    if (Math.abs(place - x) > 8 || Math.abs(above - at) > 16) {
      c.strokeStyle = theme.muted;
      c.beginPath();
      c.moveTo(place, above);
      c.lineTo(x, at);
      c.stroke();
    }
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

type Point = [x: number, y: number];

/** Where a number may stand, away from its event: above it, below it where it stands at the top, and around that. */
const AROUND: readonly Point[] = [0, 1, 2, 3].flatMap((up) => [0, -17, 17, -34, 34].map((by): Point => [by, up * 16]));

/** free is a place for the number of an event at x and y where no other sign stands, if there is one near. */
function free(used: readonly Point[], width: number, x: number, y: number): Point {
  const first: Point = [Math.max(0, Math.min(width, x)), y < 24 ? y + 16 : y - 15];
  const up = y < 64 ? 1 : -1;
  const places = AROUND.map(([by, rows]): Point => [first[0] + by, first[1] + up * rows]);
  const fits = ([px, py]: Point): boolean =>
    px >= 0 && px <= width && !used.some(([ux, uy]) => Math.abs(ux - px) < 17 && Math.abs(uy - py) < 15);
  return places.find(fits) ?? first;
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
