// The list below the search of what can be written at the cursor: a listbox that the
// field controls, which keeps the focus.
import { complete, type Completion } from "../model/complete";
import { el, refill } from "./dom";
import type { Session } from "./session";

/** How many are offered at once. */
const MAX_OFFERS = 30;

/** Completions is the list of a field that says of itself what a combobox has to. */
export class Completions {
  readonly element = el("div", { class: "menu offers", id: "completions", role: "listbox", "aria-label": "Completions", hidden: true });
  private offers: Completion[] = [];
  private active = -1;

  /** written is called when a completion was put into the field. */
  constructor(
    private readonly input: HTMLInputElement,
    private readonly session: Session,
    private readonly written: () => void,
  ) {
    input.addEventListener("blur", () => {
      this.close();
    });
    // The focus stays in the field.
    this.element.addEventListener("mousedown", (e) => {
      e.preventDefault();
    });
    this.element.addEventListener("click", (e) => {
      const option = (e.target as Element).closest('[role="option"]');
      if (option) this.take([...this.element.children].indexOf(option));
    });
  }

  /** typed offers what goes on from what was typed. Between terms there is nothing to go on from: ArrowDown asks. */
  typed(): void {
    if (/(^|[\s()])$/.test(this.input.value.slice(0, this.cursor))) this.close();
    else this.open();
  }

  /** key does what a key does here; false if it does nothing. */
  key(e: KeyboardEvent): boolean {
    if (e.isComposing || e.ctrlKey || e.altKey || e.metaKey || e.shiftKey) return false;
    const { hidden } = this.element;
    if (e.key === "ArrowDown" || e.key === "ArrowUp") {
      if (hidden) this.open();
      const n = this.offers.length;
      if (n > 0) this.mark(e.key === "ArrowDown" ? (this.active + 1) % n : (Math.max(this.active, 0) - 1 + n) % n);
    } else if (hidden) return false;
    else if (e.key === "Escape") this.close();
    else if ((e.key === "Enter" || e.key === "Tab") && this.active >= 0) this.take(this.active);
    else return false;
    e.preventDefault();
    e.stopPropagation();
    return true;
  }

  close(): void {
    this.show([]);
  }

  private get cursor(): number {
    return this.input.selectionStart ?? this.input.value.length;
  }

  private open(): void {
    const { run } = this.session;
    this.show(run?.columns ? complete(run, this.input.value, this.cursor).slice(0, MAX_OFFERS) : []);
  }

  private show(offers: Completion[]): void {
    this.offers = offers;
    this.element.hidden = offers.length === 0;
    this.input.setAttribute("aria-expanded", String(offers.length > 0));
    refill(
      this.element,
      ...offers.map((c, i) =>
        el("div", { role: "option", id: `offer-${i}` }, el("span", { text: c.text }), el("span", { class: "quiet", text: c.note })),
      ),
    );
    this.mark(-1);
  }

  private mark(to: number): void {
    this.active = to;
    [...this.element.children].forEach((option, i) => {
      option.setAttribute("aria-selected", String(i === to));
      if (i === to) option.scrollIntoView({ block: "nearest" });
    });
    if (to < 0) this.input.removeAttribute("aria-activedescendant");
    else this.input.setAttribute("aria-activedescendant", `offer-${to}`);
  }

  private take(i: number): void {
    const { from, text } = this.offers[i]!;
    this.input.setRangeText(text, from, this.cursor, "end");
    if (text.endsWith(":")) this.open();
    else this.close();
    this.written();
  }
}
