// One run: its sections, and the indexes over them that everything else reads. An
// event has an index, from 0, and a number, from 1, which is what people see and
// what data.ts has: number = index + 1. An index of -1 is none.
import type { Columns, Head, Survey } from "../data";
import { Index } from "./index";
import { fit, fitSurvey } from "./fit";
import { upper } from "./loss";

/** Lane is one class of events of one node; node -1 is what no node did. */
export interface Lane {
  node: number;
  /** Index in head.classes. */
  class: number;
  label: string;
}

/** Run has the sections that are there so far. Whoever sets columns or survey sets them once. */
export class Run {
  readonly head: Head;
  /** The nodes' names. */
  readonly nodes: string[];
  #columns: Columns | null = null;
  #index: Index | null = null;
  /** The last event that is a failure: asked for in every frame. */
  #failed = -1;
  #survey: Survey | null = null;
  readonly #kinds = new Map<string, number>();
  readonly #classOfKind: Uint8Array;

  constructor(head: Head, columns: Columns | null = null, survey: Survey | null = null) {
    this.head = head;
    this.nodes = head.header.nodes;
    this.#classOfKind = new Uint8Array(256);
    head.kinds.forEach((kind, k) => {
      this.#kinds.set(kind.name, k);
      this.#classOfKind[k] = Math.max(0, head.classes.indexOf(kind.class));
    });
    if (columns) this.columns = columns;
    if (survey) this.survey = survey;
  }

  /** The second section; null until it is there. Setting throws DataError if it does not fit the head. */
  get columns(): Columns | null {
    return this.#columns;
  }
  set columns(columns: Columns | null) {
    if (columns) fit(this.head, columns);
    this.#columns = columns;
    this.#failed = columns?.kind.lastIndexOf(this.kind("failed")) ?? -1;
    this.#index = null;
  }

  /** The third section; null until it is there. Setting throws DataError if it does not fit the others. */
  get survey(): Survey | null {
    return this.#survey;
  }
  set survey(survey: Survey | null) {
    if (survey) fitSurvey(this.head, this.n, survey);
    this.#survey = survey;
  }

  /** How many events are there: 0 until the columns are. */
  get n(): number {
    return this.#columns?.n ?? 0;
  }

  /** The columns, for those who are called once they are there. */
  get data(): Columns {
    if (!this.#columns) throw new Error("the events of the run are not there yet");
    return this.#columns;
  }

  /** The indexes over the columns, built when first asked for. */
  get index(): Index {
    return (this.#index ??= new Index(this.data, this.nodes.length, this.head.classes.length, this.#classOfKind, (name) =>
      this.kind(name),
    ));
  }

  /** kind gives the number of a kind; 255 if this run's table does not have it. */
  kind(name: string): number {
    return this.#kinds.get(name) ?? 255;
  }

  /** kindName gives the name of the kind of an event. */
  kindName(i: number): string {
    return this.head.kinds[this.data.kind[i]!]!.name;
  }

  /** classOf gives the class of an event, an index in head.classes. */
  classOf(i: number): number {
    return this.#classOfKind[this.data.kind[i]!]!;
  }

  /** lanes are those that have events, by node and class: of the whole run, whether its events are there or not. */
  lanes(): Lane[] {
    const classes = this.head.classes.length;
    const has = new Set<number>();
    if (this.#columns) {
      for (let lane = 0; lane < (this.nodes.length + 1) * classes; lane++) if (this.index.lane(lane).length > 0) has.add(lane);
    } else {
      for (const l of this.head.density.lanes) has.add((l.node + 1) * classes + Math.max(0, this.head.classes.indexOf(l.class)));
    }
    return [...has]
      .sort((a, b) => a - b)
      .map((lane) => {
        const node = Math.floor(lane / classes) - 1;
        const name = this.head.classes[lane % classes]!;
        return { node, class: lane % classes, label: node < 0 ? name : `${this.nodes[node]!} ${name}` };
      });
  }

  /** events are the indexes of a lane's events, in order. */
  events(lane: { node: number; class: number }): Uint32Array {
    return this.index.lane((lane.node + 1) * this.head.classes.length + lane.class);
  }

  /** eventsOfNode are the indexes of all events of a node, in order; -1 for what no node did. */
  eventsOfNode(node: number): Uint32Array {
    return this.index.node(node);
  }

  /** ofSite are the indexes of the events made at a site, 1 + its index in header.sites, in order. */
  ofSite(site: number): Uint32Array {
    return this.index.site(site);
  }

  /** previousOfIncarnation is what the incarnation of an event did before it; -1 if nothing. */
  previousOfIncarnation(i: number): number {
    return this.index.previous[i]!;
  }

  /** boot is the boot of the incarnation of an event; -1 for the boot itself, and for what no node did. */
  boot(i: number): number {
    return this.index.boots[i]!;
  }

  /** cause is the event that made one happen; -1 for none. */
  cause(i: number): number {
    return this.data.cause[i]! - 1;
  }

  /** effects are the events whose cause is this one, in order. */
  effects(i: number): Uint32Array {
    return this.index.effects(i);
  }

  /** failure is the event of the failure; -1 if the run passed, or nobody knows. */
  failure(): number {
    const at = (this.head.header.failure?.event ?? 0) - 1;
    if (at >= 0 && (!this.#columns || at < this.#columns.n)) return at;
    return this.#failed;
  }

  /** lastAt is the index of the last event at an instant or before; -1 if there is none. */
  lastAt(instant: number): number {
    return upper(this.data.at, instant) - 1;
  }

  /** text gives a string of the events by its index. */
  text(s: number): string {
    return this.data.strings[s]!;
  }
}
