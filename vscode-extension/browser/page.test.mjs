// The timeline page in a real browser: as one file, and as `seedfall view` serves it.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { axe, calm, folder, launch, look, recorded, root, sections, selected, serve, shoot, until, whole, written } from "./rig.mjs";

const TABS = ["Story", "Events", "State", "Schedule", "Log"];
let browser;
let kvlog;
before(async () => {
  browser = await launch();
  kvlog = written(recorded("kvlog"), "kvlog");
});
after(() => browser?.close());

test("a page in a file needs no server and asks for nothing", async () => {
  const view = await look(browser, kvlog);
  await whole(view.page);
  assert.match(await view.page.locator(".summary .verdict").textContent(), /^FAILED.*every acknowledged write is read back/);
  for (const tab of TABS) await view.page.getByRole("tab", { name: tab }).click();
  await shoot(view.page, "kvlog light");
  calm(view);
});

test("keys go from event to event, to the failure, to the search and to the help", async () => {
  const view = await look(browser, kvlog);
  await whole(view.page);
  await view.page.getByRole("tab", { name: "Events" }).click();
  const failure = await selected(view.page);
  await view.page.locator("canvas.lanes-canvas").focus();
  await view.page.keyboard.press("ArrowLeft");
  await until(view.page, (n) => n < failure);
  await view.page.keyboard.press("x");
  await until(view.page, (n) => n === failure);
  await view.page.keyboard.press("?");
  await view.page.getByRole("dialog").waitFor();
  await view.page.keyboard.press("Escape");
  await view.page.getByRole("dialog").waitFor({ state: "hidden" });
  await view.page.keyboard.press("/");
  assert.equal(await view.page.evaluate(() => document.activeElement.tagName), "INPUT");
  calm(view);
});

test("an address opens a run at one of its events", async () => {
  const view = await look(browser, `${kvlog}#sel=7`);
  await whole(view.page);
  await view.page.getByRole("tab", { name: "Events" }).click();
  assert.equal(await selected(view.page), 7);
  calm(view);
});

test("texts that mean harm are shown as texts", async () => {
  const trace = join(folder, "hostile.sftrace");
  sections("-hostile", trace);
  const view = await look(browser, written(trace, "hostile"));
  await whole(view.page);
  const scripts = () =>
    view.page.evaluate(() => document.querySelectorAll("script, img, iframe, object, embed, link[href], a[href]").length);
  const own = await scripts();
  for (const tab of TABS) {
    await view.page.getByRole("tab", { name: tab }).click();
    assert.equal(await scripts(), own, `elements behind the tab ${tab}`);
  }
  await view.page.getByRole("tab", { name: "Events" }).click();
  await view.page.locator("canvas.lanes-canvas").focus();
  for (const key of ["ArrowLeft", "ArrowLeft", "ArrowUp", "[", "Home", "End"]) await view.page.keyboard.press(key);
  await shoot(view.page, "hostile");
  assert.equal(await view.page.evaluate(() => window.attacked), undefined);
  const raw = await view.page.evaluate(() => /[\u202a-\u202e\u2066-\u2069\u200e\u200f]/.test(document.body.innerText));
  assert.equal(raw, false, "marks that turn the direction of text around are on the page");
  calm(view);
});

