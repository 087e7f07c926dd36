// Events: the selected one with its fields, cause and effects, above the table of all.
import { fateOf } from "../model/fate";
import { lone, those, woven } from "../model/beside";
import { fields, line, who } from "../model/print";
import { direct } from "../model/cone";
import { filtered } from "../model/rows";
import type { Run } from "../model/run";
import { duration } from "../model/time";
import { nameOf, otherwise, pick, picked, pickedOf, type Picked } from "./compare";
import { button, el, refill } from "./dom";
import { Grid, type Column } from "./grid";
import type { Session } from "./session";
import { moment } from "./times";
import { siteElement, siteOf } from "./source";

/** How many effects of an event are listed. */
const MAX_LISTED = 8;

/** EventsPanel is the table twin of the lanes. */
export class EventsPanel {
  readonly element = el("section", { class: "panel grid-panel" });
  readonly grid: Grid;
  private readonly details = el("div", { class: "details" });
  /** What is in the table while a run is beside, as long as that is the same. */
  private both: Uint32Array | null = null;

  constructor(
    private readonly session: Session,
    open: (event: number) => void,
  ) {
    this.grid = new Grid({
      label: "Events",
      columns: eventColumns(session),
      events: () => this.events(),
      selected: () => picked(session),
      class: (event) => rowClass(session, event),
      select: (event) => {
        pick(session, event);
      },
      open,
    });
    this.element.append(this.details, this.grid.element);
    session.on(["data", "filter", "compare"], () => {
      this.both = null;
    });
    session.on(["data", "selection", "filter", "tab", "compare"], () => {
      if (session.tab === "events") this.show();
    });
  }

  /** events are those of the run that are not hidden, and those that only the run beside has between them. */
  private events(): Uint32Array | number {
    const { run, other, emphasis } = this.session;
    const own = emphasis.shown ? emphasis.hits! : (run?.n ?? 0);
    if (!run || !other) return own;
    if (this.both) return this.both;
    const theirs = those(lone(other.diff).b);
    const all = typeof own === "number" ? Uint32Array.from(run.data.at.keys()) : own;
    return (this.both = woven(run, other.run, all, other.shown ? filtered(theirs, other.shown) : theirs));
  }

  private show(): void {
    this.fill();
    this.grid.show();
  }

  private fill(): void {
    const event = pickedOf(this.session, picked(this.session));
    if (!this.session.run?.columns) {
      refill(this.details, el("p", { class: "quiet", text: "The events are being read." }));
      return;
    }
    if (!event) {
      refill(this.details, el("p", { class: "quiet", text: "No event is selected." }));
      return;
    }
    const { run, i } = event;
    const list = el("dl", { class: "pairs" });
    const pair = (name: string, value: string | HTMLElement): void => {
      list.append(el("dt", { text: name }), el("dd", {}, value));
    };
    pair("event", `${nameOf(event)}, ${run.kindName(i)}`);
    pair("instant", duration(run.data.at[i]!));
    if (who(run, i)) pair("node", who(run, i));
    for (const f of fields(run, i)) pair(f.name, String(f.value));
    const became = fateOf(run, i);
    if (became) pair("message", became.fate);
    const site = siteOf(event);
    if (site) pair("source", siteElement(this.session, site));
    const twin = otherwise(this.session, event);
    if (twin) pair("compared", twin);
    const causes = direct(run, i);
    if (causes.length > 0) pair("comes from", this.links(event, causes));
    const effects = run.effects(i);
    if (effects.length > 0) pair("led to", this.links(event, Array.from(effects.subarray(0, MAX_LISTED)), effects.length));
    const note = event.theirs ? el("p", { class: "note theirs", text: `▲ only in the other run: ${this.session.other!.verdict}` }) : null;
    refill(this.details, note, list);
  }

  private links({ run, theirs }: Picked, events: readonly number[], of = events.length): HTMLElement {
    const list = el("span", { class: "events" });
    for (const i of events.slice(0, MAX_LISTED)) {
      const text = line(run, i).trim();
      const go = button(
        `#${i + 1} ${text.length > 80 ? `${text.slice(0, 79)}…` : text}`,
        () => {
          pick(this.session, theirs ? this.session.run!.n + i : i);
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
  const of =
    (text: (event: Picked) => string) =>
    (event: number): string =>
      text(pickedOf(session, event)!);
  return [
    { class: "number", name: "event", text: of(({ i }) => String(i + 1)) },
    { class: "instant", name: "instant", text: of(({ run, i }) => moment(run.data.at[i]!)) },
    { class: "node", name: "node", text: of(({ run, i }) => who(run, i) || "–") },
    {
      class: "what",
      name: "what happened",
      text: of(({ run, i, theirs }) => {
        if (theirs) return `▲ other run: ${whatOf(run, i)}`;
        return (session.other?.diff.inB[i] === -1 ? "▲ only here: " : "") + whatOf(run, i);
      }),
    },
  ];
}

/** whatOf is the event's line without its instant and node, short enough for a row. */
function whatOf(run: Run, i: number): string {
  const text = line(run, i).trimStart();
  const rest = text.slice(text.indexOf("  ") + 2);
  const name = who(run, i);
  const what = name && rest.startsWith(`${name} `) ? rest.slice(name.length + 1) : rest;
  return what.length > 400 ? `${what.slice(0, 399)}…` : what;
}

/** rowClass marks what stands out, dims the rest, and marks the failure. */
export function rowClass(session: Session, i: number): string {
  const { run, other, emphasis } = session;
  const theirs = i - run!.n;
  const bright = theirs < 0 ? emphasis.bright?.[i] : other?.bright?.[theirs];
  const classes = bright === undefined ? [] : [bright ? "lit" : "dim"];
  if (i === run!.failure()) classes.push("failed");
  if (theirs >= 0) classes.push("theirs");
  return classes.join(" ");
}
