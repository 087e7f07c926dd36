import { Uri, window, workspace } from "vscode";

/** newConfig writes a small seedfall.json into a folder and opens it; one that is
 * there is opened as it is. */
export async function newConfig(extension: Uri): Promise<void> {
  const folders = workspace.workspaceFolders ?? [];
  const folder = folders.length > 1 ? await window.showWorkspaceFolderPick() : folders[0];
  if (!folder) {
    if (folders.length === 0) {
      void window.showInformationMessage("Seedfall: open the folder of a Go module first.");
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
