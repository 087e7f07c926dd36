import { Position, Selection, Uri, window } from "vscode";
import { step, type Place } from "./places";
import { failuresOf, type Tree } from "./testTree";

/** Failures are the places of all failures that are known. */
export class Failures {
  constructor(private readonly tree: Tree) {}

  places(): Place[] {
    return this.tree.scenarios().flatMap((s) => failuresOf(s).map(({ property }) => ({ uri: property.uri, line: property.line })));
  }

  /** go moves the cursor to the next failure, or to the one before. */
  async go(by: 1 | -1): Promise<void> {
    const editor = window.activeTextEditor;
    const from = editor && { uri: editor.document.uri.toString(), line: editor.selection.active.line };
    const to = step(this.places(), from, by);
    if (!to) {
      window.setStatusBarMessage("Seedfall: no failure is known", 4000);
      return;
    }
    const at = new Position(to.line, 0);
    await window.showTextDocument(Uri.parse(to.uri), { selection: new Selection(at, at) });
  }
}
