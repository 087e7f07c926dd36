// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { App } from "../../src/timeline/page/app";
import { ROW } from "../../src/timeline/page/grid";
import { fakeHost, type Fake } from "./fake";
import { sample } from "./sample";

const failing = sample(true);
const passing = sample(false);

const pages: App[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const app of pages.splice(0)) app.close();
});

function start(host: Fake): App {
  const app = new App(host);
  pages.push(app);
  document.body.append(app.element);
  return app;
}

async function page(able = {}, event = 0): Promise<{ app: App; host: Fake }> {
  const host = fakeHost({ main: failing, other: passing }, able, event);
  const app = start(host);
  await app.open("main", event);
  return { app, host };
}

const find = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`nothing is ${selector}`);
  return found;
};
const named = (name: string): HTMLButtonElement => {
  const found = [...document.querySelectorAll("button")].find((b) => b.textContent === name);
  if (!found) throw new Error(`no button is named ${name}`);
  return found;
};
const press = (key: string, shiftKey = false): void => {
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey, bubbles: true, cancelable: true }));
};

test("the verdict is the first thing, and the failure is selected", async () => {
  const { app } = await page();
  expect(find(".badge").textContent).toBe("FAILED");
  expect(find("h1").textContent).toContain("“acknowledged writes survive” does not hold");
  expect(app.session.selected).toBe(app.session.run!.failure());
  expect(find(".facts").textContent).toContain("2 of 33 faults");
});

test("why it is a failure stands below its story, as text", async () => {
  await page();
  expect(find("h1").textContent).toContain("33 was acknowledged: after a crash");
  expect(find("pre.detail").textContent).toBe("the calls:\n  put(k5, 33) <b>by</b> client#1");
});

test("at the failure, Enter opens the line of what failed, or says that it was copied", async () => {
  const able = await page();
  press("Enter");
  expect(able.host.sources).toEqual(["client/client.go:88"]);
  able.app.close();
  pages.pop();
  await page({ source: false });
  press("Enter");
  await vi.waitFor(() => {
    expect(find(".status").textContent).toBe("Copied client/client.go:88");
  });
});

test("what is known first is shown without waiting for the events, and the rest of the page comes behind it", async () => {
  const host = fakeHost({ main: failing });
  const load = host.load.bind(host);
  host.load = (ref, section) => (section === "head" ? load(ref, section) : new Promise(() => undefined));
  vi.useFakeTimers({ toFake: ["setTimeout", "requestAnimationFrame"] });
  const app = start(host);
  void app.open("main", 0);
  await vi.advanceTimersByTimeAsync(0);
  expect(find(".badge").textContent).toBe("FAILED");
  expect(document.querySelectorAll(".label").length).toBeGreaterThan(3);
  expect(document.querySelector("[role=tab]")).toBeNull();
  await vi.advanceTimersByTimeAsync(100);
  expect(document.querySelectorAll(".step-button")).toHaveLength(5);
  expect(find(".search input")).toBeTruthy();
});

test("a run that passes says so and begins with its table", async () => {
  const host = fakeHost({ main: passing });
  const app = start(host);
  await app.open("main", 0);
  expect(find(".badge").textContent).toBe("PASSED");
  expect(app.session.tab).toBe("events");
});

test("steps of the story lead to their events", async () => {
  const { app } = await page();
  const steps = [...document.querySelectorAll<HTMLButtonElement>(".step-button")];
  expect(steps).toHaveLength(5);
  steps[2]!.click();
  expect(app.session.run!.kindName(app.session.selected)).toBe("fault.crash");
  expect(steps[2]!.getAttribute("aria-current")).toBe("step");
  expect(find(".sentence").textContent).toContain("server");
});

