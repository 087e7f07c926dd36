// A list of events as a grid, of which only the visible rows are made. It is the twin
// of the lanes for those who cannot see them: the same events, the same selection.
import { scrollTo, visible, type Shape } from "../model/virtual";
import { el, refill } from "./dom";

/** Height of a row in pixels, as panels.css has it. */
export const ROW = 24;

/** Column is a column of the grid. */
export interface Column {
  /** Its class and its name in the header. */
  class: string;
  name: string;
  text(event: number): string;
}

/** Source says what is in the grid. */
export interface Source {
  label: string;
  columns: readonly Column[];
  /** Indexes of the events; a number n means the events 0 to n-1. */
  events(): Uint32Array | number;
  selected(): number;
  /** Class of a row besides its own, such as "dim". */
  class(event: number): string;
  select(event: number): void;
  /** Double click. */
  open(event: number): void;
}

let grids = 0;

/** Grid shows a Source. */
export class Grid {
  readonly element: HTMLElement;
  private readonly space = el("div", { class: "grid-space", role: "rowgroup" });
  private readonly id = `grid${++grids}`;
  private scroller: HTMLElement;

  constructor(private readonly source: Source) {
    this.scroller = this.element = el("div", { class: "grid", role: "grid", tabindex: "0", "aria-label": source.label });
    this.element.setAttribute("aria-colcount", String(source.columns.length));
    const names = source.columns.map((c) => el("span", { class: c.class, role: "columnheader", text: c.name }));
    const header = el(
      "div",
      { role: "rowgroup", class: "grid-header" },
      el("div", { class: "grid-row header", role: "row", "aria-rowindex": 1 }, ...names),
    );
    this.element.append(header, this.space);
    this.element.addEventListener("scroll", () => {
      this.draw();
    });
    this.element.addEventListener("keydown", (e) => {
      if (this.key(e)) e.preventDefault();
    });
    this.space.addEventListener("click", (e) => {
      const row = this.rowOf(e);
      if (row >= 0) source.select(row);
    });
    this.space.addEventListener("dblclick", (e) => {
      const row = this.rowOf(e);
      if (row >= 0) source.open(row);
    });
    if (typeof ResizeObserver !== "undefined") {
      new ResizeObserver(() => {
        this.draw();
      }).observe(this.element);
    }
  }

  /** show makes the rows anew, after events or the selection changed. */
  show(): void {
    const at = this.placeOf(this.source.selected());
    this.space.style.height = `${visible(this.shape(), 0).height}px`; // else there is nothing to scroll yet
    if (at >= 0) this.scroller.scrollTop = scrollTo(this.shape(), this.scroller.scrollTop, at);
    this.draw();
  }

  private get n(): number {
    const events = this.source.events();
    return typeof events === "number" ? events : events.length;
  }

  private event(place: number): number {
    const events = this.source.events();
    return typeof events === "number" ? place : events[place]!;
  }

  /** placeOf is where an event stands in the list; -1 if it is not in it. */
  private placeOf(event: number): number {
    const events = this.source.events();
    if (typeof events === "number") return event < events ? event : -1;
    return events.indexOf(event);
  }

  private shape(): Shape {
    return { rows: this.n, rowHeight: ROW, viewport: Math.max(ROW, this.scroller.clientHeight - ROW) };
  }

  private draw(): void {
    const { columns } = this.source;
    const list = visible(this.shape(), this.scroller.scrollTop);
    const selected = this.source.selected();
    this.element.setAttribute("aria-rowcount", String(this.n + 1));
    this.space.style.height = `${list.height}px`;
    const rows: HTMLElement[] = [];
    let active = "";
    for (let place = list.first; place < list.last; place++) {
      const event = this.event(place);
      const cells = columns.map((c) => el("span", { class: c.class, role: "gridcell", text: c.text(event) }));
      const row = el("div", { class: `grid-row ${this.source.class(event)}`, role: "row", id: `${this.id}-${event}` }, ...cells);
      row.setAttribute("aria-rowindex", String(place + 2));
      row.setAttribute("aria-selected", String(event === selected));
      row.dataset["event"] = String(event);
      row.style.top = `${list.offset + (place - list.first) * ROW}px`;
      if (event === selected) active = row.id;
      rows.push(row);
    }
    refill(this.space, ...rows);
    if (active) this.element.setAttribute("aria-activedescendant", active);
    else this.element.removeAttribute("aria-activedescendant");
  }

  private rowOf(e: Event): number {
    const row = (e.target as HTMLElement).closest<HTMLElement>("[data-event]");
    return row ? Number(row.dataset["event"]) : -1;
  }

  /** key moves the selection; false for a key that is not the grid's. */
  private key(e: KeyboardEvent): boolean {
    if (e.ctrlKey || e.altKey || e.metaKey || e.shiftKey) return false;
    const page = Math.max(1, Math.floor(this.scroller.clientHeight / ROW) - 2);
    const moves: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    const by = moves[e.key];
    if (by === undefined || this.n === 0) return false;
    const selected = this.placeOf(this.source.selected());
    const to = selected < 0 && Math.abs(by) <= 1 ? 0 : selected + by;
    this.source.select(this.event(Math.max(0, Math.min(this.n - 1, to))));
    return true;
  }
}
