// Which rows there are, and which groups are folded.
import { merged } from "../model/beside";
import { heightOf, rowOf, rows, type Layout as Rows, type Row } from "../model/rows";
import type { Run } from "../model/run";
import type { Session } from "./session";

/** More lanes than this are not unfolded by themselves. */
const MAX_OPEN = 24;

/** More clients than this are not all shown by themselves, only those that are blamed and the first few. */
const MAX_CLIENTS = 10;
const FEW = 4;

/** Layout keeps the rows of a session. */
export class Layout {
  rows: Row[] = [];
  /** The rows of the other run by their key. */
  others = new Map<string, Row>();
  private readonly folded = new Set<string>();
  /** Groups that a person folded or unfolded; others are as the size of the run suggests. */
  private readonly chosen = new Map<string, boolean>();

  constructor(private readonly session: Session) {}

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
    const layout = { folded: this.folded, only: emphasis.shown, scale: other ? 1.4 : 1 };
    this.rows = rows(run, layout);
    const hidden = this.quiet();
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
