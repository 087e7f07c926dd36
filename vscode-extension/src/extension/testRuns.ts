import {
  FileCoverage,
  Position,
  StatementCoverage,
  TestCoverageCount,
  TestMessage,
  TestRunProfileKind,
  TestRunRequest,
  Uri,
  type CancellationToken,
  type TestItem,
  type TestRun,
} from "vscode";
import { cancelled } from "./commands";
import { reason } from "./reason";
import type { Arguments, ScenarioTest } from "./protocol";
import type { Server } from "./server";
import { report, type TestView } from "./testView";
import type { Tree } from "./testTree";

/** TestRuns runs what the user starts in the Test Explorer. Every run ends, whatever
 * happens to the server. */
export class TestRuns {
  /** The scenarios of which a run is shown, with how often. */
  private readonly busy = new Map<string, number>();

  constructor(
    private readonly view: TestView,
    private readonly tree: Tree,
    private readonly server: () => Server,
    private readonly refresh: () => Promise<void>,
  ) {
    const add = (name: string, kind: TestRunProfileKind, command: string, first: boolean) =>
      view.controller.createRunProfile(name, kind, (request, token) => this.run(request, token, command), first);
    add("Run", TestRunProfileKind.Run, "seedfall.run", true);
    add("Run Until Failure", TestRunProfileKind.Run, "seedfall.runUntilFailure", false);
    const coverage = add("Coverage of Properties", TestRunProfileKind.Coverage, "seedfall.run", true);
    coverage.loadDetailedCoverage = (_, file) => Promise.resolve(file instanceof Properties ? file.lines : []);
    view.controller.refreshHandler = () => this.refresh();
  }

  /** show shows a result that nobody has asked for in the Test Explorer. */
  show(s: ScenarioTest): void {
    const item = this.view.scenario(s.id);
    if (!item || this.busy.has(s.id) || s.state === "unknown") {
      return;
    }
    const run = this.view.controller.createTestRun(new TestRunRequest([item]), undefined, false);
    try {
      report(run, this.view, s);
    } finally {
      run.end();
    }
  }

  private async run(request: TestRunRequest, token: CancellationToken, command: string): Promise<void> {
    const run = this.view.controller.createTestRun(request);
    try {
      await Promise.all([...this.wanted(request)].map((s) => this.one(run, s, token, command)));
      if (request.profile?.kind === TestRunProfileKind.Coverage) {
        coverage(this.tree, run);
      }
    } finally {
      run.end();
    }
  }

  /** wanted are the scenarios that a request is about: a seed is run for all
   * properties at once. */
  private wanted(request: TestRunRequest): Set<TestItem> {
    const all = new Set<TestItem>();
    if (request.include) {
      for (const item of request.include) {
        all.add(item.parent ?? item);
      }
    } else {
      this.view.controller.items.forEach((item) => all.add(item));
    }
    for (const item of request.exclude ?? []) {
      all.delete(item);
    }
    return all;
  }

  private async one(run: TestRun, item: TestItem, token: CancellationToken, command: string): Promise<void> {
    this.busy.set(item.id, (this.busy.get(item.id) ?? 0) + 1);
    run.started(item);
    item.children.forEach((c) => {
      run.started(c);
    });
    try {
      const args: Arguments = { config: item.id };
      await unless(token, this.server().execute(command, args, token));
      await this.refresh();
      const s = this.tree.get(item.id);
      if (s) {
        report(run, this.view, s);
      }
    } catch (e) {
      if (!cancelled(e)) {
        run.errored(item, [new TestMessage(reason(e))]);
      }
    } finally {
      const left = (this.busy.get(item.id) ?? 1) - 1;
      if (left > 0) {
        this.busy.set(item.id, left);
      } else {
        this.busy.delete(item.id);
      }
    }
  }
}

/** GRACE is how many milliseconds a server has to answer a request that was
 * cancelled. */
const GRACE = 1500;

/** unless waits for some work, and no longer than GRACE after the user has ended it. */
export function unless<T>(
  token: { onCancellationRequested: (f: () => void) => { dispose(): unknown } },
  work: Promise<T>,
  grace = GRACE,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const heard = token.onCancellationRequested(() => {
      timer = setTimeout(() => {
        reject(Object.assign(new Error("stopped"), { name: "Canceled" }));
      }, grace);
    });
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      heard.dispose();
    });
  });
}

/** Properties are a file's properties, with whether seeds have reached them. */
class Properties extends FileCoverage {
  constructor(
    uri: Uri,
    readonly lines: StatementCoverage[],
  ) {
    super(uri, new TestCoverageCount(lines.filter((l) => l.executed !== false).length, lines.length));
  }
}

function coverage(tree: Tree, run: TestRun): void {
  const files = new Map<string, StatementCoverage[]>();
  for (const p of tree.scenarios().flatMap((s) => s.properties)) {
    if (p.uri) {
      files.set(p.uri, [
        ...(files.get(p.uri) ?? []),
        new StatementCoverage(p.state !== "unreached" && p.state !== "unknown", new Position(p.line, 0)),
      ]);
    }
  }
  for (const [uri, lines] of files) {
    run.addCoverage(new Properties(Uri.parse(uri), lines));
  }
}
