import { spawn, type ChildProcess } from "node:child_process";
import { commands, EventEmitter, workspace, type CancellationToken } from "vscode";
import type { Disposes } from "./disposes";
import {
  CloseAction,
  ErrorAction,
  RevealOutputChannelOn,
  WorkDoneProgress,
  type LanguageClient,
  type LanguageClientOptions,
} from "vscode-languageclient/node";
import { Client } from "./client";
import { Crashes } from "./crashes";
import { find } from "./find";
import { LensCommands } from "./lensCommands";
import type { Log } from "./log";
import { reason } from "./reason";
import { Notices } from "./notices";
import { OWN_PROTOCOL, type Arguments } from "./protocol";
import { send } from "./send";
import { forServer, own } from "./settings";
import { match } from "./version";

/** State is how the server is: "given up" after too many crashes. */
export type State = "stopped" | "starting" | "running" | "missing" | "given up";

/** SLOW is after how many milliseconds a start is said to be slow. */
const SLOW = 10_000;

/** PARTING is how many milliseconds a server has to end after it was asked to. */
const PARTING = 2000;

/** TakeOver does what a command of the server needs the editor for. */
export type TakeOver = (command: string, args: Arguments) => Promise<unknown>;

/** Server keeps the language server running: it finds it, starts it, starts it again
 * when it has ended by itself, and says once what is wrong. */
export class Server implements Disposes {
  private client: LanguageClient | undefined;
  private child: ChildProcess | undefined;
  private readonly crashes = new Crashes();
  private readonly changed = new EventEmitter<State>();
  private readonly notices: Notices;
  /** Lenses outlive a server in the editor, and their commands with them. */
  private readonly lenses = new LensCommands(
    (name, run) => commands.registerCommand(name, run),
    (command, args) => (this.now === "running" ? commands.executeCommand(command, ...args) : this.takeOver(command, argumentsOf(args))),
  );
  private retry: NodeJS.Timeout | undefined;
  private stopping: Promise<void> = Promise.resolve();
  private restarting: Promise<void> | undefined;
  private now: State = "stopped";
  /** Where the server was found, for reports; "" before that. */
  path = "";
  /** What it says its version is; "" if it says nothing. */
  version = "";
  /** Says that it knows our own methods; without them there are no tests and no
   * timeline. */
  ours = false;
  readonly onState = this.changed.event;

  constructor(
    private readonly log: Log,
    /** The extension's own version. */
    private readonly mine: string,
    /** What is registered with each new client. */
    private readonly listen: (client: LanguageClient) => void,
    private readonly takeOver: TakeOver,
  ) {
    this.notices = new Notices(mine, log, () => void this.restart());
  }

  get state(): State {
    return this.now;
  }

  /** start starts the server, if it is not there already. */
  async start(): Promise<void> {
    await this.stopping;
    if (this.now === "starting" || this.now === "running") {
      return;
    }
    this.crashes.forget();
    await this.begin();
  }

  /** stop ends the server, whatever it does. */
  async stop(): Promise<void> {
    clearTimeout(this.retry);
    const { client, child } = this;
    this.client = this.child = undefined; // so that its end is no crash
    this.set("stopped");
    this.stopping = Promise.all([this.stopping, this.end(client, child)]).then(() => undefined);
    await this.stopping;
  }

  /** restart stops and starts it. Of several that come together one is done. */
  restart(): Promise<void> {
    this.restarting ??= this.stop().then(() => {
      this.restarting = undefined;
      return this.start();
    });
    return this.restarting;
  }

  /** request asks the server in one of our own methods. */
  async request<T>(method: string, params: unknown, token?: CancellationToken): Promise<T> {
    const client = this.client;
    if (!client?.isRunning()) {
      throw new Error("The language server is not running; start it with Seedfall: Start Server.");
    }
    if (!this.ours) {
      throw new Error("The language server is of another version than this extension; Seedfall: Doctor tells which.");
    }
    return send<T>(client, method, params, token);
  }

  /** execute has the server do a command. hear gets what it reports meanwhile. */
  async execute(
    command: string,
    args: Arguments,
    token?: CancellationToken,
    hear?: (message: string, percent?: number) => void,
  ): Promise<unknown> {
    const client = this.client;
    if (!client?.isRunning()) {
      throw new Error("The language server is not running; start it with Seedfall: Start Server.");
    }
    const workDoneToken = hear ? `extension-${++tokens}` : undefined;
    const heard = workDoneToken
      ? client.onProgress(WorkDoneProgress.type, workDoneToken, (p) => {
          if (p.kind !== "begin" && p.message !== undefined) {
            hear?.(p.message, p.kind === "report" ? p.percentage : undefined);
          }
        })
      : undefined;
    try {
      return await send(client, "workspace/executeCommand", { command, arguments: [args], workDoneToken }, token);
    } finally {
      heard?.dispose();
    }
  }