test("arrow keys go along the lane, with Shift along the cause", async () => {
  const { app } = await page();
  const { run } = app.session;
  const check = run!.failure() - 1;
  app.session.select(check);
  press("ArrowLeft", true);
  expect(run!.kindName(app.session.selected)).toBe("op.return");
  press("ArrowRight", true);
  expect(app.session.selected).toBe(check);
  press("ArrowLeft");
  expect(run!.kindName(app.session.selected)).toBe("check");
  expect(app.session.selected).toBeLessThan(check);
});

test("the table is a grid with as many rows as there are events, and follows the selection", async () => {
  const { app } = await page();
  app.session.setTab("events");
  const grid = find("[role=grid]");
  expect(grid.getAttribute("aria-rowcount")).toBe(String(app.session.run!.n + 1));
  expect(grid.getAttribute("aria-colcount")).toBe("4");
  app.session.select(2);
  const row = find("[role=row][aria-selected=true]");
  expect(row.getAttribute("aria-rowindex")).toBe("4");
  expect(row.querySelectorAll("[role=gridcell]")).toHaveLength(4);
  expect(grid.getAttribute("aria-activedescendant")).toBe(row.id);
  expect(document.querySelectorAll("[role=columnheader]").length).toBeGreaterThanOrEqual(4);
  grid.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true, cancelable: true }));
  expect(app.session.selected).toBe(3);
  expect(document.querySelectorAll(".grid-row").length).toBeLessThan(60);
  expect(find(".grid-row:not(.header)").style.top).toBe(`${0 * ROW}px`);
});

test("a search counts what it finds; hiding leaves only that in the table", async () => {
  const { app } = await page();
  app.session.setTab("events");
  app.session.emphasis.search("kind:disk.sync");
  const { hits } = app.session.emphasis;
  expect(hits!.length).toBeGreaterThan(3);
  expect(find(".found").textContent).toBe(`${hits!.length} of ${app.session.run!.n}`);
  app.session.emphasis.setHide(true);
  expect(find("[role=grid]").getAttribute("aria-rowcount")).toBe(String(hits!.length + 1));
  press("n");
  expect(app.session.run!.kindName(app.session.selected)).toBe("disk.sync");
  app.session.emphasis.search("kind:nothing");
  expect(find(".wrong").textContent).toContain("no such kind");
  expect(find(".search input").getAttribute("aria-invalid")).toBe("true");
});

test("moving a fault and replaying shows the result beside the run", async () => {
  const { app, host } = await page();
  app.session.setTab("schedule");
  expect(named("Replay with this change").disabled).toBe(true);
  const by = find("#move-by-1") as HTMLInputElement;
  by.value = "-2.5";
  find("#move-1").click();
  expect(find("#replay").hasAttribute("disabled")).toBe(false);
  named("Replay with this change").click();
  await vi.waitFor(() => {
    expect(app.session.other).not.toBeNull();
  });
  const sent = host.schedules[0] as { faults: { at: string }[] };
  expect(sent.faults).toHaveLength(2);
  expect(app.session.other?.ref).toBe("other");
  expect(find(".result").textContent).toContain("Passes with 1 fault");
  expect(find(".result").textContent).toContain("fault 2 moved by −2.5 ms");
  named("Take away").click();
  expect(app.session.other).toBeNull();
});

test("the nearest passing run is shown from where the runs part", async () => {
  const { app } = await page();
  named("Compare").click();
  await vi.waitFor(() => {
    expect(app.session.other).not.toBeNull();
  });
  const { other, selected, run } = app.session;
  expect(other?.diff.common).toBe(selected);
  expect(run!.kindName(selected)).toBe("op.return");
  const alone = [...other!.diff.inB.keys()].filter((i) => other!.diff.inB[i]! < 0);
  app.session.select(0);
  press("u");
  expect(app.session.selected).toBe(alone[0]);
  expect(find(".sentence").textContent).toMatch(/ Compared: only in this run\.$/);
  app.session.select(run!.n - 1);
  press("U", true);
  expect(app.session.selected).toBe(alone.filter((i) => i < run!.n - 1).at(-1));
  app.session.setTab("events");
  expect(find("[role=row][aria-selected=true] .what").textContent).toMatch(/^▲ only here: /);
  expect(find(".details").textContent).toContain("comparedonly in this run");
  press("D");
  expect(app.session.other).toBeNull();
  expect(find(".sentence").textContent).not.toContain("Compared");
});

