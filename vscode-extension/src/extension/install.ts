import { execFile } from "node:child_process";
import { homedir } from "node:os";
import { ProgressLocation, window } from "vscode";
import type { Log } from "./log";
import { reason } from "./reason";

/** INSTALL is the command that installs the server, up to its version. */
export const INSTALL = "go install github.com/seedfall/seedfall/cmd/seedfall-lsp";

/** install runs it in the home folder, where no project has a say in what the go
 * command does, and says whether the server is there now. */
export async function install(version: string, log: Log): Promise<boolean> {
  const [go, ...args] = `${INSTALL}@v${version}`.split(" ");
  try {
    await window.withProgress(
      { location: ProgressLocation.Notification, title: "Seedfall: installing the language server", cancellable: true },
      (_, token) => run(go!, args, (stop) => token.onCancellationRequested(stop), log),
    );
    return true;
  } catch (e) {
    log.main.error(reason(e));
    void window.showErrorMessage(`Seedfall: ${INSTALL}@v${version} has failed; the log has what it says.`);
    return false;
  }
}

function run(file: string, args: string[], onStop: (stop: () => void) => void, log: Log): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = execFile(file, args, { cwd: homedir() }, (error, stdout, stderr) => {
      log.main.info(`${file} ${args.join(" ")}\n${stdout}${stderr}`);
      if (error) {
        reject(new Error(error.message));
      } else {
        resolve();
      }
    });
    onStop(() => child.kill());
  });
}
