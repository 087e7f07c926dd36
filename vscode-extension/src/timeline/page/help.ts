// The list of keys, in a dialog.
import { button, el } from "./dom";
import { BINDINGS, keyNames } from "./keys";

/** Help is a dialog that is filled when it is opened first. */
export class Help {
  readonly element = el("dialog", { class: "help", "aria-labelledby": "help-title" });

  private fill(): void {
    const close = button("Close", () => {
      this.element.close();
    });
    this.element.append(
      el("div", { class: "help-head" }, el("h2", { id: "help-title", text: "Keys" }), close),
      el("div", { class: "help-groups" }, ...(["Move", "View", "Do"] as const).map(group)),
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
    if (!this.element.firstChild) this.fill();
    this.element.showModal();
  }
}

function group(name: "Move" | "View" | "Do"): HTMLElement {
  const rows = BINDINGS.filter((b) => b.group === name).map((b) =>
    el("tr", {}, el("td", { class: "keys" }, ...keyNames(b).map((key) => el("kbd", { text: key }))), el("td", { text: b.help })),
  );
  return el("table", {}, el("caption", { text: name }), el("tbody", {}, ...rows));
}
