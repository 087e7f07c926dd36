// The page inside VS Code. It talks to the extension by messages:
//
//   page → extension   {method: "ready"}                       once, when it can listen
//   extension → page   {method: "init", params: Init}          the answer to it
//   page → extension   {id, method, params}                    load, goroutines, replay, neighbour
//   extension → page   {id, result} or {id, error}             error is a sentence
//   page → extension   {method: "openSource" | "copy", params} no answer comes
//   extension → page   {method: "show", params: {run, event}}  show another event
import type { Goroutine, Host, Replayed, RunRef, Section } from "../host";
import { abilitiesOf } from "./none";

/** VsCode is what acquireVsCodeApi gives. */
export interface VsCode {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

/** Init is what the extension says first. */
export interface Init {
  run: RunRef;
  event?: number;
  abilities: unknown;
  /** Address of the run, with {event} where the number of the event goes. */
  address?: string;
}

interface Message {
  id?: number;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: string;
}

/** Shown is called when the extension asks for an event of a run. */
export type Shown = (run: RunRef, event: number) => void;

interface Waiting {
  resolve(result: unknown): void;
  reject(err: Error): void;
}

/** connectWebview waits for the extension's init message. */
export function connectWebview(vscode: VsCode, target: EventTarget, shown: Shown): Promise<Host> {
  const waiting = new Map<number, Waiting>();
  let last = 0;
  const call = (method: string, params: unknown): Promise<unknown> => {
    const id = ++last;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      vscode.postMessage({ id, method, params });
    });
  };
  return new Promise((ready) => {
    target.addEventListener("message", (event) => {
      const message = (event as MessageEvent<Message | null>).data;
      if (typeof message !== "object" || message === null) return;
      if (message.id !== undefined) answer(waiting, message);
      else if (message.method === "init") ready(host(vscode, call, message.params as Init));
      else if (message.method === "show") {
        const { run, event } = message.params as { run: RunRef; event: number };
        shown(run, event);
      }
    });
    vscode.postMessage({ method: "ready" });
  });
}

function answer(waiting: Map<number, Waiting>, message: Message): void {
  const one = waiting.get(message.id!);
  if (!one) return;
  waiting.delete(message.id!);
  if (message.error !== undefined) one.reject(new Error(message.error));
  else one.resolve(message.result);
}

function host(vscode: VsCode, call: (method: string, params: unknown) => Promise<unknown>, init: Init): Host {
  return {
    abilities: abilitiesOf(init.abilities),
    opened: init.event ? { run: init.run, event: init.event } : { run: init.run },
    load: async (run: RunRef, section: Section) => bytesOf(await call("load", { run, section })),
    openSource: (file, line) => {
      vscode.postMessage({ method: "openSource", params: { file, line } });
    },
    copy: (text) => {
      vscode.postMessage({ method: "copy", params: { text } });
      return Promise.resolve();
    },
    address: (run, event) => (run === init.run ? (init.address ?? "").replace("{event}", String(event)) : ""),
    goroutines: async (run, at) => (await call("goroutines", { run, at })) as Goroutine[],
    replay: async (run, schedule) => (await call("replay", { run, schedule })) as Replayed,
    neighbour: async (run) => (await call("neighbour", { run })) as Replayed,
    state: () => vscode.getState(),
    keep: (state) => {
      vscode.setState(state);
    },
  };
}

/** bytesOf takes the forms in which editors hand over bytes. */
function bytesOf(result: unknown): Uint8Array {
  if (result instanceof Uint8Array) return result;
  if (result instanceof ArrayBuffer) return new Uint8Array(result);
  throw new Error("the extension sent a section that is not bytes");
}
