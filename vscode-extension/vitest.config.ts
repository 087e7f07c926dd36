import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { vscode: new URL("test/extension/vscode.ts", import.meta.url).pathname } },
  test: { include: ["test/**/*.test.ts"], globalSetup: ["test/fixtures.ts"], testTimeout: 30000 },
});
