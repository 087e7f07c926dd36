// The page's own regular expressions beside Go's (testdata/regexp.go writes the table).
import { expect, test } from "vitest";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isError, mask, parse } from "../../src/timeline/model/filter";
import { Matcher, problemOf } from "../../src/timeline/model/regexp/regexp";
import { recorded } from "../fixtures";
import { recordedRun } from "./recorded";

const table = JSON.parse(readFileSync(join(import.meta.dirname, "testdata/regexp.json"), "utf8")) as {
  texts: string[];
  /** Of each expression, 1 for each text in which Go finds it; "" if it is none for Go. */
  answers: [expression: string, found: string][];
};

/** What Go knows and the page does not. */
const BEYOND = ["\\pL", "\\Qa\\E"];

test("what is an expression for Go is one here, and finds the same", () => {
  const answers = table.answers.filter(([expression]) => !BEYOND.includes(expression));
  const own = answers.map(([expression]) => {
    const is = problemOf(expression) === "" ? new Matcher(expression) : null;
    return [expression, is ? table.texts.map((text) => Number(is.in(text))).join("") : ""];
  });
  expect(own).toEqual(answers);
  expect(answers.length).toBeGreaterThan(900);
});

test.each([
  ["(a", "a bracket ( is not closed"],
  ["a)", "unexpected )"],
  ["[a", "a bracket [ is not closed"],
  ["a**", "a repetition is repeated"],
  ["*a", "nothing is before a repetition"],
  ["a{1001}", "what is repeated by number is repeated at most 1000 times"],
  ["[z-a]", "a range of characters ends before it begins"],
  ["[[:foo:]]", "there is no class [:foo:]"],
  ["a\\", "nothing is behind the last backslash"],
  ["\\pL", "\\p is not understood"],
  ["\\Qa\\E", "\\Q is not understood"],
  ["\\x{110000}", "\\x{110000} is no character"],
  ["(?=a)", "what is behind (? is not understood; there are (?:…), (?i), (?m), (?s), (?U) and (?P<name>…)"],
  ["((((a{9}){9}){9}){9})", "what is repeated by number is repeated at most 1000 times"],
  [`${"(".repeat(600)}${")".repeat(600)}`, "brackets are too deep inside of each other"],
  [`(${"abcdefghij".repeat(30)}){1000}`, "the expression is too large"],
])("%s is refused with what is wrong", (expression, problem) => {
  expect(problemOf(expression)).toBe(problem);
});

test("the filter says so, and where", () => {
  const run = recordedRun("kvlog");
  expect(parse("kind:log /a(b/", run)).toEqual({ at: 10, message: "/a(b/ is no regular expression: a bracket ( is not closed" });
  const query = parse("/acknowledged$/ kind:log", run);
  expect(isError(query) ? query : mask(run, query).reduce((a, b) => a + b, 0)).toBe(
    recorded("kvlog").golden.text.filter((line) => /\| .*acknowledged$/.test(line)).length,
  );
});

test.each([
  ["(a+)+$", `${"a".repeat(100_000)}b`],
  ["(a|aa|aaa)*c", "a".repeat(100_000)],
  ["(.*)(.*)(.*)(.*)x$", "ab".repeat(50_000)],
  ["(a?){30}a{30}$", `${"a".repeat(100_000)}b`],
  ["[ab]*a[ab]{12}c", Array.from({ length: 100_000 }, (_, i) => "ab"[((i * i * 7919) >> 5) & 1]).join("")],
])("%s takes no more steps than the text has characters, for each instruction", (expression, text) => {
  const matcher = new Matcher(expression);
  expect(matcher.in(text)).toBe(false);
  expect(matcher.steps).toBeLessThanOrEqual((text.length + 1) * matcher.size);
  const [once, twice] = [matcher.steps, matcher.in(text)];
  expect(twice).toBe(false);
  expect(matcher.steps).toBeLessThanOrEqual(2 * once);
});

test("of a simple expression, each place in the text costs a look into a table", () => {
  const matcher = new Matcher("(a+)+$");
  matcher.in(`${"a".repeat(100_000)}b`);
  expect(matcher.steps).toBeLessThan(50);
});
