// What the signs of the chart mean, drawn by what draws the chart.
import type { Arrow } from "../model/marks";
import { el } from "./dom";
import { drawArrows } from "./drawarrows";
import * as glyphs from "./glyphs";
import { Surface } from "./surface";
import type { Theme } from "./theme";

const SIGNS: readonly [style: number, means: string][] = [
  [glyphs.BOOT, "a node boots"],
  [glyphs.STOP, "it ends"],
  [glyphs.SEND, "sends"],
  [glyphs.RECEIVE, "receives"],
  [glyphs.WRITTEN, "a write that became durable"],
  [glyphs.PENDING, "a write that no sync has covered"],
  [glyphs.TORN, "a write that a crash has torn, or kept"],
  [glyphs.SYNC, "an fsync"],
  [glyphs.BAD, "lost, false or failed"],
  [glyphs.HOLDS, "a check that holds"],
  [glyphs.BEGIN, "an Eventually begins"],
  [glyphs.INVOKE, "a call"],
  [glyphs.RETURN, "its answer"],
  [glyphs.LOG, "a line of output"],
  [glyphs.FAULT, "a fault"],
  [glyphs.UNPLANNED, "a fault that is not in the schedule"],
  [glyphs.ENDED, "the end of a fault"],
];

const MESSAGES: readonly [fate: string, means: string][] = [
  ["received", "a message"],
  ["delayed", "one whose receiver stood still"],
  ["held", "one that a partition held"],
  ["dropped", "one that nobody will read"],
  ["under way", "one that nobody had read at the end"],
];

/** Size of a sample in pixels; the surface keeps a margin at both sides. */
const WIDTH = 62;
const HEIGHT = 20;

/** legend gives two tables of samples. */
export function legend(theme: Theme): HTMLElement[] {
  const signs = SIGNS.map(([style, means]) =>
    sample(theme, means, (c) => {
      glyphs.drawSign(c, theme, style, 17, HEIGHT / 2, 5);
    }),
  );
  const messages = MESSAGES.map(([fate, means]) => {
    const arrow: Arrow = { message: 0, send: 0, end: fate === "under way" ? -1 : 0, from: 0, to: 1, fate, x1: 0, x2: 34 };
    return sample(theme, means, (c) => {
      drawArrows(c, theme, [arrow], (node) => (node === 0 ? 3 : HEIGHT - 2), null);
    });
  });
  return [table("Signs", signs), table("Messages", messages)];
}

function table(name: string, rows: HTMLElement[]): HTMLElement {
  return el("table", { class: "legend" }, el("caption", { text: name }), el("tbody", {}, ...rows));
}

function sample(theme: Theme, means: string, draw: (c: CanvasRenderingContext2D) => void): HTMLElement {
  const surface = new Surface({ "aria-hidden": "true" });
  surface.resize(WIDTH, HEIGHT);
  const c = surface.begin(theme.bg);
  if (c) draw(c);
  return el("tr", {}, el("td", {}, surface.canvas), el("td", { text: means }));
}
