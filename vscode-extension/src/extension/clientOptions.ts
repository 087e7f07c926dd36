import { workspace } from "vscode";
import { CloseAction, ErrorAction, RevealOutputChannelOn, type LanguageClientOptions } from "vscode-languageclient/node";
import type { LensCommands } from "./lensCommands";
import type { Log } from "./log";
import type { Arguments } from "./protocol";
import { forServer } from "./settings";

/** TakeOver does what a command of the server needs the editor for. */
export type TakeOver = (command: string, args: Arguments) => Promise<unknown>;

/** clientOptions are those of a client that is about to start. closed is called when
 * its connection is gone. */
export function clientOptions(log: Log, takeOver: TakeOver, lenses: LensCommands, closed: () => void): LanguageClientOptions {
  return {
    documentSelector: ["go", "json", "jsonc"].map((language) => ({ scheme: "file", language })),
    initializationOptions: { ...forServer(), trusted: workspace.isTrusted },
    outputChannel: log.main,
    traceOutputChannel: log.trace,
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    stdioOptions: {
      stdout: () => undefined,
      stderr: (from, to) => {
        from.setEncoding("utf8").on("data", (text: string) => {
          to.info(`[server] ${text.trimEnd()}`);
        });
      },
    },
    middleware: {
      executeCommand: (command, args) => takeOver(command, argumentsOf(args)),
      provideCodeLenses: async (document, token, next) => (await next(document, token))?.map((l) => lenses.name(l)),
      resolveCodeLens: async (lens, token, next) => lenses.name((await next(lens, token)) ?? lens),
    },
    initializationFailedHandler: () => false,
    errorHandler: {
      error: () => ({ action: ErrorAction.Continue, handled: true }),
      closed: () => {
        closed();
        return { action: CloseAction.DoNotRestart, handled: true, message: "the connection is closed" };
      },
    },
  };
}

/** argumentsOf are those of a command: an object of ours, or nothing. */
export function argumentsOf(args: unknown[]): Arguments {
  return args[0] ?? {};
}