test("state shows nodes, and goroutines when asked", async () => {
  const { app } = await page();
  app.session.setTab("state");
  expect(find("#panel-state").textContent).toContain("server#2runs, up since");
  named("Show goroutines").click();
  await vi.waitFor(() => find(".goroutine"));
  expect(find(".goroutine").textContent).toContain("main.serve");
});

test("what the host cannot do is off, and says why", async () => {
  await page({ goroutines: false, replay: false, neighbour: false });
  named("Schedule").click();
  expect(named("Replay with this change").disabled).toBe(true);
  expect(find("#panel-schedule").textContent).toContain("cannot make another");
});

test("copy gives what led to the selected event", async () => {
  const { host } = await page();
  press("y");
  named("Text").click();
  await vi.waitFor(() => {
    expect(host.copied).toHaveLength(1);
  });
  expect(host.copied[0]).toMatch(/FAILED .*\n$/);
  expect(document.activeElement?.textContent).toBe("Copy");
});

test("marks go on and off, and are kept with the look of the page", async () => {
  const { app, host } = await page();
  press("m");
  const at = app.session.selected;
  app.session.select(0);
  press("M", true);
  expect(app.session.selected).toBe(at);
  await vi.waitFor(
    () => {
      expect(host.state()).toMatchObject({ run: "main", marks: [at], selected: at });
    },
    { timeout: 20_000 },
  );
});

test("a section that does not come is told in words, with a way to try again", async () => {
  const host = fakeHost({ main: { ...failing, events: new Uint8Array(3) } });
  const app = start(host);
  await app.open("main", 0);
  expect(find(".status").textContent).toContain("The run is not whole");
  expect(named("Try again")).toBeTruthy();
});

test("a survey that means harm is told in one sentence, and the events are still there", async () => {
  const survey = JSON.parse(new TextDecoder().decode(failing.survey)) as { messages: { send: number[] } };
  survey.messages.send[0] = -7;
  const app = start(fakeHost({ main: { ...failing, survey: new TextEncoder().encode(JSON.stringify(survey)) } }));
  await app.open("main", 0);
  expect(find(".status span").textContent).toBe("The run is not whole: the run has a messages.send[0] of -7, which cannot be. ");
  expect(app.session.selected).toBe(app.session.run!.failure());
});

test("hostile texts stay texts", async () => {
  const texts = new TextDecoder().decode(failing.head).replace("server loses power", "<img src=x onerror=alert(1)>");
  const app = start(fakeHost({ main: { ...failing, head: new TextEncoder().encode(texts) } }));
  await app.open("main", 0);
  expect(document.querySelector("img")).toBeNull();
  expect(find(".steps").textContent).toContain("<img src=x onerror=alert(1)>");
});

