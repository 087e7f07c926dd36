// The inspector: the tabs at the right, or below in a narrow window. It is not in the
// first picture of a run, which is sooner there without it.
import type { Beside } from "./beside";
import { el } from "./dom";
import type { Edit } from "./edit";
import { EventsPanel } from "./eventspanel";
import { LogPanel } from "./logpanel";
import { SchedulePanel } from "./schedulepanel";
import type { Session, Tab } from "./session";
import { StatePanel } from "./statepanel";
import { StoryPanel } from "./storypanel";
import { Tabs } from "./tabs";

/** Parts are what the panels work with. */
export interface Parts {
  session: Session;
  edit: Edit;
  beside: Beside;
  /** Opens the source line of an event. */
  open: (event: number) => void;
}

/** Inspector is empty until make is called. */
export class Inspector {
  readonly element = el("aside", { class: "inspector", "aria-label": "Inspector" });
  private made: EventsPanel | null = null;

  constructor(private readonly parts: Parts) {}

  /** make makes the tabs if they are not there, and gives the table of events. */
  make(): EventsPanel {
    return (this.made ??= this.parts.session.join(() => this.panels()));
  }

  private panels(): EventsPanel {
    const { session, edit, beside, open } = this.parts;
    session.on(["tab", "data"], () => {
      tabs.show(session.tab); // before the panels hear of it: what is hidden has no size
    });
    const events = new EventsPanel(session, open);
    const tabs = new Tabs<Tab>(
      this.element,
      [
        { name: "story", title: "Story", element: new StoryPanel(session).element },
        { name: "events", title: "Events", element: events.element },
        { name: "state", title: "State", element: new StatePanel(session).element },
        { name: "schedule", title: "Schedule", element: new SchedulePanel(session, edit, beside).element },
        { name: "log", title: "Log", element: new LogPanel(session, open).element },
      ],
      (name) => {
        session.setTab(name);
      },
    );
    return events;
  }
}