  /** configure sends the settings, which have changed. */
  async configure(): Promise<void> {
    if (this.client?.isRunning()) {
      await this.client.sendNotification("workspace/didChangeConfiguration", { settings: { seedfall: forServer() } });
    }
  }

  dispose(): void {
    void this.stop();
    this.lenses.dispose();
    this.changed.dispose();
  }

  /** end ends one server: as the protocol has it, and if that does not help by force. */
  private async end(client: LanguageClient | undefined, child: ChildProcess | undefined): Promise<void> {
    const running = client?.isRunning() === true;
    if (running) {
      await client.stop().catch((e: unknown) => {
        this.log.main.warn(`the server did not stop by itself: ${reason(e)}`);
      });
    }
    if (child) {
      await gone(child, running ? PARTING : 0);
    }
  }

  private set(state: State): void {
    if (this.now !== state) {
      this.now = state;
      this.log.main.info(`server: ${state}`);
      this.changed.fire(state);
    }
  }

  private async begin(): Promise<void> {
    const found = find();
    if ("tried" in found) {
      this.log.main.error(`no server: ${found.tried}`);
      this.set("missing");
      this.notices.missing(found.tried);
      return;
    }
    this.path = found.path;
    this.log.main.info(`starting ${found.path}, found by ${found.by}`);
    const client: LanguageClient = new Client("seedfall", "Seedfall", () => this.spawn(), this.options());
    client.registerFeature({
      fillClientCapabilities: (c) => {
        c.experimental = { seedfall: { protocol: OWN_PROTOCOL, timeline: true, testParts: true } };
      },
      initialize: () => undefined,
      getState: () => ({ kind: "static" }),
      clear: () => undefined,
    });
    this.listen(client);
    this.client = client;
    this.ours = false;
    this.set("starting");
    const slow = setTimeout(() => {
      this.notices.slow(SLOW);
    }, SLOW);
    try {
      await client.start();
      this.began(client);
    } catch (e) {
      this.ended(client, reason(e));
    } finally {
      clearTimeout(slow);
    }
  }

  private began(client: LanguageClient): void {
    if (this.client !== client) {
      return; // stopped meanwhile
    }
    const result = client.initializeResult;
    this.version = result?.serverInfo?.version ?? "";
    const experimental = result?.capabilities.experimental as { seedfall?: { protocol?: number } } | undefined;
    const protocol = experimental?.seedfall?.protocol;
    this.ours = protocol === OWN_PROTOCOL;
    this.log.main.info(`the server is ${this.version || "of no version"} with protocol ${protocol ?? "of its own kind"}`);
    this.notices.version(match(this.mine, this.version), this.version, protocol);
    this.set("running");
  }

  /** ended is called when a server is gone; once more does no harm. */
  private ended(client: LanguageClient, why: string): void {
    if (this.client !== client) {
      return;
    }
    this.client = undefined;
    this.child?.kill();
    this.set("stopped");
    this.log.main.error(`the server has ended by itself: ${why}`);
    if (this.crashes.again(Date.now())) {
      this.retry = setTimeout(() => void this.begin(), 500);
      return;
    }
    this.set("given up");
    this.notices.givenUp();
  }

  private spawn(): Promise<ChildProcess> {
    const { args, env } = own();
    const child = spawn(this.path, args, {
      cwd: workspace.workspaceFolders?.[0]?.uri.fsPath,
      env: { ...process.env, ...env },
      stdio: "pipe",
    });
    this.child = child;
    return new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("spawn", () => {
        resolve(child);
      });
      child.once("exit", (code, signal) => {
        this.log.main.info(`process ${child.pid ?? 0} has exited: ${signal ?? code ?? "?"}`);
      });
    });
  }

  private options(): LanguageClientOptions {
    return {
      documentSelector: ["go", "json", "jsonc"].map((language) => ({ scheme: "file", language })),
      initializationOptions: { ...forServer(), trusted: workspace.isTrusted },
      outputChannel: this.log.main,
      traceOutputChannel: this.log.trace,
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
        executeCommand: (command, args) => this.takeOver(command, argumentsOf(args)),
        provideCodeLenses: async (document, token, next) => (await next(document, token))?.map((l) => this.lenses.name(l)),
        resolveCodeLens: async (lens, token, next) => this.lenses.name((await next(lens, token)) ?? lens),
      },
      initializationFailedHandler: () => false,
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => {
          const client = this.client;
          if (client) {
            this.ended(client, "its connection was closed");
          }
          return { action: CloseAction.DoNotRestart, handled: true, message: "the connection is closed" };
        },
      },
    };
  }
}

let tokens = 0;

/** argumentsOf are those of a command: an object of ours, or nothing. */
function argumentsOf(args: unknown[]): Arguments {
  return args[0] ?? {};
}

/** gone waits for the end of a process, and kills it after some milliseconds. */
function gone(child: ChildProcess, patience: number): Promise<void> {
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
