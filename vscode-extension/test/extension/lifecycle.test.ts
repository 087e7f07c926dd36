import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Client } from "../../src/extension/client";
import { Server } from "../../src/extension/server";
import { Tasks } from "../../src/extension/tasks";
import { Tree } from "../../src/extension/testTree";
import { clients } from "./languageclient";
import { nothing, state, Uri } from "./vscode";

vi.mock("vscode-languageclient/node", () => import("./languageclient"));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubEnv("SEEDFALL_LSP", process.execPath);
  clients.length = 0;
  Object.assign(state, { folders: [], settings: {}, trusted: true, shown: [], done: [] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const server = () =>
  new Server(
    nothing,
    "0.1.0",
    () => undefined,
    () => Promise.resolve(),
  );

/** settle lets everything happen that waits for no time to pass. */
const settle = () => vi.advanceTimersByTimeAsync(0);

test("a server that the user starts while it would be started again is started once", async () => {
  const s = server();
  void s.start();
  await settle();
  clients[0]!.failed(new Error("it has ended"));
  await settle();
  expect(s.state).toBe("stopped");
  void s.start();
  await vi.advanceTimersByTimeAsync(5000);
  expect(clients).toHaveLength(2);
});

test("the end of a connection that was given up is no end of the next one", async () => {
  const s = server();
  void s.start();
  await settle();
  void s.restart();
  await settle();
  clients[1]!.began();
  await settle();
  clients[0]!.options.errorHandler.closed();
  expect(s.state).toBe("running");
  clients[1]!.options.errorHandler.closed();
  expect(s.state).toBe("stopped");
});

test("what is set starts no server that the user has stopped", async () => {
  const s = server();
  void s.renew();
  await settle();
  expect(clients).toHaveLength(0);
  void s.start();
  await settle();
  void s.renew();
  await settle();
  expect(clients).toHaveLength(2);
});

test("a server that is missing is told whenever it was to be started", async () => {
  vi.stubEnv("SEEDFALL_LSP", "/nowhere/seedfall-lsp");
  const s = server();
  await s.start();
  await s.start();
  expect(state.shown).toHaveLength(2);
});

test("commands that the extension has registered are not registered for the server too", () => {
  const registered: string[] = [];
  const feature = {
    registrationType: { method: "workspace/executeCommand" },
    register: (data: { registerOptions: { commands: string[] } }) => registered.push(...data.registerOptions.commands),
  };
  new Client("a", "A", nothing, nothing).registerFeature(feature as never);
  feature.register({ registerOptions: { commands: ["seedfall.run", "seedfall.stopAll", "seedfall.doctor", "seedfall.check"] } });
  expect(registered).toEqual(["seedfall.run", "seedfall.check"]);
});

test("the task of a scenario runs in the folder in which its path is right", () => {
  state.folders = ["/w/a", "/w/b"].map((path, index) => ({ uri: Uri.file(path), name: path, index }));
  const tree = new Tree();
  const one = { label: "", uri: "", state: "unknown", outdated: false, message: "", properties: [] } as const;
  tree.replace(["/w/b/x/seedfall.json", "/else/seedfall.json"].map((id) => ({ ...one, id, properties: [] })));
  new Tasks(tree);
  expect(state.tasks?.provideTasks()).toMatchObject([
    { scope: 2, execution: { args: ["run", "-c", "/else/seedfall.json"], options: {} } },
    { scope: { index: 1 }, execution: { args: ["run", "-c", "x/seedfall.json"], options: { cwd: "/w/b" } } },
  ]);
});