test("an interval between a mark and the event is counted, filtered to, copied and cleared", async () => {
  const { app, host } = await page();
  const { session } = app;
  session.select(20);
  press("m");
  session.select(60);
  press("i");
  const { at } = session.run!.data;
  expect(session.interval).toEqual({ from: at[20], to: at[60] });
  expect(find(".interval strong").textContent).toMatch(/^[\d.]+ms, from [\d.]+ms to [\d.]+ms$/);
  expect(find(".interval .facts").textContent).toContain("41 events");
  expect(document.activeElement?.textContent).toBe("Zoom to it");
  named("Zoom to it").click();
  const instants = [session.axis!.instantAt(session.view.from), session.axis!.instantAt(session.view.to)];
  expect(instants[0]).toBeLessThan(at[20]!);
  expect(instants[1]).toBeGreaterThan(at[60]!);
  expect(instants[1]! - instants[0]!).toBeLessThan(1.1 * (at[60]! - at[20]!));
  named("Filter to it").click();
  expect(session.emphasis.query).toMatch(/^time:[\d.]+ms\.\.[\d.]+ms$/);
  expect(session.emphasis.hits).toHaveLength(41);
  named("Copy as text").click();
  await vi.waitFor(() => {
    expect(host.copied).toHaveLength(1);
  });
  expect(host.copied[0]).toMatch(/^[^\n]+\n41 events\n/);
  named("Clear").click();
  expect(session.interval).toBeNull();
  expect(find(".interval").hidden).toBe(true);
  expect(document.activeElement).toBe(find(".lanes-canvas"));
});

test("without a mark the interval is what is visible, and Escape takes it away before the selection", async () => {
  const { app } = await page();
  const { session } = app;
  session.whole();
  press("i");
  expect(session.interval).toEqual({ from: 0, to: session.run!.head.header.end });
  find(".lanes-canvas").focus();
  press("Escape");
  expect([session.interval, session.selected]).toEqual([null, session.run!.failure()]);
  press("Escape");
  expect(session.selected).toBe(-1);
});

const items = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(".menu [role=menuitem]")];
const item = (name: string): HTMLElement => items().find((i) => i.firstElementChild?.textContent === name)!;
const key = (of: Element, k: string): void => {
  of.dispatchEvent(new KeyboardEvent("keydown", { key: k, bubbles: true, cancelable: true }));
};

test("the menu of an event has the focus, moves it by the rules for menus, and gives it back", async () => {
  const { app } = await page();
  const { run } = app.session;
  app.session.select(run!.data.kind.indexOf(run!.kind("disk.write")));
  press("F10", true);
  expect(find(".menu[role=menu]").getAttribute("aria-label")).toMatch(/^server#1: write /);
  expect(document.activeElement).toBe(items()[0]);
  key(items()[0]!, "ArrowUp");
  expect(document.activeElement).toBe(items().at(-1));
  key(items().at(-1)!, "ArrowDown");
  key(items()[0]!, "End");
  key(items().at(-1)!, "m");
  expect(document.activeElement).toBe(items().at(-1));
  expect(app.session.marks).toEqual([]);
  key(document.activeElement!, "Escape");
  expect(find(".menu[role=menu]").hidden).toBe(true);
  expect(document.activeElement).toBe(find(".lanes-canvas"));
});

test("a fault that is added at an event is in the schedule, is replayed, and stands in what came of it", async () => {
  const { app, host } = await page();
  const { run } = app.session;
  const write = run!.data.kind.indexOf(run!.kind("disk.write"));
  app.session.select(write);
  press("ContextMenu");
  item("Crash server before this write").click();
  expect(app.session.tab).toBe("schedule");
  expect(document.activeElement?.id).toBe("replay");
  expect(document.querySelectorAll(".fault")).toHaveLength(3);
  (find("#resize-by-2") as HTMLInputElement).value = "12.5";
  find("#resize-2").click();
  named("Replay with this change").click();
  await vi.waitFor(() => {
    expect(app.session.other).not.toBeNull();
  });
  const { faults } = host.schedules[0] as { faults: Record<string, unknown>[] };
  expect(faults).toHaveLength(3);
  expect(faults[0]).toMatchObject({ kind: "crash_io", node: "server", op: 1, point: "before" });
  expect(find(".result").textContent).toContain("added: crash server before this write, fault 3 lasts 12.5 ms");
});

test("a fault of the run is removed at its event, and its neighbours are still found", async () => {
  const { app } = await page();
  const { run } = app.session;
  app.session.setTab("schedule");
  app.session.select(run!.data.kind.indexOf(run!.kind("fault.pause")));
  press("ContextMenu");
  item("Remove this fault").click();
  const left = [...document.querySelectorAll(".fault")];
  expect(left).toHaveLength(1);
  expect(left[0]!.textContent).toContain("1. crash of server");
  expect(left[0]!.querySelector(".link")!.textContent).toBe(`#${run!.data.kind.indexOf(run!.kind("fault.crash")) + 1}`);
});

test("where nothing can be replayed faults are off with the reason, and all else is there", async () => {
  const { app, host } = await page({ replay: false });
  const { session } = app;
  session.select(4);
  press("ContextMenu");
  const crash = items()[0]!;
  expect(crash.getAttribute("aria-disabled")).toBe("true");
  expect(crash.parentElement!.getAttribute("aria-label")).toContain("cannot make another");
  crash.click();
  expect(session.tab).toBe("story");
  item("Copy a link").click();
  await vi.waitFor(() => {
    expect(host.copied).toEqual(["seedfall://main/5"]);
  });
  press("ContextMenu");
  item("What led to it: cause:#5").click();
  expect(session.emphasis.query).toBe("cause:#5");
});

test("the right button on a row of the table opens the menu of its event", async () => {
  const { app } = await page();
  app.session.setTab("events");
  app.session.select(3);
  const row = find('[data-event="2"]');
  row.dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true }));
  expect(app.session.selected).toBe(2);
  expect(find(".menu[role=menu]").getAttribute("aria-label")).toContain("boot");
  key(items()[0]!, "Tab");
  expect(document.activeElement).toBe(find("#panel-events [role=grid]"));
});

