import { randomBytes } from "node:crypto";
import {
  commands,
  env,
  Uri,
  window,
  workspace,
  type CustomDocument,
  type CustomReadonlyEditorProvider,
  type Memento,
  type WebviewPanel,
} from "vscode";
import { address, EVENT } from "./address";
import type { Log } from "./log";
import { reason } from "./reason";
import type { Arguments, TraceOpen, TraceOpened } from "./protocol";
import type { Server } from "./server";
import { openSource } from "./source";
import { failureHtml, timelineHtml } from "./timelineHtml";
import { TimelineHost, type Opened } from "./timelineHost";
import { Runs } from "./timelineRuns";

/** VIEW is the type of the editor that shows a trace. */
export const VIEW = "seedfall.trace";

/** Origin is how a trace came about that was recorded here: with it the run has an
 * address. */
interface Origin {
  config: string;
  fingerprint?: string;
  seed?: string;
}

/** MAX_ORIGINS is of how many traces the origin is remembered. */
const MAX_ORIGINS = 100;

/** Document is a trace file that is open. */
export interface Document extends CustomDocument {
  /** The event to show when it is opened; undefined for the failure. */
  event: number | undefined;
}

/** Shown is a timeline that is open. */
interface Shown {
  /** It shows why it cannot be shown. */
  failed: boolean;
  /** The digest of its run; undefined if that is not known. */
  digest: string | undefined;
  /** Shows another event. */
  show: (event: number) => void;
  /** Loads the page once more, for the run that is there now. */
  load: (event?: number) => void;
}

/** TimelineEditors are the timelines that are open. A timeline is a read-only editor
 * of a trace file, so that VS Code opens it again when a window is. */
export class TimelineEditors implements CustomReadonlyEditorProvider<Document> {
  private readonly open = new Map<string, Shown>();
  private readonly wanted = new Map<string, number>();
  private readonly fresh = new Map<string, TraceOpened>();

  constructor(
    private readonly extension: Uri,
    private readonly memory: Memento,
    private readonly log: Log,
    private readonly server: () => Promise<Server>,
  ) {}

  /** show shows a run that was just recorded, at an event or at its failure. */
  async show(opened: TraceOpened, args: Arguments, event?: number): Promise<void> {
    const { config = "", fingerprint, seed } = args;
    const origin: Origin = { config, ...(fingerprint === undefined ? {} : { fingerprint }), ...(seed === undefined ? {} : { seed }) };
    const kept = Object.entries(this.origins()).filter(([file]) => file !== opened.file);
    await this.memory.update("origins", Object.fromEntries([...kept, [opened.file, origin]].slice(-MAX_ORIGINS)));
    const uri = Uri.file(opened.file);
    const key = uri.toString();
    const there = this.open.get(key);
    const at = event ?? opened.header.failure?.event;
    if (there && !there.failed && there.digest !== undefined && there.digest === opened.header.digest) {
      there.show(at ?? 0);
    } else {
      this.fresh.set(key, opened);
      there?.load(at); // the file has another run in it now
    }
    if (!there && event !== undefined) {
      this.wanted.set(key, event);
    }
    await commands.executeCommand("vscode.openWith", uri, VIEW);
  }

  /** again loads what could not be shown, since the server may be there now. */
  again(): void {
    for (const there of this.open.values()) {
      if (there.failed) {
        there.load();
      }
    }
  }

  openCustomDocument(uri: Uri): Document {
    const key = uri.toString();
    const event = this.wanted.get(key);
    this.wanted.delete(key);
    return { uri, event, dispose: () => undefined };
  }

  resolveCustomEditor(document: Document, panel: WebviewPanel): void {
    const { webview } = panel;
    const key = document.uri.toString();
    const dist = Uri.joinPath(this.extension, "dist");
    webview.options = { enableScripts: true, localResourceRoots: [dist] };
    const runs = new Runs(async (method, params) => (await this.server()).request(method, params));
    const host = new TimelineHost({ post: (m) => void webview.postMessage(m) }, runs, () => this.begin(document, runs, shown), {
      openSource: (file, line) => {
        void this.source(this.originOf(document)?.config, file, line);
      },
      copy: (text) => void env.clipboard.writeText(text),
      focused,
      failed: (why) => {
        this.log.main.error(`${document.uri.fsPath}: ${why}`);
        shown.failed = true;
        webview.html = failureHtml(why);
      },
    });
    const load = () => {
      webview.html = timelineHtml({
        script: webview.asWebviewUri(Uri.joinPath(dist, "timeline.js")).toString(),
        style: webview.asWebviewUri(Uri.joinPath(dist, "timeline.css")).toString(),
        source: webview.cspSource,
        nonce: randomBytes(16).toString("base64url"),
      });
    };
    const shown: Shown = {
      failed: false,
      digest: undefined,
      show: (event) => {
        host.show(event);
      },
      load: (event) => {
        shown.failed = false;
        host.anew(event);
        void runs.close();
        load();
      },
    };
    this.open.set(key, shown);
    webview.onDidReceiveMessage((m) => void host.take(m));
    panel.onDidChangeViewState(() => {
      focused(panel.active);
    });
    panel.onDidDispose(() => {
      if (this.open.get(key) === shown) {
        this.open.delete(key); // and not what another panel shows
      }
      focused(false);
      void runs.close();
    });
    focused(panel.active);
    load();
  }

  /** begin opens the trace of a document for its page. */
  private async begin(document: Document, runs: Runs, shown: Shown): Promise<Opened> {
    const key = document.uri.toString();
    const ask: TraceOpen = { file: document.uri.fsPath };
    const fresh = this.fresh.get(key);
    this.fresh.delete(key);
    const { run, opened } = fresh ? { run: runs.add(fresh), opened: fresh } : await runs.open(ask);
    shown.digest = opened.header.digest;
    const origin = this.originOf(document);
    return {
      run,
      ...(document.event === undefined ? {} : { event: document.event }),
      // If the server cannot make the run again, it says why.
      abilities: { source: true, goroutines: true, replay: true, neighbour: opened.header.failure !== undefined },
      address: origin ? address(env.uriScheme, { ...origin, config: workspace.asRelativePath(origin.config, false) }, EVENT) : "",
    };
  }

  private async source(config: string | undefined, file: string, line: number): Promise<void> {
    try {
      await openSource(await this.server(), config, file, line);
    } catch (e) {
      void window.showErrorMessage(`Seedfall: ${reason(e)}`);
    }
  }

  private originOf(document: Document): Origin | undefined {
    return this.origins()[document.uri.fsPath];
  }

  private origins(): Record<string, Origin> {
    return this.memory.get<Record<string, Origin>>("origins", {});
  }
}

function focused(has: boolean): void {
  void commands.executeCommand("setContext", "seedfall.timelineFocused", has);
}
