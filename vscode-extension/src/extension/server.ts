import type { ChildProcess } from "node:child_process";
import { commands, EventEmitter, type CancellationToken } from "vscode";
import { WorkDoneProgress, type LanguageClient } from "vscode-languageclient/node";
import { Client } from "./client";
import { argumentsOf, clientOptions, type TakeOver } from "./clientOptions";
import { Crashes } from "./crashes";
import type { Disposes } from "./disposes";
import { find } from "./find";
import { gone, launch } from "./launch";
import { LensCommands } from "./lensCommands";
import type { Log } from "./log";
import { reason } from "./reason";
import { Notices } from "./notices";
import { OWN_PROTOCOL, type Arguments } from "./protocol";
import { send } from "./send";
import { forServer } from "./settings";
import { match } from "./version";

/** State is how the server is: "given up" after too many crashes. */
export type State = "stopped" | "starting" | "running" | "missing" | "given up";

/** SLOW is after how many milliseconds a start is said to be slow. */
const SLOW = 10_000;

/** PARTING is how many milliseconds a server has to end after it was asked to. */
const PARTING = 2000;

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
    this.notices = new Notices(mine, log, this);
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

  /** renew starts it anew, since what it was started with has changed; one that the
   * user has stopped, or has not started, stays as it is. */
  async renew(): Promise<void> {
    if (this.now !== "stopped") {
      await this.restart();
    }
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
    clearTimeout(this.retry); // it is started now
    const found = find();
    if ("tried" in found) {
      this.log.main.error(`no server: ${found.tried}`);
      this.set("missing");
      this.notices.missing(found.tried);
      return;
    }
    this.path = found.path;
    this.log.main.info(`starting ${found.path}, found by ${found.by}`);
    const options = clientOptions(this.log, this.takeOver, this.lenses, () => {
      this.ended(client, "its connection was closed"); // that of a client before it does not matter
    });
    const client: LanguageClient = new Client("seedfall", "Seedfall", () => this.launch(), options);
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

  private launch(): Promise<ChildProcess> {
    const { child, begun } = launch(this.path, this.log);
    this.child = child;
    return begun;
  }
}

let tokens = 0;
