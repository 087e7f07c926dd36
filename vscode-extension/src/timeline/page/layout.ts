// Which rows there are, and which groups are folded.
import { merged } from "../model/beside";
import { lower } from "../model/loss";
import { bands } from "../model/marks";
import { heightOf, rowOf, rows, unseen, type Layout as Rows, type Row } from "../model/rows";
import type { Run } from "../model/run";
import type { Session } from "./session";

/** More lanes than this are not unfolded by themselves. */
const MAX_OPEN = 24;

/** More clients than this are not all shown by themselves, only those that are blamed and the first few. */
const MAX_CLIENTS = 10;
const FEW = 4;

/** How long the view stays as it is before rows without events in it go, in milliseconds. */
const SETTLES = 200;

/** Layout keeps the rows of a session. */
export class Layout {
  rows: Row[] = [];
  /** The rows of the other run by their key. */
  others = new Map<string, Row>();
  private readonly folded = new Set<string>();
  /** Groups that a person folded or unfolded; others are as the size of the run suggests. */
  private readonly chosen = new Map<string, boolean>();

  /** Keys of rows that are on top, in the order in which they were pinned. */
  pinned: string[] = [];
  /** Whether rows are left out that have no event in what is visible, or none that is in the past or the future of the
   * selected event. */
  readonly without = { quiet: false, apart: false };
  private settling: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly session: Session) {
    session.on(["selection"], () => {
      if (this.without.apart) session.emit("rows");
    });
    session.on(["view"], () => {
      if (!this.without.quiet) return;
      clearTimeout(this.settling);
      this.settling = setTimeout(() => {
        session.emit("rows");
      }, SETTLES);
    });
  }

  get height(): number {
    return heightOf(this.rows);
  }

  /** rowOf is the row on which an event is seen; undefined for none. */
  rowOf(event: number): Row | undefined {
    const { run } = this.session;
    return run?.columns && event >= 0 ? this.rows[rowOf(run, this.rows, event)] : undefined;
  }

  /** make lays out anew. */
  make(): void {
    const { run, other, emphasis } = this.session;
    if (!run) return;
    this.fold();
    const layout = { folded: this.folded, only: emphasis.shown, scale: other ? 1.4 : 1, pinned: this.pinned };
    this.rows = rows(run, layout);
    const hidden = new Set([...this.quiet(), ...this.unseen(run)]);
    if (hidden.size > 0) this.rows = rows(run, { ...layout, hidden });
    this.others = new Map();
    if (other) this.merge(other.run, { ...layout, hidden });
  }

  /** merge takes the rows of the run beside in; clients only as far as this run's are all shown, or they are blamed. */
  private merge(run: Run, layout: Rows): void {
    const others = rows(run, { ...layout, only: this.session.other!.shown });
    this.others = new Map(others.map((r) => [r.key, r]));
    const known = rows(this.session.run!, { folded: layout.folded });
    const wanted = others.filter((r) => r.kind !== "client" || r.bad || !this.few || known.some((own) => own.key === r.key));
    this.rows = merged(this.rows, wanted, known);
  }

  /** few says whether some clients are left out. */
  few = false;

  /** quiet are the clients that are left out, as long as nobody asked for all of them. */
  private quiet(): Set<string> {
    const clients = this.rows.filter((r) => r.kind === "client");
    this.few = clients.length > MAX_CLIENTS && !this.chosen.has("clients");
    const quiet = clients.filter((r) => !r.bad).slice(FEW);
    return new Set(this.few ? quiet.map((r) => r.key) : []);
  }

  private unseen(run: Run): Iterable<string> {
    const { axis, view, emphasis } = this.session;
    const { quiet, apart } = this.without;
    if (!run.columns || !axis || !(quiet || apart)) return [];
    const { past, future } = emphasis;
    const first = axis.first(view.from);
    const last = view.to < axis.length ? axis.first(view.to) : run.n;
    // A call or a promise may go on all the while, with no event: its row has a bar.
    const busy = (row: Row): boolean =>
      row.events[lower(row.events, first)]! < last || (row.member >= 0 && bands(run, { axis, view, width: 100 }, row).length > 0);
    const near = (row: Row): boolean => !past || !future || row.events.some((i) => past[i] || future[i]);
    return unseen(this.rows, this.pinned, (row) => (!quiet || busy(row)) && (!apart || near(row)));
  }

  /** pin puts a row on top, or takes it from there; true if it is on top now. */
  pin(key: string): boolean {
    const on = !this.pinned.includes(key);
    this.pinned = on ? [...this.pinned, key] : this.pinned.filter((k) => k !== key);
    this.session.emit("rows");
    return on;
  }

  /** leaveOut switches between all rows and those with something in them. */
  leaveOut(what: "quiet" | "apart"): void {
    this.without[what] = !this.without[what];
    this.session.emit("rows");
  }

  private fold(): void {
    const { run, other } = this.session;
    this.folded.clear();
    const open = run!.lanes().length <= MAX_OPEN;
    for (const node of [...run!.nodes, ...(other?.run.nodes ?? [])]) this.set(`node:${node}`, !open);
    this.set("clients", false);
    this.set("properties", false);
  }

  private set(key: string, folded: boolean): void {
    if (this.chosen.get(key) ?? folded) this.folded.add(key);
  }

  /** toggle folds a group, or unfolds it. */
  toggle(key: string): void {
    this.chosen.set(key, key === "clients" && this.few ? false : !this.folded.has(key));
    this.session.emit("rows");
  }

  /** folds are what a person chose, to be kept. */
  folds(): [string, boolean][] {
    return [...this.chosen];
  }

  setFolds(folds: unknown[]): void {
    for (const fold of folds) {
      if (Array.isArray(fold) && typeof fold[0] === "string" && typeof fold[1] === "boolean") this.chosen.set(fold[0], fold[1]);
    }
  }
}
