// Bundles the extension, and the timeline twice: for the extension's webview, and
// for `seedfall view`, whose Go package embeds what is written to internal/viewer.
import { build } from "esbuild";

const minify = process.argv.includes("--minify");
const common = { bundle: true, sourcemap: false, legalComments: "none", logLevel: "warning" };
const page = { ...common, platform: "browser", format: "iife", target: "es2022" };
await Promise.all([
  build({
    ...common,
    minify,
    entryPoints: ["src/extension/extension.ts"],
    outfile: "dist/extension.js",
    platform: "node",
    format: "cjs",
    target: "node20",
    mainFields: ["module", "main"],
    external: ["vscode"],
  }),
  build({ ...page, minify, entryPoints: ["src/timeline/main.ts"], outfile: "dist/timeline.js" }),
  build({ ...page, minify, entryPoints: ["src/timeline/timeline.css"], outfile: "dist/timeline.css" }),
  build({ ...page, entryPoints: ["src/timeline/main.ts"], outfile: "../internal/viewer/assets/timeline.js" }),
  build({ ...page, entryPoints: ["src/timeline/timeline.css"], outfile: "../internal/viewer/assets/timeline.css" }),
]);
