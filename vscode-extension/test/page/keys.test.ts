// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { actionOf, BINDINGS, keyNames, typing, type Pressed } from "../../src/timeline/page/keys";

const press = (key: string, held: Partial<Pressed> = {}): Pressed => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  ...held,
});

test("no key stands for two things", () => {
  const all = BINDINGS.flatMap((b) => b.keys.map((k) => (b.shift ? `Shift ${k}` : k)));
  expect(new Set(all).size).toBe(all.length);
});

test("keys do what help says", () => {
  expect(actionOf(press("w"))).toBe("zoomIn");
  expect(actionOf(press("ArrowRight"))).toBe("laneOn");
  expect(actionOf(press("ArrowRight", { shiftKey: true }))).toBe("toEffect");
  expect(actionOf(press("ArrowLeft", { shiftKey: true }))).toBe("toCause");
  expect(actionOf(press("N", { shiftKey: true }))).toBe("hitBack");
  expect(actionOf(press("?", { shiftKey: true }))).toBe("help");
  expect(actionOf(press("d"))).toBe("panRight");
  expect(actionOf(press("D", { shiftKey: true }))).toBe("compare");
});

test("chords of the editor pass through", () => {
  for (const held of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }]) {
    for (const { keys } of BINDINGS) for (const key of keys) expect(actionOf(press(key, held))).toBeNull();
  }
  expect(actionOf(press("F1"))).toBeNull();
  expect(actionOf(press("Tab"))).toBeNull();
  expect(actionOf(press("q"))).toBeNull();
});

test("help names keys as they are printed on a keyboard", () => {
  const named = (action: string): string[] => keyNames(BINDINGS.find((b) => b.action === action)!);
  expect(named("zoomIn")).toEqual(["W", "+", "="]);
  expect(named("toCause")).toEqual(["Shift+←", "Shift+↑"]);
  expect(named("compare")).toEqual(["Shift+D"]);
});

test("letters typed into a field are text", () => {
  expect(typing(document.createElement("input"))).toBe(true);
  expect(typing(document.createElement("button"))).toBe(false);
  expect(typing(null)).toBe(false);
});
