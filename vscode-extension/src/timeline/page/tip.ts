// What the event under the pointer says.
import { narrate } from "../model/narrate";
import { duration } from "../model/time";
import { nameOf, pickedOf } from "./compare";
import { el, refill } from "./dom";
import type { Session } from "./session";

/** Tip is a small box beside the pointer. The same text is in the table and in the narration. */
export class Tip {
  readonly element = el("div", { class: "tip", hidden: true, "aria-hidden": "true" });
  private of = -1;

  constructor(
    private readonly session: Session,
    private readonly within: HTMLElement,
  ) {}

  /** show tells of an event at a point of the page; of -1, nothing. */
  show(event: number, x: number, y: number): void {
    const of = pickedOf(this.session, event);
    if (!of) {
      this.hide();
      return;
    }
    if (event !== this.of) {
      this.of = event;
      refill(
        this.element,
        el("span", { class: "quiet", text: `${duration(of.run.data.at[of.i]!)}  ${nameOf(of)}` }),
        el("div", { text: narrate(of.run, of.i) }),
      );
      this.element.hidden = false;
    }
    const box = this.within.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = this.element;
    const left = Math.max(4, Math.min(x - box.left + 14, box.width - offsetWidth - 4));
    const below = y - box.top + 18;
    const top = below + offsetHeight > box.height ? y - box.top - offsetHeight - 12 : below;
    this.element.style.left = `${left}px`;
    this.element.style.top = `${top}px`;
  }

  hide(): void {
    this.of = -1;
    this.element.hidden = true;
  }
}
