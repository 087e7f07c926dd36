// The copy button: what is chosen, as text to paste elsewhere.
import { copy, indexes, MAX_COPY, type Form } from "../model/copy";
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

/** Chosen are the events that a copy is of, and what they are called. */
export interface Chosen {
  what: string;
  events: ArrayLike<number>;
}

/** chosen takes what the search found; else what led to the selected event; else the story. */
export function chosen(session: Session): Chosen {
  const { run, emphasis, selected } = session;
  if (emphasis.hits) return { what: "found by the search", events: emphasis.hits };
  if (emphasis.past) return { what: `that led to #${selected + 1}`, events: indexes(emphasis.past, MAX_COPY + 1) };
  if (selected >= 0) return { what: `selected, #${selected + 1}`, events: [selected] };
  const steps = (run?.head.header.story?.steps ?? []).map((s) => s.event - 1).filter((i) => i >= 0);
  return { what: "of the story", events: [...new Set(steps)].sort((a, b) => a - b) };
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
    const { what, events } = chosen(session);
    const n = Math.min(events.length, MAX_COPY);
    const item = (name: string, text: () => string): Entry => ({
      name,
      do: () => {
        copyTo(session.host, said, text(), name);
      },
    });
    const title = `${grouped(n)} ${n === 1 ? "event" : "events"} ${what}`;
    const forms = FORMS.map(({ form, name }) => item(name, () => copy(session.run!, events, form)));
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
