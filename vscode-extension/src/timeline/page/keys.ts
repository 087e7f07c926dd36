// The keyboard of the timeline: one table, read by the page and by its help.

/** Action is something that a key does; app.ts has one function for each. */
export type Action =
  | "zoomIn"
  | "zoomOut"
  | "panLeft"
  | "panRight"
  | "fit"
  | "laneBack"
  | "laneOn"
  | "laneUp"
  | "laneDown"
  | "laneFirst"
  | "laneLast"
  | "toCause"
  | "toEffect"
  | "siteBack"
  | "siteOn"
  | "hitOn"
  | "hitBack"
  | "stepOn"
  | "stepBack"
  | "focus"
  | "mark"
  | "nextMark"
  | "interval"
  | "pin"
  | "quiet"
  | "apart"
  | "menu"
  | "toFailure"
  | "cone"
  | "compare"
  | "loneOn"
  | "loneBack"
  | "search"
  | "table"
  | "source"
  | "copy"
  | "help"
  | "leave";

/** Binding is a row: the keys as KeyboardEvent.key has them, and what they do. */
export interface Binding {
  keys: readonly string[];
  /** With Shift held; letters and signs that need Shift have it in their key, and a key may begin with "Shift ". */
  shift?: boolean;
  action: Action;
  group: "Move" | "View" | "Do";
  help: string;
}

/** BINDINGS are all keys. No other key is taken, and none with Ctrl, Alt or Meta. */
export const BINDINGS: readonly Binding[] = [
  { keys: ["ArrowLeft"], action: "laneBack", group: "Move", help: "previous event of the lane" },
  { keys: ["ArrowRight"], action: "laneOn", group: "Move", help: "next event of the lane" },
  { keys: ["ArrowUp"], action: "laneUp", group: "Move", help: "lane above" },
  { keys: ["ArrowDown"], action: "laneDown", group: "Move", help: "lane below" },
  { keys: ["Home"], action: "laneFirst", group: "Move", help: "first event of the lane" },
  { keys: ["End"], action: "laneLast", group: "Move", help: "last event of the lane" },
  { keys: ["ArrowLeft", "ArrowUp"], shift: true, action: "toCause", group: "Move", help: "to the cause" },
  { keys: ["ArrowRight", "ArrowDown"], shift: true, action: "toEffect", group: "Move", help: "to the effect" },
  { keys: [","], action: "stepBack", group: "Move", help: "one event back, in any lane" },
  { keys: ["."], action: "stepOn", group: "Move", help: "one event on, in any lane" },
  { keys: ["["], action: "siteBack", group: "Move", help: "previous event of the same source line" },
  { keys: ["]"], action: "siteOn", group: "Move", help: "next event of the same source line" },
  { keys: ["u"], action: "loneOn", group: "Move", help: "next event that only one of both runs has" },
  { keys: ["U"], action: "loneBack", group: "Move", help: "previous event that only one of both runs has" },
  { keys: ["n"], action: "hitOn", group: "Move", help: "next event of the search" },
  { keys: ["N"], action: "hitBack", group: "Move", help: "previous event of the search" },
  { keys: ["x"], action: "toFailure", group: "Move", help: "to the failure" },
  { keys: ["M"], action: "nextMark", group: "Move", help: "to the next mark" },
  { keys: ["w", "+", "="], action: "zoomIn", group: "View", help: "zoom in" },
  { keys: ["s", "-"], action: "zoomOut", group: "View", help: "zoom out" },
  { keys: ["a"], action: "panLeft", group: "View", help: "pan left" },
  { keys: ["d"], action: "panRight", group: "View", help: "pan right" },
  { keys: ["0"], action: "fit", group: "View", help: "show the whole run" },
  { keys: ["f"], action: "focus", group: "View", help: "bring the selected event to the middle" },
  { keys: ["c"], action: "cone", group: "View", help: "causal past and future, all else dimmed" },
  { keys: ["p"], action: "pin", group: "View", help: "pin the row of the event, or the group in focus, to the top, and back" },
  { keys: ["h"], action: "quiet", group: "View", help: "hide rows without events in what is visible, and back" },
  { keys: ["o"], action: "apart", group: "View", help: "only rows with a cause or an effect of the event, and back" },
  { keys: ["D"], action: "compare", group: "View", help: "compare with a passing run, and back" },
  { keys: ["t"], action: "table", group: "View", help: "table of events, and back to the lanes" },
  { keys: ["/"], action: "search", group: "Do", help: "search" },
  { keys: ["m"], action: "mark", group: "Do", help: "mark the event, or take the mark off" },
  { keys: ["i"], action: "interval", group: "Do", help: "count what is between the nearest mark and the event, else what is visible" },
  { keys: ["ContextMenu", "Shift F10"], action: "menu", group: "Do", help: "menu of the event: faults to try, searches, copies" },
  { keys: ["Enter"], action: "source", group: "Do", help: "open the source line" },
  { keys: ["y"], action: "copy", group: "Do", help: "copy" },
  { keys: ["?"], action: "help", group: "Do", help: "this help" },
  { keys: ["Escape"], action: "leave", group: "Do", help: "leave the search, the help, the interval, the other run or the selection" },
];

const table = new Map<string, Action>();
for (const b of BINDINGS) for (const key of b.keys) table.set((b.shift ? "Shift " : "") + key, b.action);

/** Pressed is the part of a KeyboardEvent that matters. */
export interface Pressed {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
}

/** actionOf says what a key does; null for keys that are not ours, such as VS Code's chords. */
export function actionOf(e: Pressed): Action | null {
  if (e.ctrlKey || e.altKey || e.metaKey) return null;
  const named = e.key.length > 1; // arrows and the like: Shift is not in their name
  return table.get(named && e.shiftKey ? `Shift ${e.key}` : e.key) ?? null;
}

/** typing says whether a key goes into a field, where only Escape is ours. */
export function typing(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

const NAMES: Record<string, string> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Escape: "Esc",
  ContextMenu: "Menu",
  "Shift F10": "Shift+F10",
};

/** keyNames is how help writes the keys of a row. */
export function keyNames(b: Binding): string[] {
  return b.keys.map((key) => {
    const name = NAMES[key] ?? key;
    if (b.shift) return `Shift+${name}`;
    return /^[A-Z]$/.test(key) ? `Shift+${key}` : /^[a-z]$/.test(key) ? key.toUpperCase() : name;
  });
}