for (const scheme of ["light", "dark"]) {
  test(`nobody is shut out: axe finds nothing serious, ${scheme}`, async () => {
    const view = await look(browser, kvlog, { colorScheme: scheme, bypassCSP: true });
    await whole(view.page);
    await view.page.evaluate(axe);
    for (const tab of TABS) {
      await view.page.getByRole("tab", { name: tab }).click();
      const found = await view.page.evaluate(async () => (await window.axe.run()).violations);
      const serious = found.filter((v) => v.impact === "serious" || v.impact === "critical");
      assert.deepEqual(
        serious.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(" ")}`),
        [],
        `behind the tab ${tab}`,
      );
    }
    await shoot(view.page, `kvlog ${scheme} log`);
    calm(view);
  });
}

for (const [name, width] of [
  ["narrow", 420],
  ["wide", 1600],
]) {
  test(`nothing is cut off in a ${name} window`, async () => {
    const view = await look(browser, kvlog, { viewport: { width, height: 800 }, colorScheme: "dark" });
    await whole(view.page);
    assert.ok(await view.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), "it is wider than the window");
    await shoot(view.page, `kvlog ${name}`);
    calm(view);
  });
}

/** buried are the buttons and fields, of those that can be used, whose middle is not seen even when they are scrolled to. */
const buried = () =>
  [...document.querySelectorAll("button, input, [role=tab]")]
    .filter((e) => !e.disabled && e.checkVisibility())
    .filter((e) => {
      e.scrollIntoView({ block: "center" });
      const r = e.getBoundingClientRect();
      const at = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
      return r.left < 0 || r.right > window.innerWidth || !(e.contains(at) || e.closest("label")?.contains(at));
    })
    .map((e) => e.outerHTML);

for (const [name, options] of [
  ["400 pixels", { viewport: { width: 400, height: 800 } }],
  ["200 %", { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 }],
]) {
  test(`every control is reached at ${name}`, async () => {
    const view = await look(browser, kvlog, options);
    await whole(view.page);
    for (const tab of TABS) {
      await view.page.getByRole("tab", { name: tab }).click();
      assert.deepEqual(await view.page.evaluate(buried), [], `behind the tab ${tab}`);
      assert.ok(
        await view.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
        `${tab} is wider than the window`,
      );
    }
    calm(view);
  });
}

test("in forced colours no button has its text in the colour of its ground", async () => {
  const view = await look(browser, kvlog, { forcedColors: "active" });
  await whole(view.page);
  for (const tab of TABS) {
    await view.page.getByRole("tab", { name: tab }).click();
    const unseen = await view.page.evaluate(() =>
      [...document.querySelectorAll("button")]
        .filter((b) => b.checkVisibility() && window.getComputedStyle(b).color === window.getComputedStyle(b).backgroundColor)
        .map((b) => b.outerHTML),
    );
    assert.deepEqual(unseen, [], `behind the tab ${tab}`);
  }
  calm(view);
});

test("a served page has its run, and nobody without the token has", async () => {
  const server = await serve(recorded("kvlog"));
  try {
    const view = await look(browser, server.address, { free: true });
    await whole(view.page);
    const { origin } = new URL(server.address);
    assert.deepEqual(
      view.asked.filter((url) => !url.startsWith(origin)),
      [],
    );
    assert.deepEqual(view.trouble, []);
    const answer = await fetch(`${origin}/api/opened`);
    assert.equal(answer.status, 403);
    const closed = await look(browser, `${origin}/`, { free: true });
    await closed.page.getByText(/token/).first().waitFor();
  } finally {
    await server.stop();
  }
});

test("a fault that is added at an event in the page is struck by the engine, and the result is shown", { timeout: 300_000 }, async () => {
  const example = join(root, "examples/kvlog");
  const server = await serve("-c", join(example, "seedfall.json"), "-faults", join(example, "two.faults.json"));
  try {
    const view = await look(browser, `${server.address}&q=kind:disk.write`, { free: true, bypassCSP: true });
    const { page } = view;
    await whole(page);
    await page.evaluate(axe);
    const serious = async () => {
      const { violations } = await page.evaluate(() => window.axe.run());
      return violations
        .filter((v) => v.impact === "serious" || v.impact === "critical")
        .map((v) => `${v.id}: ${v.nodes.map((n) => n.html)}`);
    };
    await page.locator("canvas.lanes-canvas").focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("n");
    await page.keyboard.press("i");
    await page.getByRole("region", { name: "Interval" }).waitFor();
    assert.deepEqual(await serious(), []);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Shift+F10");
    const menu = page.getByRole("menu");
    await menu.waitFor();
    assert.deepEqual(await serious(), []);
    await shoot(page, "menu of an event");
    await menu.getByRole("menuitem", { name: "Crash server before this write" }).press("Enter");
    await page.getByRole("button", { name: "Replay with this change" }).press("Enter");
    const result = page.locator(".result");
    await result.waitFor({ timeout: 200_000 });
    assert.match(await result.textContent(), /^The run (passes|fails).*added: crash server before this write/);
    await page.locator(".versus").waitFor();
    const run = await page.evaluate(async () => {
      const token = new window.URLSearchParams(window.location.hash.slice(1)).get("token");
      return (await fetch("api/run-2/head", { headers: { "X-Seedfall-Token": token } })).json();
    });
    const struck = run.header.schedule.faults.filter((f) => f.kind === "crash_io" && f.point === "before");
    assert.equal(struck.length, 1, JSON.stringify(run.header.schedule.faults));
    assert.deepEqual(view.trouble, []);
  } finally {
    await server.stop();
  }
});
