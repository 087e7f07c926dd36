// Which rows there are, and which groups are folded.
import { heightOf, rowOf, rows, type Row } from "../model/rows";
import type { Session } from "./session";

/** More lanes than this are not unfolded by themselves. */
const MAX_OPEN = 24;

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
    this.others = new Map(other ? rows(other.run, { folded: this.folded }).map((r) => [r.key, r]) : []);
  }

  private fold(): void {
    const { run } = this.session;
    this.folded.clear();
    const open = run!.lanes().length <= MAX_OPEN;
    for (const node of run!.nodes) this.set(`node:${node}`, !open);
    this.set("clients", false);
    this.set("properties", false);
  }

  private set(key: string, folded: boolean): void {
    if (this.chosen.get(key) ?? folded) this.folded.add(key);
  }

  /** toggle folds a group, or unfolds it. */
  toggle(key: string): void {
    this.chosen.set(key, !this.folded.has(key));
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
