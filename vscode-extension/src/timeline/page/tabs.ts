// The inspector: tabs by the rules for tabs (arrow keys move between them).
import { el } from "./dom";

/** Page is what a tab shows. */
export interface Page<Name extends string> {
  name: Name;
  title: string;
  element: HTMLElement;
}

/** Tabs shows one page at a time. */
export class Tabs<Name extends string> {
  private readonly tabs = new Map<Name, HTMLButtonElement>();

  /** The list of tabs and the pages are put into element. */
  constructor(
    element: HTMLElement,
    private readonly pages: readonly Page<Name>[],
    chosen: (name: Name) => void,
  ) {
    const list = el("div", { class: "tabs", role: "tablist", "aria-label": "Inspector" });
    for (const { name, title, element: page } of pages) {
      const tab = el("button", {
        type: "button",
        class: "tab",
        role: "tab",
        id: `tab-${name}`,
        "aria-controls": `panel-${name}`,
        text: title,
      });
      tab.addEventListener("click", () => {
        chosen(name);
      });
      this.tabs.set(name, tab);
      list.append(tab);
      page.id = `panel-${name}`;
      page.setAttribute("role", "tabpanel");
      page.setAttribute("aria-labelledby", tab.id);
    }
    list.addEventListener("keydown", (e) => {
      const to = this.next(e);
      if (to === null) return;
      e.preventDefault();
      chosen(to);
      this.tabs.get(to)!.focus();
    });
    element.append(list, ...pages.map((p) => p.element));
  }

  /** show makes one page visible. */
  show(name: Name): void {
    for (const page of this.pages) {
      const on = page.name === name;
      const tab = this.tabs.get(page.name)!;
      tab.setAttribute("aria-selected", String(on));
      tab.tabIndex = on ? 0 : -1;
      page.element.hidden = !on;
    }
  }

  private next(e: KeyboardEvent): Name | null {
    if (e.ctrlKey || e.altKey || e.metaKey || e.shiftKey) return null;
    const at = this.pages.findIndex((p) => this.tabs.get(p.name) === document.activeElement);
    const n = this.pages.length;
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1 + n, Home: 0, End: n - 1 }[e.key];
    return to === undefined ? null : this.pages[to % n]!.name;
  }
}
