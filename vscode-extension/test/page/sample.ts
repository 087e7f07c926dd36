// A run such as examples/kvlog gives: a server says "stored" before its log is on the
// disk, loses power, and a client misses what it was promised.
import type { Header, Survey } from "../../src/timeline/data";
import { survey } from "../model/build";
import { FATES, STATES } from "../tables";
import { sections, type Event, type Sections } from "./build";

const ms = 1e6;
const SERVER = 0;
const CLIENT = 1;
const OTHER = 2;

class Story {
  readonly events: Event[] = [];
  readonly survey: Survey = survey();
  private op = 0;

  add(e: Event): number {
    this.events.push(e);
    return this.events.length;
  }

  message(
    at: number,
    from: number,
    to: number,
    bytes: number,
    took: number,
    fate = "received",
    cause = 0,
  ): { send: number; arrive: () => number } {
    const names = ["server:7000", "client", "other"];
    const send = this.add({ at, kind: "net.send", node: from, inc: 1, a: 4, b: bytes, s: names[to]!, cause, site: 2 });
    const m = this.survey.messages;
    const k = m.send.push(send) - 1;
    m.from.push(from);
    m.to.push(to);
    m.end.push(0);
    m.fate.push(FATES.indexOf(fate));
    return {
      send,
      arrive: () => {
        const recv = this.add({ at: at + took, kind: "net.recv", node: to, inc: 1, a: 4, b: bytes, s: names[from]!, cause: send, site: 3 });
        m.end[k] = recv;
        return recv;
      },
    };
  }

  disk(at: number, inc: number, kind: string, state: string, cause = 0): number {
    const e = this.add({ at, kind, node: SERVER, inc, s: "/data/store.log", a: this.op * 64, b: 64, c: ++this.op << 16, cause, site: 1 });
    this.survey.disk.event.push(e);
    this.survey.disk.state.push(STATES.indexOf(state));
    this.survey.disk.end.push(0);
    this.survey.disk.durable.push(kind === "disk.sync" ? 4 : 0);
    return e;
  }
}

function build(fails: boolean, rounds: number): { story: Story; header: Partial<Header> & { nodes: string[] } } {
  const s = new Story();
  const { survey } = s;
  s.add({ at: 0, kind: "run.start", s: "7", t: "0011223344556677" });
  const boots = [SERVER, CLIENT, OTHER].map((node) => s.add({ at: node * 1000, kind: "node.boot", node, inc: 1 }));
  boots.forEach((boot, node) => {
    survey.incarnations.node.push(node);
    survey.incarnations.number.push(1);
    survey.incarnations.boot.push(boot);
    survey.incarnations.end.push(0);
  });
  s.add({ at: 1 * ms, kind: "net.listen", node: SERVER, inc: 1, a: 3, b: 7000, cause: boots[0]!, site: 1 });
  s.add({ at: 1.2 * ms, kind: "log", node: SERVER, inc: 1, a: 2, s: "listening on :7000", cause: boots[0]! });
  s.add({ at: 2 * ms, kind: "run.phase", s: "workload" });
  const promise = s.add({ at: 2.5 * ms, kind: "check.begin", node: CLIENT, inc: 1, s: "all keys readable", a: 400 * ms, site: 4 });
  survey.eventuallys.begin.push(promise);
  survey.eventuallys.deadline.push(402.5 * ms);
  survey.eventuallys.end.push(0);
  survey.eventuallys.decided.push(0);
  let at = 4 * ms;
  let lastWrite = 0;
  let acked = 0;
  let op = 0;
  const pending: number[] = [];
  const gap = (i: number): number => (i % 9 === 8 ? 40 * ms : (5 + ((i * 7) % 11)) * ms);
  for (let i = 0; i < rounds; i++, at += gap(i)) {
    const client = i % 3 === 2 ? OTHER : CLIENT;
    op++;
    const invoke = s.add({ at, kind: "op.invoke", node: client, inc: 1, a: op, s: "store", t: `put("k${i % 7}", ${i})`, site: 4 });
    const m = s.message(at + 0.05 * ms, client, SERVER, 32 + (i % 5) * 100, 1.1 * ms, "received", invoke);
    const recv = m.arrive();
    lastWrite = s.disk(at + 1.4 * ms, 1, "disk.write", "durable", recv);
    pending.push(survey.disk.event.length - 1);
    if (i % 4 === 3 && i < rounds - 2) {
      const sync = s.disk(at + 1.8 * ms, 1, "disk.sync", "sync", lastWrite);
      for (const p of pending.splice(0)) survey.disk.end[p] = sync;
    }
    const reply = s.message(at + 2 * ms, SERVER, client, 8, 1.2 * ms, "received", lastWrite);
    acked = reply.send;
    const got = reply.arrive();
    const ret = s.add({ at: at + 3.4 * ms, kind: "op.return", node: client, inc: 1, a: op, b: 1, t: "ok", cause: got, site: 4 });
    survey.calls.invoke.push(invoke);
    survey.calls.return.push(ret);
    survey.calls.client.push(client - 1);
    survey.calls.blamed.push(0);
    s.add({ at: at + 3.5 * ms, kind: "check", node: client, inc: 1, s: "stored values are read back", a: 1, b: 0, cause: ret, site: 5 });
    if (i === 6) partition(s, at + 4 * ms);
    if (i === 10) pause(s, at + 4 * ms);
  }
  finish(s, at, fails, { lastWrite, acked, promise, pending });
  const sites = [
    { file: "store/log.go", line: 42, func: "(*Log).Append" },
    { file: "client/client.go", line: 18, func: "(*Client).call" },
    { file: "server/serve.go", line: 55, func: "serve" },
    { file: "client/client.go", line: 71, func: "workload" },
    { file: "client/client.go", line: 88, func: "check" },
  ];
  return {
    story: s,
    header: {
      nodes: ["server", "client", "other"],
      sites,
      seed: "7",
      config: "seedfall.json",
      program: "00112233445566778899aabbccddeeff",
    },
  };
}

