import { workspace, type ExtensionContext, type TextDocument } from "vscode";
import type { Disposes } from "./disposes";
import { importsSim } from "./gate";
import { Late } from "./late";

/** activate is called in folders with a config, by our commands, and with the first
 * Go file. Only a Go file that imports package sim, or a config, loads the rest. */
export function activate(context: ExtensionContext): void {
  const late = new Late(context);
  context.subscriptions.push(late);
  const ours = (d: TextDocument) => d.languageId === "go" && importsSim(d.getText());
  const check = async () => {
    const configs = await workspace.findFiles("**/seedfall.json", "**/{node_modules,vendor}/**", 1);
    if (configs.length > 0 || workspace.textDocuments.some(ours)) {
      late.load();
    }
  };
  const heard: Disposes[] = [];
  const begin = (d: TextDocument) => {
    if (!late.loaded && (ours(d) || d.fileName.endsWith("seedfall.json"))) {
      late.load();
    }
  };
  heard.push(workspace.onDidOpenTextDocument(begin), workspace.onDidSaveTextDocument(begin));
  context.subscriptions.push(...heard);
  void check();
}
