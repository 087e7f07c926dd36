// Events: the selected one with its fields, cause and effects, above the table of all.
import { fields, line, who } from "../model/print";
import { direct } from "../model/cone";
import { duration } from "../model/time";
import { counterpart } from "./compare";
import { button, el, refill } from "./dom";
import { Grid, type Column } from "./grid";
import type { Session } from "./session";
import { moment } from "./times";
import { siteElement } from "./source";

/** How many effects of an event are listed. */
const MAX_LISTED = 8;

/** EventsPanel is the table twin of the lanes. */
export class EventsPanel {
  readonly element = el("section", { class: "panel grid-panel" });
  readonly grid: Grid;
  private readonly details = el("div", { class: "details" });

  constructor(
    private readonly session: Session,
    open: (event: number) => void,
  ) {
    this.grid = new Grid({
      label: "Events",
      columns: eventColumns(session),
      events: () => (session.emphasis.shown ? session.emphasis.hits! : (session.run?.n ?? 0)),
      selected: () => session.selected,
      class: (i) => rowClass(session, i),
      select: (i) => {
        session.select(i);
      },
      open,
    });
    this.element.append(this.details, this.grid.element);
    session.on(["data", "selection", "filter", "tab", "compare"], () => {
      if (session.tab === "events") this.show();
    });
  }

  private show(): void {
    this.fill();
    this.grid.show();
  }

  private fill(): void {
    const { run, selected: i } = this.session;
    if (!run?.columns) {
      refill(this.details, el("p", { class: "quiet", text: "The events are being read." }));
      return;
    }
    if (i < 0) {
      refill(this.details, el("p", { class: "quiet", text: "No event is selected." }));
      return;
    }
    const list = el("dl", { class: "pairs" });
    const pair = (name: string, value: string | HTMLElement): void => {
      list.append(el("dt", { text: name }), el("dd", {}, value));
    };
    pair("event", `#${i + 1}, ${run.kindName(i)}`);
    pair("instant", duration(run.columns.at[i]!));
    if (who(run, i)) pair("node", who(run, i));
    for (const f of fields(run, i)) pair(f.name, String(f.value));
    const site = run.head.header.sites[run.columns.site[i]! - 1];
    if (site) pair("source", siteElement(this.session.host, site));
    const twin = counterpart(this.session, i);
    if (twin) pair("compared", twin);
    const causes = direct(run, i);
    if (causes.length > 0) pair("comes from", this.links(causes));
    const effects = run.effects(i);
    if (effects.length > 0) pair("led to", this.links(Array.from(effects.subarray(0, MAX_LISTED)), effects.length));
    refill(this.details, list);
  }

  private links(events: readonly number[], of = events.length): HTMLElement {
    const { run } = this.session;
    const list = el("span", { class: "events" });
    for (const i of events.slice(0, MAX_LISTED)) {
      const text = line(run!, i).trim();
      const go = button(
        `#${i + 1} ${text.length > 80 ? `${text.slice(0, 79)}…` : text}`,
        () => {
          this.session.select(i);
        },
        { class: "link", title: text },
      );
      list.append(el("div", {}, go));
    }
    if (of > MAX_LISTED) list.append(el("div", { class: "quiet", text: `and ${of - MAX_LISTED} more` }));
    return list;
  }
}

/** eventColumns are number, instant, node and text. */
function eventColumns(session: Session): Column[] {
  return [
    { class: "number", name: "event", text: (i) => String(i + 1) },
    { class: "instant", name: "instant", text: (i) => moment(session.run!.columns!.at[i]!) },
    { class: "node", name: "node", text: (i) => who(session.run!, i) || "–" },
    {
      class: "what",
      name: "what happened",
      text: (i) => (session.other?.diff.inB[i] === -1 ? "▲ only in this run: " : "") + whatOf(session, i),
    },
  ];
}

/** whatOf is the event's line without its instant and node, short enough for a row. */
export function whatOf(session: Session, i: number): string {
  const run = session.run!;
  const text = line(run, i).trimStart();
  const rest = text.slice(text.indexOf("  ") + 2);
  const name = who(run, i);
  const what = name && rest.startsWith(`${name} `) ? rest.slice(name.length + 1) : rest;
  return what.length > 400 ? `${what.slice(0, 399)}…` : what;
}

/** rowClass marks what stands out, dims the rest, and marks the failure. */
export function rowClass(session: Session, i: number): string {
  const { bright } = session.emphasis;
  const classes = bright ? [bright[i] ? "lit" : "dim"] : [];
  if (i === session.run?.failure()) classes.push("failed");
  return classes.join(" ");
}
