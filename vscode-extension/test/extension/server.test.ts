import { expect, test } from "vitest";
import { Crashes, PATIENCE, SPAN } from "../../src/extension/crashes";
import { findings } from "../../src/extension/findings";
import { importsSim } from "../../src/extension/gate";
import { match } from "../../src/extension/version";

test.each([
  ["0.1.0", "v0.1.0", "same"],
  ["0.1.0", "0.1.9", "same"],
  ["0.1.0", "v0.2.0", "newer"],
  ["0.2.3", "v0.1.9", "older"],
  ["1.0.0", "v0.9.0", "older"],
  ["0.9.0", "v1.0.0-rc.1", "newer"],
  ["0.1.0", "(devel)", "unknown"],
  ["0.1.0", undefined, "unknown"],
  ["0.1.0", "v0.0.0-20261130040321-0123456789ab", "unknown"],
  ["0.1.0", "v0.7.1-0.20261130040321-0123456789ab+dirty", "unknown"],
] as const)("extension %s and server %s: %s", (ours, theirs, want) => {
  expect(match(ours, theirs)).toBe(want);
});

test("the fifth crash within three minutes is the last", () => {
  const crashes = new Crashes();
  expect(Array.from({ length: PATIENCE }, (_, i) => crashes.again(i * 1000))).toEqual([true, true, true, true, false]);
  crashes.forget();
  expect(crashes.again(0)).toBe(true);
});

test("a crash now and then does not add up", () => {
  const crashes = new Crashes();
  expect(Array.from({ length: 20 }, (_, i) => crashes.again((i * SPAN) / 4))).not.toContain(false);
});

test.each([
  ['package a\n\nimport "github.com/seedfall/seedfall/sim"\n', true],
  ['package a\n\nimport (\n\t"fmt"\n\n\tsim "github.com/seedfall/seedfall/sim"\n)\n', true],
  ['package a\n\nimport (\n\t_ "github.com/seedfall/seedfall/sim/model"\n)\n', true],
  ['package a\n\nimport "github.com/seedfall/seedfall/simple"\n', false],
  ['package a\n\nvar s = `see "github.com/seedfall/seedfall/sim"`\n', false],
  [`package a\n${"// long\n".repeat(4000)}import "github.com/seedfall/seedfall/sim"\n`, false],
])("%# of Go files", (text, want) => {
  expect(importsSim(text)).toBe(want);
});

test("the doctor names what is missing and what to do", () => {
  const page = findings({
    extension: "0.1.0",
    editor: "1.91.0",
    platform: "linux x64",
    server: "of no known version",
    path: "",
    state: "missing",
    ours: false,
    trusted: true,
    go: "go version go1.26.0 linux/amd64",
    scenarios: [],
  });
  expect(page.split("\n").filter((l) => l.startsWith("- "))).toEqual([
    "- **not ok**: no language server was found; install it with `go install github.com/seedfall/seedfall/cmd/seedfall-lsp`",
    "- **not ok**: it does not run (missing); its log is in the output channel Seedfall",
    "- **not ok**: it speaks another protocol than the extension, or none yet; install the version of the extension",
    "- ok: the workspace is trusted",
    "- ok: go version go1.26.0 linux/amd64",
    "- **not ok**: no config was found; Seedfall: New Config writes one",
  ]);
});
