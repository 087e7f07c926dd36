import { expect, test } from "vitest";
import { address, EVENT, parseAddress } from "../../src/extension/address";
import { taskArgs } from "../../src/extension/taskArgs";
import { TimelineHost, type Editor, type Opened } from "../../src/extension/timelineHost";
import { failureHtml, timelineHtml } from "../../src/extension/timelineHtml";
import { Runs, type Ask } from "../../src/extension/timelineRuns";

test("nothing runs in the page but its own script", () => {
  const html = timelineHtml({ script: "https://x/timeline.js", style: "https://x/timeline.css", source: "https://x", nonce: "n0" });
  const policy = /content="([^"]*)"/.exec(html)?.[1]?.split("; ");
  expect(policy).toEqual([
    "default-src 'none'",
    "style-src https://x",
    "script-src 'nonce-n0'",
    "img-src 'none'",
    "connect-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
  ]);
  expect(html.match(/<script[^>]*>/g)).toEqual(['<script nonce="n0" src="https://x/timeline.js">']);
});

test("what is put into the page stays a text", () => {
  const hostile = `"><script>alert(1)</script>&`;
  expect(timelineHtml({ script: hostile, style: hostile, source: hostile, nonce: hostile }).match(/<script/g)).toHaveLength(1);
  expect(failureHtml(hostile)).not.toContain("<script");
});

test("an address names a run and an event", () => {
  const run = { config: "a b/seedfall.json", fingerprint: "f&1", seed: "18446744073709551615" };
  const text = address("vscode", run, EVENT);
  expect(text).toBe(
    "vscode://seedfall.seedfall/run?config=a%20b%2Fseedfall.json&fingerprint=f%261&seed=18446744073709551615&event={event}",
  );
  const [path, query] = text.replace(EVENT, "12").slice("vscode://seedfall.seedfall".length).split("?") as [string, string];
  expect(parseAddress(path, query)).toEqual({ ...run, event: 12 });
});

test.each([
  ["/run", "config=/etc/seedfall.json&seed=1", "The address names no config within the open folder."],
  ["/run", "config=a/../../b.json&seed=1", "The address names no config within the open folder."],
  ["/run", "config=C:\\a.json&seed=1", "The address names no config within the open folder."],
  ["/run", "seed=1", "The address names no config within the open folder."],
  ["/run", "config=a.json", "The address names neither a seed nor a failure."],
  ["/run", "config=a.json&seed=1e3", "The seed 1e3 of the address is not a number from 0 to 18446744073709551615."],
  [
    "/run",
    "config=a.json&seed=18446744073709551616",
    "The seed 18446744073709551616 of the address is not a number from 0 to 18446744073709551615.",
  ],
  ["/run", "config=a.json&seed=1&event=-1", "The event -1 of the address is not a number from 0 to 9007199254740991."],
  ["/install", "config=a.json&seed=1", "The address has the path /install, and only /run is known."],
])("%s?%s is refused", (path, query, wrong) => {
  expect(parseAddress(path, query)).toEqual({ wrong });
});

/** server answers as the language server does, and notes what it was asked. */
function server(answers: Record<string, (params: Record<string, unknown>) => unknown>) {
  const asked: string[] = [];
  const ask = async (method: string, params: unknown) => {
    asked.push(`${method} ${JSON.stringify(params)}`);
    const answer = answers[method.replace("seedfall/trace/", "")];
    return await answer?.(params as Record<string, unknown>);
  };
  return { asked, ask: ask as Ask };
}

const header = { seed: "18446744073709551615", failure: { event: 9 } };

test("a section comes in parts", async () => {
  const { ask } = server({
    open: () => ({ handle: "t1", file: "a", header }),
    view: (p) =>
      p["offset"] === 0 ? { data: Buffer.from("seed").toString("base64"), next: 4 } : { data: Buffer.from("fall").toString("base64") },
  });
  const runs = new Runs(ask);
  const { run } = await runs.open({ file: "a" });
  expect(Buffer.from(await runs.load(run, "head")).toString()).toBe("seedfall");
  await expect(runs.load("run-9", "head")).rejects.toThrow("The run run-9 is not of this timeline.");
});

test("a trace that the server has closed is opened again", async () => {
  let handles = 0;
  const { ask, asked } = server({
    open: () => ({ handle: `t${++handles}`, file: "a", header }),
    view: (p) => {
      if (p["handle"] === "t1") {
        throw new Error('the trace "t1" is not open; open it again');
      }
      return { data: "" };
    },
  });
  const runs = new Runs(ask);
  const { run } = await runs.open({ file: "a" });
  await runs.load(run, "survey");
  expect(asked).toEqual([
    'seedfall/trace/open {"file":"a"}',
    'seedfall/trace/view {"handle":"t1","section":"survey","offset":0}',
    'seedfall/trace/open {"file":"a"}',
    'seedfall/trace/view {"handle":"t2","section":"survey","offset":0}',
  ]);
});

