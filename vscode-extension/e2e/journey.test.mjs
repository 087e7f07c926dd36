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
  editor = await start({ work: kvlog(), trust: true });
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
  await openFile(page, "history.go");
  await lens(page, "run 100 seeds").waitFor();
});

step("100 seeds run with progress, and the failure is shown at its line", async () => {
  const progress = toast(page, "running seeds of seedfall.json");
  await clickUntil(lens(page, "run 100 seeds"), () => progress.isVisible(), "the progress");
  await progress.locator("a.monaco-button", { hasText: "Cancel" }).waitFor();
  await progress.getByText(/\d+ of 100 seeds, \d+ failed/).waitFor();
  await shoot(page, "progress");
  await progress.waitFor({ state: "hidden" });
  await page.locator(".squiggly-error").first().waitFor();
  await lens(page, "fails: seed 1 and").waitFor();
  await command(page, "View: Focus Problems");
  const problems = page.locator(".markers-panel .monaco-list-row");
  await problems.filter({ hasText: 'always "every acknowledged write is read back" in workload' }).first().waitFor();
  await until(async () => (await problems.count()) >= 5, "the steps of the story");
  await shoot(page, "problems");
});
