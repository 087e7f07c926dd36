import type { ExecFileException } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { install, INSTALL } from "../../src/extension/install";
import { nothing, state } from "./vscode";

type Answered = (error: ExecFileException | null, stdout: string, stderr: string) => void;

/** What the go command prints, and why it fails; and all that happens, in order. */
let env = "";
let fails = "";
let missing = false;
let done: string[];
vi.mock("node:child_process", () => ({
  execFile: (file: string, args: string[], { cwd }: { cwd: string }, answer: Answered) => {
    expect([file, cwd]).toEqual(["go", homedir()]);
    done.push(args[0] === "env" ? "env" : args.join(" "));
    const error = missing ? new Error("spawn go ENOENT") : fails && args[0] !== "env" ? new Error("Command failed") : null;
    answer(error, args[0] === "env" ? env : "", error ? fails : "");
    return nothing;
  },
}));

let folder: string;
let bin: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "seedfall-install-"));
  bin = join(folder, "go", "bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, "seedfall-lsp"), "");
  env = `\n${join(folder, "go")}\n`;
  [fails, missing, done] = ["", false, []];
  state.shown = [];
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const INSTALLED = `${INSTALL}@v0.1.0`.slice("go ".length);

function server(path: string, state = "running") {
  const note = (what: string) => () => {
    done.push(what);
    return Promise.resolve();
  };
  return { path, state, start: note("start"), stop: note("stop"), restart: note("restart") };
}

test("a server that runs from the file that is written is stopped first, and the new one is started", async () => {
  await install("0.1.0", nothing, server(join(bin, "seedfall-lsp")));
  expect(done).toEqual(["env", "stop", INSTALLED, "restart"]);
  expect(state.shown).toEqual([]);
});

test("so is one that a link leads to, where GOBIN is set, and by the name of Windows", async () => {
  env = `${join(folder, "bin")}\r\n${join(folder, "go")}\r\n`;
  symlinkSync(bin, join(folder, "bin"));
  symlinkSync(join(bin, "seedfall-lsp"), join(folder, "link"));
  for (const path of [join(folder, "link"), join(bin, "seedfall-lsp.exe")]) {
    done = [];
    await install("0.1.0", nothing, server(path));
    expect(done).toEqual(["env", "stop", INSTALLED, "restart"]);
  }
});

test("one that runs from elsewhere, or does not run, is not stopped before the new one is there", async () => {
  for (const [path, state] of [
    [join(folder, "seedfall-lsp"), "running"],
    [join(bin, "seedfall-lsp"), "stopped"],
    ["", "missing"],
  ]) {
    done = [];
    await install("0.1.0", nothing, server(path!, state));
    expect(done).toEqual(["env", INSTALLED, "restart"]);
  }
});

test("if it fails, the server that was stopped is started again, and a sentence says what to do", async () => {
  for (const [why, says] of [
    ["open seedfall-lsp.exe: Access is denied.", "close the other windows with a simulation, and install again"],
    ["no matching versions", "The log has what it says; mend that, and install again."],
  ]) {
    [done, state.shown, fails] = [[], [], why!];
    await install("0.1.0", nothing, server(join(bin, "seedfall-lsp")));
    expect(done).toEqual(["env", "stop", INSTALLED, "start"]);
    expect(state.shown).toEqual([expect.stringContaining(says!)]);
  }
});

test("without a go command nothing is stopped", async () => {
  missing = true;
  await install("0.1.0", nothing, server(join(bin, "seedfall-lsp")));
  expect(done).toEqual(["env"]);
  expect(state.shown).toEqual([expect.stringContaining("There is no go command in PATH: install Go 1.26 or later")]);
});
