// Story: the few steps by which the run came to its failure, each a button.
import { who } from "../model/print";
import type { Run } from "../model/run";
import { clip } from "../model/escape";
import { duration } from "../model/time";
import { el, refill } from "./dom";
import type { Session } from "./session";
import { siteButton } from "./source";
import { moment } from "./times";

/** StoryPanel shows header.story. */
export class StoryPanel {
  readonly element = el("section", { class: "panel" });
  private readonly buttons: { event: number; button: HTMLButtonElement }[] = [];

  constructor(private readonly session: Session) {
    session.on(["data"], () => {
      this.fill();
    });
    session.on(["selection"], () => {
      this.mark();
    });
  }

  private fill(): void {
    const { run } = this.session;
    const steps = run?.head.header.story?.steps ?? [];
    this.buttons.length = 0;
    if (!run || steps.length === 0) {
      const why = run?.head.header.failure ? "This run has no story." : "A story tells how a run came to its failure. This run passed.";
      refill(this.element, el("p", { class: "quiet", text: why }), detail(run));
      return;
    }
    const list = el("ol", { class: "steps" });
    steps.forEach((step, k) => {
      const at = run.columns?.at[step.event - 1];
      const when =
        at === undefined
          ? null
          : el("span", { class: "step-when", text: `${moment(at)}  ${who(run, step.event - 1)}`, title: duration(at) });
      const number = el("span", { class: "step-number", "aria-hidden": "true", text: String(k + 1) });
      const button = el(
        "button",
        { type: "button", class: "step-button", title: `Step ${k + 1} of ${steps.length}` },
        number,
        el("span", { class: "step-text", text: step.text }),
        when,
      );
      button.disabled = step.event === 0;
      button.addEventListener("click", () => {
        this.session.select(step.event - 1);
      });
      this.buttons.push({ event: step.event - 1, button });
      const site = step.site ? el("span", { class: "step-site" }, siteButton(this.session, step.site)) : null;
      list.append(el("li", { class: k === steps.length - 1 ? "last" : "" }, button, site));
    });
    refill(this.element, el("h2", { text: "How it came to the failure" }), list, detail(run));
    this.mark();
  }

  private mark(): void {
    for (const { event, button } of this.buttons) {
      if (event === this.session.selected) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }
  }
}

/** Longest detail that is shown, in characters. */
const MAX_DETAIL = 20_000;

/** detail is what is known of the failure in several lines: calls that contradict each other, or stacks; null for nothing. */
function detail(run: Run | null): HTMLElement | null {
  const text = run?.head.header.failure?.detail?.trimEnd();
  if (!text) return null;
  return el("section", {}, el("h2", { text: "Why it is one" }), el("pre", { class: "detail", text: clip(text, MAX_DETAIL) }));
}
