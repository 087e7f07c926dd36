import { workspace, type ExtensionContext, type TextDocument } from "vscode";
import { importsSim } from "./gate";
import { Late } from "./late";

let late: Late | undefined;

/** activate is called in folders with a config, by our commands, and with the first
 * Go file. Only a Go file that imports package sim, or a config, loads the rest. */
export function activate(context: ExtensionContext): void {
  const it = (late = new Late(context));
  context.subscriptions.push(it);
  const ours = (d: TextDocument) => d.languageId === "go" && importsSim(d.getText());
  const check = async () => {
    const configs = await workspace.findFiles("**/seedfall.json", "**/{node_modules,vendor}/**", 1);
    if (configs.length > 0 || workspace.textDocuments.some(ours)) {
      it.load();
    }
  };
  const begin = (d: TextDocument) => {
    if (!it.loaded && (ours(d) || d.fileName.endsWith("seedfall.json"))) {
      it.load();
    }
  };
  context.subscriptions.push(
    workspace.onDidOpenTextDocument(begin),
    workspace.onDidSaveTextDocument(begin),
    workspace.onDidChangeWorkspaceFolders(() => void (it.loaded || check())),
  );
  void check();
}

/** deactivate is waited for when the window is closed. */
export async function deactivate(): Promise<void> {
  await late?.end();
}
