// The third section by event: for each list its spans, from the index of the event
// that begins something to that of the event that ends it. All are built when first
// asked for, and kept with the run.
import type { Survey } from "../data";
import type { Run } from "./run";
import { Spans } from "./spans";

/** Lists are the spans of each list, entry k of which is entry k of the section. */
export class Lists {
  readonly survey: Survey;
  readonly #run: Run;
  readonly #made = new Map<string, Spans>();

  constructor(run: Run, survey: Survey) {
    this.#run = run;
    this.survey = survey;
  }

  /** incarnations from their boot to their end. */
  get incarnations(): Spans {
    const { boot, end } = this.survey.incarnations;
    return this.#once("incarnations", () => spans(boot, (k) => last(end[k]!)));
  }

  /** faults from their event to the last event before their effect ended; those of an instant end with their event. */
  get faults(): Spans {
    const { event, until, ended } = this.survey.faults;
    return this.#once("faults", () =>
      spans(event, (k) => {
        if (ended[k]! > 0) return ended[k]! - 1;
        return until[k]! > 0 ? Math.max(event[k]! - 1, this.#run.lastAt(until[k]!)) : event[k]! - 1;
      }),
    );
  }

  /** connections from their dial to the first close. */
  get connections(): Spans {
    const { dial, end } = this.survey.connections;
    return this.#once("connections", () => spans(dial, (k) => last(end[k]!)));
  }

  /** messages from their send until nothing is left of them; a dropped one without an end is dropped at once. */
  get messages(): Spans {
    const { send, end, fate } = this.survey.messages;
    const dropped = this.survey.fates.indexOf("dropped");
    return this.#once("messages", () => spans(send, (k) => (end[k] === 0 && fate[k] === dropped ? send[k]! - 1 : last(end[k]!))));
  }

  /** pending are changes of files until it is decided what became of them; what is none is never pending. */
  get pending(): Spans {
    const { event, end, state } = this.survey.disk;
    const never = [this.survey.states.indexOf("sync"), this.survey.states.indexOf("failed")];
    return this.#once("pending", () => spans(event, (k) => (never.includes(state[k]!) ? -1 : last(end[k]!))));
  }

  /** eventuallys from their beginning until they are decided, or their process ends. */
  get eventuallys(): Spans {
    const { begin, end } = this.survey.eventuallys;
    return this.#once("eventuallys", () => spans(begin, (k) => last(end[k]!)));
  }

  /** promises are the same until their deadline or their end, whichever is later. */
  get promises(): Spans {
    const { begin, deadline, end } = this.survey.eventuallys;
    return this.#once("promises", () => spans(begin, (k) => Math.max(last(end[k]!), this.#run.lastAt(deadline[k]!))));
  }

  /** calls from invoke to return. */
  get calls(): Spans {
    const { invoke, return: end } = this.survey.calls;
    return this.#once("calls", () => spans(invoke, (k) => last(end[k]!)));
  }

  #once(name: string, make: () => Spans): Spans {
    let s = this.#made.get(name);
    if (!s) this.#made.set(name, (s = make()));
    return s;
  }
}

/** last is the index of an end; endless for 0. */
function last(end: number): number {
  return end > 0 ? end - 1 : Infinity;
}

function spans(begin: number[], lastOf: (k: number) => number): Spans {
  const from = new Float64Array(begin.length);
  const to = new Float64Array(begin.length);
  for (let k = 0; k < begin.length; k++) {
    from[k] = begin[k]! - 1;
    to[k] = lastOf(k);
  }
  return new Spans(from, to);
}

const kept = new WeakMap<Survey, Lists>();

/** lists gives the spans of a run; null until its survey and its events are there. */
export function lists(run: Run): Lists | null {
  if (!run.survey || !run.columns) return null;
  let l = kept.get(run.survey);
  if (!l) kept.set(run.survey, (l = new Lists(run, run.survey)));
  return l;
}
