// The search of the timeline in a real browser: the list of completions.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { axe, calm, folder, launch, look, recorded, sections, shoot, whole, written } from "./rig.mjs";

let browser;
let kvlog;
before(async () => {
  browser = await launch();
  kvlog = written(recorded("kvlog"), "kvlog");
});
after(() => browser?.close());

test("a query is written with the keyboard alone", async () => {
  const view = await look(browser, kvlog);
  const { page } = view;
  await whole(page);
  await page.keyboard.press("/");
  const field = page.getByRole("combobox");
  const list = page.getByRole("listbox", { name: "Completions" });
  await page.keyboard.type("no");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  assert.equal(await field.inputValue(), "node:");
  await page.keyboard.type("ser");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Tab");
  assert.equal(await field.inputValue(), "node:server");
  assert.equal(await list.isVisible(), false);
  await page.keyboard.type(" kind:disk.");
  assert.equal(await field.getAttribute("aria-expanded"), "true");
  await page.keyboard.press("Escape");
  assert.equal(await field.inputValue(), "node:server kind:disk.");
  assert.equal(await list.isVisible(), false);
  await page.locator(".found", { hasText: /^391 of/ }).waitFor();
  calm(view);
});

for (const scheme of ["light", "dark"]) {
  test(`axe finds nothing serious while completions are offered, ${scheme}`, async () => {
    const view = await look(browser, kvlog, { colorScheme: scheme, bypassCSP: true });
    const { page } = view;
    await whole(page);
    await page.evaluate(axe);
    await page.keyboard.press("/");
    for (const [name, text] of [
      ["keys", ""],
      ["kinds", "node:server kind:"],
      ["properties", "property:w"],
    ]) {
      await page.getByRole("combobox").fill(text);
      for (let presses = 0; presses < 3; presses++) await page.keyboard.press("ArrowDown");
      await shoot(page, `search ${name} ${scheme}`);
      const found = await page.evaluate(async () => (await window.axe.run()).violations);
      const serious = found.filter((v) => v.impact === "serious" || v.impact === "critical");
      assert.deepEqual(
        serious.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(" ")}`),
        [],
        name,
      );
    }
    calm(view);
  });
}

test("names that mean harm are offered as texts", async () => {
  const trace = join(folder, "hostile.sftrace");
  sections("-hostile", trace);
  const view = await look(browser, written(trace, "hostile"));
  const { page } = view;
  await whole(page);
  const count = () => page.evaluate(() => document.querySelectorAll("script, img, svg, iframe, object, embed, a[href]").length);
  const own = await count();
  const field = page.getByRole("combobox");
  await field.focus();
  for (const key of ["node:", "property:", "site:", "kind:"]) {
    await field.fill("");
    await page.keyboard.type(key);
    await page.keyboard.press("ArrowDown");
    assert.ok((await page.getByRole("option").count()) > 5, key);
    assert.equal(await count(), own, key);
    const raw = await page.evaluate(() => /[\u202a-\u202e\u2066-\u2069\u200e\u200f]/.test(document.body.innerText));
    assert.equal(raw, false, `${key}: marks that turn the direction of text around are on the page`);
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector(".found").textContent !== "" && document.querySelector(".wrong").hidden);
  }
  await shoot(page, "search hostile");
  assert.equal(await page.evaluate(() => window.attacked), undefined);
  calm(view);
});

test("the list is no wider than a narrow window", async () => {
  const view = await look(browser, kvlog, { viewport: { width: 420, height: 800 }, colorScheme: "dark" });
  await whole(view.page);
  await view.page.keyboard.press("/");
  await view.page.getByRole("combobox").fill("property:");
  await view.page.keyboard.press("ArrowDown");
  assert.ok(await view.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), "it is wider than the window");
  await shoot(view.page, "search narrow");
  calm(view);
});
