// Where the ruler has its ticks, and what is written at them.
import type { Axis, View } from "../model/axis";

/** Tick is one of the ruler, at x pixels. */
export interface Tick {
  x: number;
  text: string;
}

/** Least distance of two ticks in pixels. */
export const APART = 92;

/** ticks gives those of a view that is width pixels wide. */
export function ticks(axis: Axis, view: View, width: number): Tick[] {
  if (width <= 0) return [];
  return axis.mode === "order" ? steps(view, width) : instants(axis, view, width);
}

function steps(view: View, width: number): Tick[] {
  const scale = width / (view.to - view.from);
  const step = Math.max(1, nice(APART / scale));
  const all: Tick[] = [];
  for (let k = Math.max(step, Math.ceil((view.from + 1) / step) * step); k <= view.to; k += step) {
    all.push({ x: (k - 0.5 - view.from) * scale, text: `#${k}` });
  }
  return all;
}

function instants(axis: Axis, view: View, width: number): Tick[] {
  const scale = width / (view.to - view.from);
  const step = Math.max(1, nice(APART / scale));
  const end = axis.instantAt(view.to);
  const breaks = axis.breaks();
  const all: Tick[] = [];
  let last = -Infinity;
  let t = Math.ceil(axis.instantAt(view.from) / step) * step;
  for (let b = 0; t <= end; t += step) {
    if (t + step === t) break; // so late that a double has no instant that near
    while (b < breaks.length && breaks[b]!.end <= t) b++;
    const gap = breaks[b];
    if (gap && gap.begin < t) {
      t = Math.ceil(gap.end / step) * step; // no tick inside of a break
      if (t > end) break;
    }
    const x = (axis.positionOf(t) - view.from) * scale;
    if (x - last < APART * 0.75) continue;
    all.push({ x, text: label(t, step) });
    last = x;
  }
  return all;
}

/** nice is the smallest of 1, 2, 5, 10, … that is at least x. */
export function nice(x: number): number {
  const power = 10 ** Math.floor(Math.log10(x));
  for (const factor of [1, 2, 5]) if (factor * power >= x * 0.999) return factor * power;
  return 10 * power;
}

const UNITS: [size: number, name: string][] = [
  [1e9, "s"],
  [1e6, "ms"],
  [1e3, "µs"],
  [1, "ns"],
];

/** label writes an instant with the digits that its neighbours differ in. */
function label(t: number, step: number): string {
  const [size, name] = UNITS.find(([size]) => t >= size && (size > 1e6 ? step >= 1e7 : true)) ?? UNITS[3]!;
  const digits = Math.max(0, Math.ceil(Math.log10(size / step) - 1e-9));
  return `${(t / size).toFixed(digits)} ${t === 0 ? "s" : name}`;
}
