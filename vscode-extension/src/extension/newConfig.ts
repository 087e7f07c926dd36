import { Uri, window, workspace } from "vscode";
import { reason } from "./reason";
import type { Server } from "./server";

/** newConfig writes a seedfall.json into a folder and opens it; one that is there is
 * opened as it is. The server writes it for the programs that it finds there; without
 * one it is an example to be changed. */
export async function newConfig(extension: Uri, server: Server): Promise<void> {
  const folders = workspace.workspaceFolders ?? [];
  const folder = folders.length > 1 ? await window.showWorkspaceFolderPick() : folders[0];
  if (!folder) {
    if (folders.length === 0) {
      void window.showInformationMessage("Seedfall: open the folder of a Go module first.");
    }
    return;
  }
  if (server.state === "running" && workspace.isTrusted) {
    try {
      await server.execute("seedfall.newConfig", { uri: folder.uri.toString() });
    } catch (e) {
      void window.showErrorMessage(`Seedfall: ${reason(e)}`);
    }
    return;
  }
  const at = Uri.joinPath(folder.uri, "seedfall.json");
  try {
    await workspace.fs.stat(at);
  } catch {
    await workspace.fs.copy(Uri.joinPath(extension, "media", "new-config.json"), at);
  }
  await window.showTextDocument(at);
}
