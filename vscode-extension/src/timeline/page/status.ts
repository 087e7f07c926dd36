// The line below the summary that says what the page is doing, or why it cannot.
import { button, el, refill } from "./dom";

/** How long a sentence stays that says what was done, in milliseconds. */
const STAYS = 8000;

/** Status is spoken too. */
export class Status {
  readonly element = el("div", { class: "status", role: "status" });
  private fading: ReturnType<typeof setTimeout> | undefined;

  /** busy shows what is being waited for; "" takes it away. */
  busy(text: string): void {
    clearTimeout(this.fading);
    this.element.className = text ? "status said" : "status";
    this.element.textContent = text;
  }

  /** said shows what was done, for a while. */
  said(text: string): void {
    this.busy(text);
    this.fading = setTimeout(() => {
      this.busy("");
    }, STAYS);
  }

  /** failed shows what went wrong, with a way to try again. */
  failed(text: string, again: () => void): void {
    clearTimeout(this.fading);
    this.element.className = "status note error";
    refill(this.element, el("span", { text: `${text} ` }), button("Try again", again));
  }
}
