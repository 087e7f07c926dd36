// Draws messages between nodes, each fate in its own way, and what the selected event
// comes from and led to.
import type { Arrow, Window } from "../model/marks";
import { xOf } from "../model/marks";
import { DIM } from "./strips";
import type { Theme } from "./theme";

/** Where the events of a node's network stand, in pixels from the top; -1 if it has no row. */
export type HeightOf = (node: number) => number;

interface Line {
  dash: number[];
  colour: "network" | "fault" | "failure" | "muted";
  width: number;
  /** What stands at its end. */
  end: "head" | "cross" | "ring";
}

/** How a message is drawn by its fate. */
const FATES: Record<string, Line> = {
  received: { dash: [], colour: "network", width: 1, end: "head" },
  delayed: { dash: [1, 3], colour: "fault", width: 1.5, end: "head" },
  held: { dash: [6, 3], colour: "fault", width: 1.5, end: "head" },
  dropped: { dash: [], colour: "failure", width: 1, end: "cross" },
  "under way": { dash: [2, 2], colour: "muted", width: 1, end: "ring" },
};

/** How far a message goes that has no end, in pixels. */
const SHORT = 16;

/** drawArrows draws messages, in one stroke for each fate and brightness. */
export function drawArrows(c: CanvasRenderingContext2D, theme: Theme, all: readonly Arrow[], y: HeightOf, bright: Uint8Array | null): void {
  for (const [fate, line] of Object.entries(FATES)) {
    for (const isBright of [false, true]) {
      if (!bright && !isBright) continue;
      c.globalAlpha = isBright ? (fate === "received" ? (all.length > 200 ? 0.4 : 0.65) : 1) : DIM * 0.8;
      c.strokeStyle = c.fillStyle = theme[line.colour];
      c.lineWidth = line.width;
      c.setLineDash(line.dash);
      const chosen = (a: Arrow): boolean => a.fate === fate && (!bright || (bright[a.send] === 1) === isBright);
      c.beginPath();
      for (const a of all) if (chosen(a)) stroke(c, a, y);
      c.stroke();
      c.setLineDash([]);
      ends(c, all, chosen, line.end, y);
    }
  }
  c.globalAlpha = 1;
}

interface Ends {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

/** endsOf is where an arrow begins and ends; null if one of its nodes has no row. */
function endsOf(a: Arrow, y: HeightOf): Ends | null {
  const y1 = y(a.from);
  const to = a.to >= 0 ? y(a.to) : -1;
  if (y1 < 0) return null;
  const y2 = to < 0 ? y1 + 14 : to;
  if (a.end >= 0 && a.x2 > a.x1 + 0.5) return { x1: a.x1, y1, x2: a.x2, y2 };
  if (a.end >= 0 && a.fate !== "dropped") return { x1: a.x1, y1, x2: a.x2, y2 };
  const down = y2 > y1 ? 1 : -1;
  return { x1: a.x1, y1, x2: a.x1 + SHORT * 0.6, y2: y1 + down * SHORT };
}

function stroke(c: CanvasRenderingContext2D, a: Arrow, y: HeightOf): void {
  const e = endsOf(a, y);
  if (!e) return;
  c.moveTo(e.x1, e.y1);
  c.lineTo(e.x2, e.y2);
}

function ends(c: CanvasRenderingContext2D, all: readonly Arrow[], chosen: (a: Arrow) => boolean, end: Line["end"], y: HeightOf): void {
  c.beginPath();
  for (const a of all) {
    const e = chosen(a) ? endsOf(a, y) : null;
    if (!e) continue;
    if (end === "head") head(c, e);
    else if (end === "ring") {
      c.moveTo(e.x2 + 3, e.y2);
      c.arc(e.x2, e.y2, 3, 0, 7);
    } else {
      c.moveTo(e.x2 - 3, e.y2 - 3);
      c.lineTo(e.x2 + 3, e.y2 + 3);
      c.moveTo(e.x2 - 3, e.y2 + 3);
      c.lineTo(e.x2 + 3, e.y2 - 3);
    }
  }
  if (end === "head") c.fill();
  else c.stroke();
}

/** head adds the point of an arrow, a little before the sign that it leads to. */
function head(c: CanvasRenderingContext2D, e: Ends, size = 6): void {
  const length = Math.hypot(e.x2 - e.x1, e.y2 - e.y1) || 1;
  const [ux, uy] = [(e.x2 - e.x1) / length, (e.y2 - e.y1) / length];
  const [x, y] = [e.x2 - ux * 4, e.y2 - uy * 4];
  c.moveTo(x, y);
  c.lineTo(x - ux * size - uy * size * 0.45, y - uy * size + ux * size * 0.45);
  c.lineTo(x - ux * size + uy * size * 0.45, y - uy * size - ux * size * 0.45);
  c.closePath();
}

/** Links joins an event with others. */
export interface Links {
  event: number;
  causes: ArrayLike<number>;
  effects: ArrayLike<number>;
}

/** Most effects that are drawn as arrows. */
const MAX_EFFECTS = 40;

/** drawLinks draws what the selected event comes from, and what it led to. */
export function drawLinks(c: CanvasRenderingContext2D, theme: Theme, w: Window, links: Links, y: (event: number) => number): void {
  const x = (i: number): number => xOf(w, w.axis.position(i));
  const one = (from: number, to: number): void => {
    const e = { x1: x(from), y1: y(from), x2: x(to), y2: y(to) };
    if (e.y1 < 0 || e.y2 < 0) return;
    c.beginPath();
    c.moveTo(e.x1, e.y1);
    if (e.y1 === e.y2) {
      const bow = Math.min(16, (e.x2 - e.x1) / 3); // within a lane, above its events
      c.quadraticCurveTo((e.x1 + e.x2) / 2, e.y1 - bow, e.x2, e.y2);
    } else c.lineTo(e.x2, e.y2);
    c.stroke();
    c.beginPath();
    head(c, e, 8);
    c.fill();
  };
  c.strokeStyle = c.fillStyle = theme.focus;
  c.lineWidth = 2;
  for (let k = 0; k < links.causes.length; k++) one(links.causes[k]!, links.event);
  c.setLineDash([5, 3]);
  for (let k = 0; k < links.effects.length && k < MAX_EFFECTS; k++) one(links.event, links.effects[k]!);
  c.setLineDash([]);
}