function partition(s: Story, at: number): void {
  const fault = s.add({ at, kind: "fault.partition", b: at + 12 * ms, s: "other", t: "both" });
  const held = s.message(at + 1 * ms, OTHER, SERVER, 40, 12 * ms, "held");
  const dropped = s.message(at + 2 * ms, SERVER, OTHER, 90, 0, "dropped");
  const heal = s.add({ at: at + 12 * ms, kind: "fault.heal", s: "other", t: "both", cause: fault });
  held.arrive();
  s.add({ at: at + 13.1 * ms, kind: "net.close", node: OTHER, inc: 1, a: 9, s: "server:7000", cause: dropped.send });
  addFault(s, fault, at + 12 * ms, heal, -1);
}

function pause(s: Story, at: number): void {
  const fault = s.add({ at, kind: "fault.pause", node: CLIENT, inc: 1, b: at + 6 * ms });
  const late = s.message(at + 1 * ms, SERVER, CLIENT, 12, 6 * ms, "delayed");
  const resume = s.add({ at: at + 6 * ms, kind: "fault.resume", node: CLIENT, inc: 1, cause: fault });
  late.arrive();
  addFault(s, fault, at + 6 * ms, resume, 0);
}

function addFault(s: Story, event: number, until: number, ended: number, fault: number): void {
  s.survey.faults.event.push(event);
  s.survey.faults.until.push(until);
  s.survey.faults.ended.push(ended);
  s.survey.faults.fault.push(fault);
}

function finish(s: Story, at: number, fails: boolean, was: { lastWrite: number; acked: number; promise: number; pending: number[] }): void {
  const { survey } = s;
  const crash = s.add({ at, kind: "fault.crash", node: SERVER, inc: 1, b: at + 30 * ms, cause: was.acked });
  survey.incarnations.end[0] = crash;
  for (const p of was.pending) {
    survey.disk.state[p] = STATES.indexOf("lost");
    survey.disk.end[p] = crash;
    const lost = s.add({ at, kind: "disk.lost", node: SERVER, inc: 1, s: "/data/store.log", t: "64 bytes lost", cause: crash });
    survey.losses.lost.push(lost);
    survey.losses.change.push(survey.disk.event[p]!);
  }
  const boot = s.add({ at: at + 30 * ms, kind: "node.boot", node: SERVER, inc: 2, cause: crash });
  survey.incarnations.node.push(SERVER);
  survey.incarnations.number.push(2);
  survey.incarnations.boot.push(boot);
  survey.incarnations.end.push(0);
  addFault(s, crash, at + 30 * ms, boot, 1);
  const op = survey.calls.invoke.length + 1;
  const invoke = s.add({ at: at + 35 * ms, kind: "op.invoke", node: CLIENT, inc: 1, a: op, s: "store", t: 'get("k5")', site: 4 });
  const asked = s.message(at + 35.2 * ms, CLIENT, SERVER, 16, 1 * ms, "received", invoke).arrive();
  const got = s.message(at + 36.5 * ms, SERVER, CLIENT, 8, 1.2 * ms, "received", asked).arrive();
  const ret = s.add({
    at: at + 38 * ms,
    kind: "op.return",
    node: CLIENT,
    inc: 1,
    a: op,
    b: 1,
    t: fails ? "nothing" : "33",
    cause: got,
    site: 4,
  });
  survey.calls.invoke.push(invoke);
  survey.calls.return.push(ret);
  survey.calls.client.push(0);
  survey.calls.blamed.push(fails ? 1 : 0);
  survey.clients.push("client/1", "other/1");
  const details = fails ? "get(k5) = nothing, 33 was acknowledged" : "";
  const check = s.add({
    at: at + 38.1 * ms,
    kind: "check",
    node: CLIENT,
    inc: 1,
    s: "acknowledged writes survive",
    a: fails ? 0 : 1,
    b: 0,
    t: details,
    cause: ret,
    site: 5,
  });
  if (fails) s.add({ at: at + 38.1 * ms, kind: "failed", node: CLIENT, inc: 1, s: "property", t: details, cause: check, site: 5 });
  s.add({ at: at + 38.2 * ms, kind: "run.end", s: fails ? "failed" : "duration" });
}

