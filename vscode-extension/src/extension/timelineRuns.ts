import type { Goroutine, Replayed, RunRef, Section } from "../timeline/host";
import type { TraceOpen, TraceOpened } from "./protocol";

/** Ask asks the server in one of our own methods. */
export type Ask = <T>(method: string, params: unknown) => Promise<T>;

/** Stated is what seedfall/trace/state says of goroutines. */
interface Stated {
  goroutines?: {
    nodes: { node: string; goroutines?: { id: number; state: string; frames: { function: string; file: string; line: number }[] }[] }[];
  };
}

interface Viewed {
  /** Base64. */
  data: string;
  /** Where the next part begins; absent behind the last. */
  next?: number;
}

/** Runs are those that a page shows: the one that it was opened for, and those that
 * were made for it. The server closes traces that nobody has looked at for long, and
 * forgets all of them when it ends; then they are opened again. */
export class Runs {
  private readonly all = new Map<RunRef, TraceOpened>();

  constructor(private readonly ask: Ask) {}

  /** add takes a run that is open, and gives the name under which the page knows it. */
  add(opened: TraceOpened): RunRef {
    const run = `run-${this.all.size + 1}`;
    this.all.set(run, opened);
    return run;
  }

  /** open opens a run and adds it. */
  async open(ask: TraceOpen): Promise<{ run: RunRef; opened: TraceOpened }> {
    const opened = await this.ask<TraceOpened>("seedfall/trace/open", ask);
    return { run: this.add(opened), opened };
  }

  async load(run: RunRef, section: Section): Promise<Uint8Array> {
    return this.with(run, async (handle) => {
      const parts: Buffer[] = [];
      for (let offset: number | undefined = 0; offset !== undefined;) {
        const part: Viewed = await this.ask<Viewed>("seedfall/trace/view", { handle, section, offset });
        parts.push(Buffer.from(part.data, "base64"));
        offset = part.next;
      }
      return new Uint8Array(Buffer.concat(parts));
    });
  }

  async goroutines(run: RunRef, at: number): Promise<Goroutine[]> {
    return this.with(run, async (handle) => {
      const state = await this.ask<Stated>("seedfall/trace/state", { handle, at: Math.round(at), goroutines: true });
      return (state.goroutines?.nodes ?? []).flatMap((n) =>
        (n.goroutines ?? []).map((g) => ({
          node: n.node,
          id: g.id,
          state: g.state,
          frames: g.frames.map((f) => ({ func: f.function, ...(f.file ? { file: f.file, line: f.line } : {}) })),
        })),
      );
    });
  }

  async replay(run: RunRef, schedule: unknown): Promise<Replayed> {
    return this.with(run, (of) => this.made({ of, schedule }));
  }

  async neighbour(run: RunRef): Promise<Replayed> {
    return this.with(run, (of) => this.made({ of, nearestPassing: {} }));
  }

  /** close gives all traces back. */
  async close(): Promise<void> {
    const all = [...this.all.values()];
    this.all.clear();
    await Promise.allSettled(all.map((r) => this.ask("seedfall/trace/close", { handle: r.handle })));
  }

  private async made(ask: TraceOpen): Promise<Replayed> {
    const { run, opened } = await this.open(ask);
    const text = opened.verdict?.text ?? opened.near?.text ?? "the run is recorded";
    return { run, failed: opened.header.failure !== undefined, verdict: `${text.charAt(0).toUpperCase()}${text.slice(1)}.` };
  }

  private get(run: RunRef): TraceOpened {
    const found = this.all.get(run);
    if (!found) {
      throw new Error(`The run ${run} is not of this timeline.`);
    }
    return found;
  }

  /** with does something with a run's handle, and once more with a new one if the
   * server does not know it any more. */
  private async with<T>(run: RunRef, work: (handle: string) => Promise<T>): Promise<T> {
    const { handle, file } = this.get(run);
    try {
      return await work(handle);
    } catch (e) {
      if (!(e instanceof Error && e.message.includes("is not open"))) {
        throw e;
      }
    }
    const again = await this.ask<TraceOpened>("seedfall/trace/open", { file });
    this.all.set(run, again);
    return work(again.handle);
  }
}
