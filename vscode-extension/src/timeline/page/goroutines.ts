// Goroutines at the cursor: on demand, since the host makes the run again up to there.
import type { Goroutine } from "../host";
import { WHY_NOT } from "../hosts/embedded";
import { messageOf } from "../hosts/none";
import { duration } from "../model/time";
import { button, el, refill } from "./dom";
import type { Session } from "./session";
import { siteButton } from "./source";

/** Goroutines is a part of the state panel. */
export class Goroutines {
  readonly element = el("div");
  private readonly result = el("div", { role: "status" });
  private readonly ask: HTMLButtonElement;
  /** The instant that the result is of; -1 while there is none. */
  private of = -1;
  private turn = 0;

  constructor(private readonly session: Session) {
    this.ask = button("Show goroutines", () => void this.load());
    refill(this.element, el("h2", { text: "Goroutines" }), this.ask, this.result);
    if (!session.host.abilities.goroutines) {
      this.ask.disabled = true;
      refill(this.result, el("p", { class: "quiet", text: WHY_NOT }));
    }
  }

  /** show is called when the cursor may have moved: an old result is not shown for another instant. */
  show(): void {
    if (this.of < 0 || this.of === this.session.cursor) return;
    this.turn++;
    this.of = -1;
    this.ask.disabled = !this.session.host.abilities.goroutines;
    refill(this.result);
  }

  private async load(): Promise<void> {
    const { host, ref, cursor } = this.session;
    const turn = ++this.turn;
    this.of = cursor;
    this.ask.disabled = true;
    refill(this.result, el("p", { class: "quiet", text: `The run is made again up to ${duration(cursor)}.` }));
    try {
      const all = await host.goroutines(ref, cursor);
      if (turn === this.turn) refill(this.result, ...this.nodes(all));
    } catch (err) {
      if (turn === this.turn) refill(this.result, el("p", { class: "note error", text: messageOf(err) }));
    } finally {
      if (turn === this.turn) this.ask.disabled = false;
    }
  }

  private nodes(all: Goroutine[]): HTMLElement[] {
    if (all.length === 0) return [el("p", { class: "quiet", text: "No node has a goroutine at this instant." })];
    const nodes = new Map<string, Goroutine[]>();
    for (const g of all) nodes.set(g.node, [...(nodes.get(g.node) ?? []), g]);
    return [...nodes].map(([node, list]) =>
      el("details", { open: nodes.size === 1 }, el("summary", { text: `${node}: ${list.length}` }), ...list.map((g) => this.one(g))),
    );
  }

  private one(g: Goroutine): HTMLElement {
    const frames = g.frames.map((f) =>
      el(
        "li",
        {},
        el("span", { class: "mono", text: f.func }),
        f.file ? el("div", {}, siteButton(this.session, { file: f.file, line: f.line ?? 0 })) : null,
      ),
    );
    return el(
      "details",
      { class: "goroutine" },
      el("summary", { text: `goroutine ${g.id}, ${g.state}` }),
      el("ol", { class: "list" }, ...frames),
    );
  }
}