/** inOrder sorts a story by instant; whatever names events names them by their new numbers. */
function inOrder({ events, survey }: Story): Event[] {
  const order = events.map((_, k) => k).sort((a, b) => events[a]!.at - events[b]!.at || a - b);
  const number = new Map(order.map((k, place) => [k + 1, place + 1]));
  const renumber = (list: number[]): void => {
    list.forEach((e, k) => (list[k] = number.get(e) ?? 0));
  };
  const { incarnations, faults, messages, disk, eventuallys, calls, losses } = survey;
  const lists = [incarnations.boot, incarnations.end, faults.event, faults.ended, messages.send, messages.end, disk.event, disk.end];
  [...lists, eventuallys.begin, eventuallys.end, calls.invoke, calls.return, losses.lost, losses.change].forEach(renumber);
  const byBeginning = messages.send.map((_, k) => k).sort((a, b) => messages.send[a]! - messages.send[b]!);
  for (const list of [messages.send, messages.from, messages.to, messages.end, messages.fate]) {
    const was = [...list];
    byBeginning.forEach((k, place) => (list[place] = was[k]!));
  }
  return order.map((k) => ({ ...events[k]!, cause: number.get(events[k]!.cause ?? 0) ?? 0 }));
}

/** sample is a run of a few hundred events; one that passes has the same beginning. */
export function sample(fails = true, rounds = 40): Sections {
  const { story, header } = build(fails, rounds);
  const { survey } = story;
  const events = inOrder(story);
  const crash = events.findIndex((e) => e.kind === "fault.crash") + 1;
  const failed = events.findIndex((e) => e.kind === "failed") + 1;
  const check = failed - 1;
  const pause = events.find((e) => e.kind === "fault.pause");
  const fault = (kind: string, node: string, e: Event): unknown => ({ at: `${e.at / ms}ms`, kind, node, until: `${(e.b ?? 0) / ms}ms` });
  const crashed = events[crash - 1]!;
  header.schedule = {
    schema: 1,
    seed: 7,
    config: "seedfall.json",
    faults: [...(pause ? [fault("pause", "client", pause)] : []), fault("crash", "server", crashed)],
    duration: "60s",
    shrunk_from: { faults: 33, duration: "60s", ops: 200 },
    shrink_runs: 84,
  };
  header.reason = fails ? "failed" : "duration";
  if (fails) {
    const lost = survey.losses.lost[0] ?? 0;
    header.failure = {
      class: "property",
      node: "client",
      property: "acknowledged writes survive",
      message: "get(k5) = nothing, 33 was acknowledged",
      symptom: "after a crash",
      detail: "the calls:\n  put(k5, 33) <b>by</b> client#1\n",
      at: events[failed - 1]!.at,
      event: failed,
      site: { file: "client/client.go", line: 88, func: "check" },
    };
    header.story = {
      steps: [
        {
          event: survey.losses.change[0] ?? 0,
          text: "server writes 64 bytes to /data/store.log and does not sync them",
          site: { file: "store/log.go", line: 42 },
        },
        { event: crash - 4, text: "server tells client that the write is stored", site: { file: "server/serve.go", line: 55 } },
        { event: crash, text: "server loses power" },
        { event: lost, text: "64 bytes of /data/store.log are lost: no sync covered them" },
        { event: check, text: "client reads k5 and finds nothing", site: { file: "client/client.go", line: 88 } },
      ],
    };
  }
  return sections(header, events, survey);
}
