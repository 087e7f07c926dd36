import { expect, test } from "vitest";
import type { PropertyTest, ScenarioTest } from "../../src/extension/protocol";
import { step } from "../../src/extension/places";
import { failuresOf, Tree, type Step } from "../../src/extension/testTree";

const property = (id: string, more: Partial<PropertyTest> = {}): PropertyTest => ({
  id,
  label: id,
  kind: "always",
  state: "passed",
  outdated: false,
  uri: "file:///w/a.go",
  line: 3,
  failures: [],
  ...more,
});
const scenario = (more: Partial<ScenarioTest> = {}): ScenarioTest => ({
  id: "/w/seedfall.json",
  label: "seedfall.json",
  uri: "file:///w/seedfall.json",
  state: "unknown",
  outdated: false,
  message: "",
  properties: [],
  ...more,
});
const brief = (steps: Step[]) =>
  steps.map((s) => {
    const p = "property" in s && s.property ? (typeof s.property === "string" ? s.property : s.property.id) : "";
    return `${s.do} ${p}`.trim();
  });

test("a tree is drawn once, and what is the same is not drawn again", () => {
  const tree = new Tree();
  const first = scenario({ properties: [property("a"), property("b")] });
  expect(brief(tree.replace([first]))).toEqual(["put", "put a", "put b", "result"]);
  expect(brief(tree.replace([structuredClone(first)]))).toEqual([]);
});

test("counts and seeds that change are no reason to draw, and a run that goes on has no result", () => {
  const tree = new Tree();
  tree.replace([scenario({ state: "passed", properties: [property("a")] })]);
  const failing = property("a", { state: "failed", failures: [{ fingerprint: "f", message: "m", seeds: ["1"] }] });
  expect(brief(tree.take({ changed: [scenario({ state: "running", properties: [failing] })], removed: [] }))).toEqual([]);
  expect(brief(tree.take({ changed: [scenario({ state: "failed", properties: [failing] })], removed: [] }))).toEqual(["result"]);
  const more = { ...failing, failures: [{ fingerprint: "f", message: "m", seeds: ["1", "2", "3"] }] };
  expect(brief(tree.take({ changed: [scenario({ state: "failed", properties: [more] })], removed: [] }))).toEqual([]);
});

test("parts are put together, and the result comes with the last one", () => {
  const tree = new Tree();
  const of = (properties: PropertyTest[], gone: string[], more: boolean, count: number) =>
    tree.take({ changed: [scenario({ state: "passed", properties, part: { gone, more, count } })], removed: [] });
  const ids = () => tree.get("/w/seedfall.json")?.properties.map((p) => p.id);
  expect(brief(of([property("c"), property("d")], [], true, 4))).toEqual(["put", "put c", "put d"]);
  expect(brief(of([property("a"), property("b")], [], false, 4))).toEqual(["put a", "put b", "result"]);
  expect(ids()).toEqual(["a", "b", "c", "d"]);
  expect(brief(of([property("b", { state: "failed" })], [], false, 4))).toEqual(["result"]);
  expect(brief(of([], ["a", "never"], true, 3))).toEqual(["remove a"]);
  expect(brief(of([property("e")], ["b"], false, 3))).toEqual(["put e", "remove b", "result"]);
  expect(ids()).toEqual(["c", "d", "e"]);
  expect(tree.get("/w/seedfall.json")).not.toHaveProperty("part");
  expect(brief(of([], [], false, 3))).toEqual([]);
  expect(tree.torn).toBe(false);
});

test("a part that does not fit what is known has all asked for", () => {
  const tree = new Tree();
  tree.replace([scenario({ properties: [property("a")] })]);
  tree.take({ changed: [scenario({ properties: [property("c")], part: { gone: [], more: true, count: 3 } })], removed: [] });
  expect(tree.torn).toBe(false);
  tree.take({ changed: [scenario({ part: { gone: [], more: false, count: 3 } })], removed: [] });
  expect(tree.torn).toBe(true);
  tree.replace([scenario({ properties: [property("a"), property("b"), property("c")] })]);
  expect(tree.torn).toBe(false);
});

test("a scenario with 500 properties comes in several batches", () => {
  const tree = new Tree();
  const all = Array.from({ length: 500 }, (_, n) => property(`always ${String(n).padStart(3, "0")}`));
  const steps: string[] = [];
  for (let from = 0; from < all.length; from += 199) {
    const properties = all.slice(from, from + 199);
    const part = { gone: [], more: from + 199 < all.length, count: all.length };
    steps.push(...brief(tree.take({ changed: [scenario({ state: "passed", properties, part })], removed: [] })));
  }
  expect(steps.filter((s) => s.startsWith("put "))).toHaveLength(500);
  expect(steps.filter((s) => s === "result")).toHaveLength(1);
  expect(steps.at(-1)).toBe("result");
  expect(tree.get("/w/seedfall.json")?.properties).toEqual(all);
  expect(tree.torn).toBe(false);
});

test("what is gone is removed, and what moves is drawn where it is", () => {
  const tree = new Tree();
  tree.replace([scenario({ properties: [property("a"), property("b")] })]);
  expect(brief(tree.take({ changed: [scenario({ properties: [property("a", { line: 7 })] })], removed: [] }))).toEqual([
    "put a",
    "remove b",
    "result",
  ]);
  expect(brief(tree.take({ changed: [], removed: ["/w/seedfall.json", "/w/never.json"] }))).toEqual(["remove"]);
  expect(tree.scenarios()).toEqual([]);
});

test("what was found before a change is outdated once", () => {
  const tree = new Tree();
  tree.replace([scenario({ properties: [property("a"), property("b")] })]);
  expect(
    brief(tree.take({ changed: [scenario({ properties: [property("a", { outdated: true }), property("b")] })], removed: [] })),
  ).toEqual(["outdate a"]);
  const all = scenario({ outdated: true, properties: [property("a", { outdated: true }), property("b", { outdated: true })] });
  expect(brief(tree.take({ changed: [all], removed: [] }))).toEqual(["outdate"]);
  expect(brief(tree.take({ changed: [structuredClone(all)], removed: [] }))).toEqual([]);
});

test("failures come with their properties", () => {
  const f = { fingerprint: "f", message: "m", seeds: ["4"] };
  expect(
    failuresOf(scenario({ properties: [property("a"), property("b", { failures: [f] })] })).map((x) => [x.property.id, x.fingerprint]),
  ).toEqual([["b", "f"]]);
});

test("the next failure is behind the cursor, and behind the last one is the first", () => {
  const all = [
    { uri: "b.go", line: 2 },
    { uri: "a.go", line: 9 },
    { uri: "a.go", line: 4 },
    { uri: "", line: 0 },
  ];
  const go = (uri: string, line: number, by: 1 | -1) => step(all, { uri, line }, by);
  expect(go("a.go", 4, 1)).toEqual({ uri: "a.go", line: 9 });
  expect(go("a.go", 9, 1)).toEqual({ uri: "b.go", line: 2 });
  expect(go("b.go", 2, 1)).toEqual({ uri: "a.go", line: 4 });
  expect(go("a.go", 4, -1)).toEqual({ uri: "b.go", line: 2 });
  expect(go("a.go", 7, -1)).toEqual({ uri: "a.go", line: 4 });
  expect(step(all, undefined, 1)).toEqual({ uri: "a.go", line: 4 });
  expect(step([], undefined, 1)).toBeUndefined();
});
