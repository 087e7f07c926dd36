import { env, Uri, window, workspace } from "vscode";
import { address, EVENT, parseAddress } from "./address";
import { cancelled, withProgress } from "./commands";
import { reason } from "./reason";
import { complete } from "./pick";
import type { Arguments, TraceOpened } from "./protocol";
import type { Server } from "./server";
import type { Tree } from "./testTree";
import type { TimelineEditors } from "./timelineEditor";

/** copyAddress copies the address of a failure's run. */
export async function copyAddress(tree: Tree): Promise<void> {
  const args = await complete("seedfall.timeline", {}, tree);
  if (!args?.config) {
    return;
  }
  const { config, fingerprint, seed } = args;
  const run = {
    config: workspace.asRelativePath(config, false),
    ...(fingerprint === undefined ? {} : { fingerprint }),
    ...(seed === undefined ? {} : { seed }),
  };
  await env.clipboard.writeText(address(env.uriScheme, run, EVENT).replace(`&event=${EVENT}`, ""));
  window.setStatusBarMessage("Seedfall: copied", 4000);
}

/** openAddress shows the run that an address names. It may come from anywhere, so it
 * runs nothing in a folder that is not trusted, and nothing but what the folder's own
 * config says. */
export async function openAddress(uri: Uri, server: (config: string) => Promise<Server>, timelines: TimelineEditors): Promise<void> {
  const run = parseAddress(uri.path, uri.query);
  const wrong = "wrong" in run ? run.wrong : workspace.isTrusted ? "" : "This workspace is not trusted, so nothing is run in it.";
  if (wrong || "wrong" in run) {
    void window.showErrorMessage(`Seedfall: ${wrong}`);
    return;
  }
  try {
    const config = await configOf(run.config);
    const args: Arguments = { config, ...pick(run.fingerprint, run.seed) };
    const s = await server(config);
    const opened = await withProgress("Seedfall: recording a run", (token, hear) => s.execute("seedfall.timeline", args, token, hear));
    await timelines.show(opened as TraceOpened, args, run.event);
  } catch (e) {
    if (!cancelled(e)) {
      void window.showErrorMessage(`Seedfall: ${reason(e)}`);
    }
  }
}

function pick(fingerprint: string | undefined, seed: string | undefined): Arguments {
  return { ...(fingerprint === undefined ? {} : { fingerprint }), ...(seed === undefined ? {} : { seed }) };
}

/** configOf finds a config in the open folders. */
async function configOf(config: string): Promise<string> {
  for (const folder of workspace.workspaceFolders ?? []) {
    const at = Uri.joinPath(folder.uri, config);
    try {
      await workspace.fs.stat(at);
      return at.fsPath;
    } catch {
      // it may be in another folder
    }
  }
  throw new Error(`${config} is not in an open folder.`);
}
