// A menu at a point of the page, by the rules for menus: one entry has the focus, arrow
// keys, Home, End and first letters move it, Escape and Tab leave.
import { el, refill } from "./dom";

/** Entry is one line of a menu. */
export interface Entry {
  name: string;
  do: () => void;
  /** Why it cannot be done; "" or nothing if it can. It is shown, and can be reached, all the same. */
  why?: string | undefined;
}

/** Group is some entries under a heading. */
export interface Group {
  name: string;
  /** What holds for all of them; "" for nothing. */
  note?: string;
  entries: Entry[];
}

/** Menu is made once and opened for one thing after another. */
export class Menu {
  readonly element = el("div", { class: "menu at-point", role: "menu", hidden: true });
  private back: () => void = () => undefined;

  constructor() {
    this.element.addEventListener("keydown", (e) => {
      if (e.key === "Escape" || e.key === "Tab") this.leave();
      else if (!roam(this.items(), e)) return;
      e.preventDefault();
      e.stopPropagation();
    });
    this.element.addEventListener("contextmenu", (e) => {
      e.preventDefault(); // some systems send it behind the key that has opened the menu
      e.stopPropagation();
    });
    this.element.addEventListener("focusout", (e) => {
      if (!this.element.contains(e.relatedTarget as Node | null)) this.element.hidden = true;
    });
  }

  /** open shows groups at a point of the window, with the first entry focused. back takes the focus afterwards. */
  open(name: string, groups: readonly Group[], { x, y }: { x: number; y: number }, back: () => void): void {
    const { element } = this;
    this.back = back;
    element.setAttribute("aria-label", name);
    refill(element, ...groups.filter((g) => g.entries.length > 0).map((g, k) => this.group(g, k)));
    element.hidden = false;
    const { offsetWidth, offsetHeight } = element;
    element.style.left = `${Math.max(4, Math.min(x, window.innerWidth - offsetWidth - 4))}px`;
    element.style.top = `${Math.max(4, Math.min(y, window.innerHeight - offsetHeight - 4))}px`;
    this.items()[0]?.focus();
  }

  private group({ name, note, entries }: Group, k: number): HTMLElement {
    const id = `menu-note-${k}`;
    return el(
      "div",
      { role: "group", "aria-label": name },
      el("div", { class: "menu-title quiet", "aria-hidden": "true", text: name }),
      note ? el("div", { class: "menu-note quiet", role: "none", id, text: note }) : null,
      ...entries.map((entry) => this.item(entry, note ? id : null)),
    );
  }

  private item(entry: Entry, note: string | null): HTMLElement {
    const off = note !== null || Boolean(entry.why);
    const why = entry.why ? el("span", { class: "menu-why", text: entry.why }) : null;
    const props = { type: "button", role: "menuitem", tabindex: "-1", "aria-disabled": off && "true", "aria-describedby": note };
    return el(
      "button",
      {
        ...props,
        on: {
          click: () => {
            if (off) return;
            this.leave();
            entry.do();
          },
        },
      },
      el("span", { text: entry.name }),
      why,
    );
  }

  private leave(): void {
    this.element.hidden = true;
    this.back();
  }

  private items(): HTMLElement[] {
    return [...this.element.querySelectorAll<HTMLElement>("button")];
  }
}

/** roam moves the focus among the entries of a menu; false if a key does not. */
export function roam(items: readonly HTMLElement[], e: KeyboardEvent): boolean {
  if (items.length === 0 || e.ctrlKey || e.altKey || e.metaKey) return false;
  const at = items.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1 + items.length, Home: 0, End: items.length - 1 }[e.key];
  const begins = (item: HTMLElement): boolean => item.textContent.toLowerCase().startsWith(e.key.toLowerCase());
  const item = to !== undefined ? items[to % items.length]! : e.key.length === 1 && [...items.slice(at + 1), ...items].find(begins);
  if (item) item.focus();
  return to !== undefined || (e.key.length === 1 && e.key !== " ");
}
