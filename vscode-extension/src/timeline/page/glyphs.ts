// The signs of events: a shape and a colour for each kind. Colour never says anything
// that the shape does not.
import type { Theme } from "./theme";

/** Shapes of signs. All are drawn about a point, within r pixels of it. */
export type Shape =
  "square" | "ring" | "up" | "down" | "bar" | "pole" | "cross" | "diamond" | "gem" | "play" | "stop" | "tick" | "open" | "shut" | "flag";

type Colour = Exclude<keyof Theme, "font" | "strong">;

/** Style is how one kind of event looks. */
export interface Style {
  shape: Shape;
  colour: Colour;
  /** How far from the middle of its row, as a share of the row's height. */
  shift: number;
}

const style = (shape: Shape, colour: Colour, shift = 0): Style => ({ shape, colour, shift });

/** STYLES are all there are; an event's style is a place in here. */
export const STYLES: readonly Style[] = [
  style("ring", "muted"), // what has no sign of its own
  style("up", "network", -0.14),
  style("down", "network", 0.14),
  style("ring", "network"),
  style("square", "disk"), // durable, or not known
  style("ring", "disk"), // pending
  style("cross", "failure"), // lost, false, failed
  style("pole", "disk"),
  style("bar", "log"),
  style("tick", "good"),
  style("ring", "check"),
  style("diamond", "fault"),
  style("play", "life"),
  style("stop", "life"),
  style("open", "call"),
  style("shut", "call"),
  style("flag", "muted"),
  style("diamond", "disk"), // torn, kept
  style("gem", "fault"), // a fault that is not in the schedule
  style("bar", "fault"), // the end of a fault
];

export const PLAIN = 0;
export const SEND = 1;
export const RECEIVE = 2;
const SOCKET = 3;
export const WRITTEN = 4;
export const PENDING = 5;
export const BAD = 6;
export const SYNC = 7;
export const LOG = 8;
export const HOLDS = 9;
export const BEGIN = 10;
export const FAULT = 11;
export const BOOT = 12;
export const STOP = 13;
export const INVOKE = 14;
export const RETURN = 15;
const PHASE = 16;
export const TORN = 17;
export const UNPLANNED = 18;
export const ENDED = 19;

const KINDS: Record<string, number> = {
  "run.phase": PHASE,
  "run.end": STOP,
  failed: BAD,
  "node.boot": BOOT,
  "node.exit": STOP,
  "node.killed": BAD,
  log: LOG,
  "disk.sync": SYNC,
  "disk.syncdir": SYNC,
  "disk.lost": BAD,
  "net.send": SEND,
  "net.recv": RECEIVE,
  check: HOLDS,
  "check.begin": BEGIN,
  "check.end": HOLDS,
  "fault.heal": ENDED,
  "fault.resume": ENDED,
  "op.invoke": INVOKE,
  "op.micro": INVOKE,
  "op.return": RETURN,
  "op.blame": BAD,
};

const CLASSES: Record<string, number> = { disk: WRITTEN, network: SOCKET, faults: FAULT };

/** styleOfKind is the style of a kind by its name and class. */
export function styleOfKind(name: string, cls: string): number {
  return KINDS[name] ?? CLASSES[cls] ?? PLAIN;
}

/** STROKED shapes are lines, all others are filled. */
export const STROKED: ReadonlySet<Shape> = new Set<Shape>(["gem", "ring", "bar", "pole", "cross", "tick", "open", "shut"]);

type Draw = (c: CanvasRenderingContext2D, x: number, y: number, r: number) => void;

/** DRAW adds a shape to the current path. */
export const DRAW: Record<Shape, Draw> = {
  square: (c, x, y, r) => {
    c.rect(x - r + 0.5, y - r + 0.5, 2 * r - 1, 2 * r - 1);
  },
  ring: (c, x, y, r) => {
    c.moveTo(x + r - 1, y);
    c.arc(x, y, r - 1, 0, 7);
  },
  up: (c, x, y, r) => {
    triangle(c, x, y - r, x - r, y + r * 0.7, x + r, y + r * 0.7);
  },
  down: (c, x, y, r) => {
    triangle(c, x, y + r, x - r, y - r * 0.7, x + r, y - r * 0.7);
  },
  bar: (c, x, y, r) => {
    line(c, x, y - r, x, y + r);
  },
  pole: (c, x, y, r) => {
    line(c, x, y - 2 * r, x, y + 2 * r);
    line(c, x - r * 0.8, y - 2 * r, x + r * 0.8, y - 2 * r);
    line(c, x - r * 0.8, y + 2 * r, x + r * 0.8, y + 2 * r);
  },
  cross: (c, x, y, r) => {
    line(c, x - r, y - r, x + r, y + r);
    line(c, x - r, y + r, x + r, y - r);
  },
  diamond: rhombus,
  gem: rhombus,
  play: (c, x, y, r) => {
    triangle(c, x + r, y, x - r * 0.7, y - r, x - r * 0.7, y + r);
  },
  stop: (c, x, y, r) => {
    c.rect(x - r * 0.8, y - r * 0.8, r * 1.6, r * 1.6);
  },
  tick: (c, x, y, r) => {
    c.moveTo(x - r * 0.8, y);
    c.lineTo(x - r * 0.2, y + r * 0.7);
    c.lineTo(x + r, y - r * 0.8);
  },
  open: (c, x, y, r) => {
    c.moveTo(x + r * 0.7, y - r);
    c.lineTo(x, y - r);
    c.lineTo(x, y + r);
    c.lineTo(x + r * 0.7, y + r);
  },
  shut: (c, x, y, r) => {
    c.moveTo(x - r * 0.7, y - r);
    c.lineTo(x, y - r);
    c.lineTo(x, y + r);
    c.lineTo(x - r * 0.7, y + r);
  },
  flag: (c, x, y, r) => {
    triangle(c, x, y - r, x + r * 1.2, y - r * 0.3, x, y + r * 0.4);
  },
};

function line(c: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number): void {
  c.moveTo(x1, y1);
  c.lineTo(x2, y2);
}

function triangle(c: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number, x3: number, y3: number): void {
  c.moveTo(x1, y1);
  c.lineTo(x2, y2);
  c.lineTo(x3, y3);
  c.closePath();
}

function rhombus(c: CanvasRenderingContext2D, x: number, y: number, r: number): void {
  const q = r * 1.2;
  c.moveTo(x, y - q);
  c.lineTo(x + q, y);
  c.lineTo(x, y + q);
  c.lineTo(x - q, y);
  c.closePath();
}

/** drawSign draws one sign by itself. */
export function drawSign(c: CanvasRenderingContext2D, theme: Theme, style: number, x: number, y: number, r: number): void {
  const { shape, colour } = STYLES[style]!;
  c.fillStyle = c.strokeStyle = theme[colour];
  c.lineWidth = 1.5;
  c.beginPath();
  DRAW[shape](c, x, y, r);
  if (STROKED.has(shape)) c.stroke();
  else c.fill();
}
