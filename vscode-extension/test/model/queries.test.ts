// The story of queries, which Go's test of engine/tracefile reads too.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isError, mask, parse, sentence } from "../../src/timeline/model/filter";
import type { Run } from "../../src/timeline/model/run";
import { numbers, recordedRun } from "./recorded";

const story = readFileSync(join(import.meta.dirname, "../../../engine/tracefile/testdata/queries.txt"), "utf8");

/** answer is what the story has below a query. */
function answer(run: Run, text: string): string {
  const query = parse(text, run);
  if (isError(query)) return sentence(query);
  const found = numbers(mask(run, query));
  const digest = createHash("sha256").update(found.map((n) => `${n}\n`).join(""));
  return `${found.length} events, ${digest.digest("hex").slice(0, 8)}`;
}

test("queries choose what the story says", () => {
  let run: Run | null = null;
  const answered = story
    .split("\n")
    .filter((line) => !line.startsWith("\t"))
    .flatMap((line) => {
      if (line.startsWith("== ")) run = recordedRun(line.slice(3));
      return line === "" || /^(==|#) /.test(line) ? [line] : [line, `\t${answer(run!, line)}`];
    });
  expect(answered.slice(0, -1).join("\n") + "\n").toBe(story);
});
