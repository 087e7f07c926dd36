// A server that is missing, of another version, slow, or that ends by itself is told
// in one message each, and the editor stays usable.
import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { command, openFile, shoot, toast } from "./hands.mjs";
import { kvlog } from "./project.mjs";
import { node, PATIENCE, start, until } from "./rig.mjs";
import { standIn } from "./standin.mjs";

let editor, page;
const server = standIn(mkdtempSync(join(tmpdir(), "sf-server-")), node);
before(async () => {
  server.behave("missing");
  editor = await start({ work: kvlog(), server: server.path });
  page = await editor.open();
  await openFile(page, "history.go");
});
after(async () => {
  await editor?.close("server");
});

/** told waits for a message, sees that it is the only one, types, and puts it away. */
async function told(text, name) {
  const message = toast(page, text);
  await message.waitFor();
  assert.equal(await page.locator(".notification-toast").count(), 1, "messages");
  await shoot(page, name);
  await page.locator(".monaco-editor .view-line").first().click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(`// ${name}`);
  await page.locator(".view-line", { hasText: `// ${name}` }).waitFor();
  await page.keyboard.press("Control+Z");
  await page.keyboard.press("Control+Home"); // the next one clicks on the first line
  await message.hover();
  await message.locator(".codicon-notifications-clear").click();
  await message.waitFor({ state: "hidden" });
}

test("a server that is missing is told", { timeout: 4 * PATIENCE }, async () => {
  await told("Seedfall finds no language server: SEEDFALL_LSP names", "missing server");
});

test("a server of another version is told", { timeout: 4 * PATIENCE }, async () => {
  for (const { how, text, name } of [
    { how: "version v0.0.9 protocol 1", text: "v0.0.9 is older than this extension", name: "older server" },
    { how: "version v9.0.0 protocol 2", text: "v9.0.0 is newer than this extension", name: "newer server" },
  ]) {
    server.behave(how);
    await command(page, "Seedfall: Restart Server");
    await told(text, name);
  }
});

test("a server that ends by itself is started five times, and one that is slow is told", { timeout: 6 * PATIENCE }, async () => {
  const starts = () => editor.log().split("] server: starting").length - 1;
  const before = starts();
  server.behave("ends");
  await command(page, "Seedfall: Restart Server");
  await told("has ended five times within three minutes", "server that ends");
  assert.equal(starts() - before, 5, "starts");
  server.behave("slow");
  await command(page, "Seedfall: Restart Server");
  await told("has been starting for 10 s", "slow server");
  await command(page, "Seedfall: Stop Server");
  await until(
    () => page.locator('.statusbar-item[aria-label="Seedfall: the language server is stopped"]').isVisible(),
    "the server is stopped",
  );
});
