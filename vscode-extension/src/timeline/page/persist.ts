// What the page keeps while it is hidden or reloaded: only how it is looked at.
import type { Mode } from "../model/axis";
import type { Layout } from "./layout";
import { TABS, type Session, type Tab } from "./session";

interface Kept {
  run: string;
  mode: Mode;
  /** The visible part as shares of the axis. */
  from: number;
  to: number;
  selected: number;
  query: string;
  hide: boolean;
  cone: boolean;
  marks: number[];
  tab: Tab;
  folds: [string, boolean][];
  pinned: string[];
  without: Layout["without"];
}

const MODES: readonly Mode[] = ["time", "compressed", "order"];

/** How long the page waits before it keeps a change, in milliseconds. */
const SOON = 500;

/** Keeper keeps the look of a session whenever it changes. */
export class Keeper {
  private waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(session: Session) {
    session.on(["view", "selection", "filter", "marks", "tab", "rows"], () => {
      this.waiting ??= setTimeout(() => {
        this.waiting = undefined;
        if (session.run?.columns) keep(session);
      }, SOON);
    });
  }
}

/** keep hands the present look to the host. */
export function keep(session: Session): void {
  const { axis, view, emphasis } = session;
  if (!axis) return;
  const kept: Kept = {
    run: session.ref,
    mode: session.mode,
    from: view.from / axis.length,
    to: view.to / axis.length,
    selected: session.selected,
    query: emphasis.query,
    hide: emphasis.hide,
    cone: emphasis.cone,
    marks: session.marks,
    tab: session.tab,
    folds: session.layout.folds(),
    pinned: session.layout.pinned,
    without: session.layout.without,
  };
  session.host.keep(kept);
}

/** restore takes up what was kept for this run, once its events are there; false if nothing was. */
export function restore(session: Session): boolean {
  const kept = session.host.state() as Partial<Kept> | null | undefined;
  const { run } = session;
  if (!kept || !run || typeof kept !== "object" || kept.run !== session.ref) return false;
  const number = (x: unknown, low: number, high: number): number => (typeof x === "number" && x >= low && x <= high ? x : low);
  if (MODES.includes(kept.mode!)) session.mode = kept.mode!;
  session.emphasis.hide = kept.hide === true;
  session.emphasis.cone = kept.cone !== false;
  if (Array.isArray(kept.folds)) session.layout.setFolds(kept.folds);
  if (Array.isArray(kept.pinned)) session.layout.pinned = kept.pinned.filter((key) => typeof key === "string");
  for (const what of ["quiet", "apart"] as const) session.layout.without[what] = kept.without?.[what] === true;
  if (typeof kept.query === "string" && kept.query) session.emphasis.search(kept.query);
  session.marks = Array.isArray(kept.marks) ? kept.marks.filter((i) => Number.isInteger(i) && i >= 0 && i < run.n) : [];
  if (TABS.includes(kept.tab!)) session.setTab(kept.tab!);
  session.select(number(kept.selected, -1, run.n - 1));
  session.setAxis();
  const length = session.axis!.length;
  const from = number(kept.from, 0, 1);
  const to = number(kept.to, 0, 1);
  session.show(to > from ? { from: from * length, to: to * length } : session.axis!.whole());
  session.emit("data", "rows", "view", "marks");
  return true;
}
