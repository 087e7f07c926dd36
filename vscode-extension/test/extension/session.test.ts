import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ExtensionContext, WebviewPanel } from "vscode";
import { Session } from "../../src/extension/session";
import { TimelineEditors } from "../../src/extension/timelineEditor";
import type { Server } from "../../src/extension/server";
import { clients } from "./languageclient";
import { changed, EventEmitter, nothing, state, trust, Uri } from "./vscode";

vi.mock("vscode-languageclient/node", () => import("./languageclient"));

const config = "/w/seedfall.json";
const scenario = { id: config, label: "seedfall.json", uri: "", state: "unknown", outdated: false, message: "", properties: [] };

beforeEach(() => {
  vi.stubEnv("SEEDFALL_LSP", process.execPath);
  clients.length = 0;
  Object.assign(state, { folders: [{ uri: Uri.file("/w"), name: "w", index: 0 }], settings: {}, trusted: true, shown: [], done: [] });
});
const sessions: Session[] = [];
afterEach(() => {
  sessions.splice(0).forEach((s) => {
    s.dispose();
  });
  vi.unstubAllEnvs();
});

/** kept is what a window keeps. */
const kept = () => {
  const all = new Map<string, unknown>();
  return { get: (key: string, otherwise: unknown) => all.get(key) ?? otherwise, update: (key: string, v: unknown) => void all.set(key, v) };
};

function session(): Session {
  const context = { extensionUri: Uri.file("/ext"), extension: { packageJSON: { version: "0.1.0" } }, workspaceState: kept() };
  const s = new Session(context as unknown as ExtensionContext);
  sessions.push(s);
  return s;
}

/** settle lets everything happen that waits for nothing. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** begin has the newest client begin, whose server knows some scenarios and is at work. */
async function begin(scenarios: object[]) {
  await settle();
  const client = clients.at(-1)!;
  client.answers["seedfall/tests"] = { scenarios };
  client.answers["seedfall/status"] = { health: "ok", quiescent: false, message: "" };
  client.began();
  await settle();
  return client;
}

const link = new Uri("vscode", "/run", "config=seedfall.json&seed=18446744073709551615") as never;

test("an address waits for its config, which the server may still be looking for", async () => {
  const s = session();
  const client = await begin([]);
  void s.open(link);
  await settle();
  expect(client.asked).not.toContain("workspace/executeCommand");
  client.notify("seedfall/testsChanged", { changed: [scenario], removed: [] });
  await settle();
  expect(client.asked).toContain("workspace/executeCommand");
});

test("an address waits no longer than the server is at work, or there", async () => {
  for (const end of [
    (client: (typeof clients)[0]) => {
      client.notify("seedfall/status", { health: "ok", quiescent: true, message: "" });
    },
    (client: (typeof clients)[0]) => client.options.errorHandler.closed(),
  ]) {
    state.shown = [];
    const s = session();
    const client = await begin([]);
    let over = false;
    void s.open(link).then(() => (over = true));
    await settle();
    expect(over).toBe(false);
    end(client);
    await settle();
    await settle();
    expect(over).toBe(true);
  }
});

test("a server that ends before it has told of its tests is no error of the extension", async () => {
  const failed = vi.fn();
  process.on("unhandledRejection", failed);
  session();
  await settle();
  clients[0]!.sendRequest = () => Promise.reject(new Error("the connection is closed"));
  clients[0]!.began();
  await settle();
  await settle();
  process.off("unhandledRejection", failed);
  expect(failed).not.toHaveBeenCalled();
});

test("trust and settings start a server anew that runs, and none that is stopped", async () => {
  const s = session();
  await begin([]);
  trust.fire();
  await settle();
  expect(clients).toHaveLength(2);
  changed.fire({ affectsConfiguration: (name) => "seedfall.server.initializeStopped".startsWith(name) });
  await settle();
  expect(clients).toHaveLength(2);
  await s.command("stopServer", []);
  trust.fire();
  changed.fire({ affectsConfiguration: (name) => "seedfall.server.path".startsWith(name) });
  await settle();
  expect(clients).toHaveLength(2);
});

/** panel has a page, and counts how often it was loaded. */
function panel() {
  const page = { loaded: [] as string[], posted: [] as unknown[], says: new EventEmitter<unknown>(), closed: new EventEmitter<void>() };
  const webview = {
    cspSource: "https://x",
    asWebviewUri: (u: Uri) => u,
    onDidReceiveMessage: page.says.event,
    postMessage: (m: unknown) => page.posted.push(m),
    set html(text: string) {
      page.loaded.push(/role="alert">([^<]*)/.exec(text)?.[1] ?? "page");
    },
  };
  return { ...page, panel: { webview, onDidDispose: page.closed.event, onDidChangeViewState: nothing } as unknown as WebviewPanel };
}

test("a timeline shows the run that is in its file now, and comes when the server does", async () => {
  let answer = () => Promise.reject(new Error("the language server is not running"));
  const server = { request: () => answer() } as unknown as Server;
  const all = new TimelineEditors(Uri.file("/ext") as never, kept() as never, nothing, () => Promise.resolve(server));
  const opened = (digest: string) => ({ handle: "t", file: "/w/a.sftrace", header: { seed: "7", digest, failure: { event: 9 } } });
  const document = all.openCustomDocument(Uri.file("/w/a.sftrace") as never);
  const { panel: shown, loaded, posted, says, closed } = panel();
  all.resolveCustomEditor(document, shown);
  const ready = async () => {
    says.fire({ method: "ready" });
    await settle();
  };
  await ready();
  answer = () => Promise.resolve(opened("d1")) as never;
  all.again();
  await ready();
  all.again();
  expect(loaded).toEqual(["page", "The timeline cannot be shown: the language server is not running", "page"]);
  await all.show(opened("d1"), { config }, 5);
  expect(loaded).toHaveLength(3);
  await all.show(opened("d2"), { config }, 6);
  expect(loaded).toHaveLength(4);
  await ready();
  expect(posted.map((m) => (m as { params: { event?: number } }).params.event)).toEqual([undefined, 5, 6]);
  expect(posted[2]).toMatchObject({ params: { address: "vscode://seedfall.seedfall/run?config=seedfall.json&event={event}" } });

  const next = panel(); // the editor is moved: the new panel is there before the old one goes
  all.resolveCustomEditor(document, next.panel);
  closed.fire();
  await all.show(opened("d3"), { config });
  expect(next.loaded).toEqual(["page", "page"]);
});

test("a new config is written by the server, which looks for programs; without one it is an example", async () => {
  const s = session();
  const client = await begin([]);
  await s.command("newConfig", []);
  expect(client.asked.filter((m) => m === "workspace/executeCommand")).toHaveLength(1);
  await s.command("stopAll", []);
  expect(client.asked.filter((m) => m === "workspace/executeCommand")).toHaveLength(2);
  await s.command("stopServer", []);
  await s.command("newConfig", []);
  expect(client.asked.filter((m) => m === "workspace/executeCommand")).toHaveLength(2);
});
