// A host that has its runs in memory, and notes what it is asked.
import type { Abilities, Goroutine, Host, Replayed } from "../../src/timeline/host";
import type { Sections } from "./build";

export interface Fake extends Host {
  copied: string[];
  sources: string[];
  schedules: unknown[];
}

/** fakeHost gives the runs that it has by their names; the first is opened. */
export function fakeHost(runs: Record<string, Sections>, able: Partial<Abilities> = {}, event = 0): Fake {
  const run = Object.keys(runs)[0]!;
  let state: unknown = null;
  const other = (): Replayed => ({ run: Object.keys(runs)[1]!, failed: false, verdict: "passes with 1 fault" });
  const fake: Fake = {
    copied: [],
    sources: [],
    schedules: [],
    abilities: { source: true, goroutines: true, replay: true, neighbour: true, ...able },
    opened: event ? { run, event } : { run },
    load: (ref, section) => {
      const sections = runs[ref];
      return sections ? Promise.resolve(sections[section]) : Promise.reject(new Error(`there is no run ${ref}`));
    },
    openSource: (file, line) => fake.sources.push(`${file}:${line}`),
    copy: (text) => {
      fake.copied.push(text);
      return Promise.resolve();
    },
    address: (ref, n) => `seedfall://${ref}/${n}`,
    goroutines: (): Promise<Goroutine[]> =>
      Promise.resolve([
        { node: "server", id: 7, state: "chan receive", frames: [{ func: "main.serve", file: "server/serve.go", line: 55 }] },
      ]),
    replay: (_, schedule) => {
      fake.schedules.push(schedule);
      return Promise.resolve(other());
    },
    neighbour: () => Promise.resolve(other()),
    state: () => state,
    keep: (next) => {
      state = next;
    },
  };
  return fake;
}
