import { accessSync, constants, statSync } from "node:fs";
import { homedir } from "node:os";
import { workspace } from "vscode";
import { locate, type Found } from "./locate";
import { own } from "./settings";

/** find looks for the server on this machine. */
export function find(): Found {
  return locate({
    setting: own().path,
    folder: workspace.workspaceFolders?.[0]?.uri.fsPath ?? "",
    env: process.env,
    home: homedir(),
    windows: process.platform === "win32",
    runs,
  });
}

function runs(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
