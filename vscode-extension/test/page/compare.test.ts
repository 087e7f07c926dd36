// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hit } from "../../src/timeline/model/marks";
import { narrate } from "../../src/timeline/model/narrate";
import { App } from "../../src/timeline/page/app";
import { eventAt, pick, picked, pickedOf } from "../../src/timeline/page/compare";
import { chosen } from "../../src/timeline/page/copymenu";
import { survey } from "../model/build";
import { sections } from "./build";
import { fakeHost, type Fake } from "./fake";
import { sample } from "./sample";

/** The run beside makes four rounds more, which take it past the end of the first. */
const runs = { main: sample(true), other: sample(false, 44) };

let app: App;
let host: Fake;
beforeEach(async () => {
  host = fakeHost(runs);
  app = new App(host);
  document.body.append(app.element);
  await app.open("main", 0);
  await vi.waitFor(() => find(".search input"));
  app.session.setTab("events");
  press("D");
  await vi.waitFor(() => {
    expect(app.session.other).not.toBeNull();
  });
});
afterEach(() => {
  app.close();
});

const find = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`nothing is ${selector}`);
  return found;
};
const press = (key: string, shiftKey = false): void => {
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey, bubbles: true, cancelable: true }));
};
/** theirs is the n-th event that only the run beside has. */
const theirs = (n: number): number => [...app.session.other!.diff.inA.keys()].filter((j) => app.session.other!.diff.inA[j]! < 0).at(n)!;

test("where the runs part is selected and in the middle", () => {
  const { session } = app;
  const { common } = session.other!.diff;
  expect(picked(session)).toBe(common);
  expect(common).toBeGreaterThan(100);
  const { from, to } = session.view;
  expect(to - from).toBeLessThan(session.axis!.length);
  const middle = Math.max(0, Math.min(session.axis!.length - (to - from), session.axis!.position(common) - (to - from) / 2));
  expect(from).toBe(middle);
});

test("where a run is the beginning of the other, they part at the other's next event", async () => {
  const log = (at: number) => ({ kind: "log", node: 0, inc: 1, at, s: "x" });
  const start = { kind: "run.start", at: 0 };
  const run = (...events: { kind: string; at: number }[]) => sections({ nodes: ["server"] }, [start, ...events], survey());
  app.close();
  app = new App(fakeHost({ main: run(log(5)), other: run(log(5), log(5), log(9)) }));
  document.body.append(app.element);
  await app.open("main", 0);
  press("D");
  await vi.waitFor(() => {
    expect(app.session.other).not.toBeNull();
  });
  expect([picked(app.session), app.session.other!.selected]).toEqual([4, 2]);
});

test("an event of the other run is selected, told, and marked as that run's", () => {
  const { session } = app;
  const j = theirs(0);
  pick(session, session.run!.n + j);
  expect([session.selected, session.other!.selected]).toEqual([-1, j]);
  expect(session.cursor).toBe(session.other!.run.data.at[j]);
  expect(find(".sentence").textContent).toBe(`${narrate(session.other!.run, j)} Compared: only in the other run.`);
  const details = find(".details").textContent;
  expect(details).toContain("▲ only in the other run: passes with 1 fault");
  expect(details).toContain(`event#${j + 1} of the other run, ${session.other!.run.kindName(j)}`);
  expect(details).toContain("source");
  expect(details).toContain("comes from");
});

test("the table has the events of both, and follows", () => {
  const { session } = app;
  const alone = session.other!.diff.inA.filter((i) => i < 0).length;
  const grid = find("[role=grid]");
  expect(alone).toBeGreaterThan(20);
  expect(grid.getAttribute("aria-rowcount")).toBe(String(session.run!.n + alone + 1));
  pick(session, session.run!.n + theirs(1));
  const row = find("[role=row][aria-selected=true]");
  expect(row.querySelector(".what")!.textContent).toMatch(/^▲ other run: /);
  expect(row.querySelector(".number")!.textContent).toBe(String(theirs(1) + 1));
  expect(grid.getAttribute("aria-activedescendant")).toBe(row.id);
  const at = (): number => {
    const { run, i } = pickedOf(session, picked(session))!;
    return run.data.at[i]!;
  };
  let before = at();
  for (let k = 0; k < 40; k++) {
    grid.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowUp", bubbles: true, cancelable: true }));
    expect(at()).toBeLessThanOrEqual(before);
    before = at();
  }
  find(".grid-row:not(.header)").click();
  expect(find("[role=row][aria-selected=true]")).toBeTruthy();
});

test("U goes through the events that only one of both runs has, in the order of time, and back", () => {
  const { session } = app;
  session.select(0);
  const way: number[] = [];
  for (let k = 0; k < 30; k++) {
    press("u");
    way.push(picked(session));
  }
  expect(new Set(way).size).toBe(30);
  expect(way.some((e) => e < session.run!.n) && way.some((e) => e >= session.run!.n)).toBe(true);
  for (let k = 28; k >= 0; k--) {
    press("U", true);
    expect(picked(session)).toBe(way[k]);
  }
});

