import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { COMMANDS } from "../../src/extension/ownCommands";
import { OWN } from "../../src/extension/settings";

const at = (...path: string[]) => join(import.meta.dirname, "../..", ...path);
const read = (...path: string[]) => readFileSync(at(...path), "utf8");

interface Setting {
  default: unknown;
  scope: string;
  markdownDescription: string;
}

const manifest = JSON.parse(read("package.json")) as {
  activationEvents: string[];
  capabilities: { untrustedWorkspaces: { restrictedConfigurations: string[] } };
  contributes: {
    commands: { command: string; title: string }[];
    menus: Record<string, { command: string }[]>;
    configuration: { properties: Record<string, Setting> }[];
    keybindings: { command: string }[];
    walkthroughs: { steps: { description: string; media: { markdown: string } }[] }[];
  };
};
const settings = new Map(manifest.contributes.configuration.flatMap((g) => Object.entries(g.properties)));
const names = [...settings.keys()].map((n) => n.replace(/^seedfall\./, ""));
const commands = manifest.contributes.commands.map((c) => c.command);
const titles = manifest.contributes.commands.map((c) => c.title);

/** lsp is the source of the server's settings. */
const lsp = readdirSync(at("../lsp"))
  .filter((f) => f.startsWith("settings") && f.endsWith(".go"))
  .map((f) => read("../lsp", f))
  .join("\n");

test("every setting of the manifest is read by the server, by the extension or by the language client, and no other", () => {
  const theirs = [...lsp.matchAll(/^\t"([a-zA-Z.]+)":\s+(?:func|read)/gm)].map((m) => m[1]!);
  const source = read("src/extension/settings.ts");
  const own = [...source.matchAll(/all\.get(?:<[^(]*>)?\("([\w.]+)"/g)].map((m) => m[1]!);
  expect([...theirs, ...own, "trace.server"].sort()).toEqual([...names].sort());
  expect(OWN.filter((n) => !own.includes(n))).toEqual(["trace.server"]);
});

test("docs/vscode.md has all settings with their defaults", () => {
  const rows = [...read("../docs/vscode.md").matchAll(/^\| `seedfall\.([\w.]+)` \| `?([^|`]*)`? \|/gm)].map((m) => [m[1], m[2]!.trim()]);
  const want = [...settings].map(([name, s]) => [
    name.replace(/^seedfall\./, ""),
    typeof s.default === "string" ? s.default : JSON.stringify(s.default),
  ]);
  expect(rows).toEqual(want);
});

test("docs/vscode.md has every message about the server", () => {
  const page = read("../docs/vscode.md").replace(/\s+/g, " ");
  const parts = [
    "finds no language server",
    "is older than this extension",
    "is newer than this extension",
    "has been starting for",
    "has ended five times within three minutes",
  ];
  const said = read("src/extension/notices.ts");
  for (const part of parts) {
    expect(said).toContain(part);
    expect(page).toContain(part);
  }
});

test("what runs programs is restricted in folders that are not trusted", () => {
  const restricted = manifest.capabilities.untrustedWorkspaces.restrictedConfigurations;
  expect(restricted.filter((n) => !settings.has(n))).toEqual([]);
  expect([...settings.keys()].filter((n) => /^seedfall\.(build|server)\.(path|args|extraEnv|tags|flags|env)$/.test(n))).toEqual(
    expect.arrayContaining(restricted),
  );
});

test("commands that are in a menu, on a key or in the walkthrough are declared", () => {
  const { menus, keybindings, walkthroughs } = manifest.contributes;
  const steps = walkthroughs.flatMap((w) => w.steps);
  const used = [
    ...Object.values(menus).flatMap((m) => m.map((i) => i.command)),
    ...keybindings.map((k) => k.command),
    ...steps.flatMap((s) => [...s.description.matchAll(/command:([\w.]+)/g)].map((m) => m[1]!)),
  ];
  expect(used.filter((c) => !commands.includes(c))).toEqual([]);
  expect(steps.map((s) => read(s.media.markdown).startsWith("# "))).toEqual(steps.map(() => true));
});

test("the page on VS Code names commands as the palette does", () => {
  const page = read("../docs/vscode.md");
  const table = page.slice(page.indexOf("| Command | What it does |"), page.indexOf("`Tasks: Run Task`"));
  const named = [...table.matchAll(/^\| (`.*?`) \|/gm)].flatMap((m) => [...m[1]!.matchAll(/`([^`]+)`/g)].map((n) => n[1]!));
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((name) => !titles.includes(name))).toEqual([]);
});

test("every command is registered by the extension or listed by the server", () => {
  const own = COMMANDS.map((name) => `seedfall.${name}`);
  const theirs = [...read("../lsp/command.go").matchAll(/^\t"(seedfall\.\w+)":/gm)].map((m) => m[1]!);
  expect(commands.filter((c) => !own.includes(c) && !theirs.includes(c))).toEqual([]);
  expect([...own, ...theirs].filter((c) => !commands.includes(c))).toEqual([]);
});

test("of two commands of one name the server announces none to the extension", () => {
  const own: readonly string[] = COMMANDS;
  const rows = [...read("../lsp/command.go").matchAll(/^\t"seedfall\.(\w+)":\s+\{(.*)\},$/gm)].map((m) => [m[1]!, m[2]!] as const);
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter(([, row]) => row.includes("theirs: true")).map(([name]) => name)).toEqual(
    rows.map(([name]) => name).filter((name) => own.includes(name)),
  );
});

test("Go files alone do not load the language client", () => {
  expect(manifest.activationEvents).toEqual(["onUri", "workspaceContains:**/seedfall.json", "onLanguage:go"]);
  const early = ["extension.ts", "late.ts", "gate.ts", "disposes.ts", "ownCommands.ts"];
  const imports = early.flatMap((f) => [...read("src/extension", f).matchAll(/^import (?!type )[^;]*from "([^"]+)"/gms)].map((m) => m[1]!));
  expect([...new Set(imports)].sort()).toEqual(["./gate", "./late", "./ownCommands", "vscode"]);
});

test("what is left out of the language client is nothing that the server announces", () => {
  const build = read("esbuild.mjs");
  const list = build.slice(build.indexOf("const UNUSED = ["), build.indexOf("/** leaveOut"));
  const unused = [...list.matchAll(/"(\w+)"/g)].map((m) => m[1]!);
  const announced = [...read("../lsp/lifecycle.go").matchAll(/\b([A-Z]\w+)Provider:/g)].map(
    (m) => m[1]!.charAt(0).toLowerCase() + m[1]!.slice(1),
  );
  expect(announced.length).toBeGreaterThan(10);
  expect(unused.length).toBeGreaterThan(10);
  expect(announced.filter((name) => unused.includes(name))).toEqual([]);
});
