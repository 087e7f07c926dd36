// What a person does with the lanes besides moving about: parts of the page that are
// made when they are first asked for.
import { spanned, type Interval } from "../model/interval";
import { IntervalPanel } from "./intervalpanel";
import type { Action } from "./keys";
import type { Session } from "./session";

/** Asked are the actions that are done here. */
export type Asked = Extract<Action, "interval">;

/** Around is what gestures are made in. */
export interface Around {
  session: Session;
  /** What stands below the lanes; the interval comes above it. */
  foot: HTMLElement;
  /** What has the keyboard when nothing else has. */
  lanes: HTMLElement;
  /** Shows and speaks a sentence; say only speaks it. */
  said: (text: string) => void;
  say: (text: string) => void;
}

/** Gestures make what is asked for. */
export class Gestures {
  private panel: IntervalPanel | null = null;

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
    };
  }

  private interval(): IntervalPanel {
    const { session, foot, lanes, said, say } = this.around;
    const back = (): void => {
      lanes.focus({ preventScroll: true });
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
