// @vitest-environment happy-dom
import { gzipSync } from "node:zlib";
import { beforeEach, expect, test } from "vitest";
import { connectEmbedded, isEmbedded, WHY_NOT } from "../../src/timeline/hosts/embedded";
import { formatFragment, parseFragment } from "../../src/timeline/hosts/fragment";
import { connectHttp } from "../../src/timeline/hosts/http";
import { connectWebview, type VsCode } from "../../src/timeline/hosts/webview";

/** Editor is the other end of a webview. */
class Editor extends EventTarget implements VsCode {
  posted: { id?: number; method?: string; params?: unknown }[] = [];
  state: unknown = null;
  postMessage(message: unknown): void {
    this.posted.push(message as { id?: number });
  }
  getState(): unknown {
    return this.state;
  }
  setState(state: unknown): void {
    this.state = state;
  }
  say(data: unknown): void {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }
}

const shown: [string, number][] = [];
beforeEach(() => {
  shown.length = 0;
});

async function webview(init: object): Promise<{ editor: Editor; host: Awaited<ReturnType<typeof connectWebview>> }> {
  const editor = new Editor();
  const ready = connectWebview(editor, editor, (run, event) => shown.push([run, event]));
  expect(editor.posted).toEqual([{ method: "ready" }]);
  editor.say({ method: "init", params: init });
  editor.posted = [];
  return { editor, host: await ready };
}

test("webview: what it can do comes with init", async () => {
  const { host } = await webview({ run: "a", event: 7, abilities: { source: true, replay: "yes" }, address: "vscode://x?event={event}" });
  expect(host.opened).toEqual({ run: "a", event: 7 });
  expect(host.abilities).toEqual({ source: true, goroutines: false, replay: false, neighbour: false });
  expect(host.address("a", 12)).toBe("vscode://x?event=12");
  expect(host.address("b", 12)).toBe("");
});

test("webview: answers find their questions in any order", async () => {
  const { editor, host } = await webview({ run: "a", abilities: {} });
  const head = host.load("a", "head");
  const events = host.load("a", "events");
  expect(editor.posted).toEqual([
    { id: 1, method: "load", params: { run: "a", section: "head" } },
    { id: 2, method: "load", params: { run: "a", section: "events" } },
  ]);
  editor.say({ id: 2, result: new Uint8Array([2]) });
  editor.say({ id: 1, result: new Uint8Array([1]).buffer });
  expect([...(await head)]).toEqual([1]);
  expect([...(await events)]).toEqual([2]);
});

test("webview: an error is a sentence, a foreign message is nothing", async () => {
  const { editor, host } = await webview({ run: "a", abilities: {} });
  const replay = host.replay("a", { faults: [] });
  editor.say(null);
  editor.say("hello");
  editor.say({ id: 99, result: 1 });
  editor.say({ id: 1, error: "the program has changed" });
  await expect(replay).rejects.toThrow("the program has changed");
});

test("webview: the extension can show another event, and keeps what it is given", async () => {
  const { editor, host } = await webview({ run: "a", abilities: {} });
  editor.say({ method: "show", params: { run: "a", event: 3 } });
  expect(shown).toEqual([["a", 3]]);
  host.keep({ x: 1 });
  expect(host.state()).toEqual({ x: 1 });
  host.openSource("a.go", 3);
  await host.copy("text");
  expect(editor.posted).toEqual([
    { method: "openSource", params: { file: "a.go", line: 3 } },
    { method: "copy", params: { text: "text" } },
  ]);
});

interface Asked {
  path: string;
  init: RequestInit;
}

function server(answers: Record<string, { status?: number; body: string }>): {
  asked: Asked[];
  fetch: (path: string, init: RequestInit) => Promise<Response>;
} {
  const asked: Asked[] = [];
  return {
    asked,
    fetch: (path, init) => {
      asked.push({ path, init });
      const answer = answers[path];
      if (!answer) return Promise.reject(new TypeError("connection refused"));
      return Promise.resolve(new Response(answer.body, { status: answer.status ?? 200 }));
    },
  };
}

