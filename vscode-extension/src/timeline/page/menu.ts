// A menu at a point of the page, by the rules for menus: one entry has the focus, arrow
// keys, Home and End move it, Escape and Tab leave.
import { el, refill } from "./dom";

/** Entry is one line of a menu. */
export interface Entry {
  name: string;
  do: () => void;
  /** Why it cannot be done; "" or nothing if it can. Such an entry can be reached all the same. */
  why?: string;
}

/** Group is some entries under a heading. */
export interface Group {
  name: string;
  /** Why none of them can be done; "" or nothing if they can. */
  why?: string;
  entries: Entry[];
}

/** Menu is made once and opened for one thing after another. */
export class Menu {
  readonly element = el("div", { class: "menu", role: "menu", hidden: true });
  private closed: () => void = () => undefined;

  constructor() {
    const { element } = this;
    element.addEventListener("keydown", (e) => {
      if (e.ctrlKey || e.altKey || e.metaKey) return;
      if (e.key === "Escape" || e.key === "Tab") this.leave();
      else if (!this.roam(e.key)) return;
      e.preventDefault();
      e.stopPropagation();
    });
    element.addEventListener("contextmenu", (e) => {
      e.preventDefault(); // some systems send it behind the key that has opened the menu
      e.stopPropagation();
    });
    element.addEventListener("focusout", (e) => {
      if (!element.contains(e.relatedTarget as Node | null)) element.hidden = true;
    });
  }

  /** open shows groups at a point of the window, with the first entry focused. back takes the focus when it is left. */
  open(name: string, groups: readonly Group[], x: number, y: number, back: HTMLElement): void {
    const { element } = this;
    this.closed = () => {
      back.focus({ preventScroll: true });
    };
    element.setAttribute("aria-label", name);
    refill(element, ...groups.map((g) => g.entries.length > 0 && this.group(g)));
    element.hidden = false;
    element.style.left = `${Math.max(0, Math.min(x, window.innerWidth - element.offsetWidth - 4))}px`;
    element.style.top = `${Math.max(0, Math.min(y, window.innerHeight - element.offsetHeight - 4))}px`;
    this.items()[0]?.focus();
  }

  private group({ name, why, entries }: Group): HTMLElement {
    const text = why ? `${name}. ${why}` : name;
    const head = el("div", { class: "menu-title quiet", "aria-hidden": "true", text });
    return el("div", { role: "group", "aria-label": text }, head, ...entries.map((entry) => this.item(entry, why)));
  }

  private item(entry: Entry, all?: string): HTMLElement {
    const why = all || entry.why;
    const click = (): void => {
      if (why) return;
      this.leave();
      entry.do();
    };
    const props = { type: "button", role: "menuitem", tabindex: "-1", "aria-disabled": why && "true" };
    const reason = entry.why && el("span", { class: "why", text: entry.why });
    return el("button", { ...props, on: { click } }, el("span", { text: entry.name }), reason);
  }

  private leave(): void {
    this.element.hidden = true;
    this.closed();
  }

  private items(): HTMLElement[] {
    return [...this.element.querySelectorAll("button")];
  }

  /** roam moves the focus; false if a key does not. */
  private roam(key: string): boolean {
    const items = this.items();
    const n = items.length;
    const at = items.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 + n, Home: 0, End: n - 1 }[key];
    if (to !== undefined) items[to % n]!.focus();
    return to !== undefined || /^\S$/.test(key); // letters do not do what they do on the page
  }
}
