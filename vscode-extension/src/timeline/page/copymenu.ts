// The copy button: what is chosen, as text to paste elsewhere.
import { those } from "../model/beside";
import { copy, MAX_COPY, type Form } from "../model/copy";
import type { Run } from "../model/run";
import { nameOf, picked, pickedOf } from "./compare";
import { copyTo, type Said } from "./copied";
import { button } from "./dom";
import type { Entry, Menu } from "./menu";
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
  readonly element: HTMLElement;

  constructor(
    private readonly session: Session,
    private readonly menu: Menu,
    private readonly said: Said,
  ) {
    const open = (): void => {
      this.open();
    };
    this.element = button("Copy", open, { "aria-haspopup": "menu", title: "Copy as text (Y)" });
  }

  /** open shows the menu. */
  open(): void {
    const { session, said } = this;
    if (!session.run) return;
    const { what, run, events } = chosen(session);
    const n = Math.min(events.length, MAX_COPY);
    const item = (name: string, text: () => string): Entry => ({
      name,
      do: () => {
        copyTo(session.host, said, text(), name);
      },
    });
    const title = `${grouped(n)} ${n === 1 ? "event" : "events"} ${what}`;
    const forms = FORMS.map(({ form, name }) => item(name, () => copy(run, events, form)));
    const address = session.selected < 0 ? "" : session.host.address(session.ref, session.selected + 1);
    if (address) forms.push(item("Address of this event", () => address));
    const { left, bottom } = this.element.getBoundingClientRect();
    this.menu.open(
      "Copy",
      [{ name: title, why: n > 0 ? "" : "There is nothing to copy.", entries: forms }],
      left,
      bottom + 4,
      this.element,
    );
  }
}
