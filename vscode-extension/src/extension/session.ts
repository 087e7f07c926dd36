import { commands, EventEmitter, Uri, workspace, type ExtensionContext } from "vscode";
import type { Disposes } from "./disposes";
import type { LanguageClient } from "vscode-languageclient/node";
import { Commands } from "./commands";
import { doctor, reportIssue } from "./doctor";
import { copyAddress, openAddress } from "./addresses";
import { Failures } from "./failures";
import { Gutter } from "./gutter";
import { Log } from "./log";
import { newConfig } from "./newConfig";
import type { Name } from "./ownCommands";
import { reason } from "./reason";
import type { ScenarioTest, Status, TestsChanged } from "./protocol";
import { Server, type State } from "./server";
import { own } from "./settings";
import { StatusItem } from "./status";
import { Tasks } from "./tasks";
import { testCommand } from "./testCommands";
import { TestRuns } from "./testRuns";
import { Tree, type Step } from "./testTree";
import { TestView } from "./testView";
import { TimelineEditors } from "./timelineEditor";

/** Session is all that there is in a window with a simulation. */
export class Session implements Disposes {
  readonly timelines: TimelineEditors;
  private readonly log = new Log();
  private readonly tree = new Tree();
  private readonly status = new StatusItem();
  private readonly failures = new Failures(this.tree);
  private readonly gutter: Gutter;
  private readonly server: Server;
  private readonly commands: Commands;
  private readonly disposables: Disposes[] = [];
  /** Fires when more is known, or the server is in another state. */
  private readonly moved = new EventEmitter<void>();
  /** The server has nothing to do, so that it knows all configs. */
  private quiet = false;
  private view: TestView | undefined;
  private runs: TestRuns | undefined;

  constructor(private readonly context: ExtensionContext) {
    this.gutter = new Gutter(context.extensionUri, this.tree);
    this.timelines = new TimelineEditors(context.extensionUri, context.workspaceState, this.log, () => this.ready());
    this.commands = new Commands(
      () => this.server,
      this.tree,
      (opened, args) => this.timelines.show(opened, args),
    );
    this.server = new Server(
      this.log,
      (context.extension.packageJSON as { version: string }).version,
      (client) => {
        this.listen(client);
      },
      (command, args) => this.commands.run(command, args),
    );
    this.disposables.push(
      this.log,
      this.status,
      this.gutter,
      this.moved,
      this.server,
      new Tasks(this.tree),
      this.server.onState((s) => void this.at(s)),
      workspace.onDidGrantWorkspaceTrust(() => {
        setKey("trusted", true);
        void this.server.renew();
      }),
      workspace.onDidChangeConfiguration((e) => {
        if (["path", "args", "extraEnv"].some((name) => e.affectsConfiguration(`seedfall.server.${name}`))) {
          void this.server.renew();
        }
        if (e.affectsConfiguration("seedfall")) {
          void this.server.configure();
          this.show();
          this.gutter.draw();
        }
      }),
      { dispose: () => this.view?.dispose() },
    );
    setKey("trusted", workspace.isTrusted);
    this.show();
    if (!own().stopped) {
      void this.server.start();
    }
  }

  /** command does one of the extension's own commands. */
  async command(name: Name, args: unknown[]): Promise<unknown> {
    switch (name) {
      case "startServer":
        return this.server.start();
      case "stopServer":
        return this.server.stop();
      case "restartServer":
        return this.server.restart();
      case "openLogs":
        this.log.main.show();
        return undefined;
      case "openTimeline":
        return args[0] instanceof Uri
          ? commands.executeCommand("vscode.openWith", args[0], "seedfall.trace")
          : this.commands.run("seedfall.timeline", args[0] ?? {});
      case "stopAll":
        return this.commands.stopAll();
      case "rerunLast":
        return this.commands.again();
      case "nextFailure":
        return this.failures.go(1);
      case "previousFailure":
        return this.failures.go(-1);
      case "copyAddress":
        return copyAddress(this.tree);
      case "doctor":
        return doctor(this.context, this.server, this.tree);
      case "reportIssue":
        return reportIssue(this.context, this.server);
      case "openWalkthrough":
        return commands.executeCommand("workbench.action.openWalkthrough", "seedfall.seedfall#seedfall.start", false);
      case "newConfig":
        return newConfig(this.context.extensionUri, this.server);
      case "test.replay":
      case "test.shrink":
      case "test.timeline":
      case "test.addToCorpus":
        return testCommand(`seedfall.${name.slice("test.".length)}`, args, this.tree, this.commands);
    }
  }

