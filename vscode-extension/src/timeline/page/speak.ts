// The live region: what a screen reader hears of the narration.
import { el } from "./dom";

/** How long one sentence has the word, in milliseconds: holding an arrow key says only where it stops. */
export const PAUSE = 400;

/** Speaker says the newest of what it is given, and not more often than PAUSE. */
export class Speaker {
  readonly element = el("div", { class: "offscreen", role: "status", "aria-live": "polite" });
  private next: string | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;

  say(text: string): void {
    this.next = text;
    this.timer ??= setTimeout(() => {
      this.timer = null;
      if (this.next !== null) this.element.textContent = this.next;
      this.next = null;
    }, PAUSE);
  }
}
