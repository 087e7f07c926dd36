// The toolbar: search, what becomes of the rest, the axis, zoom.
import type { Mode } from "../model/axis";
import { sentence } from "../model/filter";
import { Completions } from "./completions";
import { button, el, icon } from "./dom";
import type { Moves } from "./moves";
import { grouped } from "./numbers";
import type { Session } from "./session";

const MODES: { mode: Mode; name: string; title: string }[] = [
  { mode: "time", name: "Time", title: "Virtual time, true to scale" },
  { mode: "compressed", name: "Compressed", title: "Virtual time, with stretches in which nothing happens made short" },
  { mode: "order", name: "Order", title: "One step for each event" },
];

/** How long the search waits for the next letter, in milliseconds. */
const TYPING = 150;

/** Toolbar is below the summary. */
export class Toolbar {
  private readonly input = el("input", {
    type: "search",
    placeholder: "Search: kind:disk node:server words",
    "aria-label": "Search and filter events",
    spellcheck: "false",
    autocomplete: "off",
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-controls": "completions",
    "aria-expanded": "false",
  });
  private readonly found = el("span", { class: "found", role: "status" });
  private readonly wrong = el("div", { class: "note error wrong", hidden: true, role: "alert" });
  private readonly modes = new Map<Mode, HTMLButtonElement>();
  private readonly rest = new Map<boolean, HTMLButtonElement>();
  private readonly cone: HTMLButtonElement;
  private readonly steps: HTMLButtonElement[];
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** What it has is put into element. */
  constructor(
    element: HTMLElement,
    private readonly session: Session,
    moves: Moves,
  ) {
    const search = (): void => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => {
        session.emphasis.search(this.input.value);
      }, TYPING);
    };
    const completions = new Completions(this.input, session, search);
    this.input.addEventListener("input", () => {
      completions.typed();
      search();
    });
    this.input.addEventListener("keydown", (e) => {
      if (completions.key(e) || e.key !== "Enter") return;
      completions.close();
      e.preventDefault();
      clearTimeout(this.timer);
      if (session.emphasis.query !== this.input.value) session.emphasis.search(this.input.value);
      moves.hit(e.shiftKey ? -1 : 1);
    });
    const back = button(
      "‹",
      () => {
        moves.hit(-1);
      },
      {
        class: "button plain",
        "aria-label": "Previous found event",
        title: "Previous found event (Shift+N)",
      },
    );
    const on = button(
      "›",
      () => {
        moves.hit(1);
      },
      { class: "button plain", "aria-label": "Next found event", title: "Next found event (N)" },
    );
    this.steps = [back, on];
    const field = el("div", { class: "search", role: "search" }, this.input, completions.element, this.found, back, on, this.wrong);
    this.cone = button(
      "Causes",
      () => {
        session.emphasis.setCone(!session.emphasis.cone);
      },
      {
        title: "Show what led to the selected event and what came of it, all else dimmed (C)",
      },
    );
    const failure = button(
      "Failure",
      () => {
        moves.failure();
      },
      { title: "Go to the failure (X)" },
    );
    element.append(field, this.restGroup(), this.modeGroup(), this.zoomGroup(), el("div", { class: "group" }, this.cone, failure));
    session.on(["data", "view", "filter"], () => {
      failure.disabled = (session.run?.failure() ?? -1) < 0;
      this.show();
    });
  }

  /** focus goes to the search. */
  focus(): void {
    this.input.focus();
    this.input.select();
  }

  private restGroup(): HTMLElement {
    const group = el("div", { class: "group", role: "radiogroup", "aria-label": "Events that are not found" });
    for (const [hide, name] of [[false, "Dim"] as const, [true, "Hide"] as const]) {
      const b = button(
        name,
        () => {
          this.session.emphasis.setHide(hide);
        },
        {
          role: "radio",
          title: `${name} the events that the search does not find`,
        },
      );
      this.rest.set(hide, b);
      group.append(b);
    }
    return group;
  }

  private modeGroup(): HTMLElement {
    const group = el("div", { class: "group", role: "radiogroup", "aria-label": "Axis" });
    for (const { mode, name, title } of MODES) {
      const b = button(
        name,
        () => {
          this.session.setMode(mode);
        },
        { role: "radio", title },
      );
      this.modes.set(mode, b);
      group.append(b);
    }
    return group;
  }

  private zoomGroup(): HTMLElement {
    const { session } = this;
    const one = (path: string, name: string, key: string, click: () => void): HTMLElement => {
      const b = button("", click, { class: "button icon-only", "aria-label": name, title: `${name} (${key})` });
      b.append(icon(path));
      return b;
    };
    return el(
      "div",
      { class: "group" },
      one("M3 8h10", "Zoom out", "S", () => {
        session.zoom(1.6);
      }),
      one("M3 8h10M8 3v10", "Zoom in", "W", () => {
        session.zoom(1 / 1.6);
      }),
      one("M2 4v8M14 4v8M4.5 8h7M6.5 6l-2 2 2 2M9.5 6l2 2-2 2", "Show the whole run", "0", () => {
        session.whole();
      }),
    );
  }

  private show(): void {
    for (const b of this.steps) b.disabled = !this.session.emphasis.hits?.length;
    const { emphasis, mode, run } = this.session;
    for (const [m, b] of this.modes) check(b, m === mode);
    for (const [hide, b] of this.rest) check(b, hide === emphasis.hide);
    this.cone.setAttribute("aria-pressed", String(emphasis.cone));
    if (document.activeElement !== this.input && this.input.value !== emphasis.query) this.input.value = emphasis.query;
    const { wrong, hits } = emphasis;
    this.input.setAttribute("aria-invalid", String(wrong !== null));
    this.wrong.hidden = wrong === null;
    this.wrong.textContent = wrong ? sentence(wrong) : "";
    this.found.textContent = hits && run ? `${grouped(hits.length)} of ${grouped(run.n)}` : "";
  }
}

function check(b: HTMLButtonElement, on: boolean): void {
  b.setAttribute("aria-checked", String(on));
}
