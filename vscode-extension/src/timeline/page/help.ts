// The list of keys and of signs, in a dialog.
import { button, el, refill } from "./dom";
import { BINDINGS, keyNames } from "./keys";
import { legend } from "./legend";
import { readTheme } from "./theme";

/** Help is a dialog that is filled when it is opened, in the colours of the page. */
export class Help {
  readonly element = el("dialog", { class: "help", "aria-labelledby": "help-title" });

  private fill(): void {
    const close = button("Close", () => {
      this.element.close();
    });
    refill(
      this.element,
      el("div", { class: "help-head" }, el("h2", { id: "help-title", text: "Keys and signs" }), close),
      el("div", { class: "help-groups" }, ...(["Move", "View", "Do"] as const).map(group), ...legend(readTheme(document.body))),
      el("p", {
        class: "quiet",
        text: "The wheel scrolls, and zooms with Ctrl or where all rows are seen; drag pans; drag on the ruler moves the cursor; drag with Shift counts what is in the interval that you span; the right button opens the menu of an event. Where messages are too many for arrows they are bands from lane to lane, with a foot where they arrive. Keys with Ctrl, Alt or Cmd stay with the editor.",
      }),
    );
  }

  /** toggle opens it, or closes it. */
  toggle(): void {
    if (this.element.open) {
      this.element.close();
      return;
    }
    this.fill();
    this.element.showModal();
  }
}

function group(name: "Move" | "View" | "Do"): HTMLElement {
  const rows = BINDINGS.filter((b) => b.group === name).map((b) =>
    el("tr", {}, el("td", { class: "keys" }, ...keyNames(b).map((key) => el("kbd", { text: key }))), el("td", { text: b.help })),
  );
  return el("table", {}, el("caption", { text: name }), el("tbody", {}, ...rows));
}
