// What a person does with the lanes besides moving about: parts of the page that are
// made when they are first asked for.
import { spanned, type Interval } from "../model/interval";
import type { Chart } from "./chart";
import { menuName, menuOf, type MenuParts } from "./eventmenu";
import { pick } from "./compare";
import { IntervalPanel } from "./intervalpanel";
import type { Action } from "./keys";
import { Menu } from "./menu";
import type { Session } from "./session";

/** Asked are the actions that are done here. */
export type Asked = Extract<Action, "interval" | "menu">;

/** What is said of a menu for an event that only the run beside has. */
const THEIRS = "This event is of the other run; faults are tried in this one.";

/** Around is what gestures are made in. */
export interface Around extends MenuParts {
  chart: Chart;
  /** What stands below the lanes; the interval comes above it. */
  foot: HTMLElement;
  /** Speaks a sentence, where said shows it too. */
  say: (text: string) => void;
}

/** Gestures make what is asked for. */
export class Gestures {
  private panel: IntervalPanel | null = null;
  private menu: Menu | null = null;

  constructor(private readonly around: Around) {
    const { session } = around;
    session.on(["interval"], () => {
      if (session.interval && session.run?.columns) this.interval();
    });
  }

  /** actions are what their keys do. */
  actions(): Record<Asked, () => void> {
    const { session } = this.around;
    return {
      interval: () => {
        const interval = chosen(session);
        if (!interval) return;
        session.span(interval);
        this.interval().focus();
      },
      menu: () => {
        this.ofSelected();
      },
    };
  }

  /** context opens the menu of the event that a person pointed at, on the lanes or in a table. */
  context(e: MouseEvent): void {
    const { session, chart, said } = this.around;
    const target = e.target as HTMLElement;
    const row = target.closest<HTMLElement>("[data-event]");
    const event = row ? Number(row.dataset["event"]) : target === chart.surface.canvas ? chart.eventUnder(e.clientX, e.clientY) : -1;
    if (event < 0 || !session.run?.columns) return;
    e.preventDefault();
    const back = row?.closest<HTMLElement>("[role=grid]") ?? chart.surface.canvas; // the row goes when another is selected
    pick(session, event);
    if (event >= session.run.n) said(THEIRS);
    else this.open(event, { x: e.clientX, y: e.clientY }, back);
  }

  /** ofSelected opens it at the selected event, in the table if that has the focus. */
  private ofSelected(): void {
    const { session, chart, said } = this.around;
    const { selected } = session;
    if (selected < 0 || !session.run?.columns) {
      said(session.other && session.other.selected >= 0 ? THEIRS : "No event is selected.");
      return;
    }
    const focused = document.activeElement as HTMLElement | null;
    const row = focused?.closest("[role=grid]")?.querySelector('[aria-selected="true"]')?.getBoundingClientRect();
    this.open(selected, row ? { x: row.left + 60, y: row.bottom } : chart.pointOf(selected), row ? focused! : chart.surface.canvas);
  }

  private open(event: number, point: { x: number; y: number }, back: HTMLElement): void {
    if (!this.menu) {
      this.menu = new Menu();
      this.around.chart.element.append(this.menu.element);
    }
    this.menu.open(menuName(this.around, event), menuOf(this.around, event), point, () => {
      back.focus({ preventScroll: true });
    });
  }

  private interval(): IntervalPanel {
    const { session, foot, chart, said, say } = this.around;
    const back = (): void => {
      chart.surface.canvas.focus({ preventScroll: true });
    };
    if (!this.panel) {
      this.panel = session.join(() => new IntervalPanel(session, { said, say, back }));
      foot.before(this.panel.element);
    }
    return this.panel;
  }
}

/** chosen is the interval from the nearest mark before the selected event, or else behind it, to the event; without a
 * mark it is what is visible. */
function chosen({ run, axis, view, marks, selected }: Session): Interval | null {
  if (!run?.columns || !axis) return null;
  const mark = marks.filter((i) => i < selected).at(-1) ?? marks.find((i) => i > selected);
  if (selected < 0 || mark === undefined) return spanned(run, axis, view.from, view.to);
  const { at } = run.columns;
  return { from: at[Math.min(mark, selected)]!, to: at[Math.max(mark, selected)]! };
}
