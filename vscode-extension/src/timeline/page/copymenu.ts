// The copy button: what is chosen, as text to paste elsewhere.
import { those } from "../model/beside";
import { copy, MAX_COPY, type Form } from "../model/copy";
import type { Run } from "../model/run";
import { messageOf } from "../hosts/none";
import { nameOf, picked, pickedOf } from "./compare";
import { button, el, refill } from "./dom";
import { grouped } from "./numbers";
import type { Session } from "./session";

const FORMS: { form: Form; name: string }[] = [
  { form: "text", name: "Text" },
  { form: "markdown", name: "Markdown" },
  { form: "mermaid", name: "Mermaid diagram" },
  { form: "json", name: "JSON lines" },
];

/** Chosen are the events of a run that a copy is of, and what they are called. */
export interface Chosen {
  what: string;
  run: Run;
  events: ArrayLike<number>;
}

/** chosen takes what the search found; else what led to the selected event; else the story. */
export function chosen(session: Session): Chosen {
  const { emphasis } = session;
  const run = session.run!;
  const event = pickedOf(session, picked(session));
  if (emphasis.hits && !event?.theirs) return { what: "found by the search", run, events: emphasis.hits };
  if (event && emphasis.past) {
    return { what: `that led to ${nameOf(event)}`, run: event.run, events: those(emphasis.past) };
  }
  if (event) return { what: `selected, ${nameOf(event)}`, run: event.run, events: [event.i] };
  const steps = (run.head.header.story?.steps ?? []).map((s) => s.event - 1).filter((i) => i >= 0);
  return { what: "of the story", run, events: [...new Set(steps)].sort((a, b) => a - b) };
}

/** CopyMenu is the button with its menu. */
export class CopyMenu {
  readonly element = el("div", { class: "copy" });
  private readonly menu = el("div", { class: "menu", role: "menu", "aria-label": "Copy", hidden: true });
  private readonly button: HTMLButtonElement;

  constructor(
    private readonly session: Session,
    private readonly said: (text: string) => void,
  ) {
    this.button = button(
      "Copy",
      () => {
        this.toggle();
      },
      { "aria-haspopup": "menu", "aria-expanded": "false", title: "Copy as text (Y)" },
    );
    this.element.append(this.button, this.menu);
    this.menu.addEventListener("keydown", (e) => {
      this.key(e);
    });
    this.element.addEventListener("focusout", (e) => {
      if (!this.element.contains(e.relatedTarget as Node | null)) this.close();
    });
  }

  /** toggle opens the menu with its first entry focused, or closes it. */
  toggle(): void {
    if (!this.menu.hidden) {
      this.close();
      return;
    }
    const { session } = this;
    if (!session.run) return;
    const { what, run, events } = chosen(session);
    const n = Math.min(events.length, MAX_COPY);
    const items = FORMS.map(({ form, name }) => this.item(name, events.length === 0, () => copy(run, events, form)));
    const event = session.selected >= 0 ? session.selected + 1 : 0;
    const address = event > 0 ? session.host.address(session.ref, event) : "";
    refill(
      this.menu,
      el("div", { class: "menu-title quiet", text: `${grouped(n)} ${n === 1 ? "event" : "events"} ${what}` }),
      ...items,
      address ? this.item("Address of this event", false, () => address) : null,
    );
    this.menu.hidden = false;
    this.button.setAttribute("aria-expanded", "true");
    this.menu.querySelector<HTMLElement>("button:not(:disabled)")?.focus();
  }

  private item(name: string, disabled: boolean, text: () => string): HTMLButtonElement {
    const b = el("button", { type: "button", role: "menuitem", tabindex: "-1", text: name });
    b.disabled = disabled;
    b.addEventListener("click", () => {
      this.close();
      this.button.focus();
      this.session.host.copy(text()).then(
        () => {
          this.said(`Copied: ${name}`);
        },
        (err: unknown) => {
          this.said(`Not copied: ${messageOf(err)}`);
        },
      );
    });
    return b;
  }

  private close(): void {
    this.menu.hidden = true;
    this.button.setAttribute("aria-expanded", "false");
  }

  private key(e: KeyboardEvent): void {
    const items = [...this.menu.querySelectorAll<HTMLElement>("button:not(:disabled)")];
    const at = items.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 + items.length, Home: 0, End: items.length - 1 }[e.key];
    if (e.key === "Escape") {
      this.close();
      this.button.focus();
    } else if (to !== undefined && items.length > 0) items[to % items.length]!.focus();
    else return;
    e.preventDefault();
    e.stopPropagation();
  }
}
