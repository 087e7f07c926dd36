// Generates large runs: clients that ask servers, which write and sync before they
// answer, and crash now and then. The same numbers give the same run.
import type { Columns, Survey } from "../../src/timeline/data";
import { kindNumber } from "../tables";
import { head, survey } from "./build";
import { Run } from "../../src/timeline/model/run";

/** generate makes a run of about n events. */
export function generate(n: number, servers = 4, clients = 3): Run {
  const g = new Generator(n, servers, clients);
  return g.run();
}

class Generator {
  readonly columns: Columns;
  readonly survey: Survey = survey();
  readonly nodes: string[];
  readonly strings: string[] = ["", "/data.log"];
  readonly servers: number;
  readonly clients: number;
  #i = 0;
  #now = 0;
  #random = 12345;
  readonly #boots: number[];
  readonly #incs: number[];
  #pending: number[][];

  constructor(n: number, servers: number, clients: number) {
    this.servers = servers;
    this.clients = clients;
    this.nodes = [...Array.from({ length: servers }, (_, k) => `server${k}`), ...Array.from({ length: clients }, (_, k) => `client${k}`)];
    for (const name of this.nodes) this.strings.push(name);
    this.#boots = this.nodes.map(() => 0);
    this.#incs = this.nodes.map(() => 0);
    this.#pending = this.nodes.map(() => []);
    this.columns = {
      n,
      at: new Float64Array(n),
      a: new Float64Array(n),
      b: new Float64Array(n),
      c: new Float64Array(n),
      cause: new Uint32Array(n),
      site: new Uint32Array(n),
      inc: new Uint32Array(n),
      s: new Uint32Array(n),
      t: new Uint32Array(n),
      node: new Int16Array(n).fill(-1),
      kind: new Uint8Array(n),
      strings: this.strings,
    };
  }

  run(): Run {
    const { n } = this.columns;
    this.#add("run.start", -1, 0);
    this.nodes.forEach((_, node) => {
      this.#boot(node);
    });
    for (let op = 1; this.#i + 40 < n; op++) {
      if (this.#draw(5000) === 0) this.#crash(this.#draw(this.servers));
      else this.#request(op);
    }
    while (this.#i < n) this.#add("log", 0, this.#boots[0]!, 1, 0, "the end");
    const made = head({
      nodes: this.nodes,
      events: n,
      end: this.#now,
      sites: [{ file: "example.com/kv/client/main.go", line: 42, func: "main.main" }],
    });
    return new Run(made, this.columns, this.survey);
  }

  #draw(below: number): number {
    this.#random = (Math.imul(this.#random, 1103515245) + 12345) >>> 0;
    return Math.floor((this.#random / 2 ** 32) * below);
  }

  #text(s: string): number {
    this.strings.push(s);
    return this.strings.length - 1;
  }

  /** add gives the number of the event. */
  #add(kind: string, node: number, cause: number, a = 0, b = 0, s: string | number = 0, t: string | number = 0): number {
    const c = this.columns;
    const i = this.#i++;
    c.at[i] = this.#now;
    c.kind[i] = kindNumber(kind);
    c.node[i] = node;
    c.cause[i] = cause;
    c.a[i] = a;
    c.b[i] = b;
    c.s[i] = typeof s === "number" ? s : this.#text(s);
    c.t[i] = typeof t === "number" ? t : this.#text(t);
    if (node >= 0) c.inc[i] = this.#incs[node]!;
    if (kind === "check") c.site[i] = 1;
    return i + 1;
  }

  #boot(node: number, cause = 1): void {
    this.#incs[node]!++;
    const boot = this.#add("node.boot", node, cause);
    this.#boots[node] = boot;
    const { incarnations: all } = this.survey;
    all.node.push(node);
    all.number.push(this.#incs[node]!);
    all.boot.push(boot);
    all.end.push(0);
  }

  #crash(node: number): void {
    this.#now += 1_000_000;
    const until = this.#now + 200_000_000;
    const crash = this.#add("fault.crash", node, 1, 0, until);
    this.#settle(node, crash, "kept");
    const { incarnations: lives, faults } = this.survey;
    lives.end[lives.node.lastIndexOf(node)] = crash;
    this.#now = until;
    this.#boot(node, crash);
    faults.event.push(crash);
    faults.until.push(until);
    faults.ended.push(this.#i);
    faults.fault.push(-1);
  }

  #settle(node: number, end: number, state: string): void {
    for (const k of this.#pending[node]!) {
      this.survey.disk.end[k] = end;
      this.survey.disk.state[k] = this.survey.states.indexOf(state);
    }
    this.#pending[node] = [];
  }

  #request(op: number): void {
    const client = this.servers + this.#draw(this.clients);
    const server = this.#draw(this.servers);
    this.#now += this.#draw(50) === 0 ? 500_000_000 : 1000 + this.#draw(100_000);
    const { calls } = this.survey;
    if (!this.survey.clients.includes(this.nodes[client]!)) this.survey.clients.push(this.nodes[client]!);
    const invoke = this.#add("op.invoke", client, this.#boots[client]!, op, 0, 0, `put("key${op % 100}", ${op})`);
    calls.invoke.push(invoke);
    calls.client.push(this.survey.clients.indexOf(this.nodes[client]!));
    calls.blamed.push(0);
    const received = this.#message(client, server, invoke, 100 + this.#draw(900));
    this.#disk("disk.write", server, received, op * 100, 100);
    const answered = this.#draw(3) === 0 ? received : this.#disk("disk.sync", server, received, 0, 0);
    const back = this.#message(server, client, answered, 3);
    this.#add("log", client, back, 1, 0, `key${op % 100}=${op} acknowledged`);
    this.#add("check", client, back, 1, 2, 2);
    calls.return.push(this.#add("op.return", client, back, op, 1));
  }

  #message(from: number, to: number, cause: number, bytes: number): number {
    const { messages: m } = this.survey;
    const send = this.#add("net.send", from, cause, from, bytes, 2 + to);
    m.send.push(send);
    m.from.push(from);
    m.to.push(to);
    this.#now += 1000 + this.#draw(5_000_000);
    const end = this.#add("net.recv", to, send, to, bytes, 2 + from);
    m.end.push(end);
    m.fate.push(0);
    return end;
  }

  #disk(kind: string, node: number, cause: number, a: number, b: number): number {
    const { disk } = this.survey;
    const event = this.#add(kind, node, cause, a, b, 1);
    disk.event.push(event);
    disk.end.push(0);
    disk.durable.push(0);
    if (kind === "disk.sync") {
      disk.state.push(0);
      this.#settle(node, event, "durable");
    } else {
      disk.state.push(2);
      this.#pending[node]!.push(disk.event.length - 1);
    }
    return event;
  }
}
