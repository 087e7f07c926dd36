// Measures the timeline with a generated trace of a million events in Chromium: when
// something is to be seen, when all of the run is there, how long a frame takes while
// a script pans and zooms, and the memory of the page. The script is run several
// times, and the round that took the least time counts, with all of its frames, as does
// the fastest load: what other programs do on the machine is no property of the page.
// The page is loaded as users load it: in a browser at rest, in a tab that is there,
// where it gets a process of its own each time. Frames are counted in a browser that
// makes as many as it can.
//
//   node vscode-extension/browser/bench.mjs [-n EVENTS] [-write]
//
// prints a table with the budgets, and ends with 1 if one is not kept. -write puts the
// table into docs/performance.md.
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { folder, launch, look, root, sections, serve } from "./rig.mjs";

/** How many frames a round of panning and zooming has, and how many rounds of those and
 * of loading there are. */
const FRAMES = 240;
const ROUNDS = 5;
/** A browser at rest takes no more seconds of the processor than this in a quarter of a second. */
const REST = 0.02;

const args = process.argv.slice(2);
const at = args.indexOf("-n");
const events = at < 0 ? 1_000_000 : Number(args[at + 1]);

/** tab opens an empty page that will tell when it showed what: to the console, since
 * whoever asks a page whether it is done takes the processor from it. */
async function tab(browser) {
  const view = await look(browser, "about:blank", { free: true });
  await view.page.addInitScript(() => {
    // The end of the first frame that shows the run: one that begins with its verdict on
    // the page, since the chart is drawn in the frame after that. A message that is sent
    // while a frame is made arrives when the page is done with it.
    const after = new window.MessageChannel();
    after.port1.onmessage = () => {
      window.firstPaint = performance.now();
    };
    let shown = false;
    new window.MutationObserver(() => {
      if (!shown && document.querySelector(".summary .verdict") !== null) {
        shown = true;
        requestAnimationFrame(() => after.port2.postMessage(null));
      }
      if (window.firstPaint === undefined || window.complete !== undefined) return;
      if (document.querySelector(".status")?.textContent !== "") return;
      window.complete = performance.now();
      console.info("complete");
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  return { ...view, quiet: await quiet(browser) };
}

/** quiet gives a function that waits until a browser is at rest: none of its processes,
 * those which it keeps ready for the next page among them, does anything. */
async function quiet(browser) {
  const session = await browser.newBrowserCDPSession();
  const used = async () => (await session.send("SystemInfo.getProcessInfo")).processInfo.reduce((sum, p) => sum + p.cpuTime, 0);
  return async () => {
    for (let before = -Infinity, now = await used(); now - before > REST; before = now, now = await used()) {
      await new Promise((done) => setTimeout(done, 250));
    }
  };
}

/** load shows the run in a tab, and gives the milliseconds from the beginning until there was something to see, and until all was there. */
async function load({ page, quiet }, address) {
  await page.goto("about:blank");
  await quiet();
  const complete = page.waitForEvent("console", (m) => m.text() === "complete");
  await page.goto(address, { waitUntil: "commit" });
  await complete;
  return page.evaluate(() => ({ first: window.firstPaint, complete: window.complete }));
}

/** frames moves the view in every frame and gives how long each took, in milliseconds:
 * from one frame to the next, with nothing that waits for the screen. */
function frames(page, count) {
  return page.evaluate(async (count) => {
    const canvas = document.querySelector(".lanes-canvas");
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const wheel = (options) => {
      const { left, top, width } = canvas.getBoundingClientRect();
      const where = { clientX: left + width * 0.6, clientY: top + 40, bubbles: true, cancelable: true };
      canvas.dispatchEvent(new WheelEvent("wheel", { ...where, ...options }));
    };
    const took = [];
    let last = await frame();
    for (let i = 0; i < count; i++) {
      // In for a third, then across, then out again.
      const third = Math.floor((3 * i) / count);
      if (third === 1) wheel({ deltaX: i % 40 < 20 ? 60 : -40 });
      else wheel({ deltaY: third === 0 ? -25 : 25, ctrlKey: true });
      const now = await frame();
      took.push(now - last);
      last = now;
    }
    return took;
  }, count);
}

/** memory is what the page holds after a collection, in MB: objects, and arrays of numbers. */
async function memory({ context, page }) {
  const session = await context.newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize, backingStorageSize } = await session.send("Runtime.getHeapUsage");
  return { objects: usedSize / 2 ** 20, arrays: backingStorageSize / 2 ** 20 };
}

const share = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];

const trace = join(folder, "generated.sftrace");
sections("-generate", String(events), trace);
const server = await serve(trace);
const loads = [];
const usual = await launch();
const shown = await tab(usual);
for (let i = 0; i < ROUNDS; i++) loads.push(await load(shown, server.address));
const fastest = (part) => Math.min(...loads.map((l) => l[part]));
await usual.close();
const browser = await launch("--disable-frame-rate-limit", "--disable-gpu-vsync", "--enable-precise-memory-info");
const view = await tab(browser);
await load(view, server.address);
const rounds = [];
for (let i = 0; i < ROUNDS; i++) rounds.push(await frames(view.page, FRAMES));
const sum = (all) => all.reduce((a, b) => a + b, 0);
const took = rounds.reduce((best, round) => (sum(round) < sum(best) ? round : best)).sort((a, b) => a - b);
const heap = await memory(view);
await browser.close();
await server.stop();
const trouble = [...shown.trouble, ...view.trouble];
if (trouble.length > 0) throw new Error(trouble.join("\n"));

const ms = (n) => (n < 100 ? `${n.toFixed(1)} ms` : `${(n / 1000).toFixed(2)} s`);
const rows = [
  { what: "first paint, with how many events are where", figure: fastest("first"), show: ms, budget: 1000 },
  { what: `first paint, the slowest of ${ROUNDS} loads`, figure: Math.max(...loads.map((l) => l.first)), show: ms },
  { what: "all of the run is there", figure: fastest("complete"), show: ms },
  { what: "a frame while panning and zooming, median", figure: share(took, 0.5), show: ms, budget: 16 },
  { what: "a frame, 95th percentile", figure: share(took, 0.95), show: ms, budget: 33 },
  { what: "a frame, the longest", figure: took.at(-1), show: ms },
  { what: "memory: objects", figure: heap.objects, show: (n) => `${Math.round(n)} MB` },
  { what: "memory: columns of numbers", figure: heap.arrays, show: (n) => `${Math.round(n)} MB` },
];
const lines = rows.map((r) => `| ${r.what} | ${r.show(r.figure)} | ${r.budget ? r.show(r.budget) : ""} |`);
const table = [
  `| ${events.toLocaleString("en")} events, ${(statSync(trace).size / 2 ** 20).toFixed(1)} MB on disk | Figure | Budget |`,
  "|---|---|---|",
  ...lines,
].join("\n");
console.log(table);
if (args.includes("-write")) {
  const path = join(root, "docs/performance.md");
  const page = readFileSync(path, "utf8");
  writeFileSync(
    path,
    page.replace(/(<!-- timeline -->\n)[^]*?(\n<!-- \/timeline -->)/, (_, begin, end) => begin + table + end),
  );
}
const over = rows.filter((r) => r.budget && r.figure > r.budget);
for (const r of over) console.error(`over budget: ${r.what}: ${r.show(r.figure)} of ${r.show(r.budget)}`);
process.exitCode = over.length > 0 ? 1 : 0;