const labels = (): string[] => [...document.querySelectorAll(".label .name")].map((name) => name.textContent);

test("rows are pinned by key, by button and from the menu, and are kept so", async () => {
  const { app, host } = await page();
  const { session } = app;
  await vi.waitFor(() => find(".pin"));
  const write = session.run!.data.kind.indexOf(session.run!.kind("disk.write"));
  session.select(write);
  press("p");
  expect(labels().slice(0, 3)).toEqual(["Faults", "server disk", "server"]);
  expect(find(".status").textContent).toBe("Row server/disk is pinned.");
  find('[aria-label="Pin Properties to the top"], [aria-label="Pin properties to the top"]').click();
  expect(labels()[2]).toBe("Properties");
  press("ContextMenu");
  item("Unpin row server disk").click();
  expect(labels().slice(0, 2)).toEqual(["Faults", "Properties"]);
  await vi.waitFor(
    () => {
      expect(host.state()).toMatchObject({ pinned: ["properties"], without: { quiet: false, apart: false } });
    },
    { timeout: 20_000 },
  );
});

test("rows that have nothing in what is visible are hidden when it has settled, and come back", async () => {
  const { app } = await page();
  const { session } = app;
  await vi.waitFor(() => named("Hide quiet"));
  session.whole();
  const all = labels();
  press("h");
  expect(named("Hide quiet").getAttribute("aria-pressed")).toBe("true");
  expect(labels()).toEqual(all);
  const at = session.axis!.position(0);
  session.show({ from: at, to: at + 1000 });
  await vi.waitFor(() => {
    expect(labels().length).toBeLessThan(all.length / 2);
  });
  expect(labels()[0]).toBe("Faults");
  press("h");
  expect(labels()).toEqual(all);
  expect(find(".status").textContent).toBe(`${all.length} rows are shown.`);
});

test("only rows with a cause or an effect of the selected event are left, and follow the selection", async () => {
  const { app } = await page();
  const { session } = app;
  await vi.waitFor(() => named("Only causal"));
  const all = labels();
  session.select(1);
  press("o");
  const some = labels();
  expect(some.length).toBeLessThan(all.length);
  session.select(session.run!.failure());
  expect(labels()).not.toEqual(some);
  expect(session.layout.rowOf(session.selected)).toBeDefined();
  session.select(-1);
  expect(labels()).toEqual(all);
});
