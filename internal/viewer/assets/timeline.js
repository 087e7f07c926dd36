"use strict";
(() => {
  // src/timeline/hosts/copy.ts
  async function copyText(text3) {
    const clipboard = navigator.clipboard;
    if (clipboard) {
      try {
        await clipboard.writeText(text3);
        return;
      } catch {
      }
    }
    const area = document.createElement("textarea");
    area.value = text3;
    area.setAttribute("readonly", "");
    area.className = "offscreen";
    document.body.append(area);
    const focused = document.activeElement;
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
    if (!done) throw new Error("the browser did not let the page copy");
  }

  // src/timeline/hosts/fragment.ts
  function parseFragment(hash) {
    const has = new URLSearchParams(hash.replace(/^#/, ""));
    const sel = Number(has.get("sel") ?? "0");
    return {
      t: has.get("t") ?? "",
      sel: Number.isSafeInteger(sel) && sel > 0 ? sel : 0,
      q: has.get("q") ?? "",
      token: has.get("token") ?? ""
    };
  }
  function formatFragment(f) {
    const parts = [];
    if (f.t) parts.push(`t=${encodeURIComponent(f.t)}`);
    if (f.sel) parts.push(`sel=${f.sel}`);
    if (f.q) parts.push(`q=${encodeURIComponent(f.q)}`);
    if (f.token) parts.push(`token=${encodeURIComponent(f.token)}`);
    return parts.length > 0 ? `#${parts.join("&")}` : "";
  }

  // src/timeline/hosts/none.ts
  var NO_ABILITIES = { source: false, goroutines: false, replay: false, neighbour: false };
  function abilitiesOf(claim) {
    const said = claim ?? {};
    return {
      source: said["source"] === true,
      goroutines: said["goroutines"] === true,
      replay: said["replay"] === true,
      neighbour: said["neighbour"] === true
    };
  }
  function messageOf(err) {
    return err instanceof Error ? err.message : String(err);
  }

  // src/timeline/hosts/embedded.ts
  var WHY_NOT = "This page has one recorded run in it and cannot make another. Open the run with seedfall view or in VS Code for that.";
  function isEmbedded(doc) {
    return doc.getElementById("seedfall-head") !== null;
  }
  function connectEmbedded(doc, base, hash) {
    const run = doc.getElementById("seedfall-head")?.dataset["run"] ?? "main";
    const { sel } = parseFragment(hash);
    let state2 = null;
    const never = () => Promise.reject(new Error(WHY_NOT));
    return {
      abilities: NO_ABILITIES,
      opened: sel ? { run, event: sel } : { run },
      load: (_, section) => unpack(doc, section),
      openSource: () => void 0,
      copy: copyText,
      address: (_, event) => base + formatFragment({ t: "", sel: event, q: "", token: "" }),
      goroutines: never,
      replay: never,
      neighbour: never,
      state: () => state2,
      keep: (next2) => {
        state2 = next2;
      }
    };
  }
  async function unpack(doc, section) {
    const element = doc.getElementById(`seedfall-${section}`);
    if (!element) throw new Error(`this page has no ${section} section in it; write it again with seedfall view -o`);
    const text3 = element.textContent;
    element.textContent = "";
    const packed = decodeBase64(text3);
    try {
      const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
      return new Uint8Array(await new Response(stream).arrayBuffer());
    } catch {
      throw new Error(`the ${section} section of this page is damaged; write it again with seedfall view -o`);
    }
  }
  function decodeBase64(text3) {
    const clean = text3.replace(/\s+/g, "");
    const padding = clean.endsWith("==") ? 2 : clean.endsWith("=") ? 1 : 0;
    const bytes = new Uint8Array(Math.max(0, Math.floor(clean.length * 3 / 4) - padding));
    const turn = 1 << 16;
    for (let at2 = 0, out = 0; at2 < clean.length; at2 += turn) {
      const part = atob(clean.slice(at2, at2 + turn));
      for (let i = 0; i < part.length; i++) bytes[out++] = part.charCodeAt(i);
    }
    return bytes;
  }

  // src/timeline/hosts/http.ts
  var TOKEN = "X-Seedfall-Token";
  var KEPT = "seedfall.timeline";
  async function connectHttp(where) {
    const { token, sel } = parseFragment(where.hash);
    const headers = { [TOKEN]: token };
    const get = async (path) => checked(await reach(where, path, { headers }));
    const post = async (path, body) => {
      const init = { method: "POST", headers: { ...headers, "Content-Type": "application/json" }, body: JSON.stringify(body) };
      return (await checked(await reach(where, path, init))).json();
    };
    const opened = await (await get("api/opened")).json();
    const event = sel || (opened.event ?? 0);
    const at2 = (run, what2) => `api/${encodeURIComponent(run)}/${what2}`;
    return {
      abilities: abilitiesOf(opened.abilities),
      opened: event ? { run: opened.run, event } : { run: opened.run },
      load: async (run, section) => new Uint8Array(await (await get(at2(run, section))).arrayBuffer()),
      openSource: () => void 0,
      copy: copyText,
      address: (run, event2) => run === opened.run ? where.base + formatFragment({ t: "", sel: event2, q: "", token }) : "",
      goroutines: async (run, instant2) => await post(at2(run, "goroutines"), { at: instant2 }),
      replay: async (run, schedule) => await post(at2(run, "replay"), { schedule }),
      neighbour: async (run) => await post(at2(run, "neighbour"), {}),
      state: () => kept(where.storage),
      keep: (state2) => {
        where.storage.setItem(KEPT, JSON.stringify(state2));
      }
    };
  }
  async function reach(where, path, init) {
    try {
      return await where.fetch(path, init);
    } catch {
      throw new Error("seedfall view does not answer; it may have been stopped, start it again");
    }
  }
  async function checked(response) {
    if (response.ok) return response;
    const text3 = (await response.text()).trim();
    throw new Error(text3 || `seedfall view answered with status ${response.status}`);
  }
  function kept(storage) {
    try {
      return JSON.parse(storage.getItem(KEPT) ?? "null");
    } catch {
      return null;
    }
  }

  // src/timeline/hosts/webview.ts
  function connectWebview(vscode, target, shown) {
    const waiting = /* @__PURE__ */ new Map();
    let last2 = 0;
    const call3 = (method, params) => {
      const id = ++last2;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        vscode.postMessage({ id, method, params });
      });
    };
    return new Promise((ready) => {
      target.addEventListener("message", (event) => {
        const message = event.data;
        if (typeof message !== "object" || message === null) return;
        if (message.id !== void 0) answer(waiting, message);
        else if (message.method === "init") ready(host(vscode, call3, message.params));
        else if (message.method === "show") {
          const { run, event: event2 } = message.params;
          shown(run, event2);
        }
      });
      vscode.postMessage({ method: "ready" });
    });
  }
  function answer(waiting, message) {
    const one = waiting.get(message.id);
    if (!one) return;
    waiting.delete(message.id);
    if (message.error !== void 0) one.reject(new Error(message.error));
    else one.resolve(message.result);
  }
  function host(vscode, call3, init) {
    return {
      abilities: abilitiesOf(init.abilities),
      opened: init.event ? { run: init.run, event: init.event } : { run: init.run },
      load: async (run, section) => bytesOf(await call3("load", { run, section })),
      openSource: (file, line3) => {
        vscode.postMessage({ method: "openSource", params: { file, line: line3 } });
      },
      copy: (text3) => {
        vscode.postMessage({ method: "copy", params: { text: text3 } });
        return Promise.resolve();
      },
      address: (run, event) => run === init.run ? (init.address ?? "").replace("{event}", String(event)) : "",
      goroutines: async (run, at2) => await call3("goroutines", { run, at: at2 }),
      replay: async (run, schedule) => await call3("replay", { run, schedule }),
      neighbour: async (run) => await call3("neighbour", { run }),
      state: () => vscode.getState(),
      keep: (state2) => {
        vscode.setState(state2);
      }
    };
  }
  function bytesOf(result) {
    if (result instanceof Uint8Array) return result;
    if (result instanceof ArrayBuffer) return new Uint8Array(result);
    throw new Error("the extension sent a section that is not bytes");
  }

  // src/timeline/model/time.ts
  var NEVER = 2 ** 63;
  var MS = 1e6;
  function instant(ns) {
    if (ns >= NEVER) return "never";
    const ms = Math.floor(ns / MS);
    return `${Math.floor(ms / 1e3)}.${String(ms % 1e3).padStart(3, "0")}s`;
  }
  function duration(ns) {
    if (ns >= NEVER) return "2562047h47m16.854775807s";
    const sign = ns < 0 ? "-" : "";
    const d = Math.abs(Math.trunc(ns));
    if (d === 0) return "0s";
    if (d < 1e3) return `${sign}${d}ns`;
    if (d < 1e6) return `${sign}${decimal(d, 3)}\xB5s`;
    if (d < 1e9) return `${sign}${decimal(d, 6)}ms`;
    const minutes = Math.floor(d / 6e10);
    const seconds = decimal(d - minutes * 6e10, 9);
    if (minutes === 0) return `${sign}${seconds}s`;
    const hours = Math.floor(minutes / 60);
    return hours === 0 ? `${sign}${minutes}m${seconds}s` : `${sign}${hours}h${minutes % 60}m${seconds}s`;
  }
  function instantInFull(ns) {
    return ns >= NEVER ? "never" : duration(ns);
  }
  function decimal(n, digits) {
    const scale = 10 ** digits;
    const fraction = String(n % scale).padStart(digits, "0").replace(/0+$/, "");
    return String(Math.floor(n / scale)) + (fraction && `.${fraction}`);
  }
  var UNITS = { ns: 1, us: 1e3, \u00B5s: 1e3, \u03BCs: 1e3, ms: 1e6, s: 1e9, m: 6e10, h: 36e11 };
  function parseDuration(text3) {
    const [, sign, body] = /^([+-]?)(.*)$/s.exec(text3);
    if (body === "0") return 0;
    if (!/^(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/.test(body)) return null;
    let sum = 0;
    for (const [, whole, fraction, unit] of body.matchAll(/(\d*)(?:\.(\d*))?(ns|us|µs|μs|ms|s|m|h)/g)) {
      const scale = UNITS[unit];
      sum += Number(whole === "" ? "0" : whole) * scale;
      if (fraction) sum += Math.trunc(Number(fraction) * scale / 10 ** fraction.length);
    }
    return sum >= NEVER ? null : sign === "-" ? -sum : sum;
  }

  // src/timeline/model/axis.ts
  var Axis = class {
    mode;
    /** Positions go from 0 to length, which is more than 0. */
    length;
    #at;
    #n;
    /** Where the mapping from instants to positions bends. */
    #instants = [0];
    #positions = [0];
    #breaks = [];
    /** In order: how many shown events stand before each; null if all are shown. */
    #ranks = null;
    #shown = null;
    /** Of events for which shown is 0 the axis takes no notice; null shows all. */
    constructor(run, mode, shown = null) {
      this.mode = mode;
      this.#at = run.columns?.at ?? new Float64Array(0);
      this.#n = this.#at.length;
      const end = Math.max(run.head.header.end, this.#n > 0 ? this.#at[this.#n - 1] : 0, 1);
      if (mode === "order") {
        if (shown) [this.#ranks, this.#shown] = ranks(shown);
        this.length = Math.max(1, this.#shown?.length ?? this.#n);
        return;
      }
      if (mode === "compressed") this.#bend(end, shown);
      const last2 = this.#instants.length - 1;
      this.length = Math.max(1, this.#positions[last2] + end - this.#instants[last2]);
    }
    #bend(end, shown) {
      const longest = longestGap(this.#at, end, shown);
      let before = 0;
      const gap = (to) => {
        if (to - before > longest) this.#shrink(before, to, longest);
        before = to;
      };
      for (let i = 0; i < this.#n; i++) if (!shown || shown[i]) gap(this.#at[i]);
      gap(end);
    }
    /** shrink takes the middle out of a gap. */
    #shrink(begin2, end, to) {
      const last2 = this.#instants.length - 1;
      const from = this.#positions[last2] + begin2 - this.#instants[last2];
      this.#instants.push(begin2, end);
      this.#positions.push(from, from + to);
      this.#breaks.push({ from, to: from + to, begin: begin2, end });
    }
    /** position of an event. In order, a hidden event stands where the next shown one does. */
    position(i) {
      if (this.mode === "order") return (this.#ranks ? this.#ranks[i] : i) + 0.5;
      return this.positionOf(this.#at[i]);
    }
    /** positionOf an instant. In order, that is behind all events up to it. */
    positionOf(t) {
      if (this.mode === "order") {
        const i = upper(this.#at, t);
        return this.#ranks ? i < this.#n ? this.#ranks[i] : this.#shown.length : i;
      }
      return interpolate(this.#instants, this.#positions, t);
    }
    /** instantAt gives the instant of a position. In order, that of the last event at or before it. */
    instantAt(p) {
      if (this.mode === "order") {
        if (this.#n === 0) return 0;
        const count2 = this.#shown?.length ?? this.#n;
        const step = Math.max(0, Math.min(count2 - 1, Math.floor(p)));
        return this.#at[this.#shown ? this.#shown[step] ?? 0 : step];
      }
      return interpolate(this.#positions, this.#instants, p);
    }
    /** How many events the run has. */
    get n() {
      return this.#n;
    }
    /** first is the index of the first event at a position or behind it; the number of events if there is none. It is
     * looked for from an index on that is not behind it. */
    first(p, from = 0) {
      if (this.mode === "order") return this.#firstInOrder(p);
      return lower(this.#at, this.#instantBefore(p), from);
    }
    #firstInOrder(p) {
      const step = Math.max(0, Math.ceil(p - 0.5));
      if (!this.#shown) return Math.min(this.#n, step);
      if (step > this.#shown.length) return this.#n;
      return step === 0 ? 0 : this.#shown[step - 1] + 1;
    }
    /** instantBefore is the least instant that stands at a position or behind it. */
    #instantBefore(p) {
      const t = Math.ceil(interpolate(this.#positions, this.#instants, p));
      if (this.positionOf(t) < p) return t + 1;
      return this.positionOf(t - 1) >= p ? t - 1 : t;
    }
    /** breaks are the stretches drawn shorter, in order. */
    breaks() {
      return this.#breaks;
    }
    /** whole is the view of all of it. */
    whole() {
      return { from: 0, to: this.length };
    }
  };
  var STRETCH = 8;
  var SAMPLE = 4096;
  function longestGap(at2, end, shown) {
    const gaps = new Float64Array(at2.length + 1);
    let n = 0;
    let before = 0;
    for (let i = 0; i < at2.length; i++) {
      if (shown && !shown[i]) continue;
      if (at2[i] > before) gaps[n++] = at2[i] - before;
      before = at2[i];
    }
    if (end > before) gaps[n++] = end - before;
    if (n === 0) return end;
    const step = Math.max(1, Math.floor(n / SAMPLE));
    const some = Float64Array.from({ length: Math.ceil(n / step) }, (_, k) => gaps[k * step]).sort();
    return STRETCH * some[some.length - 1 >>> 1];
  }
  function ranks(shown) {
    const ranks2 = new Uint32Array(shown.length);
    const events = new Uint32Array(shown.length);
    let n = 0;
    for (let i = 0; i < shown.length; i++) {
      ranks2[i] = n;
      if (shown[i]) events[n++] = i;
    }
    return [ranks2, events.subarray(0, n)];
  }
  function lower(values2, t, from) {
    let low = from;
    let high = values2.length;
    while (low < high) {
      const mid = low + high >>> 1;
      if (values2[mid] < t) low = mid + 1;
      else high = mid;
    }
    return low;
  }
  function upper(values2, t) {
    let low = 0;
    let high = values2.length;
    while (low < high) {
      const mid = low + high >>> 1;
      if (values2[mid] <= t) low = mid + 1;
      else high = mid;
    }
    return low;
  }
  function interpolate(xs, ys, x) {
    const k = Math.max(1, upper(xs, x));
    const slope = k < xs.length ? (ys[k] - ys[k - 1]) / (xs[k] - xs[k - 1]) : 1;
    return ys[k - 1] + (x - xs[k - 1]) * slope;
  }
  function smallest(axis) {
    return axis.mode === "order" ? Math.min(axis.length, 4) : Math.min(axis.length, 1e3);
  }
  function zoomAbout(axis, view, p, factor) {
    const size = view.to - view.from;
    const wanted = Math.min(axis.length, Math.max(smallest(axis), size * factor));
    const share = size > 0 ? (p - view.from) / size : 0.5;
    return within(axis, p - share * wanted, wanted);
  }
  function pan(axis, view, by) {
    return within(axis, view.from + by, view.to - view.from);
  }
  function center(axis, view, p) {
    const size = view.to - view.from;
    return within(axis, p - size / 2, size);
  }
  function within(axis, from, size) {
    const begin2 = Math.max(0, Math.min(axis.length - size, from));
    return { from: begin2, to: begin2 + size };
  }

  // src/timeline/model/diff.ts
  function align(a, b) {
    const nodes3 = translate(a.nodes, b.nodes);
    const kinds = translate(names(a), names(b));
    const sites = translate(places(a), places(b));
    const common = prefix(a, b, nodes3, kinds, sites);
    const inB = new Int32Array(a.n).fill(-1);
    const inA = new Int32Array(b.n).fill(-1);
    for (let i = 0; i < common; i++) inB[i] = inA[i] = i;
    const waiting = /* @__PURE__ */ new Map();
    const key = (node, kind, site) => ((node + 1) * 256 + kind) * 2 ** 32 + site;
    const siteB = firsts(places(b));
    for (let j = b.n - 1; j >= common; j--) {
      const k = key(b.data.node[j], b.data.kind[j], siteB[b.data.site[j]]);
      const list2 = waiting.get(k);
      if (list2) list2.push(j);
      else waiting.set(k, [j]);
    }
    for (let i = common; i < a.n; i++) {
      const node = a.data.node[i] < 0 ? -1 : nodes3[a.data.node[i]];
      const kind = kinds[a.data.kind[i]];
      const site = sites[a.data.site[i]];
      if (node < 0 && a.data.node[i] >= 0 || kind < 0 || site < 0) continue;
      const j = waiting.get(key(node, kind, site))?.pop();
      if (j === void 0) continue;
      inB[i] = j;
      inA[j] = i;
    }
    return { common, same: common === a.n && common === b.n, inB, inA };
  }
  function prefix(a, b, nodes3, kinds, sites) {
    const x = a.data;
    const y = b.data;
    const n = Math.min(a.n, b.n);
    const siteB = firsts(places(b));
    let i = 0;
    for (; i < n; i++) {
      const node = x.node[i] < 0 ? -1 : nodes3[x.node[i]];
      if (x.at[i] !== y.at[i] || x.a[i] !== y.a[i] || x.b[i] !== y.b[i] || x.c[i] !== y.c[i]) break;
      if (x.cause[i] !== y.cause[i] || x.inc[i] !== y.inc[i] || kinds[x.kind[i]] !== y.kind[i] || node !== y.node[i]) break;
      if (x.strings[x.s[i]] !== y.strings[y.s[i]] || x.strings[x.t[i]] !== y.strings[y.t[i]]) break;
      if (sites[x.site[i]] !== siteB[y.site[i]]) break;
    }
    return i;
  }
  function names(run) {
    return run.head.kinds.map((k) => k.name);
  }
  function places(run) {
    return ["", ...run.head.header.sites.map((s) => `${s.file}:${s.line} ${s.func ?? ""}`)];
  }
  function translate(a, b) {
    const at2 = /* @__PURE__ */ new Map();
    b.forEach((s, k) => {
      if (!at2.has(s)) at2.set(s, k);
    });
    return Int32Array.from(a, (s) => at2.get(s) ?? -1);
  }
  function firsts(list2) {
    return translate(list2, list2);
  }

  // src/timeline/page/compare.ts
  var BesideAxis = class extends Axis {
    main;
    at;
    steps;
    constructor(run, main, mode) {
      super(run, "time");
      this.main = main;
      this.at = run.data.at;
      this.steps = mode === "order";
    }
    position(i) {
      return this.steps ? i + 0.5 : this.main.positionOf(this.at[i]);
    }
    positionOf(t) {
      return this.main.positionOf(t);
    }
    instantAt(p) {
      return this.main.instantAt(p);
    }
  };
  function otherOf(session, ref, run, verdict2) {
    return { ref, run, verdict: verdict2, diff: align(session.run, run), axis: new BesideAxis(run, session.axis, session.mode) };
  }
  function divergence(session) {
    const { other, run } = session;
    if (!other || !run || other.diff.same) return -1;
    return other.diff.common < run.n ? other.diff.common : run.n - 1;
  }
  function toDivergence(session) {
    const i = divergence(session);
    if (i < 0 || !session.axis) return;
    session.select(i);
    session.show(center(session.axis, session.view, session.axis.position(i)));
  }
  function partText(session) {
    const { other } = session;
    if (!other) return "";
    if (other.diff.same) return "Both runs have the same events.";
    const lone = (list2) => list2.reduce((n, k) => n + (k < 0 ? 1 : 0), 0);
    const counts = `Events without a counterpart: ${lone(other.diff.inB)} in this run, ${lone(other.diff.inA)} in the other.`;
    return `The runs are the same up to event #${other.diff.common}. ${counts}`;
  }

  // src/timeline/data.ts
  var EVENTS_MAGIC = "sfcols1\n";
  var COLUMNS = ["at", "a", "b", "c", "cause", "site", "inc", "s", "t", "node", "kind"];

  // src/timeline/model/errors.ts
  var DataError = class extends Error {
    name = "DataError";
  };

  // src/timeline/model/utf8.ts
  var WHOLE = 1 << 28;
  function readStrings(offsets, utf8) {
    const n = offsets.length - 1;
    for (let i = 0; i < n; i++) {
      if (offsets[i + 1] < offsets[i]) throw new DataError("the texts of the run overlap");
    }
    if (offsets[0] !== 0 || offsets[n] > utf8.length) throw new DataError("the texts of the run are cut off");
    return inOnePiece(offsets, utf8) ?? oneByOne(offsets, utf8);
  }
  function inOnePiece(offsets, utf8) {
    const n = offsets.length - 1;
    const end = offsets[n];
    if (end > WHOLE) return null;
    let text3;
    try {
      text3 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(utf8.subarray(0, end));
    } catch {
      return null;
    }
    const strings3 = new Array(n);
    const ascii = text3.length === end;
    let from = 0;
    for (let i = 0; i < n; i++) {
      const a = offsets[i];
      const b = offsets[i + 1];
      if (b < end && (utf8[b] & 192) === 128) return null;
      const to = ascii ? b : from + units(utf8, a, b);
      strings3[i] = text3.slice(from, to);
      from = to;
    }
    return strings3;
  }
  function units(utf8, from, to) {
    let n = 0;
    for (let i = from; i < to; i++) {
      const b = utf8[i];
      if ((b & 192) !== 128) n += b >= 240 ? 2 : 1;
    }
    return n;
  }
  function oneByOne(offsets, utf8) {
    const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    const strings3 = new Array(offsets.length - 1);
    for (let i = 0; i < strings3.length; i++) {
      const part = utf8.subarray(offsets[i], offsets[i + 1]);
      try {
        strings3[i] = strict.decode(part);
      } catch {
        strings3[i] = lenient(part, strict);
      }
    }
    return strings3;
  }
  function lenient(part, strict) {
    let text3 = "";
    let good = 0;
    for (let i = 0; i < part.length; ) {
      const length2 = charLength(part, i);
      if (length2 > 0) {
        i += length2;
        continue;
      }
      text3 += strict.decode(part.subarray(good, i)) + String.fromCharCode(56320 + part[i]);
      i++;
      good = i;
    }
    return text3 + strict.decode(part.subarray(good));
  }
  function charLength(b, i) {
    const first = b[i];
    if (first < 128) return 1;
    const length2 = first >= 240 ? 4 : first >= 224 ? 3 : 2;
    if (first < 194 || first > 244 || i + length2 > b.length) return 0;
    for (let k = 1; k < length2; k++) {
      if ((b[i + k] & 192) !== 128) return 0;
    }
    const second = b[i + 1];
    const low = first === 224 ? 160 : first === 240 ? 144 : 128;
    const high = first === 237 ? 159 : first === 244 ? 143 : 191;
    return second >= low && second <= high ? length2 : 0;
  }

  // src/timeline/model/shape.ts
  function checkHead(value2, schema) {
    const head2 = object(value2, "head");
    const is = head2["schema"];
    if (is !== schema) {
      throw new DataError(
        `the run is given in form ${String(is)}, and this page reads form ${schema}; use the page of the seedfall that gave it`
      );
    }
    const header = object(head2["header"], "header");
    strings(header["nodes"], "header.nodes");
    for (const [i, s] of array(header["sites"], "header.sites").entries()) {
      const site = object(s, `header.sites[${i}]`);
      text(site["file"], `header.sites[${i}].file`);
      number(site["line"], `header.sites[${i}].line`);
    }
    number(header["events"], "header.events");
    number(header["end"], "header.end");
    const seed = header["seed"];
    header["seed"] = typeof seed === "number" ? String(seed) : text(seed, "header.seed");
    if (header["failure"] !== void 0 && header["failure"] !== null) checkFailure(object(header["failure"], "header.failure"));
    for (const [i, k] of array(head2["kinds"], "kinds").entries()) {
      const kind = object(k, `kinds[${i}]`);
      for (const name of ["name", "verb", "class"]) text(kind[name], `kinds[${i}].${name}`);
      kind["fields"] ??= [];
      for (const f of array(kind["fields"], `kinds[${i}].fields`)) {
        const field = object(f, `kinds[${i}].fields`);
        text(field["name"], `kinds[${i}].fields.name`);
        text(field["of"], `kinds[${i}].fields.of`);
      }
    }
    for (const name of ["classes", "statuses", "properties", "errnos"]) strings(head2[name], name);
    for (const [i, b] of array(head2["buckets"], "buckets").entries()) {
      const bucket = object(b, `buckets[${i}]`);
      number(bucket["from"], `buckets[${i}].from`);
      number(bucket["to"], `buckets[${i}].to`);
      array(bucket["counts"], `buckets[${i}].counts`);
    }
    return value2;
  }
  function checkFailure(failure) {
    text(failure["class"], "header.failure.class");
    number(failure["at"], "header.failure.at");
    number(failure["event"], "header.failure.event");
  }
  var LISTS = {
    incarnations: ["node", "number", "boot", "end"],
    faults: ["event", "until", "ended", "fault"],
    connections: ["dial", "accept", "from", "to", "end"],
    messages: ["send", "from", "to", "end", "fate"],
    disk: ["event", "state", "end", "durable"],
    eventuallys: ["begin", "deadline", "end", "decided"],
    calls: ["invoke", "return", "client", "blamed"],
    losses: ["lost", "change"]
  };
  function checkSurvey(value2) {
    const survey = object(value2, "survey");
    for (const [name, columns] of Object.entries(LISTS)) {
      const list2 = object(survey[name], name);
      let length2 = -1;
      for (const column of columns) {
        const values2 = array(list2[column], `${name}.${column}`);
        if (!values2.every((v) => typeof v === "number")) throw wrong(`${name}.${column}`);
        if (length2 >= 0 && values2.length !== length2) throw wrong(`${name}.${column}`);
        length2 = values2.length;
      }
    }
    for (const name of ["fates", "states", "clients"]) strings(survey[name], name);
    return value2;
  }
  function wrong(what2) {
    return new DataError(`the run has a ${what2} that is not as this page expects`);
  }
  function object(value2, what2) {
    if (typeof value2 !== "object" || value2 === null || Array.isArray(value2)) throw wrong(what2);
    return value2;
  }
  function array(value2, what2) {
    if (!Array.isArray(value2)) throw wrong(what2);
    return value2;
  }
  function text(value2, what2) {
    if (typeof value2 !== "string") throw wrong(what2);
    return value2;
  }
  function number(value2, what2) {
    if (typeof value2 !== "number" || !Number.isFinite(value2)) throw wrong(what2);
    return value2;
  }
  function strings(value2, what2) {
    for (const v of array(value2, what2)) text(v, what2);
  }

  // src/timeline/model/read.ts
  var SCHEMA = 1;
  var WIDTH = { at: 8, a: 8, b: 8, c: 8, cause: 4, site: 4, inc: 4, s: 4, t: 4, node: 2, kind: 1 };
  function parseHead(bytes) {
    return checkHead(json(bytes, "head"), SCHEMA);
  }
  function parseSurvey(bytes) {
    return checkSurvey(json(bytes, "survey"));
  }
  function json(bytes, section) {
    try {
      const text3 = new TextDecoder("utf-8", { fatal: false }).decode(bytes);
      return JSON.parse(text3.replace(/"seed":\s*(\d{16,20})(?=\s*[,}])/g, '"seed":"$1"'));
    } catch {
      throw new DataError(`the ${section} of the run is not JSON`);
    }
  }
  function parseEvents(bytes) {
    const aligned = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice();
    if (aligned.length < 16 || new TextDecoder("latin1").decode(aligned.subarray(0, 8)) !== EVENTS_MAGIC) {
      throw new DataError("the events of the run do not begin as this page expects; use the page of the seedfall that gave them");
    }
    const { buffer, byteOffset } = aligned;
    const numbers = new DataView(buffer, byteOffset, aligned.length);
    const n = numbers.getUint32(8, true);
    const count2 = numbers.getUint32(12, true);
    const start2 = {};
    let offset = 16;
    for (const name of COLUMNS) {
      start2[name] = byteOffset + offset;
      offset = align2(offset + n * WIDTH[name]);
    }
    const offsets = offset;
    offset += 4 * (count2 + 1);
    if (count2 === 0 || offset > aligned.length) throw new DataError("the events of the run are cut off");
    const where = (name) => start2[name];
    const columns = {
      n,
      at: new Float64Array(buffer, where("at"), n),
      a: new Float64Array(buffer, where("a"), n),
      b: new Float64Array(buffer, where("b"), n),
      c: new Float64Array(buffer, where("c"), n),
      cause: new Uint32Array(buffer, where("cause"), n),
      site: new Uint32Array(buffer, where("site"), n),
      inc: new Uint32Array(buffer, where("inc"), n),
      s: new Uint32Array(buffer, where("s"), n),
      t: new Uint32Array(buffer, where("t"), n),
      node: new Int16Array(buffer, where("node"), n),
      kind: new Uint8Array(buffer, where("kind"), n),
      strings: readStrings(new Uint32Array(buffer, byteOffset + offsets, count2 + 1), aligned.subarray(offset))
    };
    checkEvents(columns);
    return columns;
  }
  function align2(offset) {
    return Math.ceil(offset / 8) * 8;
  }
  function checkEvents(c) {
    let last2 = 0;
    const strings3 = c.strings.length;
    for (let i = 0; i < c.n; i++) {
      const at2 = c.at[i];
      if (!(at2 >= last2)) throw new DataError(`event ${i + 1} is earlier than the one before it`);
      last2 = at2;
      if (c.cause[i] > i) throw new DataError(`event ${i + 1} has a cause that does not come before it`);
      if (c.s[i] >= strings3 || c.t[i] >= strings3) throw new DataError(`event ${i + 1} has a text that the run does not have`);
    }
  }
  function fit(head2, c) {
    const nodes3 = head2.header.nodes.length;
    const sites = head2.header.sites.length;
    const kinds = head2.kinds.length;
    for (let i = 0; i < c.n; i++) {
      const node = c.node[i];
      if (node < -1 || node >= nodes3) throw new DataError(`event ${i + 1} is of a node that the run does not have`);
      if (c.kind[i] >= kinds) throw new DataError(`event ${i + 1} is of a kind that the run does not have`);
      if (c.site[i] > sites) throw new DataError(`event ${i + 1} is at a site that the run does not have`);
    }
  }

  // src/timeline/model/index.ts
  var Index = class {
    #lanes;
    #nodes;
    /** What the incarnation of an event did before it; -1 for nothing. */
    previous;
    /** The boot of the incarnation of an event; -1 for none. */
    boots;
    #columns;
    #effects = null;
    #sites = null;
    constructor(c, nodes3, classes, classOf, kind) {
      this.#columns = c;
      const lanes = new Uint32Array(c.n);
      const rows2 = new Uint32Array(c.n);
      for (let i = 0; i < c.n; i++) {
        const row2 = c.node[i] + 1;
        rows2[i] = row2;
        lanes[i] = row2 * classes + classOf[c.kind[i]];
      }
      this.#lanes = sorted(lanes, (nodes3 + 1) * classes);
      this.#nodes = sorted(rows2, nodes3 + 1);
      [this.previous, this.boots] = incarnations(c, nodes3, kind("node.boot"));
    }
    /** lane gives the indexes of a lane's events. */
    lane(lane) {
      return group(this.#lanes, lane);
    }
    /** node gives the indexes of a node's events; -1 is what no node did. */
    node(node) {
      return group(this.#nodes, node + 1);
    }
    /** effects gives the indexes of the events that an event caused. */
    effects(i) {
      this.#effects ??= sorted(this.#columns.cause, this.#columns.n + 1);
      return group(this.#effects, i + 1);
    }
    /** site gives the indexes of the events made at a site, which is numbered from 1. */
    site(site) {
      const { site: of } = this.#columns;
      this.#sites ??= sorted(of, of.reduce((a, b) => Math.max(a, b), 0) + 1);
      return group(this.#sites, site);
    }
  };
  function group([starts, members], g) {
    return g + 1 < starts.length ? members.subarray(starts[g], starts[g + 1]) : members.subarray(0, 0);
  }
  function sorted(of, groups) {
    const starts = new Uint32Array(groups + 2);
    for (const g of of) starts[g + 2]++;
    for (let g = 2; g <= groups; g++) starts[g] += starts[g - 1];
    const members = new Uint32Array(of.length);
    for (let i = 0; i < of.length; i++) members[starts[of[i] + 1]++] = i;
    return [starts.subarray(0, groups + 1), members];
  }
  function incarnations(c, nodes3, bootKind) {
    const previous = new Int32Array(c.n).fill(-1);
    const boots = new Int32Array(c.n).fill(-1);
    const bootOf = Array.from({ length: nodes3 }, () => /* @__PURE__ */ new Map());
    for (let i = 0; i < c.n; i++) {
      if (c.kind[i] === bootKind && c.node[i] >= 0) bootOf[c.node[i]].set(c.inc[i], i);
    }
    const last2 = new Int32Array(nodes3).fill(-1);
    const lastBoot = new Int32Array(nodes3).fill(-1);
    for (let i = 0; i < c.n; i++) {
      const node = c.node[i];
      if (node < 0) continue;
      const before = last2[node];
      if (before >= 0 && c.inc[before] === c.inc[i]) previous[i] = before;
      else lastBoot[node] = bootOf[node].get(c.inc[i]) ?? -1;
      if (c.kind[i] !== bootKind) boots[i] = lastBoot[node];
      last2[node] = i;
    }
    return [previous, boots];
  }

  // src/timeline/model/run.ts
  var Run = class {
    head;
    /** The nodes' names. */
    nodes;
    #columns = null;
    #index = null;
    /** The last event that is a failure: asked for in every frame. */
    #failed = -1;
    /** The third section; null until it is there. */
    survey = null;
    #kinds = /* @__PURE__ */ new Map();
    #classOfKind;
    constructor(head2, columns = null, survey = null) {
      this.head = head2;
      this.nodes = head2.header.nodes;
      this.#classOfKind = new Uint8Array(256);
      head2.kinds.forEach((kind, k) => {
        this.#kinds.set(kind.name, k);
        this.#classOfKind[k] = Math.max(0, head2.classes.indexOf(kind.class));
      });
      if (columns) this.columns = columns;
      this.survey = survey;
    }
    /** The second section; null until it is there. Setting throws DataError if it does not fit the head. */
    get columns() {
      return this.#columns;
    }
    set columns(columns) {
      if (columns) fit(this.head, columns);
      this.#columns = columns;
      this.#failed = columns?.kind.lastIndexOf(this.kind("failed")) ?? -1;
      this.#index = null;
    }
    /** How many events are there: 0 until the columns are. */
    get n() {
      return this.#columns?.n ?? 0;
    }
    /** The columns, for those who are called once they are there. */
    get data() {
      if (!this.#columns) throw new Error("the events of the run are not there yet");
      return this.#columns;
    }
    /** The indexes over the columns, built when first asked for. */
    get index() {
      return this.#index ??= new Index(
        this.data,
        this.nodes.length,
        this.head.classes.length,
        this.#classOfKind,
        (name) => this.kind(name)
      );
    }
    /** kind gives the number of a kind; 255 if this run's table does not have it. */
    kind(name) {
      return this.#kinds.get(name) ?? 255;
    }
    /** kindName gives the name of the kind of an event. */
    kindName(i) {
      return this.head.kinds[this.data.kind[i]].name;
    }
    /** classOf gives the class of an event, an index in head.classes. */
    classOf(i) {
      return this.#classOfKind[this.data.kind[i]];
    }
    /** lanes are those that have events, by node and class: of the whole run, whether its events are there or not. */
    lanes() {
      const classes = this.head.classes.length;
      const has = /* @__PURE__ */ new Set();
      if (this.#columns) {
        for (let lane = 0; lane < (this.nodes.length + 1) * classes; lane++) if (this.index.lane(lane).length > 0) has.add(lane);
      } else {
        for (const bucket of this.head.buckets) {
          for (const c of bucket.counts) has.add((c.node + 1) * classes + Math.max(0, this.head.classes.indexOf(c.class)));
        }
      }
      return [...has].sort((a, b) => a - b).map((lane) => {
        const node = Math.floor(lane / classes) - 1;
        const name = this.head.classes[lane % classes];
        return { node, class: lane % classes, label: node < 0 ? name : `${this.nodes[node]} ${name}` };
      });
    }
    /** events are the indexes of a lane's events, in order. */
    events(lane) {
      return this.index.lane((lane.node + 1) * this.head.classes.length + lane.class);
    }
    /** eventsOfNode are the indexes of all events of a node, in order; -1 for what no node did. */
    eventsOfNode(node) {
      return this.index.node(node);
    }
    /** ofSite are the indexes of the events made at a site, 1 + its index in header.sites, in order. */
    ofSite(site) {
      return this.index.site(site);
    }
    /** previousOfIncarnation is what the incarnation of an event did before it; -1 if nothing. */
    previousOfIncarnation(i) {
      return this.index.previous[i];
    }
    /** boot is the boot of the incarnation of an event; -1 for the boot itself, and for what no node did. */
    boot(i) {
      return this.index.boots[i];
    }
    /** cause is the event that made one happen; -1 for none. */
    cause(i) {
      return this.data.cause[i] - 1;
    }
    /** effects are the events whose cause is this one, in order. */
    effects(i) {
      return this.index.effects(i);
    }
    /** failure is the event of the failure; -1 if the run passed, or nobody knows. */
    failure() {
      const at2 = (this.head.header.failure?.event ?? 0) - 1;
      if (at2 >= 0 && (!this.#columns || at2 < this.#columns.n)) return at2;
      return this.#failed;
    }
    /** lastAt is the index of the last event at an instant or before; -1 if there is none. */
    lastAt(instant2) {
      const { at: at2, n } = this.data;
      let low = 0;
      let high = n;
      while (low < high) {
        const mid = low + high >>> 1;
        if (at2[mid] <= instant2) low = mid + 1;
        else high = mid;
      }
      return low - 1;
    }
    /** text gives a string of the events by its index. */
    text(s) {
      return this.data.strings[s];
    }
  };

  // src/timeline/page/loader.ts
  async function load(host2, ref, arrived) {
    const run = new Run(parseHead(await host2.load(ref, "head")));
    arrived(run, "head");
    const events = host2.load(ref, "events");
    const survey = host2.load(ref, "survey");
    survey.catch(() => void 0);
    run.columns = parseEvents(await events);
    arrived(run, "events");
    run.survey = parseSurvey(await survey);
    arrived(run, "survey");
    return run;
  }
  function loadWhole(host2, ref) {
    return load(host2, ref, () => void 0);
  }

  // src/timeline/page/beside.ts
  var Beside = class {
    constructor(session, edit, status2) {
      this.session = session;
      this.edit = edit;
      this.status = status2;
    }
    session;
    edit;
    status;
    /** Whether the host is looking for a run. */
    busy = false;
    passing = null;
    /** compare finds the nearest passing run and shows it; if there is one beside, it is taken away. */
    async compare() {
      const { session } = this;
      if (session.other) {
        this.away();
        return;
      }
      if (!session.host.abilities.neighbour || !session.run?.columns || this.busy) return;
      this.busy = true;
      session.emit("compare");
      try {
        const { ref, verdict: verdict2 } = await this.nearest();
        await this.show(ref, verdict2);
      } catch (err) {
        this.status.said(`No run to compare with: ${messageOf(err)}`);
      } finally {
        this.busy = false;
        session.emit("compare");
      }
    }
    async nearest() {
      const { ref, host: host2 } = this.session;
      if (this.passing?.of !== ref) {
        this.status.busy("Looking for the nearest run that passes.");
        const found = await host2.neighbour(ref);
        this.passing = { of: ref, ref: found.run, verdict: found.verdict };
      }
      return this.passing;
    }
    /** replay makes the run with the changed faults and shows what came of it. */
    async replay() {
      const result = await this.edit.replay();
      if (result) await this.result(0);
    }
    /** result shows what came of a replay, by its place in edit.results; -1 takes it away. */
    async result(k) {
      const result = this.edit.results[k];
      if (!result) {
        this.away();
        return;
      }
      try {
        await this.show(result.replayed.run, result.replayed.verdict);
      } catch (err) {
        this.status.said(`The replay cannot be shown: ${messageOf(err)}`);
      }
    }
    away() {
      this.session.beside(null);
      this.status.busy("");
    }
    async show(ref, verdict2) {
      const { session } = this;
      const main = session.ref;
      this.status.busy("Loading the other run.");
      const run = await loadWhole(session.host, ref);
      if (main !== session.ref) return;
      session.beside(otherOf(session, ref, run, verdict2));
      toDivergence(session);
      this.status.said(partText(session));
    }
  };

  // src/timeline/model/escape.ts
  var PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S}]$/u;
  var GRAPHIC = /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]$/u;
  var PLAIN = /^[ -[\]-~]*$/;
  var PLAIN_QUOTED = /^[ !#-[\]-~]*$/;
  var SHORT = {
    "\x07": "\\a",
    "\b": "\\b",
    "\f": "\\f",
    "\n": "\\n",
    "\r": "\\r",
    "	": "\\t",
    "\v": "\\v",
    "\\": "\\\\"
  };
  function quoted(s) {
    return plain(s) ? s : escape(s, GRAPHIC);
  }
  function goQuote(s) {
    if (PLAIN_QUOTED.test(s)) return `"${s}"`;
    return `"${escape(s, PRINTABLE).replaceAll('"', '\\"')}"`;
  }
  function plain(s) {
    return PLAIN.test(s);
  }
  function escape(s, allowed) {
    let out = "";
    for (const char of s) {
      if (char >= " " && char <= "~" && char !== "\\") out += char;
      else out += SHORT[char] ?? (allowed.test(char) ? char : numeric(char.codePointAt(0)));
    }
    return out;
  }
  function numeric(code) {
    if (code < 32 || code === 127) return `\\x${hex(code, 2)}`;
    if (code >= 56448 && code <= 56575) return `\\x${hex(code - 56320, 2)}`;
    if (code >= 55296 && code <= 57343) return "\\ufffd";
    return code < 65536 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
  }
  function hex(code, digits) {
    return code.toString(16).padStart(digits, "0");
  }
  function clip(s, limit) {
    if (s.length <= limit) return s;
    let end = limit;
    const last2 = s.charCodeAt(end - 1);
    if (last2 >= 55296 && last2 <= 56319) end--;
    return `${s.slice(0, end)}\u2026 (${s.length - end} more)`;
  }

  // src/timeline/model/print.ts
  var MAX_TEXT = 4e3;
  function who(run, i) {
    const { node, inc } = run.data;
    return node[i] < 0 ? "" : `${run.nodes[node[i]]}#${inc[i]}`;
  }
  function line(run, i) {
    return `${instant(run.data.at[i]).padStart(10)}  ${what(run, i, MAX_TEXT)}`;
  }
  function what(run, i, limit = Infinity) {
    const subject = who(run, i);
    return (subject === "" ? "" : subject + " ") + predicate(run, i, limit);
  }
  function predicate(run, i, limit = Infinity) {
    const { kind } = run.data;
    const row2 = run.head.kinds[kind[i]];
    switch (row2.name) {
      case "log":
        return "| " + quoted(clip(textS(run, i), limit));
      case "check":
        return check(run, i, limit);
      case "op.invoke":
      case "op.micro":
      case "op.return":
      case "op.blame":
        return call(run, i, row2, limit);
    }
    let text3 = row2.verb;
    for (const f of row2.fields) {
      const v = value(run, i, f.of);
      if (v !== void 0) text3 += ` ${f.name}=${inline(v, limit)}`;
    }
    return text3;
  }
  function check(run, i, limit) {
    const { a, b, site } = run.data;
    const word = a[i] === 0 ? "false" : "ok";
    const name = textS(run, i);
    let text3 = property(run, b[i]) + (name === "" ? "" : " " + goQuote(clip(name, limit))) + " " + word;
    const details = textT(run, i);
    if (details !== "") text3 += ": " + quoted(clip(details, limit));
    const at2 = run.head.header.sites[site[i] - 1];
    if (at2) text3 += ` at ${at2.file}:${at2.line}`;
    return text3;
  }
  function call(run, i, row2, limit) {
    const { a, b } = run.data;
    const s = quoted(clip(textS(run, i), limit));
    const t = quoted(clip(textT(run, i), limit));
    let text3 = `${row2.verb} ${a[i]}`;
    if (row2.name === "op.return") return text3 + " " + status(run, b[i]) + (t && ` = ${t}`) + (s && `: ${s}`);
    if (t !== "") text3 += " " + t;
    return s === "" ? text3 : `${text3} in ${s}`;
  }
  function fields(run, i) {
    const all = [];
    for (const f of run.head.kinds[run.data.kind[i]].fields) {
      const v = value(run, i, f.of);
      if (v !== void 0) all.push({ name: f.name, value: typeof v === "string" ? clip(v, MAX_TEXT) : v });
    }
    return all;
  }
  function value(run, i, of) {
    const { a, b, c } = run.data;
    switch (of) {
      case "A":
        return a[i];
      case "B":
        return b[i];
      case "C":
        return c[i];
      case "S":
        return textS(run, i) || void 0;
      case "T":
        return textT(run, i) || void 0;
      case "d":
        return duration(a[i]);
      case "i":
        return instantInFull(b[i]);
      case "k":
        return property(run, b[i]);
      case "b":
        return a[i] !== 0;
      case "s":
        return status(run, b[i]);
      case "n":
        return operation(run, i);
      case "e":
      case "r": {
        const code = errno(run, i);
        return code === 0 ? void 0 : errnoName(run, code);
      }
    }
    return void 0;
  }
  function operation(run, i) {
    return Math.floor(run.data.c[i] / 65536);
  }
  function errno(run, i) {
    const c = run.data.c[i];
    return c - Math.floor(c / 65536) * 65536;
  }
  function errnoName(run, code) {
    return run.head.errnos[code] || (code === 65535 ? "CRASHED" : `errno ${code}`);
  }
  function property(run, kind) {
    return run.head.properties[kind] || `kind ${kind}`;
  }
  function status(run, of) {
    return run.head.statuses[of] ?? "unknown";
  }
  function textS(run, i) {
    const { s, strings: strings3 } = run.data;
    return strings3[s[i]];
  }
  function textT(run, i) {
    const { t, strings: strings3 } = run.data;
    return strings3[t[i]];
  }
  function inline(v, limit) {
    if (typeof v !== "string") return String(v);
    const text3 = clip(v, limit);
    return text3 === "" || /[ \t"]/.test(text3) ? goQuote(text3) : quoted(text3);
  }

  // src/timeline/model/loss.ts
  var made = /* @__PURE__ */ new WeakMap();
  function disks(run) {
    let d = made.get(run);
    if (!d) {
      d = make(run);
      if (run.columns && run.survey) made.set(run, d);
    }
    return d;
  }
  function make(run) {
    const kinds = {
      start: run.kind("run.start"),
      failed: run.kind("failed"),
      blame: run.kind("op.blame"),
      crash: run.kind("fault.crash"),
      crashIO: run.kind("fault.crash_io"),
      lost: run.kind("disk.lost"),
      sync: run.kind("disk.sync"),
      syncDir: run.kind("disk.syncdir")
    };
    const changes2 = /* @__PURE__ */ new Map();
    run.survey?.losses.lost.forEach((lost, k) => {
      const of = changes2.get(lost - 1) ?? [];
      of.push(run.survey.losses.change[k] - 1);
      changes2.set(lost - 1, of);
    });
    return {
      kinds,
      faults: faults(run),
      unsynced: (lost, add) => {
        unsynced(run, kinds, lost, add);
      },
      changesOf: (lost) => changes2.get(lost) ?? []
    };
  }
  function faults(run) {
    const begins = run.head.kinds.map((k) => k.name.startsWith("fault.") && k.name !== "fault.heal" && k.name !== "fault.resume");
    const all = [];
    const { kind } = run.data;
    for (let i = 0; i < run.n; i++) if (begins[kind[i]]) all.push(i);
    return Uint32Array.from(all);
  }
  var ALTERS = {
    "disk.write": 1,
    "disk.truncate": 1,
    "disk.allocate": 1,
    "disk.create": 1,
    "disk.unlink": 1,
    "disk.mkdir": 1,
    "disk.rmdir": 1,
    "disk.rename": 2,
    "disk.link": 2,
    "disk.symlink": 2
  };
  function unsynced(run, kinds, lost, add) {
    const { node, inc, kind } = run.data;
    const disk = run.head.classes.indexOf("disk");
    const events = run.events({ node: node[lost], class: disk });
    const path = textS(run, lost);
    const what2 = textT(run, lost);
    const name = what2 === "name lost" || what2 === "back";
    const folder = name ? dirname(path) : "";
    for (let at2 = lower2(events, lost) - 1; at2 >= 0; at2--) {
      const i = events[at2];
      if (inc[i] < inc[lost]) return;
      const k = kind[i];
      if (errno(run, i) === 0 && (name ? k === kinds.syncDir && textS(run, i) === folder : k === kinds.sync && textS(run, i) === path))
        return;
      const names2 = ALTERS[run.head.kinds[k].name] ?? 0;
      if (names2 > 0 && (textS(run, i) === path || names2 === 2 && textT(run, i) === path)) add(i);
    }
  }
  function lower2(sorted3, x) {
    let low = 0;
    let high = sorted3.length;
    while (low < high) {
      const mid = low + high >>> 1;
      if (sorted3[mid] < x) low = mid + 1;
      else high = mid;
    }
    return low;
  }
  function dirname(path) {
    const parts = [];
    const rooted = path.startsWith("/");
    for (const part of path.slice(0, path.lastIndexOf("/") + 1).split("/")) {
      if (part === "" || part === ".") continue;
      if (part !== "..") parts.push(part);
      else if (parts.length > 0 && parts.at(-1) !== "..") parts.pop();
      else if (!rooted) parts.push("..");
    }
    return (rooted ? "/" : "") + parts.join("/") || ".";
  }

  // src/timeline/model/members.ts
  var GLOBAL = ["run", "faults"];
  var LIFE = ["life", "faults", "run"];
  var faultRows = /* @__PURE__ */ new WeakMap();
  function faultEvents(run) {
    return once(faultRows, run.columns, () => select(run, GLOBAL, 1, () => 0)[0]) ?? NONE;
  }
  var lifeRows = /* @__PURE__ */ new WeakMap();
  function lifeEvents(run, node) {
    const all = once(lifeRows, run.columns, () => select(run, LIFE, run.nodes.length, (i) => run.data.node[i]));
    return all?.[node] ?? NONE;
  }
  function select(run, classes, groups, groupOf) {
    const wanted = run.head.kinds.map((k) => classes.includes(k.class));
    const { kind, n } = run.data;
    const of = new Uint32Array(n);
    for (let i = 0; i < n; i++) if (wanted[kind[i]]) of[i] = groupOf(i) + 1;
    const [starts, members] = sorted(of, groups + 1);
    return Array.from({ length: groups }, (_, g) => members.subarray(starts[g + 1], starts[g + 2]));
  }
  var STRICT = /* @__PURE__ */ new Set(["assert", "always", "always_or_unreachable", "unreachable", "fail"]);
  var propertyRows = /* @__PURE__ */ new WeakMap();
  function properties(run) {
    return once(propertyRows, run.columns, () => checked2(run)) ?? [];
  }
  function checked2(run) {
    const { a, b, kind, n, s, site } = run.data;
    const check3 = run.kind("check");
    const begin2 = run.kind("check.begin");
    const end = run.kind("check.end");
    const numbers = /* @__PURE__ */ new Map();
    const found = [];
    const of = new Uint32Array(n);
    for (let i = 0; i < n; i++) {
      const k = kind[i];
      if (k !== check3 && k !== end && k !== begin2) continue;
      const id = s[i] > 0 && textS(run, i) !== "" ? s[i] : -site[i];
      let p = numbers.get(id);
      if (p === void 0) {
        numbers.set(id, p = found.length);
        found.push({ name: nameOf(run, i), kind: k === check3 ? run.head.properties[b[i]] ?? "" : "eventually", bad: false, events: NONE });
      }
      of[i] = p + 1;
      if (k !== begin2 && a[i] === 0 && (k === end || STRICT.has(found[p].kind))) found[p].bad = true;
    }
    const [starts, members] = sorted(of, found.length + 1);
    found.forEach((p, k) => p.events = members.subarray(starts[k + 1], starts[k + 2]));
    return found.map((p, k) => ({ p, k })).sort((x, y) => Number(y.p.bad) - Number(x.p.bad) || x.k - y.k).map(({ p }) => p);
  }
  function nameOf(run, i) {
    const site = run.head.header.sites[run.data.site[i] - 1];
    return textS(run, i) || (site ? `${site.file.slice(site.file.lastIndexOf("/") + 1)}:${site.line}` : "without a name");
  }
  var clientRows = /* @__PURE__ */ new WeakMap();
  function clients(run) {
    return once(clientRows, run.columns && run.survey, () => called(run)) ?? [];
  }
  function called(run) {
    const { calls, clients: names2 } = run.survey;
    const [starts, members] = sorted(
      Uint32Array.from(calls.client, (c) => c + 1),
      names2.length + 1
    );
    const of = new Uint32Array(run.n);
    const bad = names2.map(() => false);
    calls.client.forEach((c, k) => {
      of[calls.invoke[k] - 1] = c + 1;
      if (calls.return[k] > 0) of[calls.return[k] - 1] = c + 1;
      if (calls.blamed[k] === 1) bad[c] = true;
    });
    const [first, events] = sorted(of, names2.length + 1);
    const all = names2.map((name, c) => {
      const own = members.subarray(starts[c + 1], starts[c + 2]);
      return { name, client: c, bad: bad[c], events: events.subarray(first[c + 1], first[c + 2]), calls: own };
    });
    return all.filter((c) => c.calls.length > 0);
  }
  var unions = /* @__PURE__ */ new WeakMap();
  function union(run, members) {
    return once(unions, members, () => {
      const of = new Uint32Array(run.n);
      for (const m of members) for (const i of m.events) of[i] = 1;
      const [starts, all] = sorted(of, 2);
      return all.subarray(starts[1], starts[2]);
    });
  }
  var NONE = new Uint32Array(0);
  function once(kept7, of, make3) {
    if (!of) return null;
    let made2 = kept7.get(of);
    if (made2 === void 0) kept7.set(of, made2 = make3());
    return made2;
  }

  // src/timeline/model/rows.ts
  var HEIGHTS = { faults: 36, node: 30, lane: 22, clients: 22, client: 24, properties: 22, property: 22 };
  var LANES = ["network", "disk", "checks", "calls", "log", "faults"];
  function rows(run, layout) {
    const all = [
      faults2(run),
      ...nodes(run, layout),
      ...group2(run, "clients", clients(run), layout, (m) => clientRow(run, m)),
      ...group2(run, "properties", properties(run), layout, (m) => propertyRow(run, m))
    ];
    const shown = [];
    let top = 0;
    for (const row2 of all) {
      if (layout.hidden?.has(row2.key)) continue;
      if (layout.only) row2.events = filtered(row2.events, layout.only);
      if (layout.only && row2.events.length === 0) continue;
      row2.top = top;
      row2.height = HEIGHTS[row2.kind] * (layout.scale ?? 1);
      top += row2.height;
      shown.push(row2);
    }
    return shown;
  }
  function heightOf(rows2) {
    const last2 = rows2.at(-1);
    return last2 ? last2.top + last2.height : 0;
  }
  function rowAt(rows2, y) {
    let low = 0;
    let high = rows2.length;
    while (low < high) {
      const mid = low + high >>> 1;
      if (rows2[mid].top + rows2[mid].height <= y) low = mid + 1;
      else high = mid;
    }
    return low < rows2.length && y >= rows2[low].top ? low : -1;
  }
  function rowOf(run, rows2, i) {
    const node = run.data.node[i];
    const of = run.classOf(i);
    const lane = rows2.findIndex((r) => r.kind === "lane" && r.node === node && r.class === of);
    if (lane >= 0) return lane;
    return rows2.findIndex((r) => node < 0 ? r.kind === "faults" : r.kind === "node" && r.node === node);
  }
  function row(kind, key, label3, events, rest = {}) {
    return { key, kind, label: label3, depth: 0, node: -1, class: -1, member: -1, top: 0, height: 0, folded: null, events, bad: false, ...rest };
  }
  function faults2(run) {
    return row("faults", "faults", "faults", faultEvents(run));
  }
  function nodes(run, layout) {
    const place = (node) => {
      const at2 = layout.order?.indexOf(`node:${run.nodes[node]}`) ?? -1;
      return at2 >= 0 ? at2 : (layout.order?.length ?? 0) + node;
    };
    const order = run.nodes.map((_, node) => node).sort((a, b) => place(a) - place(b));
    return order.flatMap((node) => nodeRows(run, node, layout));
  }
  function nodeRows(run, node, layout) {
    const name = run.nodes[node];
    const key = `node:${name}`;
    const folded = layout.folded.has(key);
    const all = run.columns ? run.eventsOfNode(node) : new Uint32Array(0);
    const own = row("node", key, name, folded ? all : lifeEvents(run, node), { node, folded });
    if (folded) return [own];
    const lanes = LANES.flatMap((of) => {
      const c = run.head.classes.indexOf(of);
      if (c < 0 || of === "faults") return [];
      const events = run.columns ? run.events({ node, class: c }) : new Uint32Array(0);
      return events.length > 0 ? [row("lane", `${key}/${of}`, of, events, { node, class: c, depth: 1 })] : [];
    });
    return [own, ...lanes];
  }
  function group2(run, key, members, layout, each) {
    if (members.length === 0) return [];
    const folded = layout.folded.has(key);
    const bad = members.some((m) => m.bad);
    return [row(key, key, key, union(run, members), { folded, bad }), ...folded ? [] : members.map((_, m) => each(m))];
  }
  function clientRow(run, member) {
    const c = clients(run)[member];
    return row("client", `client:${c.name}`, c.name, c.events, { member, depth: 1, bad: c.bad });
  }
  function propertyRow(run, member) {
    const p = properties(run)[member];
    return row("property", `property:${p.name}`, p.name, p.events, { member, depth: 1, bad: p.bad });
  }
  function filtered(events, mask2) {
    const some = new Uint32Array(events.length);
    let n = 0;
    for (const i of events) if (mask2[i]) some[n++] = i;
    return some.slice(0, n);
  }

  // src/timeline/model/window.ts
  function xOf(w, p) {
    return (p - w.view.from) / (w.view.to - w.view.from) * w.width;
  }
  function positionAt(w, x) {
    return w.view.from + x / w.width * (w.view.to - w.view.from);
  }
  var kept2 = /* @__PURE__ */ new WeakMap();
  function edges(w) {
    const { axis, view, width } = w;
    let last2 = kept2.get(axis);
    if (last2?.from === view.from && last2.to === view.to && last2.width === width) return last2.edges;
    const columns = Math.max(1, Math.ceil(width));
    last2 = { from: view.from, to: view.to, width, edges: last2?.edges.length === columns + 1 ? last2.edges : new Uint32Array(columns + 1) };
    for (let x = 0; x < columns; x++) last2.edges[x] = axis.first(positionAt(w, x), x === 0 ? 0 : last2.edges[x - 1]);
    last2.edges[columns] = view.to >= axis.length ? axis.n : axis.first(view.to, last2.edges[columns - 1]);
    kept2.set(axis, last2);
    return last2.edges;
  }

  // src/timeline/model/spans.ts
  var Spans = class {
    n;
    #begin;
    /** A tree of the latest ends: of each block of 16, of each 16 of those, and so on. */
    #levels;
    /** An interval goes from begin[k] to end[k], both included. Beginnings do not fall. Both arrays are kept. */
    constructor(begin2, end) {
      this.n = begin2.length;
      this.#begin = begin2;
      let level = end;
      this.#levels = [level];
      while (level.length > 1) {
        const above = new Float64Array(Math.ceil(level.length / 16)).fill(-Infinity);
        for (let k = 0; k < level.length; k++) if (level[k] > above[k >> 4]) above[k >> 4] = level[k];
        this.#levels.push(above);
        level = above;
      }
    }
    /** each calls visit for the intervals that touch a window, in order, until it says false. */
    each(from, to, visit) {
      this.#in(this.#levels.length - 1, 0, this.before(to, true), from, visit);
    }
    /** begin and end of an interval. */
    begin(k) {
      return this.#begin[k];
    }
    end(k) {
      return this.#levels[0][k];
    }
    /** first is the first interval that touches a window; -1 if none does. */
    first(from, to) {
      let found = -1;
      this.each(from, to, (k) => {
        found = k;
        return false;
      });
      return found;
    }
    /** latest is which of some intervals, from one place up to, not including, another, ends last; -1 for none. */
    latest(from, to) {
      let best = -1;
      for (let k = from; k < to; ) {
        let level = 0;
        while (level + 1 < this.#levels.length && k % 16 ** (level + 1) === 0 && k + 16 ** (level + 1) <= to) level++;
        if (best < 0 || this.#levels[level][k >> 4 * level] > this.end(best)) best = this.#lastBelow(level, k >> 4 * level);
        k += 16 ** level;
      }
      return best;
    }
    /** lastBelow is which interval below an entry of a level ends last. */
    #lastBelow(level, entry) {
      for (; level > 0; level--) {
        const end = this.#levels[level][entry];
        entry <<= 4;
        while (this.#levels[level - 1][entry] !== end) entry++;
      }
      return entry;
    }
    /** before is how many begin before x, or at x too. */
    before(x, orAt = false) {
      let low = 0;
      let high = this.n;
      while (low < high) {
        const mid = low + high >>> 1;
        if (this.#begin[mid] < x || orAt && this.#begin[mid] === x) low = mid + 1;
        else high = mid;
      }
      return low;
    }
    /** in visits what is below one entry of a level; false if visit said so. */
    #in(level, entry, stop, from, visit) {
      if (entry << 4 * level >= stop || !(this.#levels[level][entry] >= from)) return true;
      if (level === 0) return visit(entry);
      const last2 = Math.min(this.#levels[level - 1].length, entry + 1 << 4);
      for (let child = entry << 4; child < last2; child++) {
        if (!this.#in(level - 1, child, stop, from, visit)) return false;
      }
      return true;
    }
  };

  // src/timeline/model/survey.ts
  var Lists = class {
    survey;
    #run;
    #made = /* @__PURE__ */ new Map();
    constructor(run, survey) {
      this.#run = run;
      this.survey = survey;
    }
    /** incarnations from their boot to their end. */
    get incarnations() {
      const { boot, end } = this.survey.incarnations;
      return this.#once("incarnations", () => spans(boot, (k) => last(end[k])));
    }
    /** faults from their event to the last event before their effect ended; those of an instant end with their event. */
    get faults() {
      const { event, until, ended } = this.survey.faults;
      return this.#once(
        "faults",
        () => spans(event, (k) => {
          if (ended[k] > 0) return ended[k] - 1;
          return until[k] > 0 ? Math.max(event[k] - 1, this.#run.lastAt(until[k])) : event[k] - 1;
        })
      );
    }
    /** connections from their dial to the first close. */
    get connections() {
      const { dial, end } = this.survey.connections;
      return this.#once("connections", () => spans(dial, (k) => last(end[k])));
    }
    /** messages from their send until nothing is left of them; a dropped one without an end is dropped at once. */
    get messages() {
      const { send, end, fate } = this.survey.messages;
      const dropped = this.survey.fates.indexOf("dropped");
      return this.#once("messages", () => spans(send, (k) => end[k] === 0 && fate[k] === dropped ? send[k] - 1 : last(end[k])));
    }
    /** pending are changes of files until it is decided what became of them; what is none is never pending. */
    get pending() {
      const { event, end, state: state2 } = this.survey.disk;
      const never = [this.survey.states.indexOf("sync"), this.survey.states.indexOf("failed")];
      return this.#once("pending", () => spans(event, (k) => never.includes(state2[k]) ? -1 : last(end[k])));
    }
    /** eventuallys from their beginning until they are decided, or their process ends. */
    get eventuallys() {
      const { begin: begin2, end } = this.survey.eventuallys;
      return this.#once("eventuallys", () => spans(begin2, (k) => last(end[k])));
    }
    /** promises are the same until their deadline or their end, whichever is later. */
    get promises() {
      const { begin: begin2, deadline, end } = this.survey.eventuallys;
      return this.#once("promises", () => spans(begin2, (k) => Math.max(last(end[k]), this.#run.lastAt(deadline[k]))));
    }
    /** calls from invoke to return. */
    get calls() {
      const { invoke, return: end } = this.survey.calls;
      return this.#once("calls", () => spans(invoke, (k) => last(end[k])));
    }
    #once(name, make3) {
      let s = this.#made.get(name);
      if (!s) this.#made.set(name, s = make3());
      return s;
    }
  };
  function last(end) {
    return end > 0 ? end - 1 : Infinity;
  }
  function spans(begin2, lastOf) {
    const from = new Float64Array(begin2.length);
    const to = new Float64Array(begin2.length);
    for (let k = 0; k < begin2.length; k++) {
      from[k] = begin2[k] - 1;
      to[k] = lastOf(k);
    }
    return new Spans(from, to);
  }
  var kept3 = /* @__PURE__ */ new WeakMap();
  function lists(run) {
    if (!run.survey || !run.columns) return null;
    let l = kept3.get(run.survey);
    if (!l) kept3.set(run.survey, l = new Lists(run, run.survey));
    return l;
  }

  // src/timeline/model/arrows.ts
  var FLOW_CELL = 8;
  var MAX_FLOWS = 64;
  function arrows(run, w, limit) {
    const all = lists(run);
    if (!all) return { arrows: [], flows: [], more: 0 };
    const columns = edges(w);
    const first = columns[0];
    const last2 = columns[columns.length - 1];
    const begun = all.messages.before(last2) - all.messages.before(first);
    if (begun > limit) return { arrows: [], flows: flows(all, columns), more: begun };
    const found = [];
    const { send, from, to, end, fate } = all.survey.messages;
    all.messages.each(first, last2 - 1, (k) => {
      const x1 = xOf(w, w.axis.position(send[k] - 1));
      const x2 = end[k] > 0 ? xOf(w, w.axis.position(end[k] - 1)) : x1;
      const of = { from: from[k], to: to[k], fate: all.survey.fates[fate[k]] };
      found.push({ message: k, send: send[k] - 1, end: end[k] - 1, ...of, x1, x2 });
      return found.length < limit;
    });
    return { arrows: found, flows: [], more: 0 };
  }
  var kept4 = /* @__PURE__ */ new WeakMap();
  function pairs(all) {
    let p = kept4.get(all);
    if (p) return p;
    const { send, from, to } = all.survey.messages;
    const nodes3 = from.reduce((a, b) => Math.max(a, b), 0) + 1;
    const highest = to.reduce((a, b) => Math.max(a, b), -1);
    const of = Uint32Array.from(from, (node, k) => (to[k] + 1) * nodes3 + node);
    const [starts, members] = sorted(of, (highest + 2) * nodes3);
    p = { nodes: nodes3, starts, sends: members.map((k) => send[k] - 1) };
    kept4.set(all, p);
    return p;
  }
  function flows(all, columns) {
    const { nodes: nodes3, starts, sends } = pairs(all);
    const first = columns[0];
    const last2 = columns[columns.length - 1];
    const found = [];
    for (let pair = 0; pair + 1 < starts.length; pair++) {
      const own = sends.subarray(starts[pair], starts[pair + 1]);
      const events = own.subarray(lower2(own, first), lower2(own, last2));
      if (events.length > 0) found.push({ pair, events });
    }
    found.sort((a, b) => b.events.length - a.events.length || a.pair - b.pair);
    return found.slice(0, MAX_FLOWS).map(({ pair, events }) => {
      const counts = new Uint32Array(Math.ceil((columns.length - 1) / FLOW_CELL));
      let before = 0;
      let max = 0;
      for (let cell = 0; cell < counts.length; cell++) {
        const next2 = lower2(events, columns[Math.min(columns.length - 1, (cell + 1) * FLOW_CELL)]);
        counts[cell] = next2 - before;
        max = Math.max(max, next2 - before);
        before = next2;
      }
      return { from: pair % nodes3, to: Math.floor(pair / nodes3) - 1, counts, max, total: events.length };
    });
  }

  // src/timeline/model/tracks.ts
  var kept5 = /* @__PURE__ */ new WeakMap();
  var stretches = /* @__PURE__ */ new WeakMap();
  function tracks(run, row2) {
    const all = lists(run);
    if (!all) return [];
    let known = kept5.get(all);
    if (!known) kept5.set(all, known = /* @__PURE__ */ new Map());
    const key = `${row2.kind} ${row2.node} ${row2.class} ${row2.member}`;
    let found = known.get(key);
    if (!found) known.set(key, found = make2(run, all, row2).filter((t) => t.spans.n > 0));
    return found;
  }
  function make2(run, all, row2) {
    switch (row2.kind) {
      case "faults":
        return [
          track(
            "fault",
            all.faults,
            chosen(all.faults, (k) => all.survey.faults.until[k] > 0)
          )
        ];
      case "node":
        return [...lives(all, row2.node), pauses(run, all, row2.node)];
      case "lane":
        return run.head.classes[row2.class] === "disk" ? dirty(run, all).slice(row2.node, row2.node + 1) : [];
      case "client": {
        const { calls } = clients(run)[row2.member];
        return [track("call", all.calls, calls, (k) => all.survey.calls.blamed[k] === 1)];
      }
      case "property":
        return [promises(run, all, properties(run)[row2.member].name)];
    }
    return [];
  }
  function chosen(spans2, wanted) {
    const found = [];
    for (let k = 0; k < spans2.n; k++) if (wanted(k)) found.push(k);
    return Uint32Array.from(found);
  }
  function track(kind, of, places2, bad = () => false) {
    const begin2 = new Float64Array(places2.length);
    const end = new Float64Array(places2.length);
    const wrong3 = new Uint8Array(places2.length);
    for (let n = 0; n < places2.length; n++) {
      const k = places2[n];
      begin2[n] = of.begin(k);
      end[n] = of.end(k);
      if (bad(k)) wrong3[n] = 1;
    }
    return build(kind, begin2, end, places2, wrong3);
  }
  function build(kind, begin2, end, places2, bad) {
    const { levels, height } = stack(begin2, end);
    const some = bad.includes(1) && bad.includes(0);
    return { kind, spans: new Spans(begin2, end), places: places2, levels, height, bad, worst: some ? worst() : null };
    function worst() {
      const at2 = Uint32Array.from(bad.keys()).filter((n) => bad[n] === 1);
      const pick = (of2) => Float64Array.from(at2, (n) => of2[n]);
      const b = pick(begin2);
      const e = pick(end);
      const of = { levels: Uint8Array.from(at2, (n) => levels[n]), places: Uint32Array.from(at2, (n) => places2[n]) };
      return { kind, spans: new Spans(b, e), ...of, height, bad: new Uint8Array(at2.length).fill(1), worst: null };
    }
  }
  var MAX_LEVELS = 8;
  function stack(begin2, end) {
    const levels = new Uint8Array(begin2.length);
    const until = [];
    for (let n = 0; n < begin2.length; n++) {
      let level = until.findIndex((u) => u <= begin2[n]);
      if (level < 0) level = Math.min(until.length, MAX_LEVELS - 1);
      levels[n] = level;
      until[level] = Math.max(until[level] ?? 0, end[n]);
    }
    return { levels, height: Math.max(1, until.length) };
  }
  function lives(all, node) {
    const { boot, end, node: of } = all.survey.incarnations;
    const own = chosen(all.incarnations, (k) => of[k] === node);
    const gaps = Array.from(own, (k, n) => ({ k, begin: end[k] - 1, end: (boot[own[n + 1] ?? -1] ?? Infinity) - 1 }));
    const down2 = gaps.filter((g) => g.begin >= 0);
    const column = (of2) => Float64Array.from(down2, of2);
    const places2 = Uint32Array.from(down2, (g) => g.k);
    return [
      track("incarnation", all.incarnations, own),
      build(
        "down",
        column((g) => g.begin),
        column((g) => g.end),
        places2,
        new Uint8Array(down2.length)
      )
    ];
  }
  function pauses(run, all, node) {
    const pause2 = run.kind("fault.pause");
    const { event } = all.survey.faults;
    const own = chosen(all.faults, (k) => run.data.node[event[k] - 1] === node && run.data.kind[event[k] - 1] === pause2);
    return track("pause", all.faults, own);
  }
  function dirty(run, all) {
    let made2 = stretches.get(all);
    if (made2) return made2;
    const { event, state: state2 } = all.survey.disk;
    const bad = [all.survey.states.indexOf("lost"), all.survey.states.indexOf("torn")];
    const of = run.nodes.map(() => []);
    const { node } = run.data;
    for (let k = 0; k < event.length; k++) {
      const end = all.pending.end(k);
      const own = of[node[event[k] - 1]];
      if (end < 0 || !own) continue;
      const begin2 = all.pending.begin(k);
      let last2 = own[own.length - 1];
      if (!last2 || begin2 > last2.end) own.push(last2 = { begin: begin2, end, place: k, bad: 0 });
      if (end > last2.end) last2.end = end;
      if (bad.includes(state2[k])) last2.bad = 1;
    }
    made2 = of.map((own) => {
      const column = (value2) => Float64Array.from(own, value2);
      const places2 = Uint32Array.from(own, (s) => s.place);
      const wrong3 = Uint8Array.from(own, (s) => s.bad);
      return build(
        "dirty",
        column((s) => s.begin),
        column((s) => s.end),
        places2,
        wrong3
      );
    });
    stretches.set(all, made2);
    return made2;
  }
  function promises(run, all, name) {
    const { begin: begin2, decided } = all.survey.eventuallys;
    const own = chosen(all.promises, (k) => textS(run, begin2[k] - 1) === name);
    return track("eventually", all.promises, own, (k) => decided[k] === 1);
  }

  // src/timeline/model/bands.ts
  function bands(run, w, row2, limit = 4 * w.width) {
    const all = lists(run);
    return all ? tracks(run, row2).flatMap((t) => ofTrack(run, all, w, t, limit)) : [];
  }
  var SPARSE = 4;
  var SHORT2 = 3;
  function ofTrack(run, all, w, track2, limit) {
    const columns = edges(w);
    const first = columns[0];
    const last2 = columns[columns.length - 1];
    const { spans: spans2 } = track2;
    const found = [];
    const add = (n) => {
      found.push(band(run, all, w, track2, n));
      return found.length < limit;
    };
    if (spans2.before(last2) - spans2.before(first) <= w.width / SPARSE) {
      spans2.each(first, last2 - 1, add);
      return found;
    }
    spans2.each(first - 1, first - 1, add);
    const dense = joined(run, all, w, track2, columns);
    return [...found, ...dense, ...track2.worst ? ofTrack(run, all, w, track2.worst, limit) : []].slice(0, 3 * limit);
  }
  function joined(run, all, w, track2, columns) {
    const found = [];
    let short = null;
    let from = track2.spans.before(columns[0]);
    for (let x = 1; x < columns.length; x++) {
      const to = track2.spans.before(columns[x]);
      const n = track2.spans.latest(from, to);
      const many = to - from > 1;
      from = to;
      if (n < 0) continue;
      const next2 = band(run, all, w, track2, n);
      if (many) next2.x1 = Math.min(next2.x1, x - 1);
      if (Math.max(next2.x2, next2.deadline) - next2.x1 > SHORT2) {
        found.push(next2);
      } else if (short && next2.x1 <= short.x2 + 1) {
        short.x2 = short.deadline = Math.max(short.x2, next2.x2);
        short.many = true;
        short.bad &&= next2.bad;
      } else {
        short = next2;
        short.many = many;
        found.push(short);
      }
    }
    return found;
  }
  function band(run, all, w, t, n) {
    const place = t.places[n];
    const begin2 = t.spans.begin(n);
    const { end, until } = ending(all, t, place, t.spans.end(n));
    const at2 = (i) => i < run.n ? xOf(w, w.axis.position(i)) : xOf(w, w.axis.length);
    const x2 = until > 0 ? xOf(w, w.axis.positionOf(until)) : at2(end);
    const deadline = t.kind === "eventually" ? xOf(w, w.axis.positionOf(all.survey.eventuallys.deadline[place])) : x2;
    return {
      kind: t.kind,
      place,
      event: begin2,
      x1: at2(begin2),
      x2,
      deadline,
      ends: end < run.n,
      many: false,
      bad: t.bad[n] === 1,
      level: t.levels[n],
      levels: t.height
    };
  }
  function ending(all, t, place, last2) {
    const { faults: faults3, eventuallys } = all.survey;
    switch (t.kind) {
      case "fault":
      case "pause": {
        const ended = faults3.ended[place];
        return { end: ended > 0 ? ended - 1 : Infinity, until: faults3.until[place] };
      }
      case "eventually": {
        const end = eventuallys.end[place];
        return { end: end > 0 ? end - 1 : Infinity, until: 0 };
      }
    }
    return { end: last2, until: 0 };
  }

  // src/timeline/model/marks.ts
  var DENSE = 0.5;
  function strip(events, w, counts = new Uint32Array(Math.ceil(w.width))) {
    const columns = edges(w);
    const first = lower2(events, columns[0]);
    const last2 = lower2(events, columns[columns.length - 1]);
    const dense = last2 - first > DENSE * w.width;
    let max = 0;
    let before = first;
    for (let x = 0; dense && x < counts.length; x++) {
      const end = x + 1 < counts.length ? next(events, before, last2, columns[x + 1]) : last2;
      counts[x] = end - before;
      if (end - before > max) max = end - before;
      before = end;
    }
    return { first, last: last2, dense, counts, max };
  }
  function next(events, from, last2, i) {
    let step = 1;
    while (from + step < last2 && events[from + step] < i) step *= 2;
    let low = from;
    let high = Math.min(last2, from + step);
    while (low < high) {
      const mid = low + high >>> 1;
      if (events[mid] < i) low = mid + 1;
      else high = mid;
    }
    return low;
  }
  function hit(w, rows2, x, y, slack = 4) {
    const at2 = rowAt(rows2, y);
    if (at2 < 0) return null;
    const { events } = rows2[at2];
    const place = lower2(events, w.axis.first(positionAt(w, x)));
    let event = -1;
    let best = slack;
    for (const k of [place - 1, place]) {
      if (k < 0 || k >= events.length) continue;
      const distance = Math.abs(xOf(w, w.axis.position(events[k])) - x);
      if (distance <= best) {
        best = distance;
        event = events[k];
      }
    }
    return { row: at2, event };
  }

  // src/timeline/page/dom.ts
  function upright(text3) {
    return text3.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
  }
  function el(tag, props = {}, ...children) {
    const element = document.createElement(tag);
    const { on, ...attributes } = props;
    for (const [name, of] of Object.entries(attributes)) {
      const value2 = of;
      if (value2 === void 0 || value2 === null || value2 === false) continue;
      if (name === "class") element.className = String(value2);
      else if (name === "text") element.textContent = upright(String(value2));
      else element.setAttribute(name, value2 === true ? "" : String(value2));
    }
    for (const [name, listener] of Object.entries(on ?? {})) element.addEventListener(name, listener);
    put(element, ...children);
    return element;
  }
  function put(parent, ...children) {
    for (const child of children) if (child) parent.append(child);
  }
  function refill(parent, ...children) {
    parent.replaceChildren();
    put(parent, ...children);
  }
  function button(text3, click, props = {}) {
    return el("button", { type: "button", class: "button", ...props, text: text3, on: { click } });
  }
  var SVG = "http://www.w3.org/2000/svg";
  function icon(path) {
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", "0 0 16 16");
    svg.setAttribute("class", "icon");
    svg.setAttribute("aria-hidden", "true");
    const p = document.createElementNS(SVG, "path");
    p.setAttribute("d", path);
    svg.append(p);
    return svg;
  }

  // src/timeline/page/drawoverview.ts
  function drawOverview(c, theme, session, width, height) {
    const { axis, run } = session;
    if (!axis || !run) return;
    const scale = width / axis.length;
    drawDensity(c, theme, session, scale, height);
    drawFaults(c, theme, session, scale);
    drawFound(c, theme, session, scale, width, height);
    drawWindow(c, theme, session, scale, width, height);
    const failure = run.head.header.failure;
    if (!failure) return;
    const i = run.failure();
    const x = Math.round((i >= 0 && run.columns ? axis.position(i) : axis.positionOf(failure.at)) * scale);
    c.fillStyle = theme.failure;
    c.fillRect(Math.min(width - 3, Math.max(0, x - 1)), 0, 3, height);
  }
  function drawDensity(c, theme, session, scale, height) {
    const { buckets } = session.run.head;
    const axis = session.axis;
    let most = 1;
    for (const b of buckets) most = Math.max(most, total(b));
    const room = height - 14;
    c.fillStyle = theme.muted;
    c.globalAlpha = theme.strong ? 1 : 0.55;
    for (const b of buckets) {
      const x = Math.floor(axis.positionOf(b.from) * scale);
      const w = Math.max(1, Math.ceil(axis.positionOf(b.to) * scale) - x);
      const h = Math.max(1.5, Math.sqrt(total(b) / most) * room);
      c.fillRect(x, height - 4 - h, w, h);
    }
    c.globalAlpha = 1;
  }
  function total(bucket) {
    let n = 0;
    for (const { events } of bucket.counts) n += events;
    return n;
  }
  function drawFaults(c, theme, session, scale) {
    const { run, axis } = session;
    if (!run?.survey || !run.columns) return;
    const { event, until } = run.survey.faults;
    c.fillStyle = theme.fault;
    for (let k = 0; k < event.length; k++) {
      const from = axis.position(event[k] - 1) * scale;
      const to = until[k] > 0 ? axis.positionOf(Math.min(until[k], run.head.header.end)) * scale : from;
      c.fillRect(from, 2, Math.max(2, to - from), 4);
    }
  }
  function drawFound(c, theme, session, scale, width, height) {
    const { hits } = session.emphasis;
    const axis = session.axis;
    c.fillStyle = theme.focus;
    if (hits) {
      for (let k = 0; k < hits.length; ) {
        const x = Math.floor(axis.position(hits[k]) * scale);
        c.fillRect(Math.min(width - 1, x), height - 3, 1, 3);
        k = firstAfter(hits, k, axis.first((x + 1) / scale));
      }
    }
    c.fillStyle = theme.other;
    for (const i of session.marks) c.fillRect(Math.floor(axis.position(i) * scale) - 1, 0, 2, 9);
  }
  function firstAfter(hits, k, i) {
    let low = k + 1;
    let high = hits.length;
    while (low < high) {
      const mid = low + high >>> 1;
      if (hits[mid] < i) low = mid + 1;
      else high = mid;
    }
    return low;
  }
  function drawWindow(c, theme, session, scale, width, height) {
    const from = Math.max(0, session.view.from * scale);
    const to = Math.min(width, session.view.to * scale);
    c.fillStyle = theme.bg;
    c.globalAlpha = 0.6;
    c.fillRect(0, 0, from, height);
    c.fillRect(to, 0, width - to, height);
    c.globalAlpha = 1;
    c.strokeStyle = theme.focus;
    c.lineWidth = 1;
    c.strokeRect(Math.floor(from) + 0.5, 0.5, Math.max(3, Math.floor(to) - Math.floor(from) - 1), height - 1);
    c.fillStyle = theme.focus;
    for (const x of [from, to - 4]) c.fillRect(Math.floor(x), height / 2 - 7, 4, 14);
  }

  // src/timeline/page/ticks.ts
  var APART = 92;
  function ticks(axis, view, width) {
    if (width <= 0) return [];
    return axis.mode === "order" ? steps(view, width) : instants(axis, view, width);
  }
  function steps(view, width) {
    const scale = width / (view.to - view.from);
    const step = Math.max(1, nice(APART / scale));
    const all = [];
    for (let k = Math.max(step, Math.ceil((view.from + 1) / step) * step); k <= view.to; k += step) {
      all.push({ x: (k - 0.5 - view.from) * scale, text: `#${k}` });
    }
    return all;
  }
  function instants(axis, view, width) {
    const scale = width / (view.to - view.from);
    const step = Math.max(1, nice(APART / scale));
    const end = axis.instantAt(view.to);
    const breaks = axis.breaks();
    const all = [];
    let last2 = -Infinity;
    let t = Math.ceil(axis.instantAt(view.from) / step) * step;
    for (let b = 0; t <= end; t += step) {
      while (b < breaks.length && breaks[b].end <= t) b++;
      const gap = breaks[b];
      if (gap && gap.begin < t) {
        t = Math.ceil(gap.end / step) * step;
        if (t > end) break;
      }
      const x = (axis.positionOf(t) - view.from) * scale;
      if (x - last2 < APART * 0.75) continue;
      all.push({ x, text: label(t, step) });
      last2 = x;
    }
    return all;
  }
  function nice(x) {
    const power = 10 ** Math.floor(Math.log10(x));
    for (const factor of [1, 2, 5]) if (factor * power >= x * 0.999) return factor * power;
    return 10 * power;
  }
  var UNITS2 = [
    [1e9, "s"],
    [1e6, "ms"],
    [1e3, "\xB5s"],
    [1, "ns"]
  ];
  function label(t, step) {
    const [size, name] = UNITS2.find(([size2]) => t >= size2 && (size2 > 1e6 ? step >= 1e7 : true)) ?? UNITS2[3];
    const digits = Math.max(0, Math.ceil(Math.log10(size / step) - 1e-9));
    return `${(t / size).toFixed(digits)} ${t === 0 ? "s" : name}`;
  }

  // src/timeline/page/drawruler.ts
  function drawRuler(c, theme, session, width, height) {
    const { axis, view, run } = session;
    if (!axis || !run) return;
    const scale = width / (view.to - view.from);
    c.font = `11px ${theme.font}`;
    c.textBaseline = "middle";
    for (const x of breaksAt({ axis, view, width }, 24)) zigzag(c, theme.muted, x, height);
    c.fillStyle = theme.muted;
    c.strokeStyle = theme.line;
    c.lineWidth = 1;
    c.beginPath();
    for (const { x, text: text3 } of ticks(axis, view, width)) {
      const at2 = Math.round(x) + 0.5;
      c.moveTo(at2, height - 6);
      c.lineTo(at2, height);
      const w = c.measureText(text3).width;
      if (at2 - w / 2 > 0 && at2 + w / 2 < width) c.fillText(text3, at2 - w / 2, height / 2 - 2);
    }
    c.stroke();
    drawCursor(c, theme, session, scale, height);
    drawFlag(c, theme, session, scale, width, height);
  }
  function breaksAt(w, apart) {
    const found = [];
    for (const b of w.axis.breaks()) {
      const x = Math.round(xOf(w, (b.from + b.to) / 2)) + 0.5;
      if (x > 0 && x < w.width && x - (found.at(-1) ?? -Infinity) >= apart) found.push(x);
    }
    return found;
  }
  function drawFlag(c, theme, session, scale, width, height) {
    const i = session.run.columns ? session.run.failure() : -1;
    const x = i < 0 ? -100 : Math.round((session.axis.position(i) - session.view.from) * scale);
    if (x < -20 || x > width + 20) return;
    c.font = `bold 11px ${theme.font}`;
    const size = c.measureText("failure").width + 12;
    const left2 = x + size > width ? x - size + 1 : x - 1;
    c.fillStyle = theme.failure;
    c.fillRect(left2, height - 17, size, 17);
    c.fillStyle = theme.bg;
    c.fillText("failure", left2 + 6, height - 8);
  }
  function zigzag(c, colour, x, height) {
    c.strokeStyle = colour;
    c.lineWidth = 1;
    c.beginPath();
    for (const by of [-2, 2]) {
      c.moveTo(x + by - 2, height - 1);
      c.lineTo(x + by + 2, height - 9);
    }
    c.stroke();
  }
  function drawCursor(c, theme, session, scale, height) {
    const x = cursorX(session, scale);
    c.fillStyle = theme.focus;
    c.beginPath();
    c.moveTo(x - 5, height - 10);
    c.lineTo(x + 5, height - 10);
    c.lineTo(x + 5, height - 5);
    c.lineTo(x, height);
    c.lineTo(x - 5, height - 5);
    c.closePath();
    c.fill();
  }
  function cursorX(session, scale) {
    const { axis, view, selected, cursor, run } = session;
    if (!axis) return -10;
    const at2 = selected >= 0 && run.columns.at[selected] === cursor ? axis.position(selected) : axis.positionOf(cursor);
    return Math.round((at2 - view.from) * scale) + 0.5;
  }

  // src/timeline/model/causal.ts
  var Steps = class {
    /** The first count entries are what the last call of look found. */
    found = [];
    count = 0;
    #run;
    #disk;
    #root;
    constructor(run) {
      this.#run = run;
      this.#disk = disks(run);
      this.#root = run.n > 0 ? run.data.kind.indexOf(this.#disk.kinds.start) : -1;
    }
    look(i) {
      const { kind, node } = this.#run.data;
      const { kinds } = this.#disk;
      const k = kind[i];
      const cause = this.#run.cause(i);
      this.count = 0;
      this.#add(cause);
      if (k === kinds.failed) for (let b = i - 1; b >= 0 && kind[b] === kinds.blame; b--) this.#add(b);
      if (node[i] < 0) return;
      this.#add(this.#run.boot(i));
      if (k === kinds.lost)
        this.#disk.changesOf(i).forEach((change) => {
          this.#add(change);
        });
      else if (cause < 0 || cause === this.#root || k === kinds.crash || k === kinds.crashIO) this.#add(this.#run.previousOfIncarnation(i));
    }
    #add(i) {
      if (i >= 0) this.found[this.count++] = i;
    }
  };
  function led(run, from) {
    const all = new Uint8Array(run.n);
    const steps2 = new Steps(run);
    for (let i = from.indexOf(1) + 1; i > 0 && i < run.n; i++) {
      steps2.look(i);
      for (let k = 0; k < steps2.count; k++) {
        const of = steps2.found[k];
        if (of < i && (all[of] || from[of])) {
          all[i] = 1;
          break;
        }
      }
    }
    return all;
  }
  function origins(run, to) {
    const all = new Uint8Array(run.n);
    const steps2 = new Steps(run);
    for (let i = to.lastIndexOf(1); i > 0; i--) {
      if (!all[i] && !to[i]) continue;
      steps2.look(i);
      for (let k = 0; k < steps2.count; k++) if (steps2.found[k] < i) all[steps2.found[k]] = 1;
    }
    return all;
  }

  // src/timeline/model/cone.ts
  function past(run, of) {
    return new Past(run, of).in;
  }
  function direct(run, i) {
    const found = [];
    causes(run, disks(run), i, (k) => {
      if (k >= 0 && !found.includes(k)) found.push(k);
    });
    return found.sort((a, b) => a - b);
  }
  function causes(run, disk, i, add) {
    const { kind, node } = run.data;
    const k = kind[i];
    const cause = run.cause(i);
    const missing = cause < 0 || kind[cause] === disk.kinds.start;
    add(cause);
    if (node[i] < 0) {
      if (k !== disk.kinds.failed) return;
      let blame = i - 1;
      for (; blame >= 0 && kind[blame] === disk.kinds.blame; blame--) add(run.cause(blame));
      const blamed = blame < i - 1;
      if (!blamed && missing) everyone(run, i, add);
      return;
    }
    if (missing) add(run.previousOfIncarnation(i));
    add(run.boot(i));
    if (k === disk.kinds.crash || k === disk.kinds.crashIO) {
      add(run.previousOfIncarnation(i));
      for (let l = i + 1; l < run.n && kind[l] === disk.kinds.lost && run.cause(l) === i; l++) add(l);
    } else if (k === disk.kinds.lost) {
      disk.unsynced(i, add);
    }
  }
  function everyone(run, i, add) {
    for (let node = 0; node < run.nodes.length; node++) {
      const events = run.eventsOfNode(node);
      const before = lower2(events, i);
      if (before > 0) add(events[before - 1]);
    }
  }
  var WAITING = /* @__PURE__ */ new Set(["deadlock", "liveness", "eventually", "watchdog"]);
  var Past = class {
    in;
    #run;
    #disk;
    #todo = [];
    /** The latest event of each node that belongs to it; -1 if none does. */
    #until;
    constructor(run, of) {
      this.#run = run;
      this.#disk = disks(run);
      this.in = new Uint8Array(run.n);
      this.#until = new Int32Array(run.nodes.length).fill(-1);
      if (of < 0 || of >= run.n) return;
      const add = (i) => {
        if (i < 0 || i > of || this.in[i]) return;
        this.in[i] = 1;
        this.#todo.push(i);
        const node = run.data.node[i];
        if (node >= 0 && this.#until[node] < i) this.#until[node] = i;
      };
      add(of);
      this.#close(add);
      this.#strikes(of, add);
      this.#close(add);
    }
    #close(add) {
      for (let i = this.#todo.pop(); i !== void 0; i = this.#todo.pop()) causes(this.#run, this.#disk, i, add);
    }
    /** strikes adds the faults that struck before: those of a node up to the last that it did for the event, and
     * cuts between nodes at any time. If there is none, it may be that something did not happen, and all count. */
    #strikes(of, add) {
      const waits = WAITING.has(textS(this.#run, of));
      for (const all of [waits, true]) {
        let any = false;
        for (const i of this.#disk.faults) {
          if (i >= of) break;
          if (!all && !this.in[i] && !this.#touches(i)) continue;
          any = true;
          add(i);
        }
        if (any) return;
      }
    }
    /** touches says whether a fault could change what led to the event. */
    #touches(i) {
      const node = this.#run.data.node[i];
      if (node >= 0) return i < this.#until[node];
      const cut = new Set(textS(this.#run, i).split(","));
      const sides = /* @__PURE__ */ new Set();
      this.#until.forEach((until, n) => {
        if (until > i) sides.add(cut.has(this.#run.nodes[n]));
      });
      return sides.size === 2;
    }
  };
  function future(run, of) {
    const all = new Uint8Array(run.n);
    if (of < 0 || of >= run.n) return all;
    all[of] = 1;
    const came = led(run, all);
    came[of] = 1;
    return came;
  }

  // src/timeline/page/glyphs.ts
  var style = (shape, colour, shift = 0) => ({ shape, colour, shift });
  var STYLES = [
    style("ring", "muted"),
    // what has no sign of its own
    style("up", "network", -0.14),
    style("down", "network", 0.14),
    style("ring", "network"),
    style("square", "disk"),
    // durable, or not known
    style("ring", "disk"),
    // pending
    style("cross", "failure"),
    // lost, false, failed
    style("pole", "disk"),
    style("bar", "log"),
    style("tick", "good"),
    style("ring", "check"),
    style("diamond", "fault"),
    style("play", "life"),
    style("stop", "life"),
    style("open", "call"),
    style("shut", "call"),
    style("flag", "muted"),
    style("diamond", "disk"),
    // torn, kept
    style("gem", "fault"),
    // a fault that is not in the schedule
    style("bar", "fault")
    // the end of a fault
  ];
  var PLAIN2 = 0;
  var SEND = 1;
  var RECEIVE = 2;
  var SOCKET = 3;
  var WRITTEN = 4;
  var PENDING = 5;
  var BAD = 6;
  var SYNC = 7;
  var LOG = 8;
  var HOLDS = 9;
  var BEGIN = 10;
  var FAULT = 11;
  var BOOT = 12;
  var STOP = 13;
  var INVOKE = 14;
  var RETURN = 15;
  var PHASE = 16;
  var TORN = 17;
  var UNPLANNED = 18;
  var ENDED = 19;
  var KINDS = {
    "run.phase": PHASE,
    "run.end": STOP,
    failed: BAD,
    "node.boot": BOOT,
    "node.exit": STOP,
    "node.killed": BAD,
    log: LOG,
    "disk.sync": SYNC,
    "disk.syncdir": SYNC,
    "disk.lost": BAD,
    "net.send": SEND,
    "net.recv": RECEIVE,
    check: HOLDS,
    "check.begin": BEGIN,
    "check.end": HOLDS,
    "fault.heal": ENDED,
    "fault.resume": ENDED,
    "op.invoke": INVOKE,
    "op.micro": INVOKE,
    "op.return": RETURN,
    "op.blame": BAD
  };
  var CLASSES = { disk: WRITTEN, network: SOCKET, faults: FAULT };
  function styleOfKind(name, cls) {
    return KINDS[name] ?? CLASSES[cls] ?? PLAIN2;
  }
  var STROKED = /* @__PURE__ */ new Set(["gem", "ring", "bar", "pole", "cross", "tick", "open", "shut"]);
  var DRAW = {
    square: (c, x, y, r) => {
      c.rect(x - r + 0.5, y - r + 0.5, 2 * r - 1, 2 * r - 1);
    },
    ring: (c, x, y, r) => {
      c.moveTo(x + r - 1, y);
      c.arc(x, y, r - 1, 0, 7);
    },
    up: (c, x, y, r) => {
      triangle(c, x, y - r, x - r, y + r * 0.7, x + r, y + r * 0.7);
    },
    down: (c, x, y, r) => {
      triangle(c, x, y + r, x - r, y - r * 0.7, x + r, y - r * 0.7);
    },
    bar: (c, x, y, r) => {
      line2(c, x, y - r, x, y + r);
    },
    pole: (c, x, y, r) => {
      line2(c, x, y - 2 * r, x, y + 2 * r);
      line2(c, x - r * 0.8, y - 2 * r, x + r * 0.8, y - 2 * r);
      line2(c, x - r * 0.8, y + 2 * r, x + r * 0.8, y + 2 * r);
    },
    cross: (c, x, y, r) => {
      line2(c, x - r, y - r, x + r, y + r);
      line2(c, x - r, y + r, x + r, y - r);
    },
    diamond: rhombus,
    gem: rhombus,
    play: (c, x, y, r) => {
      triangle(c, x + r, y, x - r * 0.7, y - r, x - r * 0.7, y + r);
    },
    stop: (c, x, y, r) => {
      c.rect(x - r * 0.8, y - r * 0.8, r * 1.6, r * 1.6);
    },
    tick: (c, x, y, r) => {
      c.moveTo(x - r * 0.8, y);
      c.lineTo(x - r * 0.2, y + r * 0.7);
      c.lineTo(x + r, y - r * 0.8);
    },
    open: (c, x, y, r) => {
      c.moveTo(x + r * 0.7, y - r);
      c.lineTo(x, y - r);
      c.lineTo(x, y + r);
      c.lineTo(x + r * 0.7, y + r);
    },
    shut: (c, x, y, r) => {
      c.moveTo(x - r * 0.7, y - r);
      c.lineTo(x, y - r);
      c.lineTo(x, y + r);
      c.lineTo(x - r * 0.7, y + r);
    },
    flag: (c, x, y, r) => {
      triangle(c, x, y - r, x + r * 1.2, y - r * 0.3, x, y + r * 0.4);
    }
  };
  function line2(c, x1, y1, x2, y2) {
    c.moveTo(x1, y1);
    c.lineTo(x2, y2);
  }
  function triangle(c, x1, y1, x2, y2, x3, y3) {
    c.moveTo(x1, y1);
    c.lineTo(x2, y2);
    c.lineTo(x3, y3);
    c.closePath();
  }
  function rhombus(c, x, y, r) {
    const q = r * 1.2;
    c.moveTo(x, y - q);
    c.lineTo(x + q, y);
    c.lineTo(x, y + q);
    c.lineTo(x - q, y);
    c.closePath();
  }

  // src/timeline/page/strips.ts
  var SIGN = 4.5;
  var DIM = 0.3;
  var Strips = class {
    bright = STYLES.map(() => []);
    dim = STYLES.map(() => []);
    counts = new Uint32Array(0);
    /** The bright events of each row's list, as long as the same events are bright. */
    lit = /* @__PURE__ */ new WeakMap();
    of = null;
    /** draw draws a row whose middle is at y, and which is height pixels high. */
    draw(c, theme, looks, w, row2, bright, y, height) {
      if (row2.events.length === 0) return;
      if (this.counts.length !== Math.ceil(w.width)) this.counts = new Uint32Array(Math.ceil(w.width));
      const s = strip(row2.events, w, this.counts);
      if (s.dense) {
        this.bars(c, theme, s.max, y, height, bright ? DIM : 0.75);
        if (bright) this.bars(c, theme, this.litMax(row2.events, w, bright), y, height, 0.9);
        return;
      }
      this.sort(row2.events, s.first, s.last, looks, bright);
      this.signs(c, theme, w, this.dim, y, height, theme.strong ? 0.5 : DIM);
      this.signs(c, theme, w, this.bright, y, height, 1);
      c.globalAlpha = 1;
    }
    /** litMax counts the bright events into counts; the most of a pixel, 0 if they are few enough to be left out. */
    litMax(events, w, bright) {
      if (this.of !== bright) {
        this.of = bright;
        this.lit = /* @__PURE__ */ new WeakMap();
      }
      let lit = this.lit.get(events);
      if (!lit) this.lit.set(events, lit = filtered(events, bright));
      const s = strip(lit, w, this.counts);
      if (s.dense) return s.max;
      this.counts.fill(0);
      for (let k = s.first; k < s.last; k++) {
        const x = Math.floor(xOf(w, w.axis.position(lit[k])));
        if (x >= 0 && x < this.counts.length) this.counts[x]++;
      }
      return s.last > s.first ? 1 : 0;
    }
    bars(c, theme, max, y, height, alpha) {
      if (max === 0) return;
      const most = (height - 6) / 2;
      c.fillStyle = theme.muted;
      c.globalAlpha = theme.strong ? 1 : alpha;
      let from = 0;
      let before = 0;
      for (let x = 0; x <= this.counts.length; x++) {
        const n = x < this.counts.length ? this.counts[x] : 0;
        const h = n === 0 ? 0 : Math.max(1.5, Math.round(2 * Math.sqrt(n / max) * most) / 2);
        if (h === before) continue;
        if (before > 0) c.fillRect(from, y - before, x - from, 2 * before);
        from = x;
        before = h;
      }
      c.globalAlpha = 1;
    }
    sort(events, first, last2, looks, bright) {
      for (const list2 of this.bright) list2.length = 0;
      for (const list2 of this.dim) list2.length = 0;
      for (let k = first; k < last2; k++) {
        const i = events[k];
        (!bright || bright[i] ? this.bright : this.dim)[looks.of(i)].push(i);
      }
    }
    signs(c, theme, w, lists2, y, height, alpha) {
      c.globalAlpha = alpha;
      c.lineWidth = 1.5;
      const r = Math.min(SIGN, height / 2 - 2);
      for (let s = 0; s < lists2.length; s++) {
        const list2 = lists2[s];
        if (list2.length === 0) continue;
        const { shape, colour, shift } = STYLES[s];
        const draw = DRAW[shape];
        const axis = w.axis;
        c.beginPath();
        for (const i of list2) draw(c, Math.round(xOf(w, axis.position(i))) + 0.5, y + shift * height, r);
        if (STROKED.has(shape)) {
          c.strokeStyle = theme[colour];
          c.stroke();
        } else {
          c.fillStyle = theme[colour];
          c.fill();
        }
      }
    }
  };

  // src/timeline/page/drawarrows.ts
  var FATES = {
    received: { dash: [], colour: "network", width: 1, end: "head" },
    delayed: { dash: [1, 3], colour: "fault", width: 1.5, end: "head" },
    held: { dash: [6, 3], colour: "fault", width: 1.5, end: "head" },
    dropped: { dash: [], colour: "failure", width: 1, end: "cross" },
    "under way": { dash: [2, 2], colour: "muted", width: 1, end: "ring" }
  };
  var SHORT3 = 16;
  function drawArrows(c, theme, all, y, bright) {
    for (const [fate, line3] of Object.entries(FATES)) {
      for (const isBright of [false, true]) {
        if (!bright && !isBright) continue;
        c.globalAlpha = isBright ? fate === "received" ? all.length > 200 ? 0.4 : 0.65 : 1 : DIM * 0.8;
        c.strokeStyle = c.fillStyle = theme[line3.colour];
        c.lineWidth = line3.width;
        c.setLineDash(line3.dash);
        const chosen3 = (a) => a.fate === fate && (!bright || bright[a.send] === 1 === isBright);
        c.beginPath();
        for (const a of all) if (chosen3(a)) stroke(c, a, y);
        c.stroke();
        c.setLineDash([]);
        ends(c, all, chosen3, line3.end, y);
      }
    }
    c.globalAlpha = 1;
  }
  function endsOf(a, y) {
    const y1 = y(a.from);
    const to = a.to >= 0 ? y(a.to) : -1;
    if (y1 < 0) return null;
    const y2 = to < 0 ? y1 + 14 : to;
    if (a.end >= 0 && a.x2 > a.x1 + 0.5) return { x1: a.x1, y1, x2: a.x2, y2 };
    if (a.end >= 0 && a.fate !== "dropped") return { x1: a.x1, y1, x2: a.x2, y2 };
    const down2 = y2 > y1 ? 1 : -1;
    return { x1: a.x1, y1, x2: a.x1 + SHORT3 * 0.6, y2: y1 + down2 * SHORT3 };
  }
  function stroke(c, a, y) {
    const e = endsOf(a, y);
    if (!e) return;
    c.moveTo(e.x1, e.y1);
    c.lineTo(e.x2, e.y2);
  }
  function ends(c, all, chosen3, end, y) {
    c.beginPath();
    for (const a of all) {
      const e = chosen3(a) ? endsOf(a, y) : null;
      if (!e) continue;
      if (end === "head") head(c, e);
      else if (end === "ring") {
        c.moveTo(e.x2 + 3, e.y2);
        c.arc(e.x2, e.y2, 3, 0, 7);
      } else {
        c.moveTo(e.x2 - 3, e.y2 - 3);
        c.lineTo(e.x2 + 3, e.y2 + 3);
        c.moveTo(e.x2 - 3, e.y2 + 3);
        c.lineTo(e.x2 + 3, e.y2 - 3);
      }
    }
    if (end === "head") c.fill();
    else c.stroke();
  }
  function head(c, e, size = 6) {
    const length2 = Math.hypot(e.x2 - e.x1, e.y2 - e.y1) || 1;
    const [ux, uy] = [(e.x2 - e.x1) / length2, (e.y2 - e.y1) / length2];
    const [x, y] = [e.x2 - ux * 4, e.y2 - uy * 4];
    c.moveTo(x, y);
    c.lineTo(x - ux * size - uy * size * 0.45, y - uy * size + ux * size * 0.45);
    c.lineTo(x - ux * size + uy * size * 0.45, y - uy * size - ux * size * 0.45);
    c.closePath();
  }
  var MAX_EFFECTS = 40;
  function drawLinks(c, theme, w, links, y) {
    const x = (i) => xOf(w, w.axis.position(i));
    const one = (from, to) => {
      const e = { x1: x(from), y1: y(from), x2: x(to), y2: y(to) };
      if (e.y1 < 0 || e.y2 < 0) return;
      c.beginPath();
      c.moveTo(e.x1, e.y1);
      if (e.y1 === e.y2) {
        const bow = Math.min(16, (e.x2 - e.x1) / 3);
        c.quadraticCurveTo((e.x1 + e.x2) / 2, e.y1 - bow, e.x2, e.y2);
      } else c.lineTo(e.x2, e.y2);
      c.stroke();
      c.beginPath();
      head(c, e, 8);
      c.fill();
    };
    c.strokeStyle = c.fillStyle = theme.focus;
    c.lineWidth = 1.6;
    for (let k = 0; k < links.causes.length; k++) one(links.causes[k], links.event);
    c.setLineDash([5, 3]);
    for (let k = 0; k < links.effects.length && k < MAX_EFFECTS; k++) one(links.event, links.effects[k]);
    c.setLineDash([]);
  }

  // src/timeline/page/drawbands.ts
  function drawBands(p, bands2) {
    for (const b of bands2) {
      if (b.x2 < 0 || b.x1 > p.width) continue;
      p.c.globalAlpha = !p.bright || p.bright[b.event] ? 1 : DIM * 1.6;
      DRAWN[b.kind](p, b);
    }
    p.c.globalAlpha = 1;
  }
  var DRAWN = { fault, incarnation, down, pause, dirty: dirty2, eventually, call: call2 };
  function left(b) {
    return Math.max(-4, b.x1);
  }
  function length(p, b) {
    return Math.max(2, Math.min(p.width + 4, b.x2) - left(b));
  }
  function fault(p, b) {
    const { c, theme, run, top, height } = p;
    if (p.row.kind === "node") {
      tint(p, b, theme.fault, 0.12);
      return;
    }
    const planned = run.survey.faults.fault[b.place] >= 0;
    const by = p.dragged?.place === b.place ? p.dragged.by : 0;
    const x = left(b) + by;
    const [y, h] = [top + height * 0.24, height * 0.52];
    c.fillStyle = c.strokeStyle = theme.fault;
    c.lineWidth = 1.2;
    const alpha = c.globalAlpha;
    if (planned && !theme.strong) {
      c.globalAlpha = alpha * 0.3;
      c.fillRect(x, y, length(p, b), h);
      c.globalAlpha = alpha;
    }
    c.strokeRect(x + 0.5, Math.round(y) + 0.5, length(p, b) - 1, Math.round(h) - 1);
    if (!b.ends) open(p, b, theme.fault);
    label2(p, b, faultName(run, b.event), theme.fg, by + 9);
  }
  function faultName(run, event) {
    const kind = run.kindName(event).replace("fault.", "");
    const name = who(run, event);
    return name ? `${kind} ${name}` : kind;
  }
  function open(p, b, colour) {
    const { c, top, height } = p;
    const x = Math.min(p.width, b.x2);
    c.strokeStyle = colour;
    c.setLineDash([2, 2]);
    c.beginPath();
    c.moveTo(x - 0.5, top + 4);
    c.lineTo(x - 0.5, top + height - 4);
    c.stroke();
    c.setLineDash([]);
  }
  function incarnation(p, b) {
    const { c, theme, top, height, run } = p;
    const y = Math.round(top + height / 2) - 1;
    c.fillStyle = theme.line;
    c.fillRect(left(b), y, length(p, b), 3);
    const ends2 = b.ends && b.x2 < p.width;
    if (ends2) {
      c.fillStyle = theme.muted;
      c.fillRect(b.x2 - 1, top + 5, 2, height - 10);
    }
    if (run.survey.incarnations.number[b.place] > 1) label2(p, b, who(run, b.event), theme.muted, 9, theme.bg);
  }
  function down(p, b) {
    const { c, theme, top, height } = p;
    const [x, w] = [left(b), length(p, b)];
    const [y, h] = [top + 5, height - 10];
    c.save();
    c.beginPath();
    c.rect(x, y, w, h);
    c.clip();
    c.strokeStyle = theme.fault;
    c.lineWidth = 1;
    c.globalAlpha *= theme.strong ? 1 : 0.6;
    c.beginPath();
    for (let at2 = x - h - x % 6; at2 < x + w; at2 += 6) {
      c.moveTo(at2, y + h);
      c.lineTo(at2 + h, y);
    }
    c.stroke();
    c.restore();
  }
  function pause(p, b) {
    const { c, theme, top, height } = p;
    tint(p, b, theme.fault, 0.18);
    c.strokeStyle = theme.fault;
    c.lineWidth = 1.5;
    c.beginPath();
    const x = left(b) + 4;
    for (const dx of [0, 4]) {
      c.moveTo(x + dx, top + height / 2 - 5);
      c.lineTo(x + dx, top + height / 2 + 5);
    }
    c.stroke();
  }
  function tint(p, b, colour, alpha) {
    const { c, theme, top, height } = p;
    const before = c.globalAlpha;
    c.fillStyle = c.strokeStyle = colour;
    if (theme.strong) c.strokeRect(left(b) + 0.5, top + 3.5, length(p, b) - 1, height - 7);
    else {
      c.globalAlpha = before * alpha;
      c.fillRect(left(b), top + 2, length(p, b), height - 4);
    }
    c.globalAlpha = before;
  }
  function dirty2(p, b) {
    const { c, theme, top, height } = p;
    c.fillStyle = b.bad ? theme.failure : theme.disk;
    const before = c.globalAlpha;
    c.globalAlpha = before * (b.bad || theme.strong ? 0.9 : 0.45);
    const y = Math.round(top + height - 5);
    if (!b.bad) c.fillRect(left(b), y, length(p, b), 2);
    else for (let x = left(b); x < left(b) + length(p, b); x += 6) c.fillRect(x, y, Math.min(4, left(b) + length(p, b) - x), 2);
    c.globalAlpha = before;
  }
  function eventually(p, b) {
    const { c, theme, top, height } = p;
    const colour = b.bad ? theme.failure : theme.check;
    const y = Math.round(top + height / 2);
    c.strokeStyle = colour;
    c.fillStyle = colour;
    c.lineWidth = 1;
    c.strokeRect(left(b) + 0.5, y - 3.5, length(p, b) - 1, 7);
    if (!theme.strong) {
      const before = c.globalAlpha;
      c.globalAlpha = before * 0.18;
      c.fillRect(left(b), y - 4, length(p, b), 8);
      c.globalAlpha = before;
    }
    if (b.x2 <= p.width) c.fillRect(b.x2 - 1.5, y - 7, 2, 14);
  }
  function call2(p, b) {
    const { c, theme, top, height, run } = p;
    const [x, w] = [left(b), length(p, b)];
    const [y, h] = [Math.round(top + 4), Math.round(height - 8)];
    const colour = b.bad ? theme.failure : theme.call;
    const before = c.globalAlpha;
    c.fillStyle = c.strokeStyle = colour;
    c.globalAlpha = before * (b.bad ? 0.9 : theme.strong ? 0 : 0.22);
    c.fillRect(x, y, w, h);
    c.globalAlpha = before;
    c.lineWidth = 1;
    if (w > 3) c.strokeRect(x + 0.5, y + 0.5, w - 1, h - 1);
    if (!b.ends) open(p, b, colour);
    label2(p, b, textT(run, b.event), b.bad ? theme.bg : theme.fg, 5);
  }
  function label2(p, b, text3, colour, indent, halo = "") {
    const { c, theme, top, height } = p;
    const x = Math.max(2, b.x1) + indent;
    const room = Math.min(p.width, b.x2) - x - 3;
    if (room < 18) return;
    c.font = `11px ${theme.font}`;
    c.textBaseline = "middle";
    const shown = fit2(c, text3, room);
    if (!shown) return;
    if (halo) {
      c.fillStyle = halo;
      c.fillRect(x - 2, top + height / 2 - 7, c.measureText(shown).width + 4, 14);
    }
    c.fillStyle = colour;
    c.fillText(shown, x, top + height / 2 + 0.5);
  }
  var MAX_LABEL = 60;
  function fit2(c, text3, room) {
    let s = text3.length > MAX_LABEL ? `${text3.slice(0, MAX_LABEL)}\u2026` : text3;
    if (c.measureText(s).width <= room) return s;
    const share = room / c.measureText(s).width;
    s = s.slice(0, Math.max(0, Math.floor(s.length * share) - 2));
    return s.length < 3 ? "" : `${s}\u2026`;
  }

  // src/timeline/page/drawbuckets.ts
  function drawBuckets(c, theme, w, run, row2, top) {
    const most = (row2.height - 6) / 2;
    const y = row2.top - top + row2.height / 2;
    const { buckets, classes } = run.head;
    const cls = row2.class >= 0 ? classes[row2.class] : row2.kind === "faults" ? "faults" : "";
    let max = 0;
    for (const b of buckets) max = Math.max(max, count(b, row2, cls));
    if (max === 0) return;
    c.fillStyle = theme.muted;
    c.globalAlpha = 0.5;
    for (const b of buckets) {
      const n = count(b, row2, cls);
      if (n === 0) continue;
      const x = xOf(w, w.axis.positionOf(b.from));
      const h = Math.max(1.5, Math.sqrt(n / max) * most);
      c.fillRect(x, y - h, Math.max(1, xOf(w, w.axis.positionOf(b.to)) - x), 2 * h);
    }
    c.globalAlpha = 1;
  }
  function count(bucket, row2, cls) {
    let n = 0;
    for (const k of bucket.counts) {
      if ((row2.kind === "faults" || k.node === row2.node) && (cls === "" || k.class === cls)) n += k.events;
    }
    return n;
  }

  // src/timeline/page/drawdiff.ts
  function drawDivergence(c, theme, session, w, height) {
    const { other, run } = session;
    if (!other || !run?.columns || other.diff.same) return;
    const { common } = other.diff;
    const at2 = common < run.n ? w.axis.position(common) : w.axis.length;
    const x = Math.round(xOf(w, at2)) + 0.5;
    if (x > 0) {
      c.fillStyle = theme.muted;
      c.globalAlpha = theme.strong ? 0 : 0.07;
      c.fillRect(0, 0, Math.min(x, w.width), height);
      c.globalAlpha = 1;
    }
    if (x < 0 || x > w.width) return;
    c.strokeStyle = theme.other;
    c.lineWidth = 2;
    c.setLineDash([6, 3]);
    c.beginPath();
    c.moveTo(x, 0);
    c.lineTo(x, height);
    c.stroke();
    c.setLineDash([]);
    c.font = `bold 11px ${theme.font}`;
    c.textBaseline = "middle";
    const text3 = "the runs part";
    const size = c.measureText(text3).width + 10;
    const left2 = x + size > w.width ? x - size : x;
    c.fillStyle = theme.other;
    c.fillRect(left2, height - 17, size, 17);
    c.fillStyle = theme.bg;
    c.fillText(text3, left2 + 5, height - 8);
  }

  // src/timeline/page/drawmarks.ts
  function drawFailure(c, theme, session, w, height, y) {
    const i = session.run.failure();
    if (i < 0) return;
    const x = Math.round(xOf(w, w.axis.position(i)));
    if (x < -60 || x > w.width + 60) return;
    c.fillStyle = theme.failure;
    c.fillRect(x - 1, 0, 2, height);
    const at2 = y(i);
    if (at2 < 0) return;
    c.strokeStyle = theme.failure;
    c.lineWidth = 2;
    c.beginPath();
    c.arc(x, at2, 9, 0, 7);
    c.stroke();
  }
  function drawSteps(c, theme, session, w, y) {
    const steps2 = session.run.head.header.story?.steps ?? [];
    c.font = `bold 10px ${theme.font}`;
    c.textBaseline = "middle";
    c.textAlign = "center";
    c.lineWidth = 1.5;
    const used = [];
    steps2.forEach((step, k) => {
      const at2 = step.event > 0 && step.event <= session.run.n ? y(step.event - 1) : -1;
      const x = step.event > 0 ? Math.round(xOf(w, w.axis.position(step.event - 1))) : -100;
      if (at2 < 0 || x < -8 || x > w.width + 8) return;
      let place = x;
      const above = at2 < 24 ? at2 + 16 : at2 - 15;
      while (used.some(([ux, uy]) => Math.abs(ux - place) < 17 && Math.abs(uy - above) < 15)) place += 17;
      used.push([place, above]);
      const last2 = k === steps2.length - 1;
      c.beginPath();
      c.arc(place, above, 7.5, 0, 7);
      c.fillStyle = last2 ? theme.failure : theme.bg;
      c.fill();
      c.strokeStyle = last2 ? theme.failure : theme.fg;
      c.stroke();
      c.fillStyle = last2 ? theme.bg : theme.fg;
      c.fillText(String(k + 1), place, above + 0.5);
    });
    c.textAlign = "start";
  }
  function drawMarks(c, theme, session, w, y) {
    c.fillStyle = theme.other;
    for (const i of session.marks) {
      const x = xOf(w, w.axis.position(i));
      const at2 = y(i);
      if (x < -8 || x > w.width + 8 || at2 < 0) continue;
      c.beginPath();
      c.moveTo(x - 1, at2);
      c.lineTo(x - 1, at2 - 14);
      c.lineTo(x + 9, at2 - 11);
      c.lineTo(x + 1, at2 - 8);
      c.lineTo(x + 1, at2);
      c.fill();
    }
  }
  function drawRing(c, theme, session, w, y) {
    const i = session.selected;
    const at2 = i >= 0 ? y(i) : -1;
    if (at2 < 0) return;
    const x = xOf(w, w.axis.position(i));
    if (x < -8 || x > w.width + 8) return;
    c.strokeStyle = theme.bg;
    c.lineWidth = 4;
    c.beginPath();
    c.arc(x, at2, 8, 0, 7);
    c.stroke();
    c.strokeStyle = theme.focus;
    c.lineWidth = 2;
    c.beginPath();
    c.arc(x, at2, 8, 0, 7);
    c.stroke();
  }

  // src/timeline/page/looks.ts
  var STATES = { durable: WRITTEN, kept: TORN, torn: TORN, pending: PENDING, lost: BAD, failed: BAD };
  var Looks = class {
    constructor(run) {
      this.run = run;
      this.kinds = Uint8Array.from(run.head.kinds, (k) => styleOfKind(k.name, k.class));
      this.check = run.kind("check");
      this.end = run.kind("check.end");
      this.lenient = run.head.properties.indexOf("sometimes");
      this.send = run.kind("net.send");
    }
    run;
    kinds;
    check;
    end;
    /** Kinds of properties, by number, of which one evaluation that is false is no violation. */
    lenient;
    send;
    /** Style + 1 of changes of files and of faults; null until the survey is there. */
    changes = null;
    /** of is the style of an event, a place in STYLES. */
    of(i) {
      const { kind, a, b } = this.run.data;
      const k = kind[i];
      if (a[i] === 0 && (k === this.end || k === this.check)) return k === this.check && b[i] === this.lenient ? PLAIN2 : BAD;
      if (k === this.send && errno(this.run, i) !== 0) return BAD;
      const change = (this.changes ??= this.survey())?.[i] ?? 0;
      return change > 0 ? change - 1 : this.kinds[k];
    }
    survey() {
      const { survey, n } = this.run;
      if (!survey) return null;
      const all = new Uint8Array(n);
      const { event, state: state2 } = survey.disk;
      for (let k = 0; k < event.length; k++) {
        const style2 = STATES[survey.states[state2[k]] ?? ""];
        if (style2 !== void 0) all[event[k] - 1] = style2 + 1;
      }
      const { faults: faults3 } = survey;
      for (let k = 0; k < faults3.event.length; k++) all[faults3.event[k] - 1] = (faults3.fault[k] >= 0 ? FAULT : UNPLANNED) + 1;
      return all;
    }
  };
  var kept6 = /* @__PURE__ */ new WeakMap();
  function looksOf(run) {
    let looks = kept6.get(run);
    if (!looks) kept6.set(run, looks = new Looks(run));
    return looks;
  }

  // src/timeline/page/surface.ts
  var MARGIN = 14;
  var Surface = class {
    canvas;
    width = 0;
    height = 0;
    /** Width of the part that the axis takes. */
    get room() {
      return Math.max(1, this.width - 2 * MARGIN);
    }
    ratio = 1;
    context = null;
    constructor(props) {
      this.canvas = el("canvas", props);
    }
    /** resize fits the canvas to a size; true if that changed something. */
    resize(width, height) {
      const ratio = window.devicePixelRatio || 1;
      const [w, h] = [Math.max(0, Math.floor(width)), Math.max(0, Math.floor(height))];
      if (w === this.width && h === this.height && ratio === this.ratio) return false;
      Object.assign(this, { width: w, height: h, ratio });
      this.canvas.width = Math.round(w * ratio);
      this.canvas.height = Math.round(h * ratio);
      this.canvas.style.width = `${w}px`;
      this.canvas.style.height = `${h}px`;
      return true;
    }
    /** begin gives the context, empty, with CSS pixels as its unit; null where there is none. */
    begin(background) {
      this.context ??= this.canvas.getContext("2d", { alpha: false });
      const c = this.context;
      if (!c || this.width === 0) return null;
      c.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
      c.globalAlpha = 1;
      c.setLineDash([]);
      c.fillStyle = background;
      c.fillRect(0, 0, this.width, this.height);
      c.translate(MARGIN, 0);
      return c;
    }
  };

  // src/timeline/page/drawlanes.ts
  var MAX_ARROWS = 1500;
  var Lanes = class {
    constructor(session) {
      this.session = session;
    }
    session;
    strips = new Strips();
    otherStrips = new Strips();
    dragged = null;
    /** What is being spanned to zoom into, in pixels; null if nothing is. */
    brushed = null;
    /** draw draws what is visible of the rows when scrolled down by top pixels. */
    draw(c, theme, width, height, top) {
      const { session } = this;
      const { axis, view, run, layout } = session;
      if (!axis || !run) return;
      const w = { axis, view, width };
      const rows2 = layout.rows;
      const begin2 = Math.max(0, rowAt(rows2, top));
      this.background(c, theme, rows2, begin2, width, height, top);
      this.breaks(c, theme, w, height);
      drawDivergence(c, theme, session, w, height);
      for (let k = begin2; k < rows2.length && rows2[k].top - top < height; k++) this.row(c, theme, w, rows2[k], top);
      if (!run.columns) return;
      this.messages(c, theme, w, top);
      const y = this.heights(run, rows2, top);
      this.cursor(c, theme, width, height);
      drawFailure(c, theme, session, w, height, y);
      this.links(c, theme, w, y);
      drawSteps(c, theme, session, w, y);
      drawMarks(c, theme, session, w, y);
      drawRing(c, theme, session, w, y);
      this.brush(c, theme, height);
    }
    brush(c, theme, height) {
      if (!this.brushed) return;
      const from = Math.min(this.brushed.from, this.brushed.to);
      const width = Math.abs(this.brushed.to - this.brushed.from);
      c.fillStyle = c.strokeStyle = theme.focus;
      c.lineWidth = 1;
      c.globalAlpha = 0.15;
      c.fillRect(from, 0, width, height);
      c.globalAlpha = 1;
      c.strokeRect(from + 0.5, 0.5, width, height - 1);
    }
    background(c, theme, rows2, begin2, width, height, top) {
      c.lineWidth = 1;
      c.strokeStyle = theme.line;
      for (let k = begin2; k < rows2.length && rows2[k].top - top < height; k++) {
        const row2 = rows2[k];
        if (row2.depth === 0) {
          c.fillStyle = theme.band;
          c.fillRect(-MARGIN, row2.top - top, width + 2 * MARGIN, row2.height);
        }
        if (row2.depth > 0) continue;
        c.beginPath();
        c.moveTo(-MARGIN, Math.round(row2.top - top) + 0.5);
        c.lineTo(width + MARGIN, Math.round(row2.top - top) + 0.5);
        c.stroke();
      }
    }
    breaks(c, theme, w, height) {
      c.strokeStyle = theme.line;
      c.setLineDash([2, 4]);
      c.beginPath();
      for (const x of breaksAt(w, 48)) {
        c.moveTo(x, 0);
        c.lineTo(x, height);
      }
      c.stroke();
      c.setLineDash([]);
    }
    row(c, theme, w, row2, top) {
      const { session } = this;
      const run = session.run;
      const bright = session.emphasis.bright;
      if (!run.columns) {
        drawBuckets(c, theme, w, run, row2, top);
        return;
      }
      const other = session.other;
      const height = other ? row2.height / 2 : row2.height;
      const place = { c, theme, run, row: row2, top: row2.top - top, height, width: w.width, bright, dragged: this.dragged };
      drawBands(place, bands(run, w, row2));
      if (signed(row2)) this.strips.draw(c, theme, looksOf(run), w, row2, bright, row2.top - top + height / 2, height);
      if (!other) return;
      const twin = session.layout.others.get(row2.key);
      const second = { ...w, axis: other.axis };
      const y = row2.top - top + height;
      if (theme.strong) {
        c.fillStyle = theme.line;
        c.fillRect(0, y, w.width, 1);
      } else {
        c.fillStyle = theme.other;
        c.globalAlpha = 0.06;
        c.fillRect(0, y, w.width, height);
        c.globalAlpha = 1;
      }
      if (!twin) return;
      drawBands({ ...place, run: other.run, row: twin, top: y, bright: null, dragged: null }, bands(other.run, second, twin));
      if (signed(twin)) this.otherStrips.draw(c, theme, looksOf(other.run), second, twin, null, y + height / 2, height);
    }
    messages(c, theme, w, top) {
      const { session } = this;
      const { run, other, layout } = session;
      const shown = session.emphasis.shown;
      const draw = (of, window2, share, bright, hidden) => {
        const found = arrows(of, window2, MAX_ARROWS).arrows;
        const all = hidden && shown ? found.filter((a) => shown[a.send]) : found;
        const network = of.head.classes.indexOf("network");
        const ys = of.nodes.map((name) => {
          const node = run.nodes.indexOf(name);
          const row2 = layout.rows.find((r) => r.node === node && r.class === network) ?? layout.rows.find((r) => r.kind === "node" && r.node === node);
          return row2 && node >= 0 ? row2.top - top + row2.height * share : -1;
        });
        drawArrows(c, theme, all, (node) => ys[node] ?? -1, bright);
      };
      draw(run, w, other ? 0.25 : 0.5, session.emphasis.bright, true);
      if (other) draw(other.run, { ...w, axis: other.axis }, 0.75, null, false);
    }
    /** heights gives where an event is seen; -1 if nowhere. */
    heights(run, rows2, top) {
      const half = this.session.other ? 0.25 : 0.5;
      return (event) => {
        const shown = this.session.emphasis.shown;
        if (shown && !shown[event]) return -1;
        const row2 = rows2[rowOf(run, rows2, event)];
        return row2 ? row2.top - top + row2.height * half : -1;
      };
    }
    cursor(c, theme, width, height) {
      const { view } = this.session;
      const x = cursorX(this.session, width / (view.to - view.from));
      c.strokeStyle = theme.focus;
      c.lineWidth = 1;
      c.beginPath();
      c.moveTo(x, 0);
      c.lineTo(x, height);
      c.stroke();
    }
    links(c, theme, w, y) {
      const { run, selected } = this.session;
      if (selected < 0) return;
      const boot = run.boot(selected);
      const causes2 = direct(run, selected).filter((i, _, all) => i !== boot || all.length === 1);
      drawLinks(c, theme, w, { event: selected, causes: causes2, effects: run.effects(selected) }, y);
    }
  };
  function signed(row2) {
    return row2.kind !== "client" && !((row2.kind === "clients" || row2.kind === "properties") && row2.folded === false);
  }

  // src/timeline/page/faultdrag.ts
  var NEAR = 8;
  function faultAt(session, w, x, y) {
    const { run, layout } = session;
    if (!run?.survey || !run.columns || layout.rows[rowAt(layout.rows, y)]?.kind !== "faults") return null;
    const { event, fault: fault2 } = run.survey.faults;
    let best = null;
    let least = NEAR;
    for (let place = 0; place < event.length; place++) {
      const distance = Math.abs(xOf(w, w.axis.position(event[place] - 1)) - x);
      if (fault2[place] < 0 || distance > least) continue;
      least = distance;
      best = { place, planned: fault2[place] };
    }
    return best;
  }
  function moveBy(session, w, place, by) {
    const event = session.run.survey.faults.event[place] - 1;
    const from = session.run.columns.at[event];
    const to = w.axis.instantAt(positionAt(w, xOf(w, w.axis.position(event)) + by));
    return Math.round(to - from);
  }

  // src/timeline/page/frame.ts
  var Frame = class {
    constructor(draw) {
      this.draw = draw;
    }
    draw;
    waiting = false;
    ask() {
      if (this.waiting) return;
      this.waiting = true;
      requestAnimationFrame(() => {
        this.waiting = false;
        this.draw();
      });
    }
  };

  // src/timeline/page/labels.ts
  var Labels = class {
    constructor(session) {
      this.session = session;
      session.on(["data", "rows", "filter", "compare"], () => {
        this.show();
      });
    }
    session;
    element = el("div", { class: "labels" });
    show() {
      const focused = document.activeElement?.dataset["key"];
      const { layout } = this.session;
      this.element.style.height = `${layout.height}px`;
      refill(this.element, ...layout.rows.map((row2) => this.label(row2)));
      if (focused) this.element.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
    }
    label(row2) {
      const kind = row2.depth > 0 ? "sub" : "head";
      const name = el("span", { class: "name", text: this.title(row2), title: row2.label });
      const label3 = el("div", { class: `label ${kind}${row2.bad ? " failing" : ""}` }, row2.folded === null ? null : this.fold(row2), name);
      label3.style.top = `${row2.top}px`;
      label3.style.height = `${row2.height}px`;
      return label3;
    }
    title(row2) {
      if (row2.kind === "clients" && this.session.layout.few) return "Clients (some)";
      return TITLES[row2.kind] ?? row2.label;
    }
    fold(row2) {
      const open2 = row2.folded === false && !(row2.kind === "clients" && this.session.layout.few);
      const b = el("button", {
        type: "button",
        class: "fold",
        "aria-expanded": String(open2),
        "aria-label": `${open2 ? "Fold" : "Unfold"} ${row2.label}`,
        "data-key": row2.key
      });
      b.append(icon("M5 2l6 6-6 6"));
      b.addEventListener("click", () => {
        this.session.layout.toggle(row2.key);
      });
      return b;
    }
  };
  var TITLES = { faults: "Faults", clients: "Clients", properties: "Properties" };

  // src/timeline/page/pointer.ts
  var SLACK = 4;
  function drags(element, handlers) {
    let drag = null;
    let begin2 = { x: 0, y: 0 };
    let moved = false;
    const at2 = (e) => {
      const r = element.getBoundingClientRect();
      return { x: e.clientX - r.left, y: e.clientY - r.top };
    };
    const end = (cancelled) => {
      if (moved) drag?.done?.(cancelled);
      drag = null;
    };
    element.addEventListener("pointerdown", (e) => {
      if (e.button !== 0) return;
      begin2 = at2(e);
      moved = false;
      drag = handlers.press(begin2.x, begin2.y, e);
      element.setPointerCapture(e.pointerId);
    });
    element.addEventListener("pointermove", (e) => {
      if (!drag) return;
      const now = at2(e);
      const by = { x: now.x - begin2.x, y: now.y - begin2.y };
      moved ||= Math.abs(by.x) > SLACK || Math.abs(by.y) > SLACK;
      if (moved) drag.move(now.x, now.y, by);
    });
    element.addEventListener("pointerup", (e) => {
      if (!drag) return;
      const now = at2(e);
      if (!moved) handlers.click?.(now.x, now.y, e);
      end(false);
    });
    element.addEventListener("pointercancel", () => {
      end(true);
    });
    element.addEventListener("keydown", (e) => {
      if (e.key !== "Escape" || !drag || !moved) return;
      e.stopPropagation();
      end(true);
    });
  }

  // src/timeline/page/overview.ts
  var NEAR2 = 7;
  var Overview = class {
    constructor(session) {
      this.session = session;
      this.element = el("div", { class: "overview" }, el("div", { class: "corner", text: "Overview" }), this.surface.canvas);
      const { canvas } = this.surface;
      drags(canvas, {
        press: (x) => this.press(x - MARGIN),
        click: (x) => {
          this.center(x - MARGIN);
        }
      });
      canvas.addEventListener("pointermove", (e) => {
        canvas.style.cursor = this.handle(e.offsetX - MARGIN) === 0 ? "pointer" : "ew-resize";
      });
      canvas.addEventListener("dblclick", () => {
        session.whole();
      });
    }
    session;
    surface = new Surface({ class: "overview-canvas", role: "img", "aria-label": "Overview of the whole run" });
    element;
    get scale() {
      return this.surface.room / (this.session.axis?.length ?? 1);
    }
    /** handle says which end of the window is at x: -1 the first, 1 the second, 0 none. */
    handle(x) {
      const { view } = this.session;
      const from = Math.abs(x - view.from * this.scale);
      const to = Math.abs(x - view.to * this.scale);
      if (Math.min(from, to) > NEAR2) return 0;
      return from < to ? -1 : 1;
    }
    press(x) {
      const end = this.handle(x);
      const view = this.session.view;
      if (end === 0 && (x < view.from * this.scale || x > view.to * this.scale)) this.center(x);
      const begin2 = this.session.view;
      return {
        move: (_x, _y, by) => {
          this.move(begin2, end, by.x / this.scale);
        }
      };
    }
    move(begin2, end, by) {
      const axis = this.session.axis;
      if (!axis) return;
      const least = smallest(axis);
      if (end === 0) this.session.show(pan(axis, begin2, by));
      else if (end < 0) this.session.show({ from: Math.max(0, Math.min(begin2.to - least, begin2.from + by)), to: begin2.to });
      else this.session.show({ from: begin2.from, to: Math.min(axis.length, Math.max(begin2.from + least, begin2.to + by)) });
    }
    center(x) {
      const { axis, view } = this.session;
      if (axis) this.session.show(pan(axis, view, x / this.scale - (view.from + view.to) / 2));
    }
  };

  // src/timeline/page/theme.ts
  var NAMES = [
    "bg",
    "band",
    "fg",
    "muted",
    "line",
    "focus",
    "failure",
    "fault",
    "disk",
    "network",
    "log",
    "life",
    "check",
    "call",
    "good",
    "other"
  ];
  function readTheme(body) {
    const style2 = getComputedStyle(body);
    const theme = {};
    for (const name of NAMES) theme[name] = style2.getPropertyValue(`--sf-${name}`).trim() || "#888";
    theme.font = style2.fontFamily || "sans-serif";
    theme.strong = asks("(forced-colors: active)") || body.classList.contains("vscode-high-contrast");
    return theme;
  }
  function watchTheme(body, changed2) {
    const observer = new MutationObserver(changed2);
    observer.observe(body, { attributes: true, attributeFilter: ["class", "data-vscode-theme-kind"] });
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ["style", "class"] });
    for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)", "(prefers-contrast: more)"]) {
      matchMedia(query).addEventListener("change", changed2);
    }
  }
  function asks(query) {
    return matchMedia(query).matches;
  }

  // src/timeline/model/narrate.ts
  var MAX_QUOTE = 200;
  var MAX_STEP = 1e3;
  function narrate(run, i) {
    const subject = who(run, i);
    const told = run.head.header.story?.steps.find((step) => step.event === i + 1)?.text;
    const says = told === void 0 ? predicate(run, i, MAX_QUOTE) : clip(told, MAX_STEP);
    return (subject === "" ? "" : subject + ": ") + says + ".";
  }

  // src/timeline/page/tip.ts
  var Tip = class {
    constructor(session, within2) {
      this.session = session;
      this.within = within2;
    }
    session;
    within;
    element = el("div", { class: "tip", hidden: true, "aria-hidden": "true" });
    of = -1;
    /** show tells of an event at a point of the page; of -1, nothing. */
    show(event, x, y) {
      const { run } = this.session;
      if (event < 0 || !run?.columns) {
        this.hide();
        return;
      }
      if (event !== this.of) {
        this.of = event;
        refill(
          this.element,
          el("span", { class: "quiet", text: `${duration(run.columns.at[event])}  #${event + 1}` }),
          el("div", { text: narrate(run, event) })
        );
        this.element.hidden = false;
      }
      const box = this.within.getBoundingClientRect();
      const { offsetWidth, offsetHeight } = this.element;
      const left2 = Math.max(4, Math.min(x - box.left + 14, box.width - offsetWidth - 4));
      const below = y - box.top + 18;
      const top = below + offsetHeight > box.height ? y - box.top - offsetHeight - 12 : below;
      this.element.style.left = `${left2}px`;
      this.element.style.top = `${top}px`;
    }
    hide() {
      this.of = -1;
      this.element.hidden = true;
    }
  };

  // src/timeline/page/chart.ts
  var LABEL = "Lanes of the run. Arrow keys go from event to event, Shift with an arrow to causes and effects, T opens the table of events, the question mark lists all keys.";
  var Chart = class {
    constructor(session, edit, open2, foot) {
      this.session = session;
      this.edit = edit;
      this.open = open2;
      this.lanes = new Lanes(session);
      this.overview = new Overview(session);
      this.tip = new Tip(session, this.element);
      const labels = new Labels(session);
      this.field.append(this.surface.canvas);
      this.scroller.append(labels.element, this.field);
      const corner = el("div", { class: "corner" });
      this.element.append(
        this.overview.element,
        el("div", { class: "ruler" }, corner, this.ruler.canvas),
        this.scroller,
        foot,
        this.tip.element
      );
      session.on(["data", "rows", "view", "selection", "filter", "marks", "compare", "schedule"], () => {
        corner.textContent = { time: "Virtual time", compressed: "Time, gaps shortened", order: "Order of events" }[session.mode];
        this.frame.ask();
      });
      session.on(["selection"], () => {
        this.reveal();
      });
      this.listen();
      watchTheme(document.body, () => {
        this.theme = null;
        this.frame.ask();
      });
      if (typeof ResizeObserver !== "undefined")
        new ResizeObserver(() => {
          this.frame.ask();
        }).observe(this.scroller);
    }
    session;
    edit;
    open;
    element = el("section", { class: "chart", "aria-label": "Timeline" });
    surface = new Surface({ class: "lanes-canvas", tabindex: "0", role: "application", "aria-label": LABEL });
    ruler = new Surface({ class: "ruler-canvas", role: "img", "aria-label": "Ruler" });
    overview;
    scroller = el("div", { class: "lanes" });
    field = el("div", { class: "field" });
    lanes;
    tip;
    frame = new Frame(() => {
      this.draw();
    });
    theme = null;
    get window() {
      const { axis, view } = this.session;
      return axis && this.surface.width > 0 ? { axis, view, width: this.surface.room } : null;
    }
    draw() {
      const { session } = this;
      this.theme ??= readTheme(document.body);
      this.field.style.height = `${Math.max(session.layout.height, this.scroller.clientHeight)}px`;
      const width = this.field.clientWidth;
      this.surface.resize(width, Math.min(this.scroller.clientHeight, Math.max(session.layout.height, this.scroller.clientHeight)));
      this.ruler.resize(width, 25);
      this.overview.surface.resize(width, 43);
      let c = this.surface.begin(this.theme.bg);
      if (c) this.lanes.draw(c, this.theme, this.surface.room, this.surface.height, this.scroller.scrollTop);
      c = this.ruler.begin(this.theme.bg);
      if (c) drawRuler(c, this.theme, session, this.ruler.room, 25);
      c = this.overview.surface.begin(this.theme.bg);
      if (c) drawOverview(c, this.theme, session, this.overview.surface.room, 43);
    }
    /** reveal scrolls to the row of the selected event. */
    reveal() {
      const { selected } = this.session;
      const row2 = this.session.layout.rowOf(selected);
      if (!row2) return;
      const { scrollTop, clientHeight } = this.scroller;
      if (row2.top < scrollTop) this.scroller.scrollTop = row2.top;
      else if (row2.top + row2.height > scrollTop + clientHeight) this.scroller.scrollTop = row2.top + row2.height - clientHeight;
    }
    listen() {
      const { canvas } = this.surface;
      this.scroller.addEventListener("scroll", () => {
        this.frame.ask();
      });
      drags(canvas, {
        press: (x, y, e) => this.press(x, y, e),
        click: (x, y) => {
          this.click(x, y);
        }
      });
      canvas.addEventListener("dblclick", (e) => {
        const event = this.eventAt(e.offsetX, e.offsetY);
        if (event >= 0) this.open(event);
      });
      canvas.addEventListener("pointermove", (e) => {
        if (e.buttons !== 0) return;
        const fault2 = this.faultAt(e.offsetX, e.offsetY);
        canvas.style.cursor = fault2 ? "grab" : "default";
        this.tip.show(this.eventAt(e.offsetX, e.offsetY), e.clientX, e.clientY);
      });
      canvas.addEventListener("pointerleave", () => {
        this.tip.hide();
      });
      canvas.addEventListener(
        "wheel",
        (e) => {
          this.wheel(e);
        },
        { passive: false }
      );
      const scrub = (x) => {
        const w = this.window;
        if (w) this.session.scrub(w.axis.instantAt(positionAt(w, x - MARGIN)));
      };
      drags(this.ruler.canvas, { press: () => ({ move: scrub }), click: scrub });
    }
    wheel(e) {
      const across = e.shiftKey ? e.deltaY : e.deltaX;
      const fits = this.scroller.scrollHeight <= this.scroller.clientHeight;
      if (e.ctrlKey || e.metaKey || fits && !e.shiftKey && Math.abs(e.deltaY) > Math.abs(e.deltaX)) {
        this.session.zoom(Math.exp(Math.max(-60, Math.min(60, e.deltaY)) * 6e-3), (e.offsetX - MARGIN) / this.surface.room);
      } else if (across !== 0 && Math.abs(across) >= Math.abs(e.shiftKey ? 0 : e.deltaY)) {
        this.session.pan(across / this.surface.room);
      } else return;
      this.tip.hide();
      e.preventDefault();
    }
    press(x, y, e) {
      this.tip.hide();
      const fault2 = this.faultAt(x, y);
      if (fault2) return this.dragFault(fault2.place, fault2.planned);
      return e.shiftKey ? this.brush(x) : this.drag();
    }
    drag() {
      let before = 0;
      return {
        move: (_x, _y, by) => {
          this.session.pan((before - by.x) / this.surface.room);
          before = by.x;
        }
      };
    }
    /** brush zooms into what is spanned with Shift held. */
    brush(from) {
      let to = from;
      return {
        move: (x) => {
          to = x;
          this.lanes.brushed = { from: from - MARGIN, to: to - MARGIN };
          this.frame.ask();
        },
        done: (cancelled) => {
          this.lanes.brushed = null;
          this.frame.ask();
          const w = this.window;
          if (!w || cancelled || Math.abs(to - from) < 4) return;
          const [low, high] = [Math.min(from, to) - MARGIN, Math.max(from, to) - MARGIN];
          this.session.show({ from: Math.max(0, positionAt(w, low)), to: Math.min(w.axis.length, positionAt(w, high)) });
        }
      };
    }
    dragFault(place, planned) {
      return {
        move: (_x, _y, by) => {
          this.lanes.dragged = { place, by: by.x };
          this.frame.ask();
        },
        done: (cancelled) => {
          const by = this.lanes.dragged?.by ?? 0;
          this.lanes.dragged = null;
          const w = this.window;
          if (w && !cancelled) this.edit.moveTo(planned, moveBy(this.session, w, place, by));
          this.session.setTab("schedule");
          this.frame.ask();
        }
      };
    }
    faultAt(x, y) {
      const w = this.window;
      return w && this.edit.plan ? faultAt(this.session, w, x - MARGIN, y + this.scroller.scrollTop) : null;
    }
    eventAt(x, y) {
      const w = this.window;
      if (!w || !this.session.run?.columns) return -1;
      return hit(w, this.session.layout.rows, x - MARGIN, y + this.scroller.scrollTop, 7)?.event ?? -1;
    }
    click(x, y) {
      this.surface.canvas.focus({ preventScroll: true });
      const event = this.eventAt(x, y);
      const w = this.window;
      this.session.select(event);
      if (event < 0 && w) this.session.scrub(w.axis.instantAt(positionAt(w, x - MARGIN)));
    }
  };

  // src/timeline/model/copy.ts
  var MAX_COPY = 1e4;
  function indexes(mask2, limit = MAX_COPY) {
    const all = [];
    for (let i = 0; i < mask2.length && all.length < limit; i++) if (mask2[i]) all.push(i);
    return all;
  }
  function copy(run, events, form) {
    const chosen3 = Array.from({ length: Math.min(events.length, MAX_COPY) }, (_, k) => events[k]);
    const more = events.length - chosen3.length;
    switch (form) {
      case "text":
        return chosen3.map((i) => line(run, i) + "\n").join("") + (more > 0 ? `\u2026 ${more} more
` : "");
      case "markdown":
        return markdown(run, chosen3, more);
      case "mermaid":
        return mermaid(run, chosen3, more);
      case "json":
        return chosen3.map((i) => json2(run, i) + "\n").join("");
    }
  }
  function markdown(run, chosen3, more) {
    const header = run.head.header;
    const failure = header.failure;
    const title = failure ? `**seed ${header.seed}** failed at ${instant(failure.at)}: ${escapeMarkdown(failure.property ?? failure.class)}` : `**seed ${header.seed}**`;
    const steps2 = chosen3.map((i, k) => `${k + 1}. \`${instant(run.data.at[i])}\` ${escapeMarkdown(narrate(run, i))} (#${i + 1})`);
    return [title, "", ...steps2, ...more > 0 ? ["", `${more} more events are not shown.`] : [], ""].join("\n");
  }
  function escapeMarkdown(text3) {
    return quoted(text3).replaceAll("\\\\", "\\").replace(/[\\`*_{}[\]<>()#+!|~&]/g, "\\$&");
  }
  function mermaid(run, chosen3, more) {
    const lines = ["sequenceDiagram"];
    for (const i of chosen3) {
      const node = run.data.node[i];
      if (node >= 0) lines.push(`  Note over n${node}: ${escapeMermaid(`${instant(run.data.at[i])} ${clip(predicate(run, i, 80), 80)}`)}`);
    }
    if (more > 0) lines.push(`  %% ${more} more events are not shown`);
    return lines.join("\n") + "\n";
  }
  function escapeMermaid(text3) {
    return text3.replace(/[#;<>&"]/g, (c) => `#${c.charCodeAt(0)};`);
  }
  function json2(run, i) {
    const { at: at2, node, inc, cause, site } = run.data;
    const object2 = [["id", i + 1]];
    if (cause[i] > 0) object2.push(["cause", cause[i]]);
    object2.push(["at", at2[i]]);
    if (node[i] >= 0) object2.push(["node", run.nodes[node[i]]], ["incarnation", inc[i]]);
    object2.push(["kind", run.kindName(i)]);
    for (const f of fields(run, i)) object2.push([f.name, f.value]);
    const place = run.head.header.sites[site[i] - 1];
    if (place) object2.push(["site", { file: place.file, line: place.line, function: place.func }]);
    return `{${object2.map(([name, v]) => `${goJSON(name)}:${goJSON(v)}`).join(",")}}`;
  }
  function goJSON(value2) {
    return JSON.stringify(value2).replace(/[<>&\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
  }

  // src/timeline/page/copymenu.ts
  var FORMS = [
    { form: "text", name: "Text" },
    { form: "markdown", name: "Markdown" },
    { form: "mermaid", name: "Mermaid diagram" },
    { form: "json", name: "JSON lines" }
  ];
  function chosen2(session) {
    const { run, emphasis, selected } = session;
    if (emphasis.hits) return { what: "found by the search", events: emphasis.hits };
    if (emphasis.past) return { what: `that led to #${selected + 1}`, events: indexes(emphasis.past, MAX_COPY + 1) };
    if (selected >= 0) return { what: `selected, #${selected + 1}`, events: [selected] };
    const steps2 = (run?.head.header.story?.steps ?? []).map((s) => s.event - 1).filter((i) => i >= 0);
    return { what: "of the story", events: [...new Set(steps2)].sort((a, b) => a - b) };
  }
  var CopyMenu = class {
    constructor(session, said) {
      this.session = session;
      this.said = said;
      this.button = button(
        "Copy",
        () => {
          this.toggle();
        },
        { "aria-haspopup": "menu", "aria-expanded": "false", title: "Copy as text (Y)" }
      );
      this.element.append(this.button, this.menu);
      this.menu.addEventListener("keydown", (e) => {
        this.key(e);
      });
      this.element.addEventListener("focusout", (e) => {
        if (!this.element.contains(e.relatedTarget)) this.close();
      });
    }
    session;
    said;
    element = el("div", { class: "copy" });
    menu = el("div", { class: "menu", role: "menu", "aria-label": "Copy", hidden: true });
    button;
    /** toggle opens the menu with its first entry focused, or closes it. */
    toggle() {
      if (!this.menu.hidden) {
        this.close();
        return;
      }
      const { session } = this;
      const { what: what2, events } = chosen2(session);
      const n = Math.min(events.length, MAX_COPY);
      const items = FORMS.map(({ form, name }) => this.item(name, events.length === 0, () => copy(session.run, events, form)));
      const event = session.selected >= 0 ? session.selected + 1 : 0;
      const address = event > 0 ? session.host.address(session.ref, event) : "";
      refill(
        this.menu,
        el("div", { class: "menu-title quiet", text: `${n.toLocaleString("en")} ${n === 1 ? "event" : "events"} ${what2}` }),
        ...items,
        address ? this.item("Address of this event", false, () => address) : null
      );
      this.menu.hidden = false;
      this.button.setAttribute("aria-expanded", "true");
      this.menu.querySelector("button:not(:disabled)")?.focus();
    }
    item(name, disabled, text3) {
      const b = el("button", { type: "button", role: "menuitem", tabindex: "-1", text: name });
      b.disabled = disabled;
      b.addEventListener("click", () => {
        this.close();
        this.button.focus();
        this.session.host.copy(text3()).then(
          () => {
            this.said(`Copied: ${name}`);
          },
          (err) => {
            this.said(`Not copied: ${messageOf(err)}`);
          }
        );
      });
      return b;
    }
    close() {
      this.menu.hidden = true;
      this.button.setAttribute("aria-expanded", "false");
    }
    key(e) {
      const items = [...this.menu.querySelectorAll("button:not(:disabled)")];
      const at2 = items.indexOf(document.activeElement);
      const to = { ArrowDown: at2 + 1, ArrowUp: at2 - 1 + items.length, Home: 0, End: items.length - 1 }[e.key];
      if (e.key === "Escape") {
        this.close();
        this.button.focus();
      } else if (to !== void 0 && items.length > 0) items[to % items.length].focus();
      else return;
      e.preventDefault();
      e.stopPropagation();
    }
  };

  // src/timeline/model/schedule.ts
  var ScheduleError = class extends Error {
    name = "ScheduleError";
  };
  function plan(schedule) {
    if (typeof schedule !== "object" || schedule === null || Array.isArray(schedule))
      throw new ScheduleError("the run has no schedule of faults");
    const content = schedule;
    const list2 = entries(content);
    list2.forEach(read);
    return { content, off: list2.map(() => false) };
  }
  function list(plan2) {
    return entries(plan2.content).map((entry, place) => ({ ...read(entry, place), off: plan2.off[place] }));
  }
  function toggle(plan2, place) {
    at(plan2, place);
    return { content: plan2.content, off: plan2.off.map((off, k) => k === place ? !off : off) };
  }
  function remove(plan2, place) {
    at(plan2, place);
    return changed(
      plan2,
      entries(plan2.content).filter((_, k) => k !== place),
      plan2.off.filter((_, k) => k !== place)
    );
  }
  function move(plan2, place, by, end = Infinity) {
    const fault2 = at(plan2, place);
    if (!Number.isInteger(by)) throw new ScheduleError("a fault is moved by a whole number");
    const entry = { ...entries(plan2.content)[place] };
    if (fault2.op > 0) {
      entry["op"] = Math.max(1, fault2.op + by);
      delete entry["anchor"];
    } else {
      const begin2 = Math.max(0, Math.min(end, fault2.at + by));
      entry["at"] = duration(begin2);
      entry["until"] = duration(begin2 + fault2.until - fault2.at);
    }
    const list2 = entries(plan2.content).map((e, k) => k === place ? entry : e);
    return changed(plan2, list2, plan2.off);
  }
  var STALE = /* @__PURE__ */ new Set(["shrunk_from", "shrink_runs", "fails", "corpus"]);
  function replayed(plan2) {
    const list2 = entries(plan2.content).filter((_, k) => !plan2.off[k]);
    const kept7 = Object.entries(plan2.content).filter(([name]) => !STALE.has(name));
    return { ...Object.fromEntries(kept7), faults: sorted2(list2) };
  }
  function changed(plan2, list2, off) {
    return { content: { ...plan2.content, faults: list2 }, off };
  }
  function sorted2(list2) {
    return list2.map((entry, place) => ({ entry, place, at: read(entry, place).at })).sort((a, b) => a.at - b.at || a.place - b.place).map((e) => e.entry);
  }
  function at(plan2, place) {
    const entry = entries(plan2.content)[place];
    if (!entry) throw new ScheduleError(`there is no fault ${place + 1}: the schedule has ${plan2.off.length}`);
    return read(entry, place);
  }
  function entries(content) {
    const faults3 = content["faults"] ?? [];
    if (!Array.isArray(faults3) || !faults3.every((f) => typeof f === "object" && f !== null))
      throw new ScheduleError("the schedule has no list of faults");
    return faults3;
  }
  function read(entry, place) {
    const name = `fault ${place + 1} of the schedule`;
    const kind = entry["kind"];
    if (typeof kind !== "string") throw new ScheduleError(`${name} has no kind`);
    const at2 = span(entry["at"]);
    const until = span(entry["until"] ?? entry["at"]);
    if (at2 === null || until === null) throw new ScheduleError(`${name} has no instant`);
    if (until < at2) throw new ScheduleError(`${name} ends before it begins`);
    const cut = Array.isArray(entry["cut"]) ? entry["cut"].filter((n) => typeof n === "string") : [];
    const op = typeof entry["op"] === "number" ? entry["op"] : 0;
    return { place, kind, node: text2(entry["node"]), at: at2, until, op, cut, direction: text2(entry["direction"]), off: false };
  }
  function text2(value2) {
    return typeof value2 === "string" ? value2 : "";
  }
  function span(value2) {
    const ns = typeof value2 === "string" ? value2 === "never" ? 2 ** 63 : parseDuration(value2) : null;
    return ns !== null && ns >= 0 ? ns : null;
  }

  // src/timeline/page/edit.ts
  var Edit = class {
    constructor(session) {
      this.session = session;
      session.on(["data"], () => {
        const schedule = session.run?.head.header.schedule;
        if (this.of === schedule) return;
        this.of = schedule;
        this.reset();
      });
    }
    session;
    plan = null;
    /** Why there is no plan, or why the last change was refused; "" if all is well. */
    problem = "";
    changed = false;
    running = false;
    /** What came of replays, the newest first. */
    results = [];
    said = [];
    of = null;
    /** faults are those of the plan. */
    faults() {
      return this.plan ? list(this.plan) : [];
    }
    /** reset goes back to the run's own schedule. */
    reset() {
      this.changed = false;
      this.said.length = 0;
      this.problem = "";
      try {
        this.plan = plan(this.session.run?.head.header.schedule);
      } catch (err) {
        if (!(err instanceof ScheduleError)) throw err;
        this.plan = null;
        this.problem = err.message;
      }
      this.session.emit("schedule");
    }
    /** moveTo moves a fault whose handle was dragged by nanoseconds; one that strikes an operation has no instant to move. */
    moveTo(place, by) {
      const fault2 = this.faults()[place];
      if (!fault2 || by === 0) return;
      if (fault2.op === 0) this.move(place, by);
      else {
        this.problem = `fault ${place + 1} strikes operation ${fault2.op}, so it has no instant; move it by operations in the list below`;
        this.session.emit("schedule");
      }
    }
    /** move makes a fault strike later, by nanoseconds or by operations. */
    move(place, by) {
      const fault2 = this.faults()[place];
      const end = this.session.run?.head.header.end;
      const unit = fault2 && fault2.op > 0 ? `${signed2(by)} operations` : `${signed2(by / 1e6)} ms`;
      this.change((p) => move(p, place, by, end), `fault ${place + 1} moved by ${unit}`);
    }
    remove(place) {
      this.change((p) => remove(p, place), `fault ${place + 1} removed`);
    }
    toggle(place) {
      this.change((p) => toggle(p, place), `fault ${place + 1} switched ${this.faults()[place]?.off ? "on" : "off"}`);
    }
    change(by, said) {
      if (!this.plan) return;
      try {
        this.plan = by(this.plan);
        this.problem = "";
        this.changed = true;
        this.said.push(said);
      } catch (err) {
        if (!(err instanceof ScheduleError)) throw err;
        this.problem = err.message;
      }
      this.session.emit("schedule");
    }
    /** replay makes the run with the plan. */
    async replay() {
      if (!this.plan || this.running) return null;
      this.running = true;
      this.problem = "";
      this.session.emit("schedule");
      try {
        const result = await this.session.host.replay(this.session.ref, replayed(this.plan));
        this.results.unshift({ replayed: result, what: this.said.join(", ") || "unchanged" });
        return result;
      } catch (err) {
        this.problem = messageOf(err);
        return null;
      } finally {
        this.running = false;
        this.session.emit("schedule");
      }
    }
  };
  function signed2(n) {
    const rounded = Math.round(n * 1e6) / 1e6;
    return n < 0 ? `\u2212${-rounded}` : `+${rounded}`;
  }

  // src/timeline/model/virtual.ts
  var MAX_HEIGHT = 8e6;
  function visible(shape, scrollTop) {
    const { rows: rows2, rowHeight, viewport, overscan = 4 } = shape;
    const height = heightOf2(shape);
    const top = topRow(shape, scrollTop);
    const first = Math.max(0, Math.floor(top) - overscan);
    const last2 = Math.min(rows2, Math.ceil(top + viewport / rowHeight) + overscan);
    return { first, last: last2, offset: scrollTop + (first - top) * rowHeight, height };
  }
  function scrollTo(shape, scrollTop, row2) {
    const page = shape.viewport / shape.rowHeight;
    const top = topRow(shape, scrollTop);
    if (row2 < top) return scrollOf(shape, row2);
    if (row2 + 1 > top + page) return scrollOf(shape, row2 + 1 - page);
    return scrollTop;
  }
  function heightOf2(shape) {
    return Math.min(MAX_HEIGHT, shape.rows * shape.rowHeight);
  }
  function topRow(shape, scrollTop) {
    const scrolls = heightOf2(shape) - shape.viewport;
    const moves = Math.max(0, shape.rows - shape.viewport / shape.rowHeight);
    if (scrolls <= 0) return 0;
    return Math.max(0, Math.min(scrolls, scrollTop)) / scrolls * moves;
  }
  function scrollOf(shape, row2) {
    const scrolls = heightOf2(shape) - shape.viewport;
    const moves = shape.rows - shape.viewport / shape.rowHeight;
    if (scrolls <= 0 || moves <= 0) return 0;
    return Math.max(0, Math.min(moves, row2)) / moves * scrolls;
  }

  // src/timeline/page/grid.ts
  var ROW = 24;
  var grids = 0;
  var Grid = class {
    constructor(source) {
      this.source = source;
      this.scroller = this.element = el("div", { class: "grid", role: "grid", tabindex: "0", "aria-label": source.label });
      this.element.setAttribute("aria-colcount", String(source.columns.length));
      const names2 = source.columns.map((c) => el("span", { class: c.class, role: "columnheader", text: c.name }));
      const header = el(
        "div",
        { role: "rowgroup", class: "grid-header" },
        el("div", { class: "grid-row header", role: "row", "aria-rowindex": 1 }, ...names2)
      );
      this.element.append(header, this.space);
      this.element.addEventListener("scroll", () => {
        this.draw();
      });
      this.element.addEventListener("keydown", (e) => {
        if (this.key(e)) e.preventDefault();
      });
      this.space.addEventListener("click", (e) => {
        const row2 = this.rowOf(e);
        if (row2 >= 0) source.select(row2);
      });
      this.space.addEventListener("dblclick", (e) => {
        const row2 = this.rowOf(e);
        if (row2 >= 0) source.open(row2);
      });
      if (typeof ResizeObserver !== "undefined") {
        new ResizeObserver(() => {
          this.draw();
        }).observe(this.element);
      }
    }
    source;
    element;
    space = el("div", { class: "grid-space", role: "rowgroup" });
    id = `grid${++grids}`;
    scroller;
    /** show makes the rows anew, after events or the selection changed. */
    show() {
      const at2 = this.placeOf(this.source.selected());
      this.space.style.height = `${visible(this.shape(), 0).height}px`;
      if (at2 >= 0) this.scroller.scrollTop = scrollTo(this.shape(), this.scroller.scrollTop, at2);
      this.draw();
    }
    get n() {
      const events = this.source.events();
      return typeof events === "number" ? events : events.length;
    }
    event(place) {
      const events = this.source.events();
      return typeof events === "number" ? place : events[place];
    }
    /** placeOf is where an event stands in the list; -1 if it is not in it. */
    placeOf(event) {
      const events = this.source.events();
      if (typeof events === "number") return event < events ? event : -1;
      let low = 0;
      let high = events.length;
      while (low < high) {
        const mid = low + high >>> 1;
        if (events[mid] < event) low = mid + 1;
        else high = mid;
      }
      return events[low] === event ? low : -1;
    }
    shape() {
      return { rows: this.n, rowHeight: ROW, viewport: Math.max(ROW, this.scroller.clientHeight - ROW) };
    }
    draw() {
      const { columns } = this.source;
      const list2 = visible(this.shape(), this.scroller.scrollTop);
      const selected = this.source.selected();
      this.element.setAttribute("aria-rowcount", String(this.n + 1));
      this.space.style.height = `${list2.height}px`;
      const rows2 = [];
      let active = "";
      for (let place = list2.first; place < list2.last; place++) {
        const event = this.event(place);
        const cells = columns.map((c) => el("span", { class: c.class, role: "gridcell", text: c.text(event) }));
        const row2 = el("div", { class: `grid-row ${this.source.class(event)}`, role: "row", id: `${this.id}-${event}` }, ...cells);
        row2.setAttribute("aria-rowindex", String(place + 2));
        row2.setAttribute("aria-selected", String(event === selected));
        row2.dataset["event"] = String(event);
        row2.style.top = `${list2.offset + (place - list2.first) * ROW}px`;
        if (event === selected) active = row2.id;
        rows2.push(row2);
      }
      refill(this.space, ...rows2);
      if (active) this.element.setAttribute("aria-activedescendant", active);
      else this.element.removeAttribute("aria-activedescendant");
    }
    rowOf(e) {
      const row2 = e.target.closest("[data-event]");
      return row2 ? Number(row2.dataset["event"]) : -1;
    }
    /** key moves the selection; false for a key that is not the grid's. */
    key(e) {
      if (e.ctrlKey || e.altKey || e.metaKey || e.shiftKey) return false;
      const page = Math.max(1, Math.floor(this.scroller.clientHeight / ROW) - 2);
      const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
      const by = moves[e.key];
      if (by === void 0 || this.n === 0) return false;
      const selected = this.placeOf(this.source.selected());
      const to = selected < 0 && Math.abs(by) <= 1 ? 0 : selected + by;
      this.source.select(this.event(Math.max(0, Math.min(this.n - 1, to))));
      return true;
    }
  };

  // src/timeline/page/times.ts
  function moment(ns) {
    return ns < 1e9 ? `${(ns / 1e6).toFixed(3)} ms` : `${(ns / 1e9).toFixed(3)} s`;
  }

  // src/timeline/page/source.ts
  function siteText(site) {
    return site.line > 0 ? `${site.file}:${site.line}` : site.file;
  }
  function shortSite(site) {
    return siteText({ ...site, file: site.file.split("/").slice(-2).join("/") });
  }
  function siteButton(host2, site) {
    const text3 = siteText(site);
    const title = host2.abilities.source ? `Open ${text3}` : `Copy ${text3}`;
    const b = button(
      shortSite(site),
      () => {
        openSite(host2, site);
      },
      { class: "link", title }
    );
    if (site.func) b.title += ` (${site.func})`;
    return b;
  }
  function openSite(host2, site) {
    if (host2.abilities.source) host2.openSource(site.file, site.line);
    else void host2.copy(siteText(site)).catch(() => void 0);
  }
  function siteElement(host2, site) {
    return el("span", {}, siteButton(host2, site), site.func ? el("span", { class: "quiet", text: ` in ${site.func}` }) : null);
  }

  // src/timeline/page/eventspanel.ts
  var MAX_LISTED = 8;
  var EventsPanel = class {
    constructor(session, open2) {
      this.session = session;
      this.grid = new Grid({
        label: "Events",
        columns: eventColumns(session),
        events: () => session.emphasis.shown ? session.emphasis.hits : session.run?.n ?? 0,
        selected: () => session.selected,
        class: (i) => rowClass(session, i),
        select: (i) => {
          session.select(i);
        },
        open: open2
      });
      this.element.append(this.details, this.grid.element);
      session.on(["data", "selection", "filter", "tab"], () => {
        if (session.tab === "events") this.show();
      });
    }
    session;
    element = el("section", { class: "panel grid-panel" });
    grid;
    details = el("div", { class: "details" });
    show() {
      this.fill();
      this.grid.show();
    }
    fill() {
      const { run, selected: i } = this.session;
      if (!run?.columns) {
        refill(this.details, el("p", { class: "quiet", text: "The events are being read." }));
        return;
      }
      if (i < 0) {
        refill(this.details, el("p", { class: "quiet", text: "No event is selected." }));
        return;
      }
      const list2 = el("dl", { class: "pairs" });
      const pair = (name, value2) => {
        list2.append(el("dt", { text: name }), el("dd", {}, value2));
      };
      pair("event", `#${i + 1}, ${run.kindName(i)}`);
      pair("instant", duration(run.columns.at[i]));
      if (who(run, i)) pair("node", who(run, i));
      for (const f of fields(run, i)) pair(f.name, String(f.value));
      const site = run.head.header.sites[run.columns.site[i] - 1];
      if (site) pair("source", siteElement(this.session.host, site));
      const causes2 = direct(run, i);
      if (causes2.length > 0) pair("comes from", this.links(causes2));
      const effects = run.effects(i);
      if (effects.length > 0) pair("led to", this.links(Array.from(effects.subarray(0, MAX_LISTED)), effects.length));
      refill(this.details, list2);
    }
    links(events, of = events.length) {
      const { run } = this.session;
      const list2 = el("span", { class: "events" });
      for (const i of events.slice(0, MAX_LISTED)) {
        const text3 = line(run, i).trim();
        const go = button(
          `#${i + 1} ${text3.length > 80 ? `${text3.slice(0, 79)}\u2026` : text3}`,
          () => {
            this.session.select(i);
          },
          { class: "link", title: text3 }
        );
        list2.append(el("div", {}, go));
      }
      if (of > MAX_LISTED) list2.append(el("div", { class: "quiet", text: `and ${of - MAX_LISTED} more` }));
      return list2;
    }
  };
  function eventColumns(session) {
    return [
      { class: "number", name: "event", text: (i) => String(i + 1) },
      { class: "instant", name: "instant", text: (i) => moment(session.run.columns.at[i]) },
      { class: "node", name: "node", text: (i) => who(session.run, i) || "\u2013" },
      { class: "what", name: "what happened", text: (i) => whatOf(session, i) }
    ];
  }
  function whatOf(session, i) {
    const run = session.run;
    const text3 = line(run, i).trimStart();
    const rest = text3.slice(text3.indexOf("  ") + 2);
    const name = who(run, i);
    const what2 = name && rest.startsWith(`${name} `) ? rest.slice(name.length + 1) : rest;
    return what2.length > 400 ? `${what2.slice(0, 399)}\u2026` : what2;
  }
  function rowClass(session, i) {
    const { bright } = session.emphasis;
    const classes = bright ? [bright[i] ? "lit" : "dim"] : [];
    if (i === session.run?.failure()) classes.push("failed");
    return classes.join(" ");
  }

  // src/timeline/page/keys.ts
  var BINDINGS = [
    { keys: ["ArrowLeft"], action: "laneBack", group: "Move", help: "previous event of the lane" },
    { keys: ["ArrowRight"], action: "laneOn", group: "Move", help: "next event of the lane" },
    { keys: ["ArrowUp"], action: "laneUp", group: "Move", help: "lane above" },
    { keys: ["ArrowDown"], action: "laneDown", group: "Move", help: "lane below" },
    { keys: ["Home"], action: "laneFirst", group: "Move", help: "first event of the lane" },
    { keys: ["End"], action: "laneLast", group: "Move", help: "last event of the lane" },
    { keys: ["ArrowLeft", "ArrowUp"], shift: true, action: "toCause", group: "Move", help: "to the cause" },
    { keys: ["ArrowRight", "ArrowDown"], shift: true, action: "toEffect", group: "Move", help: "to the effect" },
    { keys: [","], action: "stepBack", group: "Move", help: "one event back, in any lane" },
    { keys: ["."], action: "stepOn", group: "Move", help: "one event on, in any lane" },
    { keys: ["["], action: "siteBack", group: "Move", help: "previous event of the same source line" },
    { keys: ["]"], action: "siteOn", group: "Move", help: "next event of the same source line" },
    { keys: ["n"], action: "hitOn", group: "Move", help: "next event of the search" },
    { keys: ["N"], action: "hitBack", group: "Move", help: "previous event of the search" },
    { keys: ["x"], action: "toFailure", group: "Move", help: "to the failure" },
    { keys: ["M"], action: "nextMark", group: "Move", help: "to the next mark" },
    { keys: ["w", "+", "="], action: "zoomIn", group: "View", help: "zoom in" },
    { keys: ["s", "-"], action: "zoomOut", group: "View", help: "zoom out" },
    { keys: ["a"], action: "panLeft", group: "View", help: "pan left" },
    { keys: ["d"], action: "panRight", group: "View", help: "pan right" },
    { keys: ["0"], action: "fit", group: "View", help: "show the whole run" },
    { keys: ["f"], action: "focus", group: "View", help: "bring the selected event to the middle" },
    { keys: ["c"], action: "cone", group: "View", help: "causal past and future, all else dimmed" },
    { keys: ["D"], action: "compare", group: "View", help: "compare with a passing run, and back" },
    { keys: ["t"], action: "table", group: "View", help: "table of events, and back to the lanes" },
    { keys: ["/"], action: "search", group: "Do", help: "search" },
    { keys: ["m"], action: "mark", group: "Do", help: "mark the event, or take the mark off" },
    { keys: ["Enter"], action: "source", group: "Do", help: "open the source line" },
    { keys: ["y"], action: "copy", group: "Do", help: "copy" },
    { keys: ["?"], action: "help", group: "Do", help: "this help" },
    { keys: ["Escape"], action: "leave", group: "Do", help: "leave the search, the help or the selection" }
  ];
  var table = /* @__PURE__ */ new Map();
  for (const b of BINDINGS) for (const key of b.keys) table.set((b.shift ? "Shift " : "") + key, b.action);
  function actionOf(e) {
    if (e.ctrlKey || e.altKey || e.metaKey) return null;
    const named = e.key.length > 1;
    return table.get(named && e.shiftKey ? `Shift ${e.key}` : e.key) ?? null;
  }
  function typing(target) {
    return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
  }
  var NAMES2 = { ArrowLeft: "\u2190", ArrowRight: "\u2192", ArrowUp: "\u2191", ArrowDown: "\u2193", Escape: "Esc" };
  function keyNames(b) {
    return b.keys.map((key) => {
      const name = NAMES2[key] ?? key;
      if (b.shift) return `Shift+${name}`;
      return /^[A-Z]$/.test(key) ? `Shift+${key}` : /^[a-z]$/.test(key) ? key.toUpperCase() : name;
    });
  }

  // src/timeline/page/help.ts
  var Help = class {
    element;
    constructor() {
      this.element = el("dialog", { class: "help", "aria-labelledby": "help-title" });
      const close = button("Close", () => {
        this.element.close();
      });
      this.element.append(
        el("div", { class: "help-head" }, el("h2", { id: "help-title", text: "Keys" }), close),
        el("div", { class: "help-groups" }, ...["Move", "View", "Do"].map(group3)),
        el("p", {
          class: "quiet",
          text: "Wheel zooms with Ctrl, else scrolls; drag pans; drag on the ruler moves the cursor; drag with Shift zooms into what you span. Keys with Ctrl, Alt or Cmd stay with the editor."
        })
      );
    }
    /** toggle opens it, or closes it. */
    toggle() {
      if (this.element.open) this.element.close();
      else this.element.showModal();
    }
  };
  function group3(name) {
    const rows2 = BINDINGS.filter((b) => b.group === name).map(
      (b) => el("tr", {}, el("td", { class: "keys" }, ...keyNames(b).map((key) => el("kbd", { text: key }))), el("td", { text: b.help }))
    );
    return el("table", {}, el("caption", { text: name }), el("tbody", {}, ...rows2));
  }

  // src/timeline/page/logpanel.ts
  var MAX_LINE = 400;
  var LogPanel = class {
    constructor(session, open2) {
      this.session = session;
      this.grid = new Grid({
        label: "Log lines",
        columns: [
          { class: "instant", name: "instant", text: (i) => moment(session.run.columns.at[i]) },
          { class: "node", name: "node", text: (i) => who(session.run, i) },
          { class: "what mono", name: "line", text: (i) => textS(session.run, i).slice(0, MAX_LINE) }
        ],
        events: () => this.lines,
        selected: () => session.selected,
        class: (i) => rowClass(session, i),
        select: (i) => {
          session.select(i);
        },
        open: open2
      });
      this.element.append(this.none, this.grid.element);
      session.on(["data", "selection", "filter", "tab"], () => {
        if (session.tab === "log") this.show();
      });
    }
    session;
    element = el("section", { class: "panel grid-panel log" });
    none = el("p", { class: "details quiet" });
    grid;
    lines = new Uint32Array(0);
    of = null;
    show() {
      this.collect();
      const n = this.lines.length;
      refill(this.none, n > 0 ? `${n.toLocaleString("en")} ${n === 1 ? "line" : "lines"} printed` : "The programs printed nothing.");
      this.grid.show();
    }
    /** collect finds the log events once for each run. */
    collect() {
      const columns = this.session.run?.columns ?? null;
      if (this.of === columns) return;
      this.of = columns;
      const { run } = this.session;
      if (!run || !columns) {
        this.lines = new Uint32Array(0);
        return;
      }
      const log = run.head.classes.indexOf("log");
      const parts = run.nodes.map((_, node) => run.events({ node, class: log }));
      const all = new Uint32Array(parts.reduce((n, p) => n + p.length, 0));
      let at2 = 0;
      for (const part of parts) {
        all.set(part, at2);
        at2 += part.length;
      }
      this.lines = all.sort();
    }
  };

  // src/timeline/model/steps.ts
  function neighbour(events, i, direction) {
    const at2 = direction > 0 ? lower2(events, i + 1) : lower2(events, i) - 1;
    return events[at2] ?? -1;
  }
  function inRun(run, i, direction) {
    const to = i + direction;
    return to >= 0 && to < run.n ? to : -1;
  }
  function inLane(run, i, direction) {
    if (i < 0) return -1;
    return neighbour(run.events({ node: run.data.node[i], class: run.classOf(i) }), i, direction);
  }
  function inNode(run, i, direction) {
    if (i < 0) return -1;
    return neighbour(run.eventsOfNode(run.data.node[i]), i, direction);
  }
  function ofSite(run, i, direction) {
    const site = i < 0 ? 0 : run.data.site[i];
    if (site === 0) return -1;
    return neighbour(run.ofSite(site), i, direction);
  }
  function alongCause(run, i) {
    if (i < 0) return -1;
    const cause = run.cause(i);
    if (cause >= 0 && run.data.kind[cause] !== run.kind("run.start")) return cause;
    return direct(run, i).at(-1) ?? -1;
  }
  function alongEffect(run, i) {
    if (i < 0) return -1;
    const effect = run.effects(i)[0];
    if (effect !== void 0) return effect;
    const { node, inc } = run.data;
    if (node[i] < 0) return -1;
    const next2 = inNode(run, i, 1);
    return next2 >= 0 && inc[next2] === inc[i] ? next2 : -1;
  }

  // src/timeline/page/moves.ts
  var Moves = class {
    constructor(session) {
      this.session = session;
    }
    session;
    /** to selects an event; -1 leaves everything as it is. */
    to(i) {
      if (i >= 0) this.session.select(i);
    }
    /** step goes to the next event that is not hidden, in any lane. */
    step(by) {
      const { run, selected, cursor, emphasis } = this.session;
      if (!run?.columns) return;
      const from = selected >= 0 ? selected : run.lastAt(cursor) + (by > 0 ? 0 : 1);
      this.to(emphasis.shown ? neighbour(emphasis.hits, from, by) : inRun(run, from, by));
    }
    /** hit goes to the next event that the search finds. */
    hit(by) {
      this.to(this.session.emphasis.step(by));
    }
    /** lane goes along the lane of the selected event, and at an end of it on to the other
     * events of its node: a failure is often all that its lane has. */
    lane(by) {
      const { run, selected, emphasis } = this.session;
      if (!run?.columns) return;
      if (selected < 0) {
        this.step(by);
        return;
      }
      const { node } = run.columns;
      const shown = (i) => !emphasis.shown || emphasis.shown[i] !== 0;
      let to = inLane(run, selected, by);
      while (to >= 0 && !shown(to)) to = inLane(run, to, by);
      if (to >= 0) {
        this.to(to);
        return;
      }
      to = inRun(run, selected, by);
      while (to >= 0 && !(node[to] === node[selected] && shown(to))) to = inRun(run, to, by);
      this.to(to);
    }
    /** otherLane goes to the nearest event, on the axis, of the row above or below. */
    otherLane(by) {
      const { layout, selected } = this.session;
      const row2 = layout.rowOf(selected);
      if (!row2) {
        this.step(1);
        return;
      }
      const { rows: rows2 } = layout;
      for (let k = rows2.indexOf(row2) + by; k >= 0 && k < rows2.length; k += by) {
        const to = this.nearest(rows2[k].events);
        if (to < 0 || layout.rowOf(to) !== rows2[k]) continue;
        this.session.select(to);
        return;
      }
    }
    nearest(events) {
      const { selected, axis } = this.session;
      const distance = (i) => Math.abs(axis.position(i) - axis.position(selected));
      const back = neighbour(events, selected + 1, -1);
      const on = neighbour(events, selected, 1);
      return back >= 0 && (on < 0 || distance(back) <= distance(on)) ? back : on;
    }
    /** laneEnd goes to the last event of the lane, or to the first. */
    laneEnd(by) {
      const events = this.session.layout.rowOf(this.session.selected)?.events;
      if (events?.length) this.to(by > 0 ? events[events.length - 1] : events[0]);
    }
    /** cause goes against the cause or along the effect. */
    cause(by) {
      const { run, selected } = this.session;
      if (run?.columns) this.to(by > 0 ? alongEffect(run, selected) : alongCause(run, selected));
    }
    /** site goes to the next event of the same source line. */
    site(by) {
      const { run, selected } = this.session;
      if (run?.columns) this.to(ofSite(run, selected, by));
    }
    /** failure goes to the failure, if there is one. */
    failure() {
      this.to(this.session.run?.failure() ?? -1);
    }
  };

  // src/timeline/page/narration.ts
  var Narration = class {
    constructor(session, speaker, moves) {
      this.session = session;
      this.speaker = speaker;
      const buttons = el(
        "span",
        { class: "step" },
        button(
          "\u2039",
          () => {
            moves.step(-1);
          },
          { class: "button plain", "aria-label": "Previous event", title: "Previous event (,)" }
        ),
        button(
          "\u203A",
          () => {
            moves.step(1);
          },
          { class: "button plain", "aria-label": "Next event", title: "Next event (.)" }
        )
      );
      this.element.append(buttons, this.when, this.sentence);
      session.on(["data", "selection"], () => {
        this.show();
      });
    }
    session;
    speaker;
    element = el("div", { class: "narration" });
    when = el("span", { class: "when" });
    sentence = el("span", { class: "sentence" });
    show() {
      const { run, selected, cursor } = this.session;
      const i = selected >= 0 ? selected : run?.columns ? run.lastAt(cursor) : -1;
      this.when.textContent = run ? moment(cursor) : "";
      this.when.title = duration(cursor);
      if (!run?.columns || i < 0) {
        this.sentence.textContent = run?.columns ? "Click an event, or press an arrow key." : "";
        return;
      }
      const text3 = narrate(run, i);
      if (this.sentence.textContent === text3) return;
      this.sentence.textContent = text3;
      this.speaker.say(`${moment(cursor)}. ${text3}`);
    }
  };

  // src/timeline/page/emitter.ts
  var Emitter = class {
    all = /* @__PURE__ */ new Map();
    /** on calls listener after each change of one of the topics. */
    on(topics, listener) {
      for (const topic of topics) {
        const list2 = this.all.get(topic);
        if (list2) list2.push(listener);
        else this.all.set(topic, [listener]);
      }
    }
    emit(...topics) {
      const called2 = /* @__PURE__ */ new Set();
      for (const topic of topics) for (const listener of this.all.get(topic) ?? []) called2.add(listener);
      for (const listener of called2) listener();
    }
  };

  // src/timeline/model/text.ts
  var NO = 0;
  var MAY = 1;
  var YES = 2;
  var EDGES = /[\s=:"|]+/;
  function textMask(run, text3) {
    const parts = text3.split(EDGES).filter((p) => p !== "");
    const whole = parts.length === 1 && parts[0] === text3;
    const found = new Uint8Array(run.n).fill(whole ? NO : MAY);
    for (const part of parts) {
      const search = new Search(run, part);
      for (let i = 0; i < run.n; i++) if (found[i] !== NO || whole) found[i] = whole ? search.at(i) : Math.min(MAY, search.at(i));
    }
    for (let i = 0; i < run.n; i++) {
      const f = found[i];
      found[i] = f === MAY ? Number(what(run, i).includes(text3)) : f >> 1;
    }
    return found;
  }
  var Search = class {
    #run;
    #part;
    #kinds;
    #usesS;
    #usesT;
    #numbers;
    #strings;
    #sites;
    #errnos;
    #check;
    /** Of each node: the incarnation that was asked about last, and the answer. */
    #inc;
    #who;
    /** The text could be a part of a whole number, or of one with a sign. */
    #numeric;
    constructor(run, part) {
      const { kinds, errnos, header } = run.head;
      this.#run = run;
      this.#part = part;
      this.#numeric = /^-?\d*$/.test(part);
      this.#kinds = Uint8Array.from(kinds, (k) => kindHas(run, k, part));
      const uses = (of) => Uint8Array.from(kinds, (k) => Number(k.fields.some((f) => of.includes(f.of))));
      this.#usesS = uses("S");
      this.#usesT = uses("T");
      this.#numbers = uses("ABCn");
      this.#strings = strings2(run, part);
      this.#sites = Uint8Array.from([{ file: "", line: 0 }, ...header.sites], (s) => Number(`at ${s.file}:${s.line}`.includes(part)));
      this.#errnos = [...errnos, "CRASHED", "errno", "0123456789"].some((name) => name.includes(part)) || this.#numeric;
      this.#check = run.kind("check");
      this.#inc = new Float64Array(run.nodes.length).fill(-1);
      this.#who = new Uint8Array(run.nodes.length);
    }
    /** at answers for one event. */
    at(i) {
      const { kind, s, t, c, node, site } = this.#run.data;
      const k = kind[i];
      let best = this.#kinds[k];
      if (best === YES) return YES;
      if (this.#usesS[k]) best = Math.max(best, this.#strings[s[i]]);
      if (this.#usesT[k]) best = Math.max(best, this.#strings[t[i]]);
      if (node[i] >= 0) best = Math.max(best, this.#whoHas(i, node[i]));
      if (best !== NO) return best;
      if (this.#numeric && this.#numbers[k] && this.#numberHas(i)) return MAY;
      if (this.#errnos && c[i] !== 0 && errno(this.#run, i) !== 0) return MAY;
      return k === this.#check && this.#sites[site[i]] ? MAY : NO;
    }
    #numberHas(i) {
      const { a, b, c } = this.#run.data;
      return String(a[i]).includes(this.#part) || String(b[i]).includes(this.#part) || String(Math.floor(c[i] / 65536)).includes(this.#part);
    }
    #whoHas(i, node) {
      const inc = this.#run.data.inc[i];
      if (this.#inc[node] !== inc) {
        this.#inc[node] = inc;
        this.#who[node] = `${this.#run.nodes[node]}#${inc}`.includes(this.#part) ? YES : NO;
      }
      return this.#who[node];
    }
  };
  function kindHas(run, k, part) {
    const always = k.fields.filter((f) => "ABCndikbs".includes(f.of)).map((f) => f.name);
    const named = k.class !== "calls" && k.name !== "check" && k.name !== "log";
    if (k.verb.split(EDGES).some((w) => w.includes(part)) || named && always.some((name) => name.includes(part))) return YES;
    const maybe = k.fields.map((f) => f.name);
    if (k.fields.some((f) => f.of === "k")) maybe.push(...run.head.properties, "kind", "0123456789");
    if (k.fields.some((f) => f.of === "b")) maybe.push("ok", "false", "true", "at");
    if (k.fields.some((f) => f.of === "s")) maybe.push(...run.head.statuses);
    if (k.class === "calls") maybe.push("in");
    const timed = k.fields.some((f) => "di".includes(f.of));
    return timed || maybe.some((w) => w.includes(part)) ? MAY : NO;
  }
  function strings2(run, part) {
    const all = run.data.strings;
    const found = new Uint8Array(all.length);
    const backslash = part.includes("\\");
    for (let k = 0; k < all.length; k++) {
      const s = all[k];
      if (!plain(s)) found[k] = MAY;
      else if (backslash) found[k] = s.includes('"') ? MAY : NO;
      else found[k] = s.includes(part) ? YES : NO;
    }
    return found;
  }

  // src/timeline/model/mask.ts
  function mask(run, query) {
    switch (query.is) {
      case "all":
        return new Uint8Array(run.n).fill(1);
      case "term":
        return query.values.map((v) => term(run, query.key, v)).reduce(or);
      case "not":
        return not(mask(run, query.of));
      case "and":
        return query.of.map((q) => mask(run, q)).reduce(and);
      case "or":
        return query.of.map((q) => mask(run, q)).reduce(or);
      case "then":
        return then(
          run,
          query.of.map((q) => mask(run, q))
        );
      case "before":
      case "after":
        return near(run, query.is, mask(run, query.of), query.within);
    }
  }
  function not(a) {
    for (let i = 0; i < a.length; i++) a[i] ^= 1;
    return a;
  }
  function or(a, b) {
    for (let i = 0; i < a.length; i++) a[i] |= b[i];
    return a;
  }
  function and(a, b) {
    for (let i = 0; i < a.length; i++) a[i] &= b[i];
    return a;
  }
  function then(run, masks) {
    for (let k = 1; k < masks.length; k++) masks[k] = and(masks[k], led(run, masks[k - 1]));
    for (let k = masks.length - 2; k >= 0; k--) masks[k] = and(masks[k], origins(run, masks[k + 1]));
    return masks.reduce(or);
  }
  function near(run, is, of, within2) {
    const out = new Uint8Array(run.n);
    const { at: at2 } = run.data;
    let last2 = is === "before" ? Infinity : -Infinity;
    const step = is === "before" ? -1 : 1;
    for (let i = is === "before" ? run.n - 1 : 0; i >= 0 && i < run.n; i += step) {
      if (Math.abs(at2[i] - last2) <= within2 && Number.isFinite(last2)) out[i] = 1;
      if (of[i]) last2 = at2[i];
    }
    return out;
  }
  function term(run, key, v) {
    const { node, inc, kind, at: at2, site } = run.data;
    switch (key) {
      case "node": {
        const [name, number2] = v.split("#");
        const n = run.nodes.indexOf(name);
        return fill(run, (i) => node[i] === n && (number2 === void 0 || inc[i] === Number(number2)));
      }
      case "kind": {
        const of = kindsNamed(run, v);
        return fill(run, (i) => of[kind[i]] === 1);
      }
      case "time": {
        const t = interval(v);
        return fill(run, (i) => typeof t !== "string" && at2[i] >= t.from && at2[i] <= t.to);
      }
      case "property": {
        const of = run.head.kinds.map((k) => ["check", "check.begin", "check.end"].includes(k.name));
        return fill(run, (i) => of[kind[i]] && textS(run, i) === v);
      }
      case "site": {
        const is = [
          false,
          ...run.head.header.sites.map((s) => [s.file, `${s.file}:${s.line}`].some((name) => name === v || name.endsWith("/" + v)))
        ];
        return fill(run, (i) => is[site[i]]);
      }
      case "cause":
        return past(run, Number(v.replace("#", "")) - 1);
      case "effect":
        return future(run, Number(v.replace("#", "")) - 1);
      case "match": {
        const r = new RegExp(v, "u");
        return fill(run, (i) => r.test(what(run, i)));
      }
    }
    return textMask(run, v);
  }
  function fill(run, test) {
    const out = new Uint8Array(run.n);
    for (let i = 0; i < run.n; i++) if (test(i)) out[i] = 1;
    return out;
  }
  function kindsNamed(run, v) {
    const prefix2 = v.replace(/\.$/, "") + ".";
    return run.head.kinds.map((k) => Number(k.name !== "" && (k.name === v || k.class === v || k.name.startsWith(prefix2))));
  }
  function interval(v) {
    const [first, last2] = v.split("..", 2);
    const from = first === "" && last2 !== void 0 ? 0 : parseDuration(first);
    const to = last2 === void 0 ? from : last2 === "" ? Infinity : parseDuration(last2);
    if (from === null || to === null) return `time:${v}: write for example time:250ms..1m30s`;
    return to < from ? `time:${v} ends before it begins` : { from, to };
  }

  // src/timeline/model/query.ts
  function isError(q) {
    return "message" in q;
  }

  // src/timeline/model/filter.ts
  var KEYS = ["node", "kind", "time", "text", "property", "site", "cause", "effect"];
  var Bad = class extends Error {
    constructor(at2, message) {
      super(message);
      this.at = at2;
    }
    at;
  };
  function parse(text3, run = null) {
    try {
      const reader = new Reader(text3, run);
      return reader.all();
    } catch (e) {
      if (e instanceof Bad) return { at: e.at, message: e.message };
      throw e;
    }
  }
  var VALUE = /"(?:[^"\\]|\\.)*"|[^\s",]+/y;
  var WORD = /(?:([a-z]+):)?((?:"(?:[^"\\]|\\.)*"|[^\s",()]+)(?:,(?:"(?:[^"\\]|\\.)*"|[^\s",()]+))*)(?=[\s)]|$)/y;
  var EXPRESSION = /\/((?:[^/\\]|\\.)+)\/(?=[\s)]|$)/y;
  var Reader = class {
    #at = 0;
    #text;
    #run;
    constructor(text3, run) {
      this.#text = text3;
      this.#run = run;
    }
    all() {
      this.#space();
      if (this.#at === this.#text.length) return { is: "all" };
      const q = this.#or();
      if (this.#at < this.#text.length) throw new Bad(this.#at, "a bracket closes that was not opened");
      return q;
    }
    #or() {
      const of = [this.#and()];
      while (this.#word("or")) of.push(this.#and());
      return of.length === 1 ? of[0] : { is: "or", of };
    }
    #and() {
      const of = [this.#then()];
      for (; ; ) {
        this.#space();
        if (this.#word("and")) of.push(this.#then());
        else if (this.#at === this.#text.length || this.#text[this.#at] === ")" || this.#ahead("or")) break;
        else of.push(this.#then());
      }
      return of.length === 1 ? of[0] : { is: "and", of };
    }
    #then() {
      const of = [this.#unary()];
      while (this.#word("->")) of.push(this.#unary());
      return of.length === 1 ? of[0] : { is: "then", of };
    }
    #unary() {
      this.#space();
      if (this.#word("not")) return { is: "not", of: this.#unary() };
      if (this.#text[this.#at] === "-" && !this.#ahead("->")) {
        this.#at++;
        return { is: "not", of: this.#unary() };
      }
      for (const is of ["before", "after"]) {
        if (this.#text.startsWith(`${is}(`, this.#at)) {
          this.#at += is.length;
          return this.#near(is);
        }
      }
      return this.#text[this.#at] === "(" ? this.#bracket() : this.#term();
    }
    #bracket() {
      const open2 = this.#at++;
      const q = this.#or();
      this.#space();
      if (this.#text[this.#at] !== ")") throw new Bad(open2, "a bracket opens that is not closed");
      this.#at++;
      return q;
    }
    #near(is) {
      const of = this.#bracket();
      if (!this.#word("within")) return { is, of, within: Infinity };
      this.#space();
      const start2 = this.#at;
      const span2 = /[^\s)]*/y;
      span2.lastIndex = start2;
      const text3 = span2.exec(this.#text)[0];
      const within2 = parseDuration(text3);
      if (within2 === null || within2 < 0) throw new Bad(start2, `"${text3}" is not a duration; write for example 50ms`);
      this.#at += text3.length;
      return { is, of, within: within2 };
    }
    #term() {
      const start2 = this.#at;
      EXPRESSION.lastIndex = WORD.lastIndex = start2;
      const expression = EXPRESSION.exec(this.#text);
      if (expression) {
        this.#at = EXPRESSION.lastIndex;
        return this.#checked(start2, "match", [expression[1].replaceAll("\\/", "/")]);
      }
      const word = WORD.exec(this.#text);
      if (!word)
        throw new Bad(
          start2,
          start2 === this.#text.length ? "a term is missing at the end" : `"${this.#text.slice(start2)}" is no term of a query`
        );
      this.#at = WORD.lastIndex;
      const [, key = "text", list2] = word;
      if (!KEYS.includes(key)) throw new Bad(start2, `"${key}" is no key of a query; there are: ${KEYS.join(", ")}`);
      const values2 = [];
      VALUE.lastIndex = 0;
      for (let v = VALUE.exec(list2); v; v = VALUE.exec(list2)) {
        values2.push(v[0].startsWith('"') ? v[0].slice(1, -1).replace(/\\(.)/g, "$1") : v[0]);
        VALUE.lastIndex++;
      }
      return this.#checked(start2, key, values2);
    }
    #checked(at2, key, values2) {
      for (const v of values2) {
        const message = wrong2(this.#run, key, v);
        if (message) throw new Bad(at2, message);
      }
      return { is: "term", key, values: values2 };
    }
    #space() {
      while (/\s/.test(this.#text[this.#at] ?? "")) this.#at++;
    }
    #ahead(word) {
      const next2 = this.#text[this.#at + word.length];
      return this.#text.startsWith(word, this.#at) && (next2 === void 0 || /[\s()]/.test(next2));
    }
    #word(word) {
      this.#space();
      if (!this.#ahead(word)) return false;
      this.#at += word.length;
      return true;
    }
  };
  function wrong2(run, key, v) {
    switch (key) {
      case "node":
        return run && !/^[^#]*(#[+-]?\d+)?$/.test(v) ? `${v} is no node` : run && !run.nodes.includes(v.split("#")[0]) ? `node:${v}: there is no such node; there are: ${run.nodes.join(", ")}` : "";
      case "kind":
        return run && !kindsNamed(run, v).includes(1) ? `kind:${v}: there is no such kind of event, and no such class; classes are: ${run.head.classes.join(", ")}` : "";
      case "time": {
        const t = interval(v);
        return typeof t === "string" ? t : "";
      }
      case "cause":
      case "effect":
        return /^#?\d+$/.test(v) ? "" : `${key}:${v}: an event is named by its number, such as #123`;
      case "match":
        try {
          new RegExp(v, "u");
          return "";
        } catch {
          return `/${v}/ is no regular expression`;
        }
    }
    return "";
  }
  function complete(run, text3, cursor) {
    const before = text3.slice(0, cursor);
    const [, key, start2] = /(?:^|[\s(])-?(?:([a-z]+):)?([^\s()]*)$/.exec(before) ?? [];
    const begin2 = (start2 ?? "").split(",").at(-1);
    const from = cursor - begin2.length;
    const all = key === void 0 ? KEYS.map((k) => `${k}:`) : values(run)[key] ?? [];
    return all.filter((c) => c.startsWith(begin2) && c !== begin2).map((c) => ({ from, text: c }));
  }
  function values(run) {
    return {
      node: run.nodes,
      kind: [...run.head.classes, ...run.head.kinds.map((k) => k.name).filter((name) => name !== "")],
      site: run.head.header.sites.map((s) => `${s.file.slice(s.file.lastIndexOf("/") + 1)}:${s.line}`)
    };
  }

  // src/timeline/page/emphasis.ts
  var Emphasis = class {
    constructor(session) {
      this.session = session;
    }
    session;
    query = "";
    /** What is wrong with the text of the search; null if nothing is. */
    wrong = null;
    /** Whether what the search does not find is hidden, not only dim. */
    hide = false;
    /** Whether the past and future of the selected event stand out. */
    cone = true;
    /** Events that the search finds. */
    found = null;
    /** Indexes of those, in order. */
    hits = null;
    /** Events of the selected one's past and of its future; the event is in both. */
    past = null;
    future = null;
    /** Events that are not dim. */
    bright = null;
    /** Events that are not hidden. */
    get shown() {
      return this.hide ? this.found : null;
    }
    clear() {
      this.found = this.hits = this.past = this.future = this.bright = null;
      if (this.query) this.search(this.query);
    }
    /** search looks for what a text in the filter language says; "" finds all. */
    search(text3) {
      this.query = text3;
      this.wrong = null;
      this.find();
      this.changed();
    }
    find() {
      const { run } = this.session;
      this.found = this.hits = null;
      if (!this.query.trim() || !run?.columns) return;
      const query = parse(this.query, run);
      if (isError(query)) {
        this.wrong = query;
        return;
      }
      this.found = mask(run, query);
      this.hits = indexes2(this.found);
    }
    setHide(hide) {
      this.hide = hide;
      this.changed();
    }
    setCone(cone) {
      this.cone = cone;
      this.selected();
      this.session.emit("filter");
    }
    /** grown is called when the events are there, or more is known of them. */
    grown() {
      this.find();
      this.selected();
    }
    /** selected is called when another event is selected. */
    selected() {
      const { run, selected } = this.session;
      const on = this.cone && selected >= 0 && run?.columns;
      this.past = on ? past(run, selected) : null;
      this.future = on ? future(run, selected) : null;
      this.mix();
    }
    /** step is the next event that the search finds, round at the ends; -1 for none. */
    step(direction) {
      const { hits } = this;
      if (!hits || hits.length === 0) return -1;
      const next2 = neighbour(hits, this.session.selected, direction);
      if (next2 >= 0) return next2;
      return direction > 0 ? hits[0] : hits[hits.length - 1];
    }
    changed() {
      const { session } = this;
      this.mix();
      if (session.axis) {
        const { from, to } = session.view;
        const whole = to - from >= session.axis.length;
        const [begin2, end] = [session.axis.instantAt(from), session.axis.instantAt(to)];
        session.setAxis();
        session.view = whole ? session.axis.whole() : between(session, begin2, end);
      }
      session.emit("filter", "view");
    }
    mix() {
      const { found, past: past2, future: future2 } = this;
      if (!past2 || !future2) {
        this.bright = found;
        return;
      }
      const bright = new Uint8Array(past2.length);
      for (let i = 0; i < bright.length; i++) bright[i] = (past2[i] | future2[i]) & (found ? found[i] : 1);
      this.bright = bright;
    }
  };
  function between(session, begin2, end) {
    const axis = session.axis;
    const from = Math.min(axis.positionOf(begin2), axis.length);
    const to = Math.min(axis.positionOf(end), axis.length);
    return to > from ? { from, to } : axis.whole();
  }
  function indexes2(mask2) {
    let n = 0;
    for (const bit of mask2) n += bit;
    const all = new Uint32Array(n);
    for (let i = 0, k = 0; i < mask2.length; i++) if (mask2[i]) all[k++] = i;
    return all;
  }

  // src/timeline/page/layout.ts
  var MAX_OPEN = 24;
  var MAX_CLIENTS = 10;
  var FEW = 4;
  var Layout = class {
    constructor(session) {
      this.session = session;
    }
    session;
    rows = [];
    /** The rows of the other run by their key. */
    others = /* @__PURE__ */ new Map();
    folded = /* @__PURE__ */ new Set();
    /** Groups that a person folded or unfolded; others are as the size of the run suggests. */
    chosen = /* @__PURE__ */ new Map();
    get height() {
      return heightOf(this.rows);
    }
    /** rowOf is the row on which an event is seen; undefined for none. */
    rowOf(event) {
      const { run } = this.session;
      return run?.columns && event >= 0 ? this.rows[rowOf(run, this.rows, event)] : void 0;
    }
    /** make lays out anew. */
    make() {
      const { run, other, emphasis } = this.session;
      if (!run) return;
      this.fold();
      const layout = { folded: this.folded, only: emphasis.shown, scale: other ? 1.4 : 1 };
      this.rows = rows(run, layout);
      const hidden = this.quiet();
      if (hidden.size > 0) this.rows = rows(run, { ...layout, hidden });
      this.others = new Map(other ? rows(other.run, { folded: this.folded }).map((r) => [r.key, r]) : []);
    }
    /** few says whether some clients are left out. */
    few = false;
    /** quiet are the clients that are left out, as long as nobody asked for all of them. */
    quiet() {
      const clients2 = this.rows.filter((r) => r.kind === "client");
      this.few = clients2.length > MAX_CLIENTS && !this.chosen.has("clients");
      const quiet = clients2.filter((r) => !r.bad).slice(FEW);
      return new Set(this.few ? quiet.map((r) => r.key) : []);
    }
    fold() {
      const { run } = this.session;
      this.folded.clear();
      const open2 = run.lanes().length <= MAX_OPEN;
      for (const node of run.nodes) this.set(`node:${node}`, !open2);
      this.set("clients", false);
      this.set("properties", false);
    }
    set(key, folded) {
      if (this.chosen.get(key) ?? folded) this.folded.add(key);
    }
    /** toggle folds a group, or unfolds it. */
    toggle(key) {
      this.chosen.set(key, key === "clients" && this.few ? false : !this.folded.has(key));
      this.session.emit("rows");
    }
    /** folds are what a person chose, to be kept. */
    folds() {
      return [...this.chosen];
    }
    setFolds(folds) {
      for (const fold of folds) {
        if (Array.isArray(fold) && typeof fold[0] === "string" && typeof fold[1] === "boolean") this.chosen.set(fold[0], fold[1]);
      }
    }
  };

  // src/timeline/page/session.ts
  var TABS = ["story", "events", "state", "schedule", "log"];
  var Session = class extends Emitter {
    constructor(host2) {
      super();
      this.host = host2;
      this.ref = host2.opened.run;
      this.emphasis = new Emphasis(this);
      this.layout = new Layout(this);
      this.on(["data", "rows", "filter", "compare"], () => {
        this.layout.make();
      });
    }
    host;
    /** The run's name for the host; its first section comes later. */
    ref;
    run = null;
    other = null;
    axis = null;
    mode = "compressed";
    view = { from: 0, to: 1 };
    /** Index of the selected event; -1 for none. */
    selected = -1;
    /** The instant whose state is shown. */
    cursor = 0;
    tab = "story";
    /** Indexes of marked events, in order. */
    marks = [];
    /** Which events are bright, dim or hidden. */
    emphasis;
    /** Which rows there are. */
    layout;
    /** begin shows another run from its beginning. */
    begin(ref, run) {
      Object.assign(this, { ref, run, other: null, selected: -1, cursor: 0, marks: [] });
      this.emphasis.clear();
      this.setAxis();
      this.view = this.axis.whole();
      this.emit("data", "rows", "view", "selection", "filter", "marks", "compare");
    }
    /** grown is called when a further section of the run is there. */
    grown() {
      this.emphasis.grown();
      const whole = this.axis !== null && this.view.to - this.view.from >= this.axis.length;
      this.setAxis();
      if (whole) this.view = this.axis.whole();
      this.emit("data", "rows", "view", "filter", "compare");
    }
    /** setMode changes the axis; what is in the middle stays there. */
    setMode(mode) {
      if (mode === this.mode || !this.axis) return;
      const middle = this.axis.instantAt((this.view.from + this.view.to) / 2);
      const share = (this.view.to - this.view.from) / this.axis.length;
      this.mode = mode;
      this.setAxis();
      this.view = { from: 0, to: share * this.axis.length };
      const at2 = this.selected >= 0 ? this.axis.position(this.selected) : this.axis.positionOf(middle);
      this.view = share >= 1 ? this.axis.whole() : center(this.axis, this.view, at2);
      this.emit("view");
    }
    /** setAxis makes the axis anew, after its events or which of them are hidden changed. */
    setAxis() {
      if (!this.run) return;
      this.axis = new Axis(this.run, this.mode, this.emphasis.shown);
      if (this.other) this.other.axis = new BesideAxis(this.other.run, this.axis, this.mode);
    }
    /** zoom makes what is visible longer or shorter about a share of it, from 0 to 1. */
    zoom(factor, share) {
      if (!this.axis) return;
      const { from, to } = this.view;
      const selected = this.selected >= 0 ? this.axis.position(this.selected) : -1;
      const about = share === void 0 && selected >= from && selected <= to ? selected : from + (share ?? 0.5) * (to - from);
      this.show(zoomAbout(this.axis, this.view, about, factor));
    }
    /** pan moves what is visible by a share of it. */
    pan(share) {
      if (this.axis) this.show(pan(this.axis, this.view, share * (this.view.to - this.view.from)));
    }
    /** show makes an interval of positions visible. */
    show(view) {
      if (view.from === this.view.from && view.to === this.view.to) return;
      this.view = view;
      this.emit("view");
    }
    /** whole makes all of the run visible. */
    whole() {
      if (this.axis) this.show(this.axis.whole());
    }
    /** select chooses an event, moves the cursor to it, and makes it visible; -1 chooses none. */
    select(i) {
      if (!this.run?.columns || i >= this.run.n) return;
      this.selected = Math.max(-1, i);
      if (i >= 0) {
        this.cursor = this.run.columns.at[i];
        this.emphasis.selected();
        this.reveal(i);
      } else {
        this.emphasis.selected();
      }
      this.emit("selection");
    }
    /** scrub looks at the state of an instant, with no event chosen. */
    scrub(instant2) {
      if (!this.run) return;
      this.cursor = Math.max(0, Math.min(this.run.head.header.end, Math.round(instant2)));
      if (this.selected >= 0) {
        this.selected = -1;
        this.emphasis.selected();
      }
      this.emit("selection");
    }
    /** reveal moves the view if an event is not well inside it. */
    reveal(i) {
      if (!this.axis) return;
      const p = this.axis.position(i);
      const { from, to } = this.view;
      const edge = (to - from) * 0.04;
      if (p < from + edge && from > 0) this.show(center(this.axis, this.view, p));
      else if (p > to - edge && to < this.axis.length) this.show(center(this.axis, this.view, p));
    }
    /** around makes a stretch of events visible, with some room at both ends. */
    around(events) {
      if (!this.axis || events.length === 0) return;
      const all = events.map((i) => this.axis.position(i));
      const [from, to] = [Math.min(...all), Math.max(...all)];
      const room = Math.max((to - from) * 0.15, smallest(this.axis));
      this.show({ from: Math.max(0, from - room), to: Math.min(this.axis.length, to + room) });
    }
    /** told are the events that a run is opened at: the failure, if it is selected, with the steps of the story. */
    told() {
      const { run, selected } = this;
      const steps2 = (run?.head.header.story?.steps ?? []).map((s) => s.event - 1).filter((i) => i >= 0 && i < run.n);
      return selected >= 0 && selected === run.failure() && steps2.length > 0 ? [...steps2, selected] : [];
    }
    /** focus puts the selected event in the middle, closer if all is visible. */
    focus() {
      if (!this.axis || this.selected < 0) return;
      const p = this.axis.position(this.selected);
      const near2 = this.view.to - this.view.from >= this.axis.length ? zoomAbout(this.axis, this.view, p, 0.25) : this.view;
      this.show(center(this.axis, near2, p));
    }
    /** toggleMark marks the selected event, or takes its mark off. */
    toggleMark() {
      if (this.selected < 0) return;
      this.marks = this.marks.includes(this.selected) ? this.marks.filter((i) => i !== this.selected) : [...this.marks, this.selected].sort((a, b) => a - b);
      this.emit("marks");
    }
    /** nextMark goes to the next marked event, round at the end. */
    nextMark() {
      const next2 = this.marks.find((i) => i > this.selected) ?? this.marks[0];
      if (next2 !== void 0) this.select(next2);
    }
    setTab(tab) {
      if (tab === this.tab) return;
      this.tab = tab;
      this.emit("tab");
    }
    /** beside shows another run in the lower half of each lane; null takes it away. */
    beside(other) {
      this.other = other;
      this.emit("compare", "rows", "view");
    }
  };

  // src/timeline/page/persist.ts
  var MODES = ["time", "compressed", "order"];
  var SOON = 500;
  var Keeper = class {
    waiting;
    constructor(session) {
      session.on(["view", "selection", "filter", "marks", "tab", "rows"], () => {
        this.waiting ??= setTimeout(() => {
          this.waiting = void 0;
          if (session.run?.columns) keep(session);
        }, SOON);
      });
    }
  };
  function keep(session) {
    const { axis, view, emphasis } = session;
    if (!axis) return;
    const kept7 = {
      run: session.ref,
      mode: session.mode,
      from: view.from / axis.length,
      to: view.to / axis.length,
      selected: session.selected,
      query: emphasis.query,
      hide: emphasis.hide,
      cone: emphasis.cone,
      marks: session.marks,
      tab: session.tab,
      folds: session.layout.folds()
    };
    session.host.keep(kept7);
  }
  function restore(session) {
    const kept7 = session.host.state();
    const { run } = session;
    if (!kept7 || !run || typeof kept7 !== "object" || kept7.run !== session.ref) return false;
    const number2 = (x, low, high) => typeof x === "number" && x >= low && x <= high ? x : low;
    if (MODES.includes(kept7.mode)) session.mode = kept7.mode;
    session.emphasis.hide = kept7.hide === true;
    session.emphasis.cone = kept7.cone !== false;
    if (Array.isArray(kept7.folds)) session.layout.setFolds(kept7.folds);
    if (typeof kept7.query === "string" && kept7.query) session.emphasis.search(kept7.query);
    session.marks = Array.isArray(kept7.marks) ? kept7.marks.filter((i) => Number.isInteger(i) && i >= 0 && i < run.n) : [];
    if (TABS.includes(kept7.tab)) session.setTab(kept7.tab);
    session.select(number2(kept7.selected, -1, run.n - 1));
    session.setAxis();
    const length2 = session.axis.length;
    const from = number2(kept7.from, 0, 1);
    const to = number2(kept7.to, 0, 1);
    session.show(to > from ? { from: from * length2, to: to * length2 } : session.axis.whole());
    session.emit("data", "rows", "view", "marks");
    return true;
  }

  // src/timeline/page/schedulepanel.ts
  var SchedulePanel = class {
    constructor(session, edit, beside) {
      this.session = session;
      this.edit = edit;
      this.beside = beside;
      this.element.append(this.replayed, this.faults);
      session.on(["data", "schedule", "compare", "tab"], () => {
        if (session.tab === "schedule") this.show();
      });
    }
    session;
    edit;
    beside;
    element = el("section", { class: "panel" });
    replayed = el("div", { "aria-live": "polite" });
    faults = el("div");
    show() {
      const focused = document.activeElement?.id ?? "";
      refill(this.replayed, this.bar(), this.problem(), ...this.results());
      const all = this.edit.faults();
      const title = all.length === 0 ? "No fault is in the schedule of this run." : `Faults of this run (${all.length})`;
      refill(this.faults, el("h2", { text: title }), ...all.map((f) => this.fault(f)));
      if (focused && this.element.contains(document.getElementById(focused))) document.getElementById(focused).focus();
    }
    bar() {
      const { abilities } = this.session.host;
      const { edit } = this;
      const replay = button(edit.running ? "Replaying" : "Replay with this change", () => void this.beside.replay(), {
        class: "button primary",
        id: "replay"
      });
      replay.disabled = !abilities.replay || edit.running || !edit.changed;
      const reset = button(
        "Undo all",
        () => {
          edit.reset();
        },
        { id: "reset" }
      );
      reset.disabled = !edit.changed || edit.running;
      const compare = button(
        this.session.other ? "Take the other run away" : "Compare with nearest passing run",
        () => void this.beside.compare(),
        { id: "compare-passing" }
      );
      compare.disabled = !abilities.neighbour || this.beside.busy;
      return el("div", { class: "bar" }, replay, reset, compare);
    }
    problem() {
      if (this.edit.problem) return el("p", { class: "note error", text: this.edit.problem });
      if (!this.session.host.abilities.replay) return el("p", { class: "quiet", text: WHY_NOT });
      if (!this.edit.changed)
        return el("p", {
          class: "quiet",
          text: "Move a fault, switch it off or remove it, then replay. The run that is shown stays as it is."
        });
      return null;
    }
    results() {
      const { other } = this.session;
      return this.edit.results.map(({ replayed: replayed2, what: what2 }, k) => {
        const shown = other?.ref === replayed2.run;
        const show = button(shown ? "Take away" : "Show beside", () => void this.beside.result(shown ? -1 : k), { id: `beside-${k}` });
        return el(
          "div",
          { class: `result ${replayed2.failed ? "failed" : "passed"}` },
          el("div", { text: `${replayed2.failed ? "Fails" : "Passes"}: ${replayed2.verdict}` }),
          el("div", { class: "quiet", text: what2 }),
          show
        );
      });
    }
    fault(f) {
      const { edit } = this;
      const by = el("input", {
        type: "number",
        class: "field-input",
        id: `by-${f.place}`,
        value: f.op > 0 ? 1 : 1,
        step: f.op > 0 ? 1 : "any"
      });
      const apply = () => {
        const n = Number(by.value);
        if (Number.isFinite(n) && by.value !== "") edit.move(f.place, f.op > 0 ? Math.round(n) : Math.round(n * 1e6));
      };
      by.addEventListener("keydown", (e) => {
        if (e.key === "Enter") apply();
      });
      const move2 = button("Move", apply, { id: `move-${f.place}`, "aria-label": `Move fault ${f.place + 1}` });
      const toggle2 = button(
        f.off ? "Switch on" : "Switch off",
        () => {
          edit.toggle(f.place);
        },
        {
          id: `toggle-${f.place}`,
          "aria-label": `Switch ${f.off ? "on" : "off"} fault ${f.place + 1}`
        }
      );
      const remove2 = button(
        "Remove",
        () => {
          edit.remove(f.place);
        },
        { id: `remove-${f.place}`, "aria-label": `Remove fault ${f.place + 1}` }
      );
      const label3 = el("label", { for: by.id, text: f.op > 0 ? "by operations" : "by ms" });
      const go = this.eventOf(f.place);
      const title = `${f.place + 1}. ${f.kind}${f.node ? ` of ${f.node}` : ""}${f.off ? ", off" : ""}`;
      return el(
        "div",
        { class: f.off ? "fault off" : "fault", role: "group", "aria-label": `Fault ${f.place + 1}` },
        el("strong", { text: title }),
        el("div", { class: "quiet", text: faultText(f) }),
        el("div", { class: "row" }, move2, label3, by, toggle2, remove2, go)
      );
    }
    /** eventOf is a button that leads to the event of a fault, if it struck. */
    eventOf(place) {
      const { run } = this.session;
      const at2 = run?.survey?.faults.fault.indexOf(place) ?? -1;
      if (at2 < 0) return null;
      const event = run.survey.faults.event[at2];
      return button(
        `#${event}`,
        () => {
          this.session.select(event - 1);
        },
        { class: "link", title: `Go to event ${event}` }
      );
    }
  };
  function faultText(f) {
    const parts = [f.op > 0 ? `at operation ${f.op}, about ${duration(f.at)}` : `at ${duration(f.at)}`];
    if (f.until > f.at) parts.push(`for ${duration(f.until - f.at)}`);
    if (f.cut.length > 0) parts.push(`${f.cut.join(", ")} cut off${f.direction && f.direction !== "both" ? ` (${f.direction})` : ""}`);
    return parts.join(", ");
  }

  // src/timeline/page/speak.ts
  var PAUSE = 400;
  var Speaker = class {
    element = el("div", { class: "offscreen", role: "status", "aria-live": "polite" });
    next = null;
    timer = null;
    say(text3) {
      this.next = text3;
      this.timer ??= setTimeout(() => {
        this.timer = null;
        if (this.next !== null) this.element.textContent = this.next;
        this.next = null;
      }, PAUSE);
    }
  };

  // src/timeline/model/state.ts
  var MAX_OPEN2 = 1e3;
  function stateAt(run, instant2, limit = MAX_OPEN2) {
    return state(run, run.lastAt(instant2), instant2, limit);
  }
  function stateAfter(run, i, limit = MAX_OPEN2) {
    return state(run, i, i < 0 ? 0 : run.data.at[i], limit);
  }
  function state(run, i, at2, limit) {
    const s = { at: at2, nodes: [], connections: [], partitions: [], disk: [], eventuallys: [], calls: [], more: false };
    s.nodes = nodes2(run, i, at2);
    const all = lists(run);
    if (!all) return s;
    const open2 = (spans2) => {
      const found = [];
      spans2.each(i + 1, i, (k) => {
        if (found.length === limit) s.more = true;
        else found.push(k);
        return !s.more || found.length < limit;
      });
      return found;
    };
    s.connections = open2(all.connections);
    s.eventuallys = open2(all.eventuallys);
    s.calls = open2(all.calls);
    s.disk = open2(all.pending);
    s.partitions = partitions(run, i);
    return s;
  }
  function partitions(run, i) {
    const { event, ended } = run.survey.faults;
    const kind = run.kind("fault.partition");
    const open2 = [];
    for (let k = 0; k < event.length && event[k] - 1 <= i; k++) {
      if (run.data.kind[event[k] - 1] === kind && (ended[k] === 0 || ended[k] - 1 > i)) open2.push(k);
    }
    return open2;
  }
  function nodes2(run, i, at2) {
    const all = run.nodes.map((name, node2) => ({ node: node2, name, incarnation: 0, up: false, paused: false, since: 0 }));
    if (!run.survey) return all;
    const { node, number: number2, boot, end } = run.survey.incarnations;
    for (let k = 0; k < boot.length && boot[k] - 1 <= i; k++) {
      const n = all[node[k]];
      n.incarnation = number2[k];
      n.up = end[k] === 0 || end[k] - 1 > i;
      n.since = run.data.at[(n.up ? boot[k] : end[k]) - 1];
    }
    const { event, until } = run.survey.faults;
    const pause2 = run.kind("fault.pause");
    for (let k = 0; k < event.length && event[k] - 1 <= i; k++) {
      const e = event[k] - 1;
      const n = all[run.data.node[e]];
      if (n && run.data.kind[e] === pause2 && until[k] > at2 && n.up && n.incarnation === run.data.inc[e]) n.paused = true;
    }
    return all;
  }
  function changes(run, i, limit = MAX_OPEN2) {
    const all = lists(run);
    const found = [];
    if (!all || i < 0) return found;
    const { survey } = all;
    const look = (thing, spans2, ends2, wanted = () => true) => {
      spans2.each(i, i, (k) => {
        if (ends2[k] === i + 1 && wanted(k)) found.push({ thing, place: k, begins: false });
        return found.length < limit;
      });
      for (let k = spans2.before(i); k < spans2.before(i, true); k++) {
        if (wanted(k)) found.push({ thing, place: k, begins: true });
      }
    };
    const struck = (name) => (k) => run.data.kind[survey.faults.event[k] - 1] === run.kind(name);
    look("node", all.incarnations, survey.incarnations.end);
    look("pause", all.faults, survey.faults.ended, struck("fault.pause"));
    look("partition", all.faults, survey.faults.ended, struck("fault.partition"));
    look("connection", all.connections, survey.connections.end);
    look("disk", all.pending, survey.disk.end, (k) => !["sync", "failed"].includes(survey.states[survey.disk.state[k]]));
    look("eventually", all.eventuallys, survey.eventuallys.end);
    look("call", all.calls, survey.calls.return);
    return found.sort((a, b) => Number(a.begins) - Number(b.begins)).slice(0, limit);
  }

  // src/timeline/page/goroutines.ts
  var Goroutines = class {
    constructor(session) {
      this.session = session;
      this.ask = button("Show goroutines", () => void this.load());
      refill(this.element, el("h2", { text: "Goroutines" }), this.ask, this.result);
      if (!session.host.abilities.goroutines) {
        this.ask.disabled = true;
        refill(this.result, el("p", { class: "quiet", text: WHY_NOT }));
      }
    }
    session;
    element = el("div");
    result = el("div", { role: "status" });
    ask;
    /** The instant that the result is of; -1 while there is none. */
    of = -1;
    turn = 0;
    /** show is called when the cursor may have moved: an old result is not shown for another instant. */
    show() {
      if (this.of < 0 || this.of === this.session.cursor) return;
      this.turn++;
      this.of = -1;
      this.ask.disabled = !this.session.host.abilities.goroutines;
      refill(this.result);
    }
    async load() {
      const { host: host2, ref, cursor } = this.session;
      const turn = ++this.turn;
      this.of = cursor;
      this.ask.disabled = true;
      refill(this.result, el("p", { class: "quiet", text: `The run is made again up to ${duration(cursor)}.` }));
      try {
        const all = await host2.goroutines(ref, cursor);
        if (turn === this.turn) refill(this.result, ...this.nodes(all));
      } catch (err) {
        if (turn === this.turn) refill(this.result, el("p", { class: "note error", text: messageOf(err) }));
      } finally {
        if (turn === this.turn) this.ask.disabled = false;
      }
    }
    nodes(all) {
      if (all.length === 0) return [el("p", { class: "quiet", text: "No node has a goroutine at this instant." })];
      const nodes3 = /* @__PURE__ */ new Map();
      for (const g of all) nodes3.set(g.node, [...nodes3.get(g.node) ?? [], g]);
      return [...nodes3].map(
        ([node, list2]) => el("details", { open: nodes3.size === 1 }, el("summary", { text: `${node}: ${list2.length}` }), ...list2.map((g) => this.one(g)))
      );
    }
    one(g) {
      const frames = g.frames.map(
        (f) => el(
          "li",
          {},
          el("span", { class: "mono", text: f.func }),
          f.file ? el("div", {}, siteButton(this.session.host, { file: f.file, line: f.line ?? 0 })) : null
        )
      );
      return el(
        "details",
        { class: "goroutine" },
        el("summary", { text: `goroutine ${g.id}, ${g.state}` }),
        el("ol", { class: "list" }, ...frames)
      );
    }
  };

  // src/timeline/page/statepanel.ts
  var MAX_SHOWN = 50;
  var StatePanel = class {
    constructor(session) {
      this.session = session;
      this.goroutines = new Goroutines(session);
      this.element.append(this.body, this.goroutines.element);
      session.on(["data", "selection", "tab"], () => {
        if (session.tab === "state") this.show();
      });
    }
    session;
    element = el("section", { class: "panel" });
    body = el("div");
    goroutines;
    show() {
      const { run, selected, cursor } = this.session;
      if (!run?.columns || !run.survey) {
        refill(this.body, el("p", { class: "quiet", text: "The state is known when all of the run is read." }));
        return;
      }
      const atEvent = selected >= 0 && run.columns.at[selected] === cursor;
      const state2 = atEvent ? stateAfter(run, selected, MAX_SHOWN) : stateAt(run, cursor, MAX_SHOWN);
      const changed2 = atEvent ? changes(run, selected, MAX_SHOWN) : [];
      const where = atEvent ? `After event #${selected + 1}, at ${moment(cursor)}` : `At ${moment(cursor)}`;
      refill(this.body, el("h2", { text: where }), this.nodes(run, state2, changed2), ...this.lists(run, state2, changed2), this.more(state2));
      this.goroutines.show();
    }
    nodes(run, state2, changed2) {
      const list2 = el("dl", { class: "pairs" });
      for (const n of state2.nodes) {
        const { incarnations: incarnations2, faults: faults3 } = run.survey;
        const isChanged = changed2.some(
          (c) => c.thing === "node" && incarnations2.node[c.place] === n.node || c.thing === "pause" && run.columns.node[faults3.event[c.place] - 1] === n.node
        );
        list2.append(
          el(
            "div",
            { class: isChanged ? "node changed" : "node" },
            el("dt", { text: n.incarnation ? `${n.name}#${n.incarnation}` : n.name }),
            el("dd", { text: doing(n) })
          )
        );
      }
      return list2;
    }
    lists(run, state2, changed2) {
      const { connections, disk, eventuallys, calls, faults: faults3, clients: clients2 } = run.survey;
      const at2 = (event) => event > 0 ? moment(run.columns.at[event - 1]) : "";
      const node = (k) => run.nodes[k] ?? "?";
      const began = (thing) => new Set(changed2.filter((c) => c.thing === thing && c.begins).map((c) => c.place));
      const section = (title, thing, places2, event, text3) => this.section(run, title, places2, began(thing), event, text3);
      return [
        section(
          "Partitions",
          "partition",
          state2.partitions,
          (k) => faults3.event[k],
          (k) => {
            const e = faults3.event[k] - 1;
            return `${textS(run, e)} cut off (${textT(run, e)}) until ${moment(faults3.until[k])}`;
          }
        ),
        section(
          "Changes that are not on the disk",
          "disk",
          state2.disk,
          (k) => disk.event[k],
          (k) => withoutInstant(run, disk.event[k] - 1)
        ),
        section(
          "Open Eventuallys",
          "eventually",
          state2.eventuallys,
          (k) => eventuallys.begin[k],
          (k) => {
            return `${textS(run, eventuallys.begin[k] - 1)}, due at ${moment(eventuallys.deadline[k])}`;
          }
        ),
        section(
          "Open calls",
          "call",
          state2.calls,
          (k) => calls.invoke[k],
          (k) => {
            const e = calls.invoke[k] - 1;
            return `${clients2[calls.client[k]] || who(run, e)}: ${textT(run, e)} since ${at2(e + 1)}`;
          }
        ),
        section(
          "Open connections",
          "connection",
          state2.connections,
          (k) => connections.dial[k],
          (k) => {
            return `${node(connections.from[k])} \u2192 ${node(connections.to[k])} since ${at2(connections.dial[k])}`;
          }
        ),
        this.ended(run, changed2)
      ];
    }
    section(run, title, places2, began, event, text3) {
      if (places2.length === 0) return null;
      const list2 = el("ul", { class: "list" });
      for (const k of places2) {
        const i = event(k) - 1;
        const go = button(
          text3(k),
          () => {
            this.session.select(i);
          },
          { class: "link", title: i >= 0 ? line(run, i).trim().slice(0, 400) : "" }
        );
        list2.append(el("li", { class: began.has(k) ? "changed" : "" }, go));
      }
      return el("div", {}, el("h2", { text: `${title} (${places2.length})` }), list2);
    }
    /** ended lists what the selected event brought to an end. */
    ended(run, changed2) {
      const over = changed2.filter((c) => !c.begins);
      if (over.length === 0) return null;
      const { connections, disk, eventuallys, calls, faults: faults3, incarnations: incarnations2 } = run.survey;
      const events = {
        node: incarnations2.boot,
        pause: faults3.event,
        partition: faults3.event,
        connection: connections.dial,
        disk: disk.event,
        eventually: eventuallys.begin,
        call: calls.invoke
      };
      const list2 = el("ul", { class: "list" });
      for (const c of over) {
        const i = events[c.thing][c.place] - 1;
        if (i >= 0)
          list2.append(
            el(
              "li",
              { class: "changed" },
              button(
                `${ENDED2[c.thing]}: ${withoutInstant(run, i)}`,
                () => {
                  this.session.select(i);
                },
                { class: "link" }
              )
            )
          );
      }
      return el("div", {}, el("h2", { text: "Ended by this event" }), list2);
    }
    more(state2) {
      return state2.more ? el("p", { class: "quiet", text: `Lists end after ${MAX_SHOWN} entries.` }) : null;
    }
  };
  var ENDED2 = {
    node: "process",
    pause: "pause",
    partition: "partition",
    connection: "connection",
    disk: "no longer pending",
    eventually: "Eventually",
    call: "call"
  };
  function withoutInstant(run, i) {
    const text3 = line(run, i).trimStart();
    const rest = text3.slice(text3.indexOf("  ") + 2);
    return rest.length > 160 ? `${rest.slice(0, 159)}\u2026` : rest;
  }
  function doing(n) {
    if (n.incarnation === 0) return "not started yet";
    if (!n.up) return `down since ${moment(n.since)}`;
    return `${n.paused ? "stands still" : "runs"}, up since ${moment(n.since)}`;
  }

  // src/timeline/page/status.ts
  var STAYS = 8e3;
  var Status = class {
    element = el("div", { class: "status", role: "status" });
    fading;
    /** busy shows what is being waited for; "" takes it away. */
    busy(text3) {
      clearTimeout(this.fading);
      this.element.className = text3 ? "status said" : "status";
      this.element.textContent = text3;
    }
    /** said shows what was done, for a while. */
    said(text3) {
      this.busy(text3);
      this.fading = setTimeout(() => {
        this.busy("");
      }, STAYS);
    }
    /** failed shows what went wrong, with a way to try again. */
    failed(text3, again) {
      clearTimeout(this.fading);
      this.element.className = "status note error";
      refill(this.element, el("span", { text: `${text3} ` }), button("Try again", again));
    }
  };

  // src/timeline/page/storypanel.ts
  var StoryPanel = class {
    constructor(session) {
      this.session = session;
      session.on(["data"], () => {
        this.fill();
      });
      session.on(["selection"], () => {
        this.mark();
      });
    }
    session;
    element = el("section", { class: "panel" });
    buttons = [];
    fill() {
      const { run } = this.session;
      const steps2 = run?.head.header.story?.steps ?? [];
      this.buttons.length = 0;
      if (!run || steps2.length === 0) {
        const why = run?.head.header.failure ? "This run has no story." : "A story tells how a run came to its failure. This run passed.";
        refill(this.element, el("p", { class: "quiet", text: why }));
        return;
      }
      const list2 = el("ol", { class: "steps" });
      steps2.forEach((step, k) => {
        const at2 = run.columns?.at[step.event - 1];
        const when = at2 === void 0 ? null : el("span", { class: "step-when", text: `${moment(at2)}  ${who(run, step.event - 1)}`, title: duration(at2) });
        const number2 = el("span", { class: "step-number", "aria-hidden": "true", text: String(k + 1) });
        const button2 = el(
          "button",
          { type: "button", class: "step-button", title: `Step ${k + 1} of ${steps2.length}` },
          number2,
          el("span", { class: "step-text", text: step.text }),
          when
        );
        button2.disabled = step.event === 0;
        button2.addEventListener("click", () => {
          this.session.select(step.event - 1);
        });
        this.buttons.push({ event: step.event - 1, button: button2 });
        const site = step.site ? el("span", { class: "step-site" }, siteButton(this.session.host, step.site)) : null;
        list2.append(el("li", { class: k === steps2.length - 1 ? "last" : "" }, button2, site));
      });
      refill(this.element, el("h2", { text: "How it came to the failure" }), list2);
      this.mark();
    }
    mark() {
      for (const { event, button: button2 } of this.buttons) {
        if (event === this.session.selected) button2.setAttribute("aria-current", "step");
        else button2.removeAttribute("aria-current");
      }
    }
  };

  // src/timeline/page/summary.ts
  var Summary = class {
    constructor(session, actions) {
      this.session = session;
      this.element.append(this.told, el("div", { class: "actions" }, ...actions));
      session.on(["data", "compare"], () => {
        this.show();
      });
    }
    session;
    element = el("div", { class: "summary" });
    told = el("div", { class: "told" });
    show() {
      const { run } = this.session;
      if (!run) return;
      const { header } = run.head;
      this.element.classList.toggle("failed", header.failure !== void 0);
      this.element.classList.toggle("passed", header.failure === void 0);
      const badge = el("span", { class: "badge", text: header.failure ? "FAILED" : "PASSED" });
      refill(this.told, el("h1", { class: "verdict" }, badge, el("span", { text: verdict(header) })), facts(this.session, header));
    }
  };
  function verdict(header) {
    const f = header.failure;
    if (!f) return header.reason ? `No failure; the run ended: ${header.reason}` : "No failure";
    const what2 = f.property ? `\u201C${f.property}\u201D does not hold` : f.class.replaceAll("_", " ");
    return f.message ? `${what2}: ${f.message}` : what2;
  }
  function facts(session, header) {
    const list2 = el("ul", { class: "facts" });
    const fact = (...children) => {
      list2.append(el("li", {}, ...children));
    };
    if (header.failure?.site) fact(siteButton(session.host, header.failure.site));
    if (header.failure) fact(`${header.failure.node ? `${header.failure.node} ` : ""}at ${moment(header.failure.at)}`);
    fact(`seed ${header.seed}`);
    if (header.config) fact(header.config);
    fact(sizes(header));
    fact(`${header.events.toLocaleString("en")} events, ${header.nodes.length} ${header.nodes.length === 1 ? "node" : "nodes"}`);
    if (session.other) fact(el("span", { class: "versus", text: `beside ${session.other.verdict}` }));
    return list2;
  }
  function sizes(header) {
    const schedule = header.schedule ?? {};
    const from = schedule.shrunk_from;
    const parts = [];
    const count2 = schedule.faults?.length ?? 0;
    parts.push(from?.faults === void 0 ? `${count2} ${count2 === 1 ? "fault" : "faults"}` : `${count2} of ${from.faults} faults`);
    const seconds = `${(header.end / 1e9).toFixed(2)} s`;
    const whole = parseDuration(from?.duration ?? "");
    parts.push(whole ? `${seconds} of ${duration(whole)}` : seconds);
    if (schedule.ops && from?.ops) parts.push(`${schedule.ops} of ${from.ops} operations`);
    return parts.join(", ");
  }

  // src/timeline/page/tabs.ts
  var Tabs = class {
    constructor(pages, chosen3) {
      this.pages = pages;
      const list2 = el("div", { class: "tabs", role: "tablist", "aria-label": "Inspector" });
      for (const { name, title, element } of pages) {
        const tab = el("button", {
          type: "button",
          class: "tab",
          role: "tab",
          id: `tab-${name}`,
          "aria-controls": `panel-${name}`,
          text: title
        });
        tab.addEventListener("click", () => {
          chosen3(name);
        });
        this.tabs.set(name, tab);
        list2.append(tab);
        element.id = `panel-${name}`;
        element.setAttribute("role", "tabpanel");
        element.setAttribute("aria-labelledby", tab.id);
      }
      list2.addEventListener("keydown", (e) => {
        const to = this.next(e);
        if (to === null) return;
        e.preventDefault();
        chosen3(to);
        this.tabs.get(to).focus();
      });
      this.element.append(list2, ...pages.map((p) => p.element));
    }
    pages;
    element = el("aside", { class: "inspector", "aria-label": "Inspector" });
    tabs = /* @__PURE__ */ new Map();
    /** show makes one page visible. */
    show(name) {
      for (const page of this.pages) {
        const on = page.name === name;
        const tab = this.tabs.get(page.name);
        tab.setAttribute("aria-selected", String(on));
        tab.tabIndex = on ? 0 : -1;
        page.element.hidden = !on;
      }
    }
    next(e) {
      if (e.ctrlKey || e.altKey || e.metaKey || e.shiftKey) return null;
      const at2 = this.pages.findIndex((p) => this.tabs.get(p.name) === document.activeElement);
      const n = this.pages.length;
      const to = { ArrowRight: at2 + 1, ArrowLeft: at2 - 1 + n, Home: 0, End: n - 1 }[e.key];
      return to === void 0 ? null : this.pages[to % n].name;
    }
  };

  // src/timeline/page/toolbar.ts
  var MODES2 = [
    { mode: "time", name: "Time", title: "Virtual time, true to scale" },
    { mode: "compressed", name: "Compressed", title: "Virtual time, with stretches in which nothing happens made short" },
    { mode: "order", name: "Order", title: "One step for each event" }
  ];
  var MAX_OFFERS = 30;
  var TYPING = 150;
  var Toolbar = class {
    constructor(session, moves) {
      this.session = session;
      this.input.addEventListener("input", () => {
        this.complete();
        clearTimeout(this.timer);
        this.timer = setTimeout(() => {
          session.emphasis.search(this.input.value);
        }, TYPING);
      });
      this.input.addEventListener("keydown", (e) => {
        if (e.key !== "Enter") return;
        e.preventDefault();
        clearTimeout(this.timer);
        if (session.emphasis.query !== this.input.value) session.emphasis.search(this.input.value);
        moves.hit(e.shiftKey ? -1 : 1);
      });
      const back = button(
        "\u2039",
        () => {
          moves.hit(-1);
        },
        {
          class: "button plain",
          "aria-label": "Previous found event",
          title: "Previous found event (Shift+N)"
        }
      );
      const on = button(
        "\u203A",
        () => {
          moves.hit(1);
        },
        { class: "button plain", "aria-label": "Next found event", title: "Next found event (N)" }
      );
      this.steps = [back, on];
      const search = el("div", { class: "search", role: "search" }, this.input, this.completions, this.found, back, on, this.wrong);
      this.cone = button(
        "Causes",
        () => {
          session.emphasis.setCone(!session.emphasis.cone);
        },
        {
          title: "Show what led to the selected event and what came of it, all else dimmed (C)"
        }
      );
      const failure = button(
        "Failure",
        () => {
          moves.failure();
        },
        { title: "Go to the failure (X)" }
      );
      this.element.append(search, this.restGroup(), this.modeGroup(), this.zoomGroup(), el("div", { class: "group" }, this.cone, failure));
      session.on(["data", "view", "filter"], () => {
        failure.disabled = (session.run?.failure() ?? -1) < 0;
        this.show();
      });
    }
    session;
    element = el("div", { class: "toolbar", role: "toolbar", "aria-label": "Timeline" });
    input = el("input", {
      type: "search",
      placeholder: "Search: kind:disk node:server, text, A -> B",
      "aria-label": "Search and filter events",
      spellcheck: "false",
      autocomplete: "off",
      list: "completions"
    });
    found = el("span", { class: "found", role: "status" });
    wrong = el("div", { class: "note error wrong", hidden: true, role: "alert" });
    completions = el("datalist", { id: "completions" });
    modes = /* @__PURE__ */ new Map();
    rest = /* @__PURE__ */ new Map();
    cone;
    steps;
    timer;
    /** focus goes to the search. */
    focus() {
      this.input.focus();
      this.input.select();
    }
    restGroup() {
      const group4 = el("div", { class: "group", role: "radiogroup", "aria-label": "Events that are not found" });
      for (const [hide, name] of [[false, "Dim"], [true, "Hide"]]) {
        const b = button(
          name,
          () => {
            this.session.emphasis.setHide(hide);
          },
          {
            role: "radio",
            title: `${name} the events that the search does not find`
          }
        );
        this.rest.set(hide, b);
        group4.append(b);
      }
      return group4;
    }
    modeGroup() {
      const group4 = el("div", { class: "group", role: "radiogroup", "aria-label": "Axis" });
      for (const { mode, name, title } of MODES2) {
        const b = button(
          name,
          () => {
            this.session.setMode(mode);
          },
          { role: "radio", title }
        );
        this.modes.set(mode, b);
        group4.append(b);
      }
      return group4;
    }
    zoomGroup() {
      const { session } = this;
      const one = (path, name, key, click) => {
        const b = button("", click, { class: "button icon-only", "aria-label": name, title: `${name} (${key})` });
        b.append(icon(path));
        return b;
      };
      return el(
        "div",
        { class: "group" },
        one("M3 8h10", "Zoom out", "S", () => {
          session.zoom(1.6);
        }),
        one("M3 8h10M8 3v10", "Zoom in", "W", () => {
          session.zoom(1 / 1.6);
        }),
        one("M2 4v8M14 4v8M4.5 8h7M6.5 6l-2 2 2 2M9.5 6l2 2-2 2", "Show the whole run", "0", () => {
          session.whole();
        })
      );
    }
    /** complete offers what can stand at the cursor, as the whole text that would come of it. */
    complete() {
      const { run } = this.session;
      const text3 = this.input.value;
      if (!run?.columns || document.activeElement !== this.input) return;
      const all = complete(run, text3, this.input.selectionStart ?? text3.length).slice(0, MAX_OFFERS);
      refill(this.completions, ...all.map((c) => el("option", { value: text3.slice(0, c.from) + c.text })));
    }
    show() {
      for (const b of this.steps) b.disabled = !this.session.emphasis.hits?.length;
      const { emphasis, mode, run } = this.session;
      for (const [m, b] of this.modes) check2(b, m === mode);
      for (const [hide, b] of this.rest) check2(b, hide === emphasis.hide);
      this.cone.setAttribute("aria-pressed", String(emphasis.cone));
      if (document.activeElement !== this.input && this.input.value !== emphasis.query) this.input.value = emphasis.query;
      const { wrong: wrong3, hits } = emphasis;
      this.input.setAttribute("aria-invalid", String(wrong3 !== null));
      this.wrong.hidden = wrong3 === null;
      this.wrong.textContent = wrong3?.message ?? "";
      this.found.textContent = hits && run ? `${hits.length.toLocaleString("en")} of ${run.n.toLocaleString("en")}` : "";
      this.complete();
    }
  };
  function check2(b, on) {
    b.setAttribute("aria-checked", String(on));
  }

  // src/timeline/page/app.ts
  var App = class {
    constructor(host2, start2 = { query: "", instant: -1 }) {
      this.host = host2;
      this.start = start2;
      const session = this.session = new Session(host2);
      session.on(["tab", "data"], () => {
        tabs.show(session.tab);
      });
      const edit = new Edit(session);
      const moves = this.moves = new Moves(session);
      const beside = this.beside = new Beside(session, edit, this.status);
      const open2 = (i) => {
        this.openSource(i);
      };
      const speaker = new Speaker();
      this.copy = new CopyMenu(session, (text3) => {
        this.status.said(text3);
      });
      this.toolbar = new Toolbar(session, moves);
      this.chart = new Chart(session, edit, open2, new Narration(session, speaker, moves).element);
      this.events = new EventsPanel(session, open2);
      const tabs = new Tabs(
        [
          { name: "story", title: "Story", element: new StoryPanel(session).element },
          { name: "events", title: "Events", element: this.events.element },
          { name: "state", title: "State", element: new StatePanel(session).element },
          { name: "schedule", title: "Schedule", element: new SchedulePanel(session, edit, beside).element },
          { name: "log", title: "Log", element: new LogPanel(session, open2).element }
        ],
        (name) => {
          session.setTab(name);
        }
      );
      new Keeper(session);
      tabs.show(session.tab);
      this.act = this.actions();
      const top = el("header", { class: "top" }, new Summary(session, this.buttons()).element, this.status.element, this.toolbar.element);
      const main = el("main", { class: "main" }, this.chart.element, tabs.element);
      this.element.append(top, main, speaker.element, this.help.element);
      const { signal } = this.closing;
      document.addEventListener(
        "keydown",
        (e) => {
          this.key(e);
        },
        { signal }
      );
    }
    host;
    start;
    session;
    element = el("div", { class: "app" });
    moves;
    beside;
    help = new Help();
    status = new Status();
    toolbar;
    chart;
    events;
    copy;
    act;
    closing = new AbortController();
    loads = 0;
    tabBefore = "story";
    /** close takes the page away: it hears no keys any more. */
    close() {
      this.closing.abort();
      this.element.remove();
    }
    buttons() {
      const compare = button("Compare", () => void this.beside.compare(), { title: "Compare with the nearest passing run (Shift+D)" });
      compare.hidden = !this.host.abilities.neighbour;
      this.session.on(["compare"], () => {
        compare.setAttribute("aria-pressed", String(this.session.other !== null));
        compare.disabled = this.beside.busy;
      });
      const help = button("?", this.act.help, { "aria-label": "Keys", title: "Keys (?)" });
      return [compare, this.copy.element, help];
    }
    /** open shows a run, with an event selected; 0 is the failure. */
    async open(ref, event) {
      const turn = ++this.loads;
      this.status.busy("Loading the run.");
      try {
        await load(this.host, ref, (run, stage) => {
          if (turn !== this.loads) return;
          if (stage === "head") {
            this.session.begin(ref, run);
            this.status.busy(`Loading ${run.head.header.events.toLocaleString("en")} events.`);
            return;
          }
          this.session.grown();
          if (stage === "events") this.first(event);
          this.status.busy(stage === "events" ? "Loading what belongs together." : "");
        });
      } catch (err) {
        if (turn !== this.loads) return;
        const what2 = this.session.run ? "The run is not whole" : "The run cannot be shown";
        this.status.failed(`${what2}: ${messageOf(err)}.`, () => void this.open(ref, event));
      }
    }
    /** show is called when the host wants another event of a run shown. */
    show(ref, event) {
      if (ref !== this.session.ref || !this.session.run?.columns) void this.open(ref, event);
      else if (event > 0) this.session.select(event - 1);
      else this.moves.failure();
    }
    /** first chooses what is selected when a run is opened. */
    first(event) {
      const { session, start: start2, moves } = this;
      const kept7 = restore(session);
      if (start2.query) session.emphasis.search(start2.query);
      if (start2.instant >= 0 && event === 0) session.scrub(start2.instant);
      else if (event > 0) session.select(event - 1);
      else if (!kept7) moves.failure();
      if (!kept7) session.around(session.told());
      if (!kept7 && !session.run.head.header.story) session.setTab("events");
    }
    openSource(i) {
      const { run } = this.session;
      const site = run?.columns ? run.head.header.sites[run.columns.site[i] - 1] : void 0;
      if (!site) {
        this.status.said("This event has no source line.");
        return;
      }
      openSite(this.host, site);
      if (!this.host.abilities.source) this.status.said(`Copied ${siteText(site)}`);
    }
    key(e) {
      if (e.defaultPrevented || this.help.element.open) return;
      const action = actionOf(e);
      if (action === null) return;
      if (typing(e.target)) {
        if (action === "leave") e.target.blur();
        return;
      }
      if (action === "source" && e.target instanceof Element && e.target.closest("button, summary, a")) return;
      e.preventDefault();
      this.act[action]();
    }
    /** table goes to the table of events, and back to the lanes. */
    table() {
      const { session } = this;
      if (session.tab === "events" && this.events.grid.element.contains(document.activeElement)) {
        session.setTab(this.tabBefore);
        this.chart.surface.canvas.focus();
        return;
      }
      if (session.tab !== "events") this.tabBefore = session.tab;
      session.setTab("events");
      this.events.grid.element.focus();
    }
    /** actions are what the keys do. */
    actions() {
      const { session, moves } = this;
      return {
        zoomIn: () => {
          session.zoom(1 / 1.4);
        },
        zoomOut: () => {
          session.zoom(1.4);
        },
        panLeft: () => {
          session.pan(-0.2);
        },
        panRight: () => {
          session.pan(0.2);
        },
        fit: () => {
          session.whole();
        },
        laneBack: () => {
          moves.lane(-1);
        },
        laneOn: () => {
          moves.lane(1);
        },
        laneUp: () => {
          moves.otherLane(-1);
        },
        laneDown: () => {
          moves.otherLane(1);
        },
        laneFirst: () => {
          moves.laneEnd(-1);
        },
        laneLast: () => {
          moves.laneEnd(1);
        },
        toCause: () => {
          moves.cause(-1);
        },
        toEffect: () => {
          moves.cause(1);
        },
        siteBack: () => {
          moves.site(-1);
        },
        siteOn: () => {
          moves.site(1);
        },
        hitOn: () => {
          moves.hit(1);
        },
        hitBack: () => {
          moves.hit(-1);
        },
        stepOn: () => {
          moves.step(1);
        },
        stepBack: () => {
          moves.step(-1);
        },
        focus: () => {
          session.focus();
        },
        mark: () => {
          session.toggleMark();
        },
        nextMark: () => {
          session.nextMark();
        },
        toFailure: () => {
          moves.failure();
        },
        cone: () => {
          session.emphasis.setCone(!session.emphasis.cone);
        },
        compare: () => void this.beside.compare(),
        search: () => {
          this.toolbar.focus();
        },
        table: () => {
          this.table();
        },
        source: () => {
          this.openSource(session.selected);
        },
        copy: () => {
          this.copy.toggle();
        },
        help: () => {
          this.help.toggle();
        },
        leave: () => {
          session.select(-1);
        }
      };
    }
  };

  // src/timeline/main.ts
  async function begin() {
    let app = null;
    const host2 = await connect((run, event) => app?.show(run, event));
    app = new App(host2, start());
    document.body.append(app.element);
    document.body.dataset["seedfall"] = "timeline";
    await app.open(host2.opened.run, host2.opened.event ?? 0);
  }
  function connect(shown) {
    if (typeof acquireVsCodeApi === "function") return connectWebview(acquireVsCodeApi(), window, shown);
    const base = location.href.replace(/#.*$/, "");
    if (isEmbedded(document)) return Promise.resolve(connectEmbedded(document, base, location.hash));
    return connectHttp({ fetch: (path, init) => fetch(path, init), base, hash: location.hash, storage: sessionStorage });
  }
  function start() {
    const { q, t } = parseFragment(location.hash);
    return { query: q, instant: t ? parseDuration(t) ?? -1 : -1 };
  }
  begin().catch((err) => {
    const text3 = `The timeline cannot be shown: ${messageOf(err)}`;
    document.body.replaceChildren(el("p", { class: "cover error", role: "alert", text: text3 }));
  });
})();
