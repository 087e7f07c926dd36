// What a user does with examples/kvlog, from the question whether the folder is
// trusted to a run that passes since a fault was taken away. The tests go on where
// the one before has ended.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { clickUntil, command, lens, openFile, setTheme, shoot, timeline, toast } from "./hands.mjs";
import { kvlog } from "./project.mjs";
import { PATIENCE, start, until } from "./rig.mjs";

let editor, page;
before(async () => {
  const settings = { "seedfall.shrink.auto": false, "seedfall.shrink.budget": "60" };
  editor = await start({ work: kvlog(), trust: true, settings });
  page = await editor.open();
});
after(async () => {
  await editor?.close("journey");
});

const step = (name, body) =>
  test(name, { timeout: 4 * PATIENCE }, async () => {
    try {
      await body();
    } catch (e) {
      await shoot(page, `failed ${name}`);
      throw e;
    }
  });

step("a folder that is not trusted shows what it has and runs nothing until it is", async () => {
  await openFile(page, "history.go");
  await lens(page, "trust the workspace to run").waitFor();
  await shoot(page, "untrusted");
  await clickUntil(lens(page, "trust the workspace to run"), () => page.locator(".workspace-trust-editor").isVisible(), "the trust editor");
  await page.locator(".workspace-trust-editor .monaco-button", { hasText: /^Trust$/ }).click();
  await page.locator(".workspace-trust-editor", { hasText: "You trust this folder" }).waitFor();
  await page.locator(".monaco-modal-editor-block .codicon-close").last().click();
  await page.locator(".monaco-modal-editor-block").waitFor({ state: "detached" });
  await lens(page, "run 100 seeds").waitFor();
});

step("100 seeds run with progress that can be stopped, and the failure is shown at its line", async () => {
  const progress = toast(page, "running seeds of seedfall.json");
  await clickUntil(lens(page, "run 100 seeds"), () => progress.isVisible(), "the progress");
  await progress.getByText(/\d+ of 100 seeds, \d+ failed/).waitFor();
  await lens(page, "fails: seed 1").waitFor();
  await shoot(page, "progress");
  await progress.locator("a.monaco-button", { hasText: "Cancel" }).click();
  await progress.waitFor({ state: "hidden" });
  // The steps of a failure are found out when its run has ended by itself.
  await clickUntil(lens(page, "run 100 seeds"), () => progress.isVisible(), "the progress");
  await progress.waitFor({ state: "hidden", timeout: 3 * PATIENCE });
  await command(page, "View: Toggle Problems");
  const problems = page.locator(".markers-panel .monaco-list-row");
  const failure = problems.filter({ hasText: 'always "every acknowledged write is read back" in workload' }).first();
  await failure.waitFor();
  const steps = async () => (await problems.count()) >= 5;
  await until(steps, "the steps of the story");
  await failure.click(); // which leads to the assertion, and folds the steps
  await page.locator(".statusbar-item", { hasText: /Ln 37, Col \d+ \(\d+ selected\)/ }).waitFor();
  await until(async () => {
    if (await steps()) return true;
    await page.keyboard.press("ArrowRight");
    return false;
  }, "the steps again");
  await shoot(page, "problems");
  await command(page, "View: Toggle Problems");
});

step("a failure is shrunk from its lens", async () => {
  await clickUntil(lens(page, "· shrink"), () => toast(page, "shrinking of seedfall.json").isVisible(), "the progress");
  await lens(page, /shrunk to \d+ faults? · timeline/).waitFor({ timeout: 3 * PATIENCE });
});

step("its timeline opens at the failure, keys go from event to event, and a click leads to the source", async () => {
  const frame = timeline(page);
  await clickUntil(lens(page, "· timeline"), () => frame.locator(".badge", { hasText: "FAILED" }).isVisible(), "the timeline");
  const sentence = frame.locator(".narration .sentence");
  const at = () => sentence.textContent();
  await until(async () => (await at())?.includes("every acknowledged write is read back"), "the failure is selected");
  const failure = await at();
  await shoot(page, "timeline dark");
  await frame.locator("canvas.lanes-canvas").focus();
  await page.keyboard.press("ArrowLeft");
  await until(async () => (await at()) !== failure, "the event before");
  await page.keyboard.press("x");
  await until(async () => (await at()) === failure, "the failure again");
  await frame.locator(".facts .link").first().click();
  await page.locator(".tab.active", { hasText: "history.go" }).waitFor();
  await page.locator(".statusbar-item", { hasText: /Ln 36, Col 1/ }).waitFor();
});

step("light and high contrast themes reach the timeline", async () => {
  const lanes = timeline(page).locator("canvas.lanes-canvas");
  const ground = () => lanes.evaluate((canvas) => [...canvas.getContext("2d").getImageData(1, canvas.height - 2, 1, 1).data].join());
  let before = await ground();
  for (const [label, cls, kind] of [
    ["Light Modern", "vs", "light"],
    ["Default High Contrast", "hc-black", "high-contrast"],
    ["Dark Modern", "vs-dark", "dark"],
  ]) {
    await page.locator(".tab", { hasText: "history.go" }).first().click(); // keys pressed in the timeline stay there
    await setTheme(page, label, cls);
    await page.locator(".tab", { hasText: ".sftrace" }).click();
    await timeline(page).locator(`body[data-vscode-theme-kind="vscode-${kind}"] .badge`).waitFor();
    await until(async () => (await ground()) !== before, "the lanes are drawn anew");
    before = await ground();
    await shoot(page, `timeline ${kind}`);
  }
});

step("without one of its faults the run passes", async () => {
  const frame = timeline(page);
  await frame.locator("#tab-schedule").click();
  await frame.locator("#remove-0").click();
  await frame.locator("#replay").click();
  await frame.locator(".result.passed").waitFor();
  await frame.locator(".versus").waitFor(); // it is shown beside the failing one at once
  await shoot(page, "replayed");
});

step("the Test Explorer shows scenarios and properties, runs them, and stops", async () => {
  await command(page, "Testing: Focus on Test Explorer View");
  const rows = page.locator(".test-explorer .monaco-list-row");
  await rows.filter({ hasText: "seedfall.json" }).first().waitFor();
  await rows.filter({ hasText: "seedfall.json" }).first().click();
  await page.keyboard.press("ArrowRight");
  await rows.filter({ hasText: "every acknowledged write is read back" }).first().waitFor();
  await command(page, "Test: Run All Tests");
  const busy = page.locator(
    ".test-explorer .codicon-testing-queued-icon, .test-explorer .codicon-loading, .test-explorer .codicon-modifier-spin",
  );
  await until(async () => (await busy.count()) > 0, "a run is shown");
  await until(() => page.locator('.statusbar-item[aria-label="Seedfall: at work"]').isVisible(), "the server works");
  await command(page, "Test: Cancel Test Run");
  await until(async () => (await busy.count()) === 0, "the run is stopped");
  await page.locator('.statusbar-item[aria-label="Seedfall: ready"]').waitFor();
  await shoot(page, "tests");
  assert.deepEqual(editor.foreign, [], "addresses of other hosts that were asked for");
});
