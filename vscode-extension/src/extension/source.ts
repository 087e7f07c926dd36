import { Position, Selection, Uri, ViewColumn, window, workspace } from "vscode";
import type { Server } from "./server";

/** openSource shows a line of the source that a trace names, beside the timeline. The
 * server knows which file it is; none outside of the open folders is opened. */
export async function openSource(server: Server, config: string | undefined, file: string, line: number): Promise<void> {
  const found = await server.request<{ uri: string }>("seedfall/trace/source", {
    ...(config === undefined ? {} : { config }),
    file,
  });
  const uri = found.uri ? Uri.parse(found.uri, true) : undefined;
  if (!uri || !workspace.getWorkspaceFolder(uri)) {
    throw new Error(`${file} is not in an open folder.`);
  }
  const at = new Position(Math.max(0, line - 1), 0);
  await window.showTextDocument(uri, { viewColumn: columnFor(uri), selection: new Selection(at, at), preview: true });
}

/** columnFor is where the file is shown already, or else beside the timeline. */
function columnFor(uri: Uri): ViewColumn {
  const there = window.visibleTextEditors.find((e) => e.document.uri.toString() === uri.toString());
  const other = window.visibleTextEditors.find((e) => e.viewColumn !== undefined && e.document.uri.scheme === "file");
  return there?.viewColumn ?? other?.viewColumn ?? ViewColumn.Beside;
}
