import { commands, env, ProgressLocation, Uri, window, workspace, type CancellationToken } from "vscode";
import { reason } from "./reason";
import { complete } from "./pick";
import type { Arguments, TraceOpened } from "./protocol";
import type { Server } from "./server";
import type { Tree } from "./testTree";

/** LONG are the commands that take long enough to be shown, with what is shown. */
const LONG: Readonly<Record<string, string>> = {
  "seedfall.run": "running seeds",
  "seedfall.runAtCursor": "running seeds",
  "seedfall.runFile": "running seeds",
  "seedfall.runForDuration": "running seeds",
  "seedfall.runUntilFailure": "running seeds until one fails",
  "seedfall.replay": "replaying",
  "seedfall.shrink": "shrinking",
  "seedfall.check": "running each seed twice",
  "seedfall.verifyFix": "verifying a fix",
  "seedfall.removeFault": "replaying without a fault",
  "seedfall.timeline": "recording a run",
};

/** Commands does for the server's commands what needs the editor: it asks for what
 * is missing, shows progress with a button that ends it, and shows the answer. */
export class Commands {
  private last: { command: string; args: Arguments } | undefined;

  constructor(
    private readonly server: () => Server,
    private readonly tree: Tree,
    private readonly showTimeline: (opened: TraceOpened, args: Arguments) => Promise<void>,
  ) {}

  /** run does a command of the server for the user, and gives its answer; undefined
   * if there is none. What goes wrong is told. */
  async run(command: string, given: Arguments): Promise<unknown> {
    if (!workspace.isTrusted) {
      return commands.executeCommand("workbench.trust.manage");
    }
    const args = await complete(command, given, this.tree);
    if (!args) {
      return undefined;
    }
    if (LONG[command] !== undefined) {
      this.last = { command, args };
    }
    try {
      const answer = await this.send(command, args);
      await this.show(command, args, answer);
      return answer;
    } catch (e) {
      if (!cancelled(e)) {
        void window.showErrorMessage(`Seedfall: ${reason(e)}`);
      }
      return undefined;
    }
  }

  /** again does the last long command once more. */
  async again(): Promise<unknown> {
    return this.last ? this.run(this.last.command, this.last.args) : this.run("seedfall.run", {});
  }

  /** stopAll ends what is being done for any scenario. */
  async stopAll(): Promise<void> {
    await this.server().execute("seedfall.stopAll", {});
  }

  private send(command: string, args: Arguments): Promise<unknown> {
    const what = LONG[command];
    if (what === undefined) {
      return this.server().execute(command, args);
    }
    const where = this.tree.get(args.config ?? "")?.label;
    const title = where ? `Seedfall: ${what} of ${where}` : `Seedfall: ${what}`;
    return withProgress(title, (token, hear) => this.server().execute(command, args, token, hear));
  }

  private async show(command: string, args: Arguments, answer: unknown): Promise<void> {
    switch (command) {
      case "seedfall.timeline":
        return this.showTimeline(answer as TraceOpened, args);
      case "seedfall.copyCommandLine": {
        const { text, dir } = answer as { text: string; dir: string };
        await env.clipboard.writeText(text);
        window.setStatusBarMessage(dir ? `Copied; run it in ${dir}` : "Copied", 4000);
        return;
      }
      case "seedfall.addToCorpus": {
        const { path, did } = answer as { path: string; did: string };
        const texts: Record<string, string> = {
          created: "The failure is kept in",
          replaced: "The failure is kept, smaller than before, in",
        };
        if (
          (await window.showInformationMessage(
            `${texts[did] ?? "The failure was kept already, in"} ${workspace.asRelativePath(path)}.`,
            "Open",
          )) === "Open"
        ) {
          await window.showTextDocument(Uri.file(path));
        }
        return;
      }
      case "seedfall.removeFault": {
        const { text } = answer as { text: string };
        void window.showInformationMessage(`Seedfall: without the fault ${text}.`);
      }
    }
  }
}

/** withProgress shows that something is done, with a button that ends it. */
export function withProgress<T>(
  title: string,
  work: (token: CancellationToken, hear: (message: string, percent?: number) => void) => Promise<T>,
): Promise<T> {
  return Promise.resolve(
    window.withProgress({ location: ProgressLocation.Notification, title, cancellable: true }, (progress, token) => {
      let at = 0;
      return work(token, (message, percent) => {
        const increment = percent === undefined ? 0 : Math.max(0, percent - at);
        at += increment;
        progress.report({ message, increment });
      });
    }),
  );
}

/** cancelled says whether an error only tells that the user has ended it. */
export function cancelled(e: unknown): boolean {
  const code = (e as { code?: number } | null)?.code;
  return code === -32800 || code === -32802 || (e instanceof Error && /^cancell?ed$/i.test(e.name));
}
