import { describe, expect, test } from "vitest";
import { copy, MAX_COPY, type Form } from "../../src/timeline/model/copy";
import { line } from "../../src/timeline/model/print";
import { recorded } from "../fixtures";
import { run } from "./build";
import { recordedRun } from "./recorded";

const forms: [Form, string][] = [
  ["text", "txt"],
  ["markdown", "md"],
  ["mermaid", "mmd"],
  ["json", "jsonl"],
];

describe("the story of a recorded run", () => {
  const r = recordedRun("kvlog-shrunk");
  const told = [...new Set(r.head.header.story!.steps.map((s) => s.event - 1))].sort((a, b) => a - b);
  const withMessages = [...told, ...told.flatMap((i) => (r.kindName(i) === "net.recv" ? [r.cause(i)] : []))];

  test.each(forms)("as %s", async (form, extension) => {
    const events = [...new Set(withMessages)].sort((a, b) => a - b);
    await expect(copy(r, events, form)).toMatchFileSnapshot(`testdata/story.${extension}`);
  });

  test("text and JSON are the lines of the exports", () => {
    const { golden } = recorded("kvlog-shrunk");
    expect(copy(r, told, "text")).toBe(told.map((i) => `${golden.text[i]!}\n`).join(""));
    expect(copy(r, told, "json").trim().split("\n")).toHaveLength(told.length);
  });
});

describe("texts that mean something elsewhere", () => {
  const r = run(
    ["a#b", "end"],
    [
      { kind: "run.start" },
      { kind: "log", node: 0, a: 1, s: "# *x* <b> `y` | end; \u202e\n[z](u)" },
      { kind: "net.send", node: 0, b: 5, s: "end" },
      { kind: "net.recv", node: 1, b: 5, s: "a", cause: 3 },
      { kind: "fault.partition", b: 2 ** 63, s: "end", t: "both" },
    ],
  );

  test("stay texts in Markdown", () => {
    expect(copy(r, [1], "markdown")).toBe(
      "**seed 1**\n\n1. `0.000s` a\\#b\\#1: \\| \\# \\*x\\* \\<b\\> \\`y\\` \\| end; \\\\u202e\\\\n\\[z\\]\\(u\\). (#2)\n",
    );
  });

  test("stay texts in a diagram, where messages are arrows and what no node did stands over all", () => {
    expect(copy(r, [1, 2, 3, 4], "mermaid").split("\n")).toEqual([
      "sequenceDiagram",
      "  participant n0 as a#35;b",
      "  participant n1 as #101;nd",
      "  Note over n0: 0.000s | #35; *x* #60;b#62; `y` | #101;nd#59; \\u202e\\n[z](u)",
      "  Note over n0: 0.000s send socket=0 bytes=5 to=#101;nd",
      "  n0->>n1: 0.000s receive socket=0 bytes=5 from=a",
      "  Note over n0,n1: 0.000s fault partition until=never cut=#101;nd direction=both",
      "",
    ]);
  });

  test("without a node there is nothing to draw", () => {
    expect(copy(r, [0], "mermaid")).toBe("sequenceDiagram\n");
  });
});

describe("more than can be copied", () => {
  const many = run(
    ["a"],
    Array.from({ length: MAX_COPY + 5 }, (_, k) => ({ kind: "log", node: 0, at: k, s: "x" })),
  );
  const all = Array.from({ length: many.n }, (_, i) => i);

  test("is cut off, and each form for people says so", () => {
    const last = (form: Form) => copy(many, all, form).trimEnd().split("\n");
    expect(last("text")).toHaveLength(MAX_COPY + 1);
    expect(last("text").at(-1)).toBe("… 5 more");
    expect(last("markdown").at(-1)).toBe("5 more events are not shown.");
    expect(last("mermaid").at(-1)).toBe("  %% 5 more events are not shown");
    expect(last("json")).toHaveLength(MAX_COPY);
    expect(copy(many, [MAX_COPY], "text")).toBe(line(many, MAX_COPY) + "\n");
  });
});
