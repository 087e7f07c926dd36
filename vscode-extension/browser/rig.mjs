// What the browser tests have in common: a seedfall binary, pages, a server, and a
// browser that tells of every request and of everything that goes wrong.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

export const root = fileURLToPath(new URL("../..", import.meta.url));
const go = process.env.GO ?? "go";

/** A folder that goes when the process ends. */
export const folder = mkdtempSync(join(tmpdir(), "seedfall-browser-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

/** run runs a command in the repository and gives what it prints. */
export function run(command, ...args) {
  return execFileSync(command, args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

let built = "";

/** seedfall is the path of the binary, which is built when it is first asked for. */
export function seedfall() {
  if (built === "") {
    built = join(folder, "seedfall");
    run(go, "build", "-o", built, "./cmd/seedfall");
  }
  return built;
}

/** sections runs the command that makes traces for tests. */
export const sections = (...args) => run(go, "run", "./internal/viewer/sections", ...args);

/** recorded is the path of a trace of an example. */
export const recorded = (name) => join(root, "vscode-extension/test/fixtures", `${name}.sftrace`);

/** written writes the page of a trace file, and gives its file:// address. */
export function written(trace, name) {
  const page = join(folder, `${name}.html`);
  run(seedfall(), "view", trace, "-o", page);
  return pathToFileURL(page).href;
}

/** serve starts seedfall view and gives its address and a function that ends it. */
export async function serve(...args) {
  const child = spawn(seedfall(), ["view", ...args], { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  child.stderr.on("data", (b) => (said += b));
  const ended = new Promise((done) => child.on("exit", (code) => done(code)));
  const lines = createInterface({ input: child.stdout });
  const address = await Promise.race([
    new Promise((done) => lines.once("line", done)),
    ended.then((code) => Promise.reject(new Error(`seedfall view ended with ${code}: ${said}`))),
  ]);
  const stop = () => {
    child.kill("SIGINT");
    return ended;
  };
  return { address, stop, pid: child.pid };
}

/** launch starts the browser; more are further flags of it. */
export function launch(...more) {
  const quiet = ["--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-quic"];
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", ...quiet, ...more],
  });
}

/** look opens a page in a context of its own, where every request but that for the page
 * is noted in asked, and aborted. Only one with free set may ask: its requests take no
 * longer for being watched. trouble are sentences about what went wrong. */
export async function look(browser, address, { free = false, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce", ...options });
  const asked = [];
  const trouble = [];
  if (free) context.on("request", (request) => asked.push(request.url()));
  else {
    await context.route("**/*", (route) => {
      const url = route.request().url();
      if (url === address.replace(/#.*$/, "")) return route.continue();
      asked.push(url);
      return route.abort();
    });
  }
  const page = await context.newPage();
  page.on("console", (m) => {
    if (m.type() === "error" || m.type() === "warning") trouble.push(`console: ${m.text()}`);
  });
  page.on("pageerror", (e) => trouble.push(`error: ${e.message}`));
  page.on("dialog", (d) => {
    trouble.push(`dialog: ${d.message()}`);
    void d.dismiss();
  });
  page.on("popup", () => trouble.push("a window was opened"));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (e) => console.error(`policy: ${e.violatedDirective} ${e.blockedURI}`));
  });
  await page.goto(address);
  return { page, context, asked, trouble };
}

/** whole waits until a page has all of its run. */
export async function whole(page) {
  await page.locator(".summary .verdict").waitFor();
  await page.waitForFunction(() => document.querySelector(".status")?.textContent === "");
}

/** selected is the number of the event that is selected, from the grid of events. */
export async function selected(page) {
  const id = await page.locator('.grid [aria-selected="true"]').first().getAttribute("data-event");
  return Number(id) + 1;
}

/** until waits for a selection: keys are answered with the next frame. */
export async function until(page, so) {
  for (let frames = 0; !so(await selected(page)); frames++) {
    assert.ok(frames < 600, "the selection does not come");
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  }
}

/** calm asserts that nothing went wrong and nothing was asked. */
export function calm({ asked, trouble }) {
  assert.deepEqual(trouble, []);
  assert.deepEqual(asked, []);
}

/** shoot keeps a picture for whoever wants to look, if OUT says where. */
export async function shoot(page, name) {
  if (!process.env.OUT) return;
  mkdirSync(process.env.OUT, { recursive: true });
  await page.screenshot({ path: join(process.env.OUT, `${name}.png`) });
}

/** The source of axe, to be run in a page. */
export const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