const opened = { body: JSON.stringify({ run: "run-1", event: 3, abilities: { replay: true } }) };
const where = { base: "http://127.0.0.1:1/", hash: "#token=T0K&sel=9", storage: sessionStorage };

test("http: every request has the token, and the address says which event", async () => {
  const s = server({
    "api/opened": opened,
    "api/run-1/head": { body: "{}" },
    "api/run-1/replay": { body: '{"run":"run-2","failed":false,"verdict":"passes"}' },
  });
  const host = await connectHttp({ ...where, fetch: s.fetch });
  expect(host.opened).toEqual({ run: "run-1", event: 9 });
  expect(new TextDecoder().decode(await host.load("run-1", "head"))).toBe("{}");
  expect(await host.replay("run-1", { faults: [] })).toEqual({ run: "run-2", failed: false, verdict: "passes" });
  for (const { init } of s.asked) expect((init.headers as Record<string, string>)["X-Seedfall-Token"]).toBe("T0K");
  expect(s.asked[2]!.init).toMatchObject({ method: "POST", body: '{"schedule":{"faults":[]}}' });
  expect(host.address("run-1", 4)).toBe("http://127.0.0.1:1/#sel=4&token=T0K");
});

test("http: the first section is asked for at once, and anew after that", async () => {
  const answers: Record<string, { status?: number; body: string }> = { "api/opened": opened };
  const s = server(answers);
  const host = await connectHttp({ ...where, fetch: s.fetch });
  expect(s.asked.map((a) => a.path)).toEqual(["api/run-1/head", "api/opened"]);
  await expect(host.load("run-1", "head")).rejects.toThrow("seedfall view does not answer");
  answers["api/run-1/head"] = { body: "{}" };
  expect(new TextDecoder().decode(await host.load("run-1", "head"))).toBe("{}");
  expect(s.asked).toHaveLength(3);
});

test("http: the server's sentence is the error; one that is gone is told of in words", async () => {
  const s = server({ "api/opened": opened, "api/run-1/events": { status: 422, body: "the trace is cut off\n" } });
  const host = await connectHttp({ ...where, fetch: s.fetch });
  await expect(host.load("run-1", "events")).rejects.toThrow("the trace is cut off");
  await expect(host.load("run-1", "head")).rejects.toThrow("seedfall view does not answer");
});

test("embedded: sections are unpacked, and what it cannot do is said", async () => {
  const add = (id: string, text: string): void => {
    const s = document.createElement("script");
    s.type = "application/octet-stream";
    s.id = id;
    s.dataset["run"] = "main";
    s.textContent = text;
    document.body.append(s);
  };
  expect(isEmbedded(document)).toBe(false);
  add("seedfall-head", gzipSync("héllo").toString("base64"));
  add("seedfall-events", Buffer.from("no gzip").toString("base64"));
  expect(isEmbedded(document)).toBe(true);
  const host = connectEmbedded(document, "file:///page.html", "#sel=2");
  expect(host.opened).toEqual({ run: "main", event: 2 });
  expect(new TextDecoder().decode(await host.load("main", "head"))).toBe("héllo");
  await expect(host.load("main", "events")).rejects.toThrow("the events section of this page is damaged");
  await expect(host.load("main", "survey")).rejects.toThrow("no survey section");
  await expect(host.replay("main", {})).rejects.toThrow(WHY_NOT);
});

test("a fragment is read and written; what is no event number is none", () => {
  const f = { t: "427.268ms", sel: 1234, q: "kind:disk -> a&b", token: "x" };
  expect(parseFragment(formatFragment(f))).toEqual(f);
  expect(parseFragment("#sel=-3&sel2=1")).toEqual({ t: "", sel: 0, q: "", token: "" });
  expect(parseFragment("#sel=1e99").sel).toBe(0);
  expect(formatFragment({ t: "", sel: 0, q: "", token: "" })).toBe("");
});
