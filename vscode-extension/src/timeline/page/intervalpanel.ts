// Below the lanes: what happened in the interval that a person chose.
import { messageOf } from "../hosts/none";
import { measure, viewOf } from "../model/interval";
import { narrow, timeTerm } from "../model/narrow";
import { button, el, refill } from "./dom";
import { intervalText, intervalWords, type IntervalWords } from "./intervalwords";
import type { Session } from "./session";

/** Most pairs of nodes, and most faults, that are listed; all are copied. */
const MAX_LISTED = 12;

/** IntervalPanel is there as long as an interval is. */
export class IntervalPanel {
  readonly element = el("section", { class: "interval", "aria-label": "Interval" });
  private readonly title = el("strong");
  private readonly told = el("div", { id: "interval-told" });
  private words: IntervalWords | null = null;
  private readonly first: HTMLElement;

  /** said shows and speaks a sentence, say only speaks it; back takes the focus when the panel goes. */
  constructor(
    private readonly session: Session,
    private readonly to: { said: (text: string) => void; say: (text: string) => void; back: () => void },
  ) {
    const clear = (): void => {
      session.span(null);
      to.back();
    };
    this.first = button("Zoom to it", () => {
      this.zoom();
    });
    const bar = el(
      "div",
      { class: "bar", role: "group", "aria-label": "Interval", "aria-describedby": "interval-told" },
      this.first,
      button("Filter to it", () => {
        session.emphasis.search(narrow(session.emphasis.query, timeTerm(session.interval!)));
      }),
      button("Copy as text", () => {
        this.copy();
      }),
      button("Clear", clear, { title: "Take the interval away (Esc)" }),
    );
    this.element.append(el("div", { class: "head" }, this.title, bar), this.told);
    this.element.addEventListener("keydown", (e) => {
      if (e.key !== "Escape") return;
      e.stopPropagation();
      clear();
    });
    session.on(["data", "interval"], () => {
      this.show();
    });
  }

  /** focus goes to the first button. */
  focus(): void {
    this.first.focus();
  }

  private show(): void {
    const { run, interval } = this.session;
    this.element.hidden = interval === null || !run?.columns;
    if (!interval || !run?.columns) return;
    const m = measure(run, interval);
    const words = (this.words = intervalWords(run, interval, m));
    const listed = (items: (string | HTMLElement)[]): HTMLElement | null =>
      items.length > 0 ? el("ul", { class: "facts" }, ...items.map((item) => el("li", {}, item))) : null;
    const some = <T>(all: T[], make: (one: T, k: number) => string | HTMLElement): (string | HTMLElement)[] => {
      const items = all.slice(0, MAX_LISTED).map(make);
      return all.length > MAX_LISTED ? [...items, `${all.length - MAX_LISTED} more`] : items;
    };
    const fault = (text: string, k: number): HTMLElement =>
      button(
        text,
        () => {
          this.session.select(run.survey!.faults.event[m.faults[k]!]! - 1);
        },
        { class: "link" },
      );
    this.title.textContent = words.title;
    refill(this.told, listed(words.facts), listed(some(words.traffic, (text) => text)), listed(some(words.faults, fault)));
    this.to.say(`Interval of ${[words.title, ...words.facts].join(". ")}.`);
  }

  private zoom(): void {
    const { run, axis, interval } = this.session;
    if (!run || !axis || !interval) return;
    const { from, to } = viewOf(run, axis, interval);
    this.session.stretch(from, to);
  }

  private copy(): void {
    this.session.host.copy(intervalText(this.words!)).then(
      () => {
        this.to.said("Copied: the interval");
      },
      (err: unknown) => {
        this.to.said(`Not copied: ${messageOf(err)}`);
      },
    );
  }
}
