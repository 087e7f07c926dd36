import { MarkdownString, StatusBarAlignment, window } from "vscode";
import type { Disposes } from "./disposes";
import type { Status } from "./protocol";
import type { State } from "./server";

/** StatusItem shows how the server is, in one word of the status bar. */
export class StatusItem implements Disposes {
  private readonly item = window.createStatusBarItem("seedfall.status", StatusBarAlignment.Left, 0);
  private state: State = "stopped";
  private status: Status | undefined;

  constructor() {
    this.item.name = "Seedfall";
    this.item.command = "seedfall.openLogs";
    this.draw();
    this.item.show();
  }

  server(state: State): void {
    this.state = state;
    if (state !== "running") {
      this.status = undefined;
    }
    this.draw();
  }

  take(status: Status): void {
    this.status = status;
    this.draw();
  }

  dispose(): void {
    this.item.dispose();
  }

  private draw(): void {
    const { icon, text } = look(this.state, this.status);
    this.item.text = `$(${icon}) Seedfall`;
    this.item.accessibilityInformation = { label: `Seedfall: ${text}`, role: "button" };
    const tip = new MarkdownString(undefined, true);
    tip.isTrusted = { enabledCommands: ["seedfall.restartServer", "seedfall.stopServer", "seedfall.openLogs", "seedfall.doctor"] };
    tip.appendText(text);
    tip.appendMarkdown(
      "\n\n[Restart Server](command:seedfall.restartServer) · [Stop Server](command:seedfall.stopServer) · [Log](command:seedfall.openLogs) · [Doctor](command:seedfall.doctor)",
    );
    this.item.tooltip = tip;
  }
}

/** look is how a state is shown. */
export function look(state: State, status: Status | undefined): { icon: string; text: string } {
  switch (state) {
    case "stopped":
      return { icon: "circle-slash", text: "the language server is stopped" };
    case "starting":
      return { icon: "loading~spin", text: "the language server is starting" };
    case "missing":
      return { icon: "error", text: "no language server was found" };
    case "given up":
      return { icon: "error", text: "the language server has ended too often" };
  }
  if (status && status.health !== "ok") {
    return { icon: status.health, text: status.message };
  }
  return status && !status.quiescent
    ? { icon: "sync~spin", text: status.message || "at work" }
    : { icon: "beaker", text: status?.message || "ready" };
}
