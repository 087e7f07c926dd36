// What a person does with the lanes besides moving about. What is not there at first is
// made when it is first asked for.
import { spanned, type Interval } from "../model/interval";
import { narrate } from "../model/narrate";
import type { Chart } from "./chart";
import { pick } from "./compare";
import type { Said } from "./copied";
import { button, el } from "./dom";
import { menuOf, type MenuParts } from "./eventmenu";
import { IntervalPanel } from "./intervalpanel";
import type { Action } from "./keys";
import type { Menu } from "./menu";
import type { Session } from "./session";

const ROWS = [
  ["quiet", "Hide quiet", "Hide rows without events in what is visible (H)"],
  ["apart", "Only causal", "Only rows with a cause or an effect of the selected event (O)"],
] as const;

/** What is said of a menu for an event that only the run beside has. */
const THEIRS = "This event is of the other run; faults are tried in this one.";

/** Around is what gestures are made in. */
export interface Around extends MenuParts {
  chart: Chart;
  menu: Menu;
  /** What stands below the lanes; the interval comes above it. */
  foot: HTMLElement;
  /** Speaks a sentence, where said shows it too. */
  say: Said;
}

/** Gestures make what is asked for. */
export class Gestures {
  private panel: IntervalPanel | null = null;

  constructor(private readonly around: Around) {
    const { session, chart, said, say, foot } = around;
    const back = (): void => {
      chart.surface.canvas.focus({ preventScroll: true });
    };
    session.on(["interval"], () => {
      if (this.panel || !session.interval) return;
      this.panel = session.join(() => new IntervalPanel(session, said, say, back));
      foot.before(this.panel.element);
    });
  }

  /** actions are what their keys do. */
  actions(): Record<Extract<Action, "interval" | "menu" | "pin" | "quiet" | "apart">, () => void> {
    const { session } = this.around;
    return {
      interval: () => {
        if (!session.run?.columns) return;
        session.span(chosen(session));
        this.panel!.focus();
      },
      menu: () => {
        this.open(session.selected, document.activeElement);
      },
      pin: () => {
        const key = (document.activeElement as HTMLElement | null)?.dataset["key"] ?? session.layout.rowOf(session.selected)?.key;
        if (key && key !== "faults") this.pin(key);
      },
      quiet: () => {
        this.leaveOut("quiet");
      },
      apart: () => {
        this.leaveOut("apart");
      },
    };
  }

  /** rows are the buttons for those that are left out, and make the labels have theirs. */
  rows(): HTMLElement {
    const { session, chart } = this.around;
    const { layout } = session;
    const group = el("div", { class: "group", role: "group", "aria-label": "Rows" });
    for (const [what, name, title] of ROWS) {
      const b = button(
        name,
        () => {
          this.leaveOut(what);
        },
        { title },
      );
      group.append(b);
      session.on(["rows"], () => {
        b.setAttribute("aria-pressed", String(layout.without[what]));
      });
    }
    chart.labels.pin = (key) => {
      this.pin(key);
    };
    session.emit("rows");
    return group;
  }

  private pin(key: string): void {
    const { session, said } = this.around;
    const name = key.replace(/^\w+:/, "");
    said(`Row ${name} is ${session.layout.pin(key) ? "pinned" : "no longer pinned"}.`);
  }

  private leaveOut(what: "quiet" | "apart"): void {
    const { layout } = this.around.session;
    layout.leaveOut(what);
    this.around.said(`${layout.rows.length} rows are shown.`);
  }

  /** context opens the menu of the event that a person pointed at, on the lanes or in a table. */
  context(e: MouseEvent): void {
    const { chart } = this.around;
    const target = e.target as HTMLElement;
    const row = target.closest<HTMLElement>("[data-event]");
    const event = row ? Number(row.dataset["event"]) : target === chart.surface.canvas ? chart.eventAt(e.offsetX, e.offsetY) : -1;
    if (event < 0) return;
    e.preventDefault();
    this.open(event, row, [e.clientX, e.clientY]);
  }

  /** open selects an event and opens its menu, where it is pointed at or seen. A table keeps the focus that it has. */
  private open(event: number, within: Element | null, at?: [x: number, y: number]): void {
    const { session, chart, menu, said } = this.around;
    if (!session.run?.columns) return;
    if (event >= session.run.n || (event < 0 && (session.other?.selected ?? -1) >= 0)) {
      if (event >= 0) pick(session, event);
      said(THEIRS);
      return;
    }
    if (event < 0) return;
    const back = within?.closest<HTMLElement>("[role=grid]") ?? chart.surface.canvas;
    if (event !== session.selected) session.select(event);
    const [x, y] = at ?? chart.pointOf(event);
    menu.open(narrate(session.run, event), menuOf(this.around, this.pin.bind(this), event), x, y, back);
  }
}

/** chosen is the interval from the nearest mark before the selected event, or else behind it, to the event; without a
 * mark it is what is visible. */
function chosen({ run, axis, view, marks, selected }: Session): Interval {
  const mark = marks.filter((i) => i < selected).at(-1) ?? marks.find((i) => i > selected);
  if (selected < 0 || mark === undefined) return spanned(axis!, view.from, view.to);
  const { at } = run!.data;
  return { from: at[Math.min(mark, selected)]!, to: at[Math.max(mark, selected)]! };
}
