// Puts the page together: its parts, its keys, and how a run is opened.
import type { Host, RunRef } from "../host";
import { messageOf } from "../hosts/none";
import { Beside } from "./beside";
import { Chart } from "./chart";
import { picked, pickedOf } from "./compare";
import { CopyMenu } from "./copymenu";
import { button, el } from "./dom";
import { Edit } from "./edit";
import { framed } from "./frame";
import { Gestures } from "./gestures";
import { Help } from "./help";
import { Inspector } from "./inspector";
import { actionOf, typing, type Action } from "./keys";
import type { Run } from "../model/run";
import { load, type Stage } from "./loader";
import { Menu } from "./menu";
import { Moves } from "./moves";
import { Narration } from "./narration";
import { grouped } from "./numbers";
import { Keeper, restore } from "./persist";
import { Session, type Tab } from "./session";
import { openSite, siteOf } from "./source";
import { Speaker } from "./speak";
import { Status } from "./status";
import { Summary } from "./summary";
import { Toolbar } from "./toolbar";

/** Start is where a page begins, if its address says so. */
export interface Start {
  query: string;
  /** Instant in nanoseconds; -1 for none. */
  instant: number;
}

/** App is the page. */
export class App {
  readonly session: Session;
  readonly element = el("div", { class: "app" });
  private readonly moves: Moves;
  private readonly beside: Beside;
  private readonly help = new Help();
  private readonly status = new Status();
  private readonly bar = el("div", { class: "toolbar", role: "toolbar", "aria-label": "Timeline" });
  private made: Toolbar | null = null;
  private readonly chart: Chart;
  private readonly inspector: Inspector;
  private readonly copy: CopyMenu;
  private readonly gestures: Gestures;
  private readonly act: Record<Action, () => void>;
  private readonly closing = new AbortController();
  private loads = 0;
  private tabBefore: Tab = "story";

  constructor(
    private readonly host: Host,
    private readonly start: Start = { query: "", instant: -1 },
  ) {
    const session = (this.session = new Session(host));
    session.said = (text) => {
      this.status.said(text);
    };
    const edit = new Edit(session);
    const moves = (this.moves = new Moves(session));
    const beside = (this.beside = new Beside(session, edit, this.status));
    const open = (i: number): void => {
      this.openSource(i);
    };
    const speaker = new Speaker();
    const said = (text: string): void => {
      this.status.said(text);
    };
    const menu = new Menu();
    this.copy = new CopyMenu(session, menu, said);
    const foot = new Narration(session, speaker, moves).element;
    this.chart = new Chart(session, edit, open, foot);
    const say = (text: string): void => {
      speaker.say(text);
    };
    this.gestures = new Gestures({ session, edit, chart: this.chart, menu, foot, open, said, say });
    this.inspector = new Inspector({ session, edit, beside, open });
    new Keeper(session);
    this.act = this.actions();
    const top = el("header", { class: "top" }, new Summary(session, this.buttons()).element, this.status.element, this.bar);
    const main = el("main", { class: "main" }, this.chart.element, this.inspector.element);
    this.element.append(top, main, speaker.element, this.help.element, menu.element);
    main.addEventListener("contextmenu", (e) => {
      this.gestures.context(e);
    });
    const { signal } = this.closing;
    document.addEventListener(
      "keydown",
      (e) => {
        this.key(e);
      },
      { signal },
    );
  }

  /** close takes the page away: it hears no keys any more. */
  close(): void {
    this.closing.abort();
    this.element.remove();
  }

  private buttons(): HTMLElement[] {
    const compare = button("Compare", () => void this.beside.compare(), { title: "Compare with the nearest passing run (Shift+D)" });
    compare.hidden = !this.host.abilities.neighbour;
    this.session.on(["compare"], () => {
      compare.setAttribute("aria-pressed", String(this.session.other !== null));
      compare.disabled = this.beside.busy;
    });
    const help = button("?", this.act.help, { "aria-label": "Keys", title: "Keys (?)" });
    return [compare, this.copy.element, help];
  }

  /** open shows a run, with an event selected; 0 is the failure. head is its first section, if it was asked for. */
  async open(ref: RunRef, event: number, head?: Promise<Uint8Array>): Promise<void> {
    const turn = ++this.loads;
    this.status.busy("Loading the run.");
    try {
      const arrived = (run: Run, stage: Stage): void => {
        if (turn !== this.loads) return;
        if (stage === "head") {
          this.session.begin(ref, run);
          this.status.busy(`Loading ${grouped(run.head.header.events)} events.`);
          return;
        }
        this.session.grown();
        if (stage === "events") this.first(event);
        this.status.busy(stage === "events" ? "Loading what belongs together." : "");
      };
      const drawn = async (): Promise<void> => {
        await framed();
        if (turn === this.loads) this.rest();
      };
      await load(head ?? this.host.load(ref, "head"), this.host, ref, arrived, drawn);
    } catch (err) {
      if (turn !== this.loads) return;
      const what = this.session.run ? "The run is not whole" : "The run cannot be shown";
      this.status.failed(`${what}: ${messageOf(err)}.`, () => void this.open(ref, event));
    }
  }

