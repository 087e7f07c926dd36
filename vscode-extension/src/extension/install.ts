import { execFile } from "node:child_process";
import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { ProgressLocation, window, type CancellationToken } from "vscode";
import type { Log } from "./log";
import { reason } from "./reason";

/** INSTALL is the command that installs the server, up to its version. */
export const INSTALL = "go install github.com/seedfall/seedfall/cmd/seedfall-lsp";

/** Running is the server, as far as it is in the way of a new one. */
export interface Running {
  readonly path: string;
  readonly state: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  restart(): Promise<void>;
}

/** install runs the command, and starts the new server. One that runs from the file that is written is stopped first:
 * Windows replaces no file that runs, and elsewhere the old one would go on. If it fails, that one is started again. */
export async function install(version: string, log: Log, server: Running): Promise<void> {
  const args = `${INSTALL}@v${version}`.split(" ").slice(1);
  let [stopped, cancelled] = [false, false];
  try {
    await window.withProgress(
      { location: ProgressLocation.Notification, title: "Seedfall: installing the language server", cancellable: true },
      async (_, token) => {
        token.onCancellationRequested(() => (cancelled = true));
        const [bin, path] = (await go(["env", "GOBIN", "GOPATH"], token, log)).split(/\r?\n/);
        const folder = bin || join(path!.split(delimiter)[0]!, "bin");
        if (!["stopped", "missing"].includes(server.state) && real(server.path).startsWith(join(real(folder), "seedfall-lsp"))) {
          stopped = true;
          await server.stop();
        }
        if (!cancelled) {
          await go(args, token, log);
        }
      },
    );
  } catch (e) {
    log.main.error(reason(e));
    if (!cancelled) {
      void window.showErrorMessage(`Seedfall: ${INSTALL}@v${version} has failed. ${advice(reason(e))}`, "Show Log").then((chosen) => {
        if (chosen) {
          log.main.show();
        }
      });
    }
    cancelled = true;
  }
  if (!cancelled) {
    await server.restart();
  } else if (stopped) {
    await server.start();
  }
}

/** advice says what to do about what the go command says. */
function advice(why: string): string {
  if (/ENOENT/.test(why)) {
    return "There is no go command in PATH: install Go 1.26 or later, and start the editor again.";
  }
  if (/denied|used by another/i.test(why)) {
    return "The file is in use or protected: close the other windows with a simulation, and install again.";
  }
  return "The log has what it says; mend that, and install again.";
}

/** real is a path without links, in one case where names have none. */
function real(path: string): string {
  try {
    path = realpathSync(path);
  } catch {
    // It is not there: it is as it is.
  }
  return process.platform === "win32" ? path.toLowerCase() : path;
}

/** go runs the go command in the home folder, where no project has a say in what it does, and gives what it prints. */
function go(args: string[], token: CancellationToken, log: Log): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile("go", args, { cwd: homedir() }, (error, stdout, stderr) => {
      log.main.info(`go ${args.join(" ")}\n${stdout}${stderr}`);
      if (error) {
        reject(new Error(`${error.message}\n${stderr}`));
      } else {
        resolve(stdout);
      }
    });
    token.onCancellationRequested(() => child.kill());
  });
}
