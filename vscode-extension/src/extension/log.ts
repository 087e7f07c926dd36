import { window, type LogOutputChannel } from "vscode";
import type { Disposes } from "./disposes";

/** Log has the two channels: what is done, and what is said between the extension
 * and the server, which VS Code writes when its level is Trace. */
export class Log implements Disposes {
  readonly main: LogOutputChannel = window.createOutputChannel("Seedfall", { log: true });
  readonly trace: LogOutputChannel = window.createOutputChannel("Seedfall Trace", { log: true });

  dispose(): void {
    this.main.dispose();
    this.trace.dispose();
  }
}
