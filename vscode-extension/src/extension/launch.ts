import { spawn, type ChildProcess } from "node:child_process";
import { workspace } from "vscode";
import type { Log } from "./log";
import { own } from "./settings";

/** Launched is a process of the server that is being started. */
export interface Launched {
  child: ChildProcess;
  /** Settles when it has begun, or cannot. */
  begun: Promise<ChildProcess>;
}

/** launch starts the server's process, in the first open folder. */
export function launch(path: string, log: Log): Launched {
  const { args, env } = own();
  const child = spawn(path, args, {
    cwd: workspace.workspaceFolders?.find((f) => f.uri.scheme === "file")?.uri.fsPath,
    env: { ...process.env, ...env },
    stdio: "pipe",
  });
  child.once("exit", (code, signal) => {
    log.main.info(`process ${child.pid ?? 0} has exited: ${signal ?? code ?? "?"}`);
  });
  const begun = new Promise<ChildProcess>((resolve, reject) => {
    child.once("error", reject);
    child.once("spawn", () => {
      resolve(child);
    });
  });
  return { child, begun };
}

/** gone waits for the end of a process, and kills it after some milliseconds. */
export function gone(child: ChildProcess, patience: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) {
    return Promise.resolve();
  }
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill("SIGKILL"), patience);
    child.once("exit", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
