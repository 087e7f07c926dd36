// The names of the rows, beside the lanes. Groups can be folded.
import type { Row } from "../model/rows";
import { el, icon, refill } from "./dom";
import type { Session } from "./session";

/** Labels is the column at the left. */
export class Labels {
  readonly element = el("div", { class: "labels" });
  /** Pins a row, by its key, or takes it from the top; null as long as there are no buttons for that. */
  pin: ((key: string) => void) | null = null;

  constructor(private readonly session: Session) {
    session.on(["data", "rows", "filter", "compare"], () => {
      this.show();
    });
  }

  private show(): void {
    const focused = (document.activeElement as HTMLElement | null)?.dataset["key"];
    const { layout } = this.session;
    this.element.style.height = `${layout.height}px`;
    refill(this.element, ...layout.rows.map((row) => this.label(row)));
    if (focused) this.element.querySelector<HTMLElement>(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  }

  private label(row: Row): HTMLElement {
    const kind = row.depth > 0 ? "sub" : "head";
    const name = el("span", { class: "name", text: this.title(row), title: row.label });
    const said = "only in the other run";
    const only = row.lone ? el("span", { class: "only", title: said }, "▲", el("span", { class: "offscreen", text: said })) : null;
    const label = el(
      "div",
      { class: `label ${kind}${row.bad ? " failing" : ""}` },
      row.folded === null ? null : this.fold(row),
      name,
      only,
      this.pinning(row),
    );
    label.style.top = `${row.top}px`;
    label.style.height = `${row.height}px`;
    return label;
  }

  /** pinning is a button for the mouse: keys have P, and the menu of an event. */
  private pinning(row: Row): HTMLElement | null {
    const { pin } = this;
    if (!pin || row.kind === "faults" || row.lone) return null;
    const pinned = this.session.layout.pinned.includes(row.key);
    const name = pinned ? `Unpin ${row.label}` : `Pin ${row.label} to the top`;
    const b = el("button", {
      type: "button",
      class: "fold pin",
      tabindex: "-1",
      "aria-pressed": String(pinned),
      "aria-label": name,
      title: name,
    });
    b.append(icon("M5 2h6M6 2v5l-2 2h8l-2-2V2M8 9v5"));
    b.addEventListener("click", () => {
      pin(row.key);
    });
    return b;
  }

  private title(row: Row): string {
    if (row.kind === "clients" && this.session.layout.few) return "Clients (some)";
    return TITLES[row.kind] ?? row.label;
  }

  private fold(row: Row): HTMLElement {
    const open = row.folded === false && !(row.kind === "clients" && this.session.layout.few);
    const b = el("button", {
      type: "button",
      class: "fold",
      "aria-expanded": String(open),
      "aria-label": `${open ? "Fold" : "Unfold"} ${row.label}`,
      "data-key": row.key,
    });
    b.append(icon("M5 2l6 6-6 6"));
    b.addEventListener("click", () => {
      this.session.layout.toggle(row.key);
    });
    return b;
  }
}

const TITLES: Record<string, string> = { faults: "Faults", clients: "Clients", properties: "Properties" };
