import { execFile } from "node:child_process";
import { homedir } from "node:os";
import { env, Uri, version, window, workspace, type ExtensionContext } from "vscode";
import { findings, type Facts } from "./findings";
import type { Server } from "./server";
import type { Tree } from "./testTree";

/** doctor shows a page about what is there and what is not, to be read or sent. */
export async function doctor(context: ExtensionContext, server: Server, tree: Tree): Promise<void> {
  const document = await workspace.openTextDocument({ language: "markdown", content: findings(await facts(context, server, tree)) });
  await window.showTextDocument(document, { preview: true });
}

/** reportIssue opens the form for an issue with the versions in it. Nothing is sent. */
export async function reportIssue(context: ExtensionContext, server: Server): Promise<void> {
  const { extension, server: theirs, editor, platform, go } = await facts(context, server);
  const body = `**What happened**\n\n\n**What should have happened**\n\n\n**Versions**\n\nextension ${extension}, server ${theirs}, editor ${editor}, ${platform}, ${go}\n`;
  await env.openExternal(Uri.parse("https://github.com/seedfall/seedfall/issues/new").with({ query: `body=${encodeURIComponent(body)}` }));
}

async function facts(context: ExtensionContext, server: Server, tree?: Tree): Promise<Facts> {
  return {
    extension: (context.extension.packageJSON as { version: string }).version,
    editor: version,
    platform: `${process.platform} ${process.arch}`,
    server: server.version || "of no known version",
    path: server.path,
    state: server.state,
    ours: server.ours,
    trusted: workspace.isTrusted,
    go: await goVersion(),
    scenarios: (tree?.scenarios() ?? []).map((s) => ({ label: s.label, state: s.state, message: s.message })),
  };
}

/** goVersion asks the go command in the home folder, where no go.mod has it load
 * another one. */
function goVersion(): Promise<string> {
  return new Promise((resolve) => {
    execFile("go", ["version"], { cwd: homedir(), timeout: 5000, env: { ...process.env, GOTOOLCHAIN: "local" } }, (error, out) => {
      resolve(error ? "" : out.trim());
    });
  });
}
