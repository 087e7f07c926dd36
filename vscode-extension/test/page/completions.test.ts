// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { App } from "../../src/timeline/page/app";
import { fakeHost } from "./fake";
import { sample } from "./sample";

const pages: App[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const app of pages.splice(0)) app.close();
});

async function search(): Promise<{ app: App; input: HTMLInputElement; list: HTMLElement }> {
  const host = fakeHost({ main: sample(true) }, {}, 0);
  const app = new App(host);
  pages.push(app);
  document.body.replaceChildren(app.element);
  await app.open("main", 0);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }); // what is typed is searched for a little later
  const input = document.querySelector<HTMLInputElement>(".search input")!;
  input.focus();
  return { app, input, list: document.querySelector<HTMLElement>("[role=listbox]")! };
}

function type(input: HTMLInputElement, text: string): void {
  input.value = text;
  input.setSelectionRange(text.length, text.length);
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/** press says whether the page took the key. */
function press(input: HTMLInputElement, key: string, more: KeyboardEventInit = {}): boolean {
  return !input.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }));
}

const texts = (list: HTMLElement): string[] => [...list.children].map((option) => option.firstChild?.textContent ?? "");
const active = (input: HTMLInputElement): string =>
  document.getElementById(input.getAttribute("aria-activedescendant") ?? "")?.firstChild?.textContent ?? "";

test("the field is a combobox that controls a list of options", async () => {
  const { input, list } = await search();
  expect(input.getAttribute("role")).toBe("combobox");
  expect(document.getElementById(input.getAttribute("aria-controls")!)).toBe(list);
  expect(input.getAttribute("aria-expanded")).toBe("false");
  expect(list.hidden).toBe(true);
  type(input, "node:");
  expect(input.getAttribute("aria-expanded")).toBe("true");
  expect(texts(list)).toContain("server");
  expect(active(input)).toBe("");
  press(input, "ArrowDown");
  expect(active(input)).toBe(texts(list)[0]);
  expect(list.querySelectorAll('[aria-selected="true"]')).toHaveLength(1);
});

test("arrows go round, Enter and Tab take what is active, a key goes on with its values", async () => {
  const { input, list } = await search();
  press(input, "ArrowDown");
  expect(texts(list)[0]).toBe("node:");
  press(input, "ArrowUp");
  expect(active(input)).toBe("after(");
  press(input, "ArrowDown");
  expect(press(input, "Enter")).toBe(true);
  expect(input.value).toBe("node:");
  expect(texts(list)).toContain("server");
  press(input, "ArrowDown");
  const name = active(input);
  expect(press(input, "Tab")).toBe(true);
  expect(input.value).toBe(`node:${name}`);
  expect(input.selectionStart).toBe(input.value.length);
  expect(list.hidden).toBe(true);
});

test("without an active one, Tab leaves and Enter searches", async () => {
  const { app, input, list } = await search();
  type(input, "kind:disk.s");
  expect(list.hidden).toBe(false);
  expect(press(input, "Tab")).toBe(false);
  press(input, "Enter");
  expect(app.session.emphasis.query).toBe("kind:disk.s");
  expect(list.hidden).toBe(true);
});

test("Escape closes the list first, and then is the page's", async () => {
  const { input, list } = await search();
  type(input, "no");
  expect(press(input, "Escape")).toBe(true);
  expect(list.hidden).toBe(true);
  expect(document.activeElement).toBe(input);
  press(input, "Escape");
  expect(document.activeElement).not.toBe(input);
});

test("a click takes an option, and leaving the field closes the list", async () => {
  const { input, list } = await search();
  type(input, "kind:disk.sy");
  const option = list.firstElementChild as HTMLElement;
  expect(option.dispatchEvent(new MouseEvent("mousedown", { bubbles: true, cancelable: true }))).toBe(false);
  option.querySelector("span")!.click();
  expect(input.value).toBe("kind:disk.sync");
  type(input, "no");
  input.blur();
  expect(list.hidden).toBe(true);
});

test("letters of an input method, chords and the space between terms are not the list's", async () => {
  const { input, list } = await search();
  type(input, "no");
  press(input, "ArrowDown");
  expect(press(input, "ArrowDown", { isComposing: true })).toBe(false);
  expect(press(input, "ArrowDown", { altKey: true })).toBe(false);
  expect(press(input, "a")).toBe(false);
  type(input, "kind:disk ");
  expect(list.hidden).toBe(true);
});
