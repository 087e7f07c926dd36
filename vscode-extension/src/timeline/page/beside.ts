// What puts another run beside the one that is shown: the nearest that passes, or what
// came of a replay.
import type { RunRef } from "../host";
import { messageOf } from "../hosts/none";
import { otherOf, partText, toDivergence } from "./compare";
import type { Edit } from "./edit";
import { loadWhole } from "./loader";
import type { Session } from "./session";
import type { Status } from "./status";

/** Beside is asked by buttons and keys. */
export class Beside {
  /** Whether the host is looking for a run. */
  busy = false;
  private passing: { of: RunRef; ref: RunRef; verdict: string } | null = null;

  constructor(
    private readonly session: Session,
    private readonly edit: Edit,
    private readonly status: Status,
  ) {}

  /** compare finds the nearest passing run and shows it; if there is one beside, it is taken away. */
  async compare(): Promise<void> {
    const { session } = this;
    if (session.other) {
      this.away();
      return;
    }
    if (!session.host.abilities.neighbour || !session.run?.columns || this.busy) return;
    this.busy = true;
    session.emit("compare");
    try {
      const { ref, verdict } = await this.nearest();
      await this.show(ref, verdict);
    } catch (err) {
      this.status.said(`No run to compare with: ${messageOf(err)}`);
    } finally {
      this.busy = false;
      session.emit("compare");
    }
  }

  private async nearest(): Promise<{ ref: RunRef; verdict: string }> {
    const { ref, host } = this.session;
    if (this.passing?.of !== ref) {
      this.status.busy("Looking for the nearest run that passes.");
      const found = await host.neighbour(ref);
      this.passing = { of: ref, ref: found.run, verdict: found.verdict };
    }
    return this.passing;
  }

  /** replay makes the run with the changed faults and shows what came of it. */
  async replay(): Promise<void> {
    const result = await this.edit.replay();
    if (result) await this.result(0);
  }

  /** result shows what came of a replay, by its place in edit.results; -1 takes it away. */
  async result(k: number): Promise<void> {
    const result = this.edit.results[k];
    if (!result) {
      this.away();
      return;
    }
    try {
      await this.show(result.replayed.run, result.replayed.verdict);
    } catch (err) {
      this.status.said(`The replay cannot be shown: ${messageOf(err)}`);
    }
  }

  private away(): void {
    this.session.beside(null);
    this.status.busy("");
  }

  private async show(ref: RunRef, verdict: string): Promise<void> {
    const { session } = this;
    const main = session.ref;
    this.status.busy("Loading the other run.");
    const run = await loadWhole(session.host, ref);
    if (main !== session.ref) return;
    session.beside(otherOf(session, ref, run, verdict));
    toDivergence(session);
    this.status.said(partText(session));
  }
}
