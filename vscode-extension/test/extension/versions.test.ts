import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";

// The bundle does not look whether the editor is new enough for the language client (versions.cjs): package.json does.
test("package.json demands the version of the editor that the language client needs", () => {
  const client = createRequire(import.meta.url).resolve("vscode-languageclient/node");
  const needed = /REQUIRED_VSCODE_VERSION = '(.*)';/.exec(readFileSync(client, "utf8"))?.[1];
  const own = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8")) as { engines: { vscode: string } };
  expect(own.engines.vscode).toBe(needed);
});