test("a changed schedule is run, and told how it ended", async () => {
  const { ask, asked } = server({
    open: (p) => ({
      handle: "t1",
      file: "a",
      header: p["schedule"] ? { seed: "7" } : header,
      ...(p["schedule"] ? { verdict: { outcome: "passes", text: "the run passes" } } : {}),
    }),
  });
  const runs = new Runs(ask);
  const { run } = await runs.open({ file: "a" });
  expect(await runs.replay(run, { seed: "18446744073709551615", faults: [] })).toEqual({
    run: "run-2",
    failed: false,
    verdict: "The run passes.",
  });
  await runs.neighbour(run);
  expect(asked.slice(1)).toEqual([
    'seedfall/trace/open {"of":"t1","schedule":{"seed":"18446744073709551615","faults":[]}}',
    'seedfall/trace/open {"of":"t1","nearestPassing":{}}',
  ]);
});

test("goroutines are those of all nodes", async () => {
  const frames = [
    { function: "main.main", file: "example.com/a/main.go", line: 4 },
    { function: "runtime.gopark", file: "", line: 0 },
  ];
  const { ask } = server({
    open: () => ({ handle: "t1", file: "a", header }),
    state: () => ({
      goroutines: {
        nodes: [
          { node: "a", goroutines: [{ id: 1, state: "select", frames }] },
          { node: "b", state: "is down" },
        ],
      },
    }),
  });
  const runs = new Runs(ask);
  const { run } = await runs.open({ file: "a" });
  expect(await runs.goroutines(run, 1.5)).toEqual([
    {
      node: "a",
      id: 1,
      state: "select",
      frames: [{ func: "main.main", file: "example.com/a/main.go", line: 4 }, { func: "runtime.gopark" }],
    },
  ]);
});

/** page has a host with what it posts and what it has the editor do. */
function page(opened: () => Promise<Opened>) {
  const posted: unknown[] = [];
  const done: string[] = [];
  const note =
    (what: string) =>
    (...args: unknown[]) =>
      void done.push([what, ...args].join(" "));
  const editor: Editor = { openSource: note("source"), copy: note("copy"), focused: note("focused"), failed: note("failed") };
  const runs = new Runs(server({}).ask);
  return { posted, done, host: new TimelineHost({ post: (m) => posted.push(m) }, runs, opened, editor) };
}

const opened: Opened = { run: "run-1", abilities: { source: true, goroutines: false, replay: false, neighbour: false }, address: "" };

test("a page is told what it shows when it is ready, and an event that was asked for before", async () => {
  const { host, posted } = page(() => Promise.resolve({ ...opened, event: 9 }));
  host.show(4);
  expect(posted).toEqual([]);
  await host.take({ method: "ready" });
  host.show(5);
  expect(posted).toEqual([
    { method: "init", params: { ...opened, event: 4 } },
    { method: "show", params: { run: "run-1", event: 5 } },
  ]);
});

test("a page can have lines shown and texts copied, and whatever else it says does no harm", async () => {
  const { host, posted, done } = page(() => Promise.reject(new Error("the file is gone")));
  await host.take({ method: "ready" });
  await host.take({ method: "openSource", params: { file: "a.go", line: 3 } });
  await host.take({ method: "copy", params: { text: "t" } });
  for (const odd of [null, 7, "x", [], {}, { method: 7 }, { method: "openSource" }]) {
    await host.take(odd);
  }
  await host.take({ id: 1, method: "eval", params: {} });
  await host.take({ id: 2, method: "load", params: { run: "run-1", section: "head" } });
  expect(done).toEqual(["failed the file is gone", "source a.go 3", "copy t"]);
  expect(posted).toEqual([
    { id: 1, error: "The timeline asks for eval, which this extension does not know; reload the window." },
    { id: 2, error: "The run run-1 is not of this timeline." },
  ]);
});

test("a task is a line of the seedfall command", () => {
  expect(taskArgs({ command: "run" })).toEqual(["run"]);
  expect(taskArgs({ command: "replay", config: "a b.json", seed: 7, args: ["-v"] })).toEqual([
    "replay",
    "-c",
    "a b.json",
    "-seed",
    "7",
    "-v",
  ]);
  expect(taskArgs({ command: "replay", seed: "18446744073709551615" })).toEqual(["replay", "-seed", "18446744073709551615"]);
  expect(taskArgs({ command: "run", seeds: "1-500" })).toEqual(["run", "-seeds", "1-500"]);
});