  /** open opens what an address names. */
  open(uri: Uri): Promise<void> {
    return openAddress(uri, (config) => this.ready(config), this.timelines);
  }

  /** end ends the server, as long as the window waits for it. */
  end(): Promise<void> {
    return this.server.stop();
  }

  dispose(): void {
    for (const d of this.disposables.reverse()) {
      d.dispose();
    }
  }

  /** ready gives the server as soon as it runs and knows a config, if it will; if not,
   * its requests say so. */
  private async ready(config?: string): Promise<Server> {
    const { server } = this;
    const unknown = () => config !== undefined && server.state === "running" && !this.quiet && !this.tree.get(config);
    while (server.state === "starting" || unknown()) {
      await new Promise<void>((resolve) => {
        const heard = this.moved.event(() => {
          heard.dispose();
          resolve();
        });
      });
    }
    return server;
  }

  private listen(client: LanguageClient): void {
    client.onNotification("seedfall/status", (s: Status) => {
      this.told(s);
    });
    client.onNotification("seedfall/testsChanged", (change: TestsChanged) => {
      this.apply(this.tree.take(change));
      if (this.tree.torn) {
        void this.refresh();
      }
    });
  }

  private told(status: Status): void {
    this.status.take(status);
    this.quiet = status.quiescent;
    this.moved.fire();
  }

  private async at(state: State): Promise<void> {
    this.status.server(state);
    setKey("serverReady", state === "running");
    this.quiet = state === "running" && !this.server.ours; // it would never say so
    this.moved.fire();
    if (state === "running" && this.server.ours) {
      try {
        await this.refresh();
        this.told(await this.server.request<Status>("seedfall/status", {}));
        this.timelines.again();
      } catch (e) {
        this.log.main.warn(`the server said nothing of its tests: ${reason(e)}`); // it has ended meanwhile
      }
    } else if (state !== "starting") {
      this.apply(this.tree.replace([]));
    }
  }

  /** refresh asks for all tests. */
  private async refresh(): Promise<void> {
    const { scenarios } = await this.server.request<{ scenarios: ScenarioTest[] }>("seedfall/tests", {});
    this.apply(this.tree.replace(scenarios));
  }

  private apply(steps: Step[]): void {
    for (const step of steps) {
      this.view?.apply(step);
      if (step.do === "result") {
        this.runs?.show(step.scenario);
      }
    }
    this.gutter.draw();
    const all = this.tree.scenarios();
    setKey(
      "sweepRunning",
      all.some((s) => s.state === "running"),
    );
    setKey("hasFailures", this.failures.places().length > 0);
    this.moved.fire();
  }

  /** show shows the Test Explorer, or takes it away, as the settings have it. */
  private show(): void {
    const wanted = own().tests;
    if (wanted === (this.view !== undefined)) {
      return;
    }
    if (!wanted) {
      this.view?.dispose();
      this.view = this.runs = undefined;
      return;
    }
    this.view = new TestView();
    this.runs = new TestRuns(
      this.view,
      this.tree,
      () => this.server,
      () => this.refresh(),
    );
    const all = this.tree.scenarios();
    this.tree.replace([]);
    this.apply(this.tree.replace(all));
  }
}

/** setKey sets a context key of ours. */
function setKey(key: string, value: boolean): void {
  void commands.executeCommand("setContext", `seedfall.${key}`, value);
}
