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
    return this.#once("incarnations", () => spans(this.survey.incarnations.boot, this.survey.incarnations.end));
  }

  /** faults from their event to the last event before their effect ended; those of an instant end with their event. */
  get faults(): Spans {
    const { event, until, ended } = this.survey.faults;
    return this.#once("faults", () => {
      const last = until.map((t, k) =>
        ended[k]! > 0 ? ended[k]! - 1 : t > 0 ? Math.max(event[k]! - 1, this.#run.lastAt(t)) : event[k]! - 1,
      );
      return new Spans(indexes(event), last);
    });
  }

  /** connections from their dial to the first close. */
  get connections(): Spans {
    return this.#once("connections", () => spans(this.survey.connections.dial, this.survey.connections.end));
  }

  /** messages from their send until nothing is left of them; a dropped one without an end is dropped at once. */
  get messages(): Spans {
    const { send, end, fate } = this.survey.messages;
    const dropped = this.survey.fates.indexOf("dropped");
    return this.#once("messages", () => {
      const last = end.map((e, k) => (e > 0 ? e - 1 : fate[k] === dropped ? send[k]! - 1 : Infinity));
      return new Spans(indexes(send), last);
    });
  }

  /** pending are changes of files until it is decided what became of them; others are never pending. */
  get pending(): Spans {
    const { event, end, state } = this.survey.disk;
    const never = ["sync", "failed"].map((name) => this.survey.states.indexOf(name));
    return this.#once("pending", () => {
      const last = end.map((e, k) => (never.includes(state[k]!) ? -1 : e > 0 ? e - 1 : Infinity));
      return new Spans(indexes(event), last);
    });
  }

  /** eventuallys from their beginning until they are decided, or their process ends. */
  get eventuallys(): Spans {
    return this.#once("eventuallys", () => spans(this.survey.eventuallys.begin, this.survey.eventuallys.end));
  }

  /** calls from invoke to return. */
  get calls(): Spans {
    return this.#once("calls", () => spans(this.survey.calls.invoke, this.survey.calls.return));
  }

  #once(name: string, make: () => Spans): Spans {
    let s = this.#made.get(name);
    if (!s) this.#made.set(name, (s = make()));
    return s;
  }
}

function indexes(numbers: number[]): Float64Array {
  return Float64Array.from(numbers, (k) => k - 1);
}

function spans(begin: number[], end: number[]): Spans {
  return new Spans(
    indexes(begin),
    end.map((e) => (e > 0 ? e - 1 : Infinity)),
  );
}

const kept = new WeakMap<Survey, Lists>();

/** lists gives the spans of a run; null until its survey and its events are there. */
export function lists(run: Run): Lists | null {
  if (!run.survey || !run.columns) return null;
  let l = kept.get(run.survey);
  if (!l) kept.set(run.survey, (l = new Lists(run, run.survey)));
  return l;
}
