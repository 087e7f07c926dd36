// Bundles the extension, and the timeline twice: for the extension's webview, and
// for `seedfall view`, whose Go package embeds what is written to internal/viewer.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { build } from "esbuild";

const minify = process.argv.includes("--minify");
const common = { bundle: true, sourcemap: false, legalComments: "none", logLevel: "warning" };
const page = { ...common, platform: "browser", format: "iife", target: "es2022" };
const extension = {
  ...common,
  minify,
  platform: "node",
  format: "cjs",
  target: "node20",
  mainFields: ["module", "main"],
  external: ["vscode", "./session.js"],
  alias: { "semver/functions/parse": "./versions.cjs", "semver/functions/satisfies": "./versions.cjs" },
  plugins: [{ name: "unused", setup: leaveOut }],
};

/** What the language client has for servers that can more than ours, which lsp/lifecycle.go announces. */
const UNUSED = [
  ...["callHierarchy", "colorProvider", "declaration", "diagnostic", "documentLink", "fileOperations", "foldingRange", "formatting"],
  ...["implementation", "inlineCompletion", "inlineValue", "linkedEditingRange", "notebook", "selectionRange", "semanticTokens"],
  ...["signatureHelp", "textDocumentContent", "typeDefinition", "typeHierarchy"],
];

/** leaveOut puts unused.cjs in the place of those files. */
function leaveOut({ onResolve }) {
  onResolve({ filter: new RegExp(`^\\./(${UNUSED.join("|")})$`) }, ({ importer }) =>
    /vscode-languageclient.lib.common/.test(importer) ? { path: resolve("unused.cjs") } : undefined,
  );
}

/** schema takes a schema over, without spaces. */
async function schema(of) {
  const text = await readFile(`../engine/${of}/schema.json`, "utf8");
  await writeFile(`dist/${of}.schema.json`, JSON.stringify(JSON.parse(text)));
}

await mkdir("dist", { recursive: true });
await Promise.all([
  // Two bundles: what every window with a Go file loads, and what a simulation needs.
  build({ ...extension, entryPoints: ["src/extension/extension.ts"], outfile: "dist/extension.js" }),
  build({ ...extension, entryPoints: ["src/extension/session.ts"], outfile: "dist/session.js" }),
  schema("config"),
  schema("schedule"),
  build({ ...page, minify, entryPoints: ["src/timeline/main.ts"], outfile: "dist/timeline.js" }),
  build({ ...page, minify, entryPoints: ["src/timeline/timeline.css"], outfile: "dist/timeline.css" }),
  // Always small: the page is read and compiled before anything is seen, and stands in every page that is written.
  build({ ...page, minify: true, entryPoints: ["src/timeline/main.ts"], outfile: "../internal/viewer/assets/timeline.js" }),
  build({ ...page, minify: true, entryPoints: ["src/timeline/timeline.css"], outfile: "../internal/viewer/assets/timeline.css" }),
]);
