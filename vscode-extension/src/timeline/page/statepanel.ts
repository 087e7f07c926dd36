// State: how everything stood at the cursor, and what the selected event changed.
import { line, textS, textT, who } from "../model/print";
import type { Run } from "../model/run";
import { changes, stateAfter, stateAt, type Change, type NodeState, type State, type Thing } from "../model/state";
import { button, el, refill } from "./dom";
import { Goroutines } from "./goroutines";
import type { Session } from "./session";
import { moment } from "./times";

/** How many entries of each list are shown. */
const MAX_SHOWN = 50;

/** StatePanel shows model/state.ts at the cursor. */
export class StatePanel {
  readonly element = el("section", { class: "panel" });
  private readonly body = el("div");
  private readonly goroutines: Goroutines;

  constructor(private readonly session: Session) {
    this.goroutines = new Goroutines(session);
    this.element.append(this.body, this.goroutines.element);
    session.on(["data", "selection", "tab"], () => {
      if (session.tab === "state") this.show();
    });
  }

  private show(): void {
    const { run, selected, cursor, other } = this.session;
    if (!run?.columns || !run.survey) {
      refill(this.body, el("p", { class: "quiet", text: "The state is known when all of the run is read." }));
      return;
    }
    const atEvent = selected >= 0 && run.columns.at[selected] === cursor;
    const state = atEvent ? stateAfter(run, selected, MAX_SHOWN) : stateAt(run, cursor, MAX_SHOWN);
    const changed = atEvent ? changes(run, selected, MAX_SHOWN) : [];
    const where = atEvent ? `After event #${selected + 1}, at ${moment(cursor)}` : `At ${moment(cursor)}${other ? ", in this run" : ""}`;
    refill(this.body, el("h2", { text: where }), this.nodes(run, state, changed), ...this.lists(run, state, changed), this.more(state));
    this.goroutines.show();
  }

  private nodes(run: Run, state: State, changed: Change[]): HTMLElement {
    const list = el("dl", { class: "pairs" });
    for (const n of state.nodes) {
      const { incarnations, faults } = run.survey!;
      const isChanged = changed.some(
        (c) =>
          (c.thing === "node" && incarnations.node[c.place] === n.node) ||
          (c.thing === "pause" && run.columns!.node[faults.event[c.place]! - 1] === n.node),
      );
      list.append(
        el(
          "div",
          { class: isChanged ? "node changed" : "node" },
          el("dt", { text: n.incarnation ? `${n.name}#${n.incarnation}` : n.name }),
          el("dd", { text: doing(n) }),
        ),
      );
    }
    return list;
  }

  private lists(run: Run, state: State, changed: Change[]): (HTMLElement | null)[] {
    const { connections, disk, eventuallys, calls, faults, clients } = run.survey!;
    const at = (event: number): string => (event > 0 ? moment(run.columns!.at[event - 1]!) : "");
    const node = (k: number): string => run.nodes[k] ?? "?";
    const began = (thing: Thing): Set<number> => new Set(changed.filter((c) => c.thing === thing && c.begins).map((c) => c.place));
    const section = (
      title: string,
      thing: Thing,
      places: number[],
      event: (k: number) => number,
      text: (k: number) => string,
    ): HTMLElement | null => this.section(run, title, places, began(thing), event, text);
    return [
      section(
        "Partitions",
        "partition",
        state.partitions,
        (k) => faults.event[k]!,
        (k) => {
          const e = faults.event[k]! - 1;
          return `${textS(run, e)} cut off (${textT(run, e)}) until ${moment(faults.until[k]!)}`;
        },
      ),
      section(
        "Changes that are not on the disk",
        "disk",
        state.disk,
        (k) => disk.event[k]!,
        (k) => withoutInstant(run, disk.event[k]! - 1),
      ),
      section(
        "Open Eventuallys",
        "eventually",
        state.eventuallys,
        (k) => eventuallys.begin[k]!,
        (k) => {
          return `${textS(run, eventuallys.begin[k]! - 1)}, due at ${moment(eventuallys.deadline[k]!)}`;
        },
      ),
      section(
        "Open calls",
        "call",
        state.calls,
        (k) => calls.invoke[k]!,
        (k) => {
          const e = calls.invoke[k]! - 1;
          return `${clients[calls.client[k]!] || who(run, e)}: ${textT(run, e)} since ${at(e + 1)}`;
        },
      ),
      section(
        "Open connections",
        "connection",
        state.connections,
        (k) => connections.dial[k]!,
        (k) => {
          return `${node(connections.from[k]!)} → ${node(connections.to[k]!)} since ${at(connections.dial[k]!)}`;
        },
      ),
      this.ended(run, changed),
    ];
  }

  private section(
    run: Run,
    title: string,
    places: number[],
    began: Set<number>,
    event: (k: number) => number,
    text: (k: number) => string,
  ): HTMLElement | null {
    if (places.length === 0) return null;
    const list = el("ul", { class: "list" });
    for (const k of places) {
      const i = event(k) - 1;
      const go = button(
        text(k),
        () => {
          this.session.select(i);
        },
        { class: "link", title: i >= 0 ? line(run, i).trim().slice(0, 400) : "" },
      );
      list.append(el("li", { class: began.has(k) ? "changed" : "" }, go));
    }
    return el("div", {}, el("h2", { text: `${title} (${places.length})` }), list);
  }

  /** ended lists what the selected event brought to an end. */
  private ended(run: Run, changed: Change[]): HTMLElement | null {
    const over = changed.filter((c) => !c.begins);
    if (over.length === 0) return null;
    const { connections, disk, eventuallys, calls, faults, incarnations } = run.survey!;
    const events: Record<Thing, number[]> = {
      node: incarnations.boot,
      pause: faults.event,
      partition: faults.event,
      connection: connections.dial,
      disk: disk.event,
      eventually: eventuallys.begin,
      call: calls.invoke,
    };
    const list = el("ul", { class: "list" });
    for (const c of over) {
      const i = events[c.thing][c.place]! - 1;
      if (i >= 0)
        list.append(
          el(
            "li",
            { class: "changed" },
            button(
              `${ENDED[c.thing]}: ${withoutInstant(run, i)}`,
              () => {
                this.session.select(i);
              },
              { class: "link" },
            ),
          ),
        );
    }
    return el("div", {}, el("h2", { text: "Ended by this event" }), list);
  }

  private more(state: State): HTMLElement | null {
    return state.more ? el("p", { class: "quiet", text: `Lists end after ${MAX_SHOWN} entries.` }) : null;
  }
}

const ENDED: Record<Thing, string> = {
  node: "process",
  pause: "pause",
  partition: "partition",
  connection: "connection",
  disk: "no longer pending",
  eventually: "Eventually",
  call: "call",
};

function withoutInstant(run: Run, i: number): string {
  const text = line(run, i).trimStart();
  const rest = text.slice(text.indexOf("  ") + 2);
  return rest.length > 160 ? `${rest.slice(0, 159)}…` : rest;
}

function doing(n: NodeState): string {
  if (n.incarnation === 0) return "not started yet";
  if (!n.up) return `down since ${moment(n.since)}`;
  return `${n.paused ? "stands still" : "runs"}, up since ${moment(n.since)}`;
}
