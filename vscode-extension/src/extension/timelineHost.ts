import type { Abilities, RunRef, Section } from "../timeline/host";
import { reason } from "./reason";
import type { Runs } from "./timelineRuns";

/** Port is the other end of a page: VS Code's webview, or what a test has. */
export interface Port {
  post: (message: unknown) => void;
}

/** Opened is what the page is opened for. */
export interface Opened {
  run: RunRef;
  /** The event to show; undefined leaves that to the page. */
  event?: number;
  abilities: Abilities;
  /** Address of the run, with {event} where the event's number goes; "" for none. */
  address: string;
}

/** Editor is what the page wants of the editor. */
export interface Editor {
  openSource: (file: string, line: number) => void;
  copy: (text: string) => void;
  focused: (has: boolean) => void;
  /** Shows why there is nothing to show. */
  failed: (why: string) => void;
}

interface Message {
  id?: number;
  method?: string;
  params?: Record<string, unknown>;
}

/** TimelineHost answers a page; src/timeline/hosts/webview.ts tells in which words. */
export class TimelineHost {
  private ready = false;
  private event: number | undefined;
  private run: RunRef | undefined;

  constructor(
    private readonly port: Port,
    private readonly runs: Runs,
    private readonly opened: () => Promise<Opened>,
    private readonly editor: Editor,
  ) {}

  /** show has the page show an event, as soon as it can. */
  show(event: number): void {
    this.event = event;
    if (this.ready && this.run !== undefined) {
      this.port.post({ method: "show", params: { run: this.run, event } });
    }
  }

  /** anew has a page that is about to be loaded once more begin at an event. */
  anew(event: number | undefined): void {
    this.ready = false;
    this.event = event;
  }

  /** take takes a message of the page. Whatever it is, nothing is thrown. */
  async take(raw: unknown): Promise<void> {
    const { id, method, params = {} } = (typeof raw === "object" && raw !== null ? raw : {}) as Message;
    if (id === undefined) {
      await this.hear(method, params);
      return;
    }
    try {
      this.port.post({ id, result: await this.answer(method, params) });
    } catch (e) {
      this.port.post({ id, error: reason(e) });
    }
  }

  private async hear(method: string | undefined, params: Record<string, unknown>): Promise<void> {
    switch (method) {
      case "ready":
        await this.begin();
        return;
      case "openSource":
        if (typeof params["file"] === "string" && Number.isSafeInteger(params["line"])) {
          this.editor.openSource(params["file"], params["line"] as number);
        }
        return;
      case "copy":
        if (typeof params["text"] === "string") {
          this.editor.copy(params["text"]);
        }
        return;
      case "focus":
        this.editor.focused(params["has"] === true);
    }
  }

  private async begin(): Promise<void> {
    try {
      const init = await this.opened();
      this.ready = true;
      this.run = init.run;
      const event = this.event ?? init.event;
      this.port.post({ method: "init", params: event === undefined ? init : { ...init, event } });
    } catch (e) {
      this.editor.failed(reason(e));
    }
  }

  private answer(method: string | undefined, params: Record<string, unknown>): Promise<unknown> {
    const run = String(params["run"]);
    switch (method) {
      case "load":
        return this.runs.load(run, params["section"] as Section);
      case "goroutines":
        return this.runs.goroutines(run, Number(params["at"]));
      case "replay":
        return this.runs.replay(run, params["schedule"]);
      case "neighbour":
        return this.runs.neighbour(run);
    }
    throw new Error(`The timeline asks for ${method ?? "nothing"}, which this extension does not know; reload the window.`);
  }
}
