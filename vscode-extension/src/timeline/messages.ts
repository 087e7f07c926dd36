// What the timeline in VS Code's webview and the extension say to each other. The
// page says Ready first and gets Opening; it asks with a number, and gets one Answer
// with the same number. What it tells has no answer.

import type { Abilities, Goroutine, Replayed, RunRef, Section } from "./host";

/** Question is what the page wants to know or to have done. */
export type Question =
  | { ask: "load"; run: RunRef; section: Section }
  | { ask: "goroutines"; run: RunRef; at: number }
  | { ask: "replay"; run: RunRef; schedule: unknown }
  | { ask: "neighbour"; run: RunRef }
  | { ask: "copy"; text: string };

/** Answers are what comes of each question. */
export interface Answers {
  load: Uint8Array;
  goroutines: Goroutine[];
  replay: Replayed;
  neighbour: Replayed;
  copy: null;
}

/** Remark is what the page tells: a line to be shown, whether it has the keys, and
 * what it keeps, which the extension needs when the window is opened again. */
export type Remark =
  | { tell: "ready" }
  | { tell: "source"; file: string; line: number }
  | { tell: "focus"; on: boolean }
  | { tell: "event"; run: RunRef; event: number };

/** FromPage is a message of the page. */
export type FromPage = (Question & { id: number }) | Remark;

/** Opening is the first message that the page gets. */
export interface Opening {
  open: {
    run: RunRef;
    /** The event to show; undefined leaves that to the page. */
    event?: number;
    abilities: Abilities;
    /** Address of the run; with `&event=N` behind it, of an event. "" for none. */
    address: string;
  };
}

/** Answer is the answer to a question; of error and value there is one. An error is
 * a sentence for a person. */
export interface Answer {
  id: number;
  value?: unknown;
  error?: string;
}

/** Show has an open page show an event of the run that it was opened for. */
export interface Show {
  show: { event: number };
}

/** ToPage is a message to the page. */
export type ToPage = Opening | Answer | Show;
