import { expect, test } from "vitest";
import { locate, type Surroundings } from "../../src/extension/locate";

const at = (there: string[], more: Partial<Surroundings> = {}) =>
  locate({
    setting: "",
    folder: "/w",
    env: { PATH: "/usr/bin:/bin" },
    home: "/home/u",
    windows: false,
    runs: (p) => there.includes(p),
    ...more,
  });

test("the setting is the only place that counts when it is set", () => {
  expect(at(["/opt/lsp"], { setting: "/opt/lsp" })).toEqual({ path: "/opt/lsp", by: "setting" });
  expect(at(["/w/bin/lsp"], { setting: "bin/lsp" })).toEqual({ path: "/w/bin/lsp", by: "setting" });
  expect(at(["/usr/bin/seedfall-lsp"], { setting: "/opt/lsp" })).toEqual({ tried: "seedfall.server.path names /opt/lsp" });
});

test("then SEEDFALL_LSP, PATH, and where go install writes are looked at", () => {
  const everywhere = ["/e/lsp", "/bin/seedfall-lsp", "/gobin/seedfall-lsp", "/gopath/bin/seedfall-lsp", "/home/u/go/bin/seedfall-lsp"];
  const env = { PATH: "/usr/bin:/bin", GOBIN: "/gobin", GOPATH: "/gopath", SEEDFALL_LSP: "/e/lsp" };
  expect(at(everywhere, { env })).toEqual({ path: "/e/lsp", by: "SEEDFALL_LSP" });
  expect(at(everywhere)).toEqual({ path: "/bin/seedfall-lsp", by: "PATH" });
  expect(at(["/gobin/seedfall-lsp", "/gopath/bin/seedfall-lsp"], { env: { ...env, SEEDFALL_LSP: undefined } })).toEqual({
    path: "/gobin/seedfall-lsp",
    by: "GOPATH",
  });
  expect(at(["/home/u/go/bin/seedfall-lsp"])).toEqual({ path: "/home/u/go/bin/seedfall-lsp", by: "GOPATH" });
});

test("what was tried is told", () => {
  expect(at([])).toEqual({ tried: "it is neither in PATH nor in /home/u/go/bin" });
  expect(at([], { env: { SEEDFALL_LSP: "/gone" } })).toEqual({ tried: "SEEDFALL_LSP names /gone" });
});

test("a folder of PATH that depends on where one stands is left out", () => {
  expect(at(["seedfall-lsp", "./seedfall-lsp"], { env: { PATH: ".::bin" } })).toHaveProperty("tried");
});