  /** show is called when the host wants another event of a run shown. */
  show(ref: RunRef, event: number): void {
    if (ref !== this.session.ref || !this.session.run?.columns) void this.open(ref, event);
    else if (event > 0) this.session.select(event - 1);
    else this.moves.failure();
  }

  /** first chooses what is selected when a run is opened. */
  private first(event: number): void {
    const { session, start, moves } = this;
    const kept = restore(session);
    if (start.query) session.emphasis.search(start.query);
    if (start.instant >= 0 && event === 0) session.scrub(start.instant);
    else if (event > 0) session.select(event - 1);
    else if (!kept) moves.failure();
    if (!kept) session.around(session.told());
    if (!kept && !session.run!.head.header.story) session.setTab("events");
  }

  /** toolbar makes it if it is not there. */
  private toolbar(): Toolbar {
    if (!this.made) {
      this.made = this.session.join(() => new Toolbar(this.bar, this.session, this.moves));
      this.bar.append(this.gestures.rows());
    }
    return this.made;
  }

  /** rest makes what the first picture does without: a run is seen sooner. */
  private rest(): void {
    this.toolbar();
    this.inspector.make();
  }

  private openSource(event: number): void {
    const site = siteOf(pickedOf(this.session, event));
    if (!site) {
      this.status.said("This event has no source line.");
      return;
    }
    openSite(this.session, site);
  }

  private key(e: KeyboardEvent): void {
    if (e.defaultPrevented || this.help.element.open) return;
    const action = actionOf(e);
    if (action === null) return;
    if (typing(e.target)) {
      if (action === "leave") (e.target as HTMLElement).blur();
      return;
    }
    if (action === "source" && e.target instanceof Element && e.target.closest("button, summary, a")) return;
    e.preventDefault();
    this.act[action]();
  }

  /** table goes to the table of events, and back to the lanes. */
  private table(): void {
    const { session } = this;
    const { element } = this.inspector.make().grid;
    if (session.tab === "events" && element.contains(document.activeElement)) {
      session.setTab(this.tabBefore);
      this.chart.surface.canvas.focus();
      return;
    }
    if (session.tab !== "events") this.tabBefore = session.tab;
    session.setTab("events");
    element.focus();
  }

  /** actions are what the keys do. */
  private actions(): Record<Action, () => void> {
    const { session, moves } = this;
    return {
      ...this.gestures.actions(),
      zoomIn: () => {
        session.zoom(1 / 1.4);
      },
      zoomOut: () => {
        session.zoom(1.4);
      },
      panLeft: () => {
        session.pan(-0.2);
      },
      panRight: () => {
        session.pan(0.2);
      },
      fit: () => {
        session.whole();
      },
      laneBack: () => {
        moves.lane(-1);
      },
      laneOn: () => {
        moves.lane(1);
      },
      laneUp: () => {
        moves.otherLane(-1);
      },
      laneDown: () => {
        moves.otherLane(1);
      },
      laneFirst: () => {
        moves.laneEnd(-1);
      },
      laneLast: () => {
        moves.laneEnd(1);
      },
      toCause: () => {
        moves.cause(-1);
      },
      toEffect: () => {
        moves.cause(1);
      },
      siteBack: () => {
        moves.site(-1);
      },
      siteOn: () => {
        moves.site(1);
      },
      hitOn: () => {
        moves.hit(1);
      },
      hitBack: () => {
        moves.hit(-1);
      },
      stepOn: () => {
        moves.step(1);
      },
      stepBack: () => {
        moves.step(-1);
      },
      focus: () => {
        session.focus();
      },
      mark: () => {
        session.toggleMark();
      },
      nextMark: () => {
        session.nextMark();
      },
      toFailure: () => {
        moves.failure();
      },
      cone: () => {
        session.emphasis.setCone(!session.emphasis.cone);
      },
      compare: () => void this.beside.compare(),
      loneOn: () => {
        moves.lone(1);
      },
      loneBack: () => {
        moves.lone(-1);
      },
      search: () => {
        this.toolbar().focus();
      },
      table: () => {
        this.table();
      },
      source: () => {
        this.openSource(picked(session));
      },
      copy: () => {
        this.copy.open();
      },
      help: () => {
        this.help.toggle();
      },
      leave: () => {
        if (session.interval) session.span(null);
        else session.leave();
      },
    };
  }
}
