// The story of queries, which Go's test of engine/tracefile reads too.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isError, parse } from "../../src/timeline/model/filter";
import type { Run } from "../../src/timeline/model/run";
import { answerTo, recordedRun } from "./recorded";

const story = readFileSync(join(import.meta.dirname, "../../../engine/tracefile/testdata/queries.txt"), "utf8");

test("queries choose what the story says", () => {
  let run: Run | null = null;
  const answered = story
    .split("\n")
    .filter((line) => !line.startsWith("\t"))
    .flatMap((line) => {
      if (line.startsWith("== ")) run = recordedRun(line.slice(3));
      return line === "" || /^(==|#) /.test(line) ? [line] : [line, `\t${answerTo(run!, line)}`];
    });
  expect(answered.slice(0, -1).join("\n") + "\n").toBe(story);
});

test.each(["(", "-", "not ", "before(", "not("])("%s many times is refused", (opens) => {
  const query = parse(opens.repeat(100_000));
  expect(isError(query) && query.message).toBe("brackets and negations are too deep inside of each other");
});

test("whatever is typed is read or refused, before there is a run too", () => {
  const pieces = [
    "(",
    ")",
    '"',
    ",",
    ":",
    "/",
    "-",
    "->",
    "or",
    "and",
    "not",
    "within",
    "before(",
    "*",
    "#",
    "size>",
    "node:",
    "a",
    " ",
    "\\",
    "\ud800",
    "5ms",
  ];
  let state = 1;
  for (let n = 0; n < 20_000; n++) {
    let text = "";
    for (let k = 0; k < 12; k++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      text += pieces[(state >>> 8) % pieces.length]!;
    }
    const query = parse(text);
    if (isError(query) && (query.at < 1 || query.at > Array.from(text).length + 1)) throw new Error(`${text}: ${query.at}`);
  }
});
