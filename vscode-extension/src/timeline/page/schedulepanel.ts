// Schedule: the faults of the run, each with the commands to change it, and the replay
// of what was changed.
import { WHY_NOT } from "../hosts/embedded";
import type { Fault } from "../model/schedule";
import { duration, NEVER } from "../model/time";
import { button, el, refill } from "./dom";
import type { Beside } from "./beside";
import type { Edit } from "./edit";
import type { Session } from "./session";

/** SchedulePanel shows an Edit. */
export class SchedulePanel {
  readonly element = el("section", { class: "panel" });
  private readonly replayed = el("div", { "aria-live": "polite" });
  private readonly faults = el("div");

  constructor(
    private readonly session: Session,
    private readonly edit: Edit,
    private readonly beside: Beside,
  ) {
    this.element.append(this.replayed, this.faults);
    session.on(["data", "schedule", "compare", "tab"], () => {
      if (session.tab === "schedule") this.show();
    });
  }

  private show(): void {
    const focused = document.activeElement?.id ?? "";
    refill(this.replayed, this.bar(), this.problem(), ...this.results());
    const all = this.edit.faults();
    const title = all.length === 0 ? "No fault is in the schedule of this run." : `Faults of this run (${all.length})`;
    refill(this.faults, el("h2", { text: title }), ...all.map((f) => this.fault(f)));
    if (focused && this.element.contains(document.getElementById(focused))) document.getElementById(focused)!.focus();
  }

  private bar(): HTMLElement {
    const { abilities } = this.session.host;
    const { edit } = this;
    const replay = button(edit.running ? "Replaying" : "Replay with this change", () => void this.beside.replay(), {
      class: "button primary",
      id: "replay",
    });
    replay.disabled = !abilities.replay || edit.running || !edit.changed;
    const reset = button(
      "Undo all",
      () => {
        edit.reset();
      },
      { id: "reset" },
    );
    reset.disabled = !edit.changed || edit.running;
    const compare = button(
      this.session.other ? "Take the other run away" : "Compare with nearest passing run",
      () => void this.beside.compare(),
      { id: "compare-passing" },
    );
    compare.disabled = !abilities.neighbour || this.beside.busy;
    return el("div", { class: "bar" }, replay, reset, compare);
  }

  private problem(): HTMLElement | null {
    if (this.edit.problem) return el("p", { class: "note error", text: this.edit.problem });
    if (!this.session.host.abilities.replay) return el("p", { class: "quiet", text: WHY_NOT });
    if (!this.edit.changed)
      return el("p", {
        class: "quiet",
        text: "Move a fault, switch it off or remove it, then replay. The run that is shown stays as it is.",
      });
    return null;
  }

  private results(): HTMLElement[] {
    const { other } = this.session;
    return this.edit.results.map(({ replayed, what }, k) => {
      const shown = other?.ref === replayed.run;
      const show = button(shown ? "Take away" : "Show beside", () => void this.beside.result(shown ? -1 : k), { id: `beside-${k}` });
      return el(
        "div",
        { class: `result ${replayed.failed ? "failed" : "passed"}` },
        el("div", { text: capital(replayed.verdict) }),
        el("div", { class: "quiet", text: what }),
        show,
      );
    });
  }

  private fault(f: Fault): HTMLElement {
    const { edit } = this;
    const move = this.number(f, "move", f.op > 0 ? "by operations" : "by ms", 1, (n) => {
      edit.move(f.place, f.op > 0 ? Math.round(n) : Math.round(n * 1e6));
    });
    const lasts = f.until > f.at && f.until < NEVER;
    const size = lasts
      ? this.number(f, "resize", "to ms", (f.until - f.at) / 1e6, (n) => {
          edit.resize(f.place, Math.round(n * 1e6));
        })
      : [];
    const toggle = button(
      f.off ? "Switch on" : "Switch off",
      () => {
        edit.toggle(f.place);
      },
      {
        id: `toggle-${f.place}`,
        "aria-label": `Switch ${f.off ? "on" : "off"} fault ${f.place + 1}`,
      },
    );
    const remove = button(
      "Remove",
      () => {
        edit.remove(f.place);
      },
      { id: `remove-${f.place}`, "aria-label": `Remove fault ${f.place + 1}` },
    );
    const go = this.eventOf(f.place);
    const title = `${f.place + 1}. ${f.kind}${f.node ? ` of ${f.node}` : ""}${f.off ? ", off" : ""}`;
    return el(
      "div",
      { class: f.off ? "fault off" : "fault", role: "group", "aria-label": `Fault ${f.place + 1}` },
      el("strong", { text: title }),
      el("div", { class: "quiet", text: faultText(f) }),
      el("div", { class: "row" }, ...move, ...size, toggle, remove, go),
    );
  }

  /** number is a command that takes a number: its button, and the field with its unit. */
  private number(f: Fault, verb: "move" | "resize", unit: string, value: number, apply: (n: number) => void): HTMLElement[] {
    const whole = verb === "move" && f.op > 0;
    const id = `${verb}-by-${f.place}`;
    const field = el("input", { type: "number", class: "field-input", id, value, step: whole ? 1 : "any" });
    const go = (): void => {
      const n = Number(field.value);
      if (Number.isFinite(n) && field.value !== "") apply(n);
    };
    field.addEventListener("keydown", (e) => {
      if (e.key === "Enter") go();
    });
    const name = verb === "move" ? "Move" : "Set length";
    return [
      button(name, go, { id: `${verb}-${f.place}`, "aria-label": `${name === "Move" ? name : `${name} of`} fault ${f.place + 1}` }),
      el("label", { for: id, text: unit }),
      field,
    ];
  }

  /** eventOf is a button that leads to the event of a fault, if it struck. */
  private eventOf(place: number): HTMLElement | null {
    const { run } = this.session;
    const planned = this.edit.plan?.origin[place] ?? -1;
    const at = planned < 0 ? -1 : (run?.survey?.faults.fault.indexOf(planned) ?? -1);
    if (at < 0) return null;
    const event = run!.survey!.faults.event[at]!;
    return button(
      `#${event}`,
      () => {
        this.session.select(event - 1);
      },
      { class: "link", title: `Go to event ${event}` },
    );
  }
}

/** faultText tells when and where a fault strikes. */
export function faultText(f: Fault): string {
  const parts = [f.op > 0 ? `at operation ${f.op}, about ${duration(f.at)}` : `at ${duration(f.at)}`];
  if (f.until > f.at) parts.push(`for ${duration(f.until - f.at)}`);
  if (f.cut.length > 0) parts.push(`${f.cut.join(", ")} cut off${f.direction && f.direction !== "both" ? ` (${f.direction})` : ""}`);
  return parts.join(", ");
}

/** capital begins a sentence. */
function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