test("Escape and an event of the run itself go back", () => {
  const { session } = app;
  session.select(5);
  pick(session, session.run!.n + theirs(2));
  press("Escape");
  expect([session.selected, session.other!.selected]).toEqual([5, -1]);
  press("Escape");
  expect(session.selected).toBe(-1);
  pick(session, session.run!.n + theirs(2));
  session.select(9);
  expect([session.selected, session.other!.selected]).toEqual([9, -1]);
  pick(session, session.run!.n + theirs(2));
  session.scrub(1e6);
  expect([session.selected, session.other!.selected]).toEqual([-1, -1]);
});

test("when the run beside is taken away, the event before is selected again", () => {
  const { session } = app;
  session.select(5);
  pick(session, session.run!.n + theirs(2));
  press("D");
  expect([session.other, session.selected]).toEqual([null, 5]);
});

test("Shift with an arrow goes to the cause in the other run, and into what both have", () => {
  const { session } = app;
  const { other } = session;
  const j = [...other!.diff.inA.keys()].find((k) => other!.diff.inA[k]! < 0 && other!.diff.inA[other!.run.cause(k)]! < 0)!;
  pick(session, session.run!.n + j);
  press("ArrowLeft", true);
  expect(other!.selected).toBe(other!.run.cause(j));
  for (let k = 0; k < 50 && other!.selected >= 0; k++) press("ArrowLeft", true);
  expect(session.selected).toBeGreaterThan(0);
});

test("Enter opens the source line of the other run's event", () => {
  const { session } = app;
  const { other } = session;
  const j = [...other!.diff.inA.keys()].find((k) => other!.diff.inA[k]! < 0 && other!.run.data.site[k]! > 0)!;
  pick(session, session.run!.n + j);
  press("Enter");
  const site = other!.run.head.header.sites[other!.run.data.site[j]! - 1]!;
  expect(host.sources).toEqual([`${site.file}:${site.line}`]);
});

test("a copy is of the other run's events", () => {
  const { session } = app;
  const j = theirs(0);
  pick(session, session.run!.n + j);
  const of = chosen(session);
  expect(of.what).toBe(`that led to #${j + 1} of the other run`);
  expect(of.run).toBe(session.other!.run);
  expect([...(of.events as number[])].at(-1)).toBe(j);
  session.emphasis.setCone(false);
  expect(chosen(session)).toEqual({ what: `selected, #${j + 1} of the other run`, run: session.other!.run, events: [j] });
});

test("the lower half of a row is the other run's: what both have is this run's event", () => {
  const { session } = app;
  const { other, layout, axis } = session;
  const w = { axis: axis!, view: axis!.whole(), width: 100_000 };
  const row = layout.rows.find((r) => r.key === "node:server/disk")!;
  const y = row.top + row.height * 0.75;
  const x = (p: number): number => (p / axis!.length) * w.width;
  const disk = [...layout.others.get(row.key)!.events];
  const lone = disk.find((j) => other!.diff.inA[j]! < 0)!;
  const shared = disk.find((j) => other!.diff.inA[j]! >= 0)!;
  expect(eventAt(session, w, x(other!.axis.position(lone)), y)).toBe(session.run!.n + lone);
  expect(eventAt(session, w, x(other!.axis.position(shared)), y)).toBe(other!.diff.inA[shared]);
  expect(eventAt(session, w, x(axis!.position(shared)), row.top + 1)).toBe(
    hit(w, layout.rows, x(axis!.position(shared)), row.top + 1)!.event,
  );
});

test("a search is asked of both runs; hiding hides in both", () => {
  const { session } = app;
  const { other } = session;
  session.emphasis.search("kind:disk.sync");
  const found = (mask: Uint8Array | null): number => mask!.reduce((n, bit) => n + bit, 0);
  expect(found(other!.found)).toBeGreaterThan(found(session.emphasis.found));
  session.emphasis.setHide(true);
  const alone = [...other!.found!.keys()].filter((j) => other!.found![j] && other!.diff.inA[j]! < 0).length;
  expect(find("[role=grid]").getAttribute("aria-rowcount")).toBe(String(found(session.emphasis.found) + alone + 1));
  expect([...session.layout.others.keys()]).toEqual(["node:server", "node:server/disk"]);
  session.emphasis.search("");
  expect(other!.shown).toBeNull();
});

test("of an event that both have, the inspector says what the other run has instead", () => {
  const { session } = app;
  const { other } = session;
  const end = session.run!.n - 1;
  expect(other!.diff.inB[end]).toBe(other!.run.n - 1);
  session.select(end);
  expect(find(".details").textContent).toContain(`compared#${other!.run.n} in the other run: end reason=duration`);
});

test("the state is that of this run, and says so", () => {
  const { session } = app;
  session.setTab("state");
  pick(session, session.run!.n + theirs(0));
  expect(find("#panel-state h2").textContent).toMatch(/^At .*, in this run$/);
});
