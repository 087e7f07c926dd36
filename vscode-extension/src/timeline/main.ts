// The page: finds out who shows it, and begins.
import type { Host } from "./host";
import { connectEmbedded, isEmbedded } from "./hosts/embedded";
import { parseFragment } from "./hosts/fragment";
import { connectHttp } from "./hosts/http";
import { messageOf } from "./hosts/none";
import { connectWebview, type VsCode } from "./hosts/webview";
import { parseDuration } from "./model/time";
import { App, type Start } from "./page/app";
import { el } from "./page/dom";

declare const acquireVsCodeApi: (() => VsCode) | undefined;

async function begin(): Promise<void> {
  let app: App | null = null;
  const host = await connect((run, event) => app?.show(run, event));
  const { run, event } = host.opened;
  const head = host.load(run, "head"); // whoever gives it works while the page is put together
  app = new App(host, start());
  show(app);
  document.body.dataset["seedfall"] = "timeline";
  await app.open(run, event ?? 0, head);
}

/** How long a page without a run is not shown, in milliseconds: what comes sooner is the first picture. */
const PATIENCE = 100;

/** show puts the page up when it has something to show, or says what it waits for. */
function show({ element, session }: App): void {
  const put = (): void => {
    if (!element.isConnected) document.body.append(element); // sections may stand in the page, and are read later
  };
  session.on(["data"], put);
  setTimeout(put, PATIENCE);
}

function connect(shown: (run: string, event: number) => void): Promise<Host> {
  if (typeof acquireVsCodeApi === "function") return connectWebview(acquireVsCodeApi(), window, shown);
  const base = location.href.replace(/#.*$/, "");
  if (isEmbedded(document)) return Promise.resolve(connectEmbedded(document, base, location.hash));
  return connectHttp({ fetch: (path, init) => fetch(path, init), base, hash: location.hash, storage: sessionStorage });
}

function start(): Start {
  const { q, t } = parseFragment(location.hash);
  return { query: q, instant: t ? (parseDuration(t) ?? -1) : -1 };
}

// Not from here: whoever asks where a call came from, as tools do that watch a page, would have all of this script
// read again.
Promise.resolve()
  .then(begin)
  .catch((err: unknown) => {
    const text = `The timeline cannot be shown: ${messageOf(err)}`;
    document.body.replaceChildren(el("p", { class: "cover error", role: "alert", text }));
  });
