// What the timeline asks of whoever shows it: VS Code's webview, the page that
// `seedfall view` serves, or one page in a file that has everything in it.

/** RunRef names a run that the host can give sections of. */
export type RunRef = string;

export type Section = "head" | "events" | "survey";

/** Frame is one line of a goroutine's stack. */
export interface Frame {
  func: string;
  file?: string;
  line?: number;
}

/** Goroutine is one of a node at an instant. */
export interface Goroutine {
  node: string;
  id: number;
  state: string;
  frames: Frame[];
}

/** Replayed is what came of a run with another schedule. */
export interface Replayed {
  run: RunRef;
  failed: boolean;
  /** One sentence: how it ended. */
  verdict: string;
}

/** Abilities say what a host can do besides giving sections. */
export interface Abilities {
  source: boolean;
  goroutines: boolean;
  replay: boolean;
  neighbour: boolean;
}

/** Host is the other side of the page. Errors are sentences for a person. */
export interface Host {
  abilities: Abilities;
  /** The run that the page was opened for; with the event to show, if one was asked for. */
  opened: { run: RunRef; event?: number };
  load(run: RunRef, section: Section): Promise<Uint8Array>;
  openSource(file: string, line: number): void;
  copy(text: string): Promise<void>;
  /** Address of a run at an event, such as a vscode:// URI; "" if there is none. */
  address(run: RunRef, event: number): string;
  /** Makes the run again up to an instant and looks at it. */
  goroutines(run: RunRef, at: number): Promise<Goroutine[]>;
  /** Makes a run with a changed schedule, the content of a .faults.json file. */
  replay(run: RunRef, schedule: unknown): Promise<Replayed>;
  /** Finds the nearest run that passes. */
  neighbour(run: RunRef): Promise<Replayed>;
  /** What the page keeps while it is hidden or reloaded: small, plain data. */
  state(): unknown;
  keep(state: unknown): void;
}
