import { window } from "vscode";
import type { Arguments } from "./protocol";

/** AT_CURSOR are the commands that are about what is at the cursor. */
export const AT_CURSOR = new Set(["seedfall.runAtCursor", "seedfall.runFile"]);

/** atCursor says where the cursor is, if there is one and the caller has not said it. */
export function atCursor(args: Arguments): Arguments {
  const editor = window.activeTextEditor;
  if (!editor) {
    return args;
  }
  const { line, character } = editor.selection.active;
  return { uri: editor.document.uri.toString(), position: { line, character }, ...args };
}
