// Log: what the programs printed.
import { textS, who } from "../model/print";
import { el, refill } from "./dom";
import { Grid } from "./grid";
import { rowClass } from "./eventspanel";
import { grouped } from "./numbers";
import type { Session } from "./session";
import { moment } from "./times";

/** Longest part of a line that a row shows; the rest is in the event's fields. */
const MAX_LINE = 400;

/** LogPanel is a list of the log events of all nodes. */
export class LogPanel {
  readonly element = el("section", { class: "panel grid-panel log" });
  private readonly none = el("p", { class: "details quiet" });
  private readonly grid: Grid;
  private lines: Uint32Array = new Uint32Array(0);
  private of: unknown = null;

  constructor(
    private readonly session: Session,
    open: (event: number) => void,
  ) {
    this.grid = new Grid({
      label: "Log lines",
      columns: [
        { class: "instant", name: "instant", text: (i) => moment(session.run!.columns!.at[i]!) },
        { class: "node", name: "node", text: (i) => who(session.run!, i) },
        { class: "what mono", name: "line", text: (i) => textS(session.run!, i).slice(0, MAX_LINE) },
      ],
      events: () => this.lines,
      selected: () => session.selected,
      class: (i) => rowClass(session, i),
      select: (i) => {
        session.select(i);
      },
      open,
    });
    this.element.append(this.none, this.grid.element);
    session.on(["data", "selection", "filter", "tab"], () => {
      if (session.tab === "log") this.show();
    });
  }

  private show(): void {
    this.collect();
    const n = this.lines.length;
    refill(this.none, n > 0 ? `${grouped(n)} ${n === 1 ? "line" : "lines"} printed` : "The programs printed nothing.");
    this.grid.show();
  }

  /** collect finds the log events once for each run. */
  private collect(): void {
    const columns = this.session.run?.columns ?? null;
    if (this.of === columns) return;
    this.of = columns;
    const { run } = this.session;
    if (!run || !columns) {
      this.lines = new Uint32Array(0);
      return;
    }
    const log = run.head.classes.indexOf("log");
    const parts = run.nodes.map((_, node) => run.events({ node, class: log }));
    const all = new Uint32Array(parts.reduce((n, p) => n + p.length, 0));
    let at = 0;
    for (const part of parts) {
      all.set(part, at);
      at += part.length;
    }
    this.lines = all.sort();
  }
}
