// The page that `seedfall view` serves on loopback. The token of the server stands
// in the fragment of the address and goes with every request as a header.
import type { Abilities, Goroutine, Host, Replayed, RunRef, Section } from "../host";
import { copyText } from "./copy";
import { formatFragment, parseFragment } from "./fragment";
import { abilitiesOf } from "./none";

/** Where is what the host needs of the browser. */
export interface Where {
  fetch(path: string, init: RequestInit): Promise<Response>;
  /** The page's address without its fragment. */
  base: string;
  /** The fragment that it was opened with. */
  hash: string;
  storage: Pick<Storage, "getItem" | "setItem">;
}

const TOKEN = "X-Seedfall-Token";
const KEPT = "seedfall.timeline";
/** The run that a server was started for has this name (internal/viewer). */
const FIRST = "run-1";

interface Opened {
  run: RunRef;
  event?: number;
  abilities: Abilities;
}

/** connectHttp asks the server what it was started for, and at once for the first section of that. */
export async function connectHttp(where: Where): Promise<Host> {
  const { token, sel } = parseFragment(where.hash);
  const headers = { [TOKEN]: token };
  const at = (run: RunRef, what: string): string => `api/${encodeURIComponent(run)}/${what}`;
  const get = async (path: string): Promise<Response> => checked(await reach(where, path, { headers }));
  const post = async (path: string, body: unknown): Promise<unknown> => {
    const init = { method: "POST", headers: { ...headers, "Content-Type": "application/json" }, body: JSON.stringify(body) };
    return (await checked(await reach(where, path, init))).json() as Promise<unknown>;
  };
  const section = async (run: RunRef, name: Section): Promise<Uint8Array> => new Uint8Array(await (await get(at(run, name))).arrayBuffer());
  let early: Promise<Uint8Array> | null = section(FIRST, "head");
  early.catch(() => undefined); // whoever takes it hears of it
  const opened = (await (await get("api/opened")).json()) as Opened;
  const event = sel || (opened.event ?? 0);
  return {
    abilities: abilitiesOf(opened.abilities),
    opened: event ? { run: opened.run, event } : { run: opened.run },
    load: (run: RunRef, name: Section) => {
      const asked = run === FIRST && name === "head" ? early : null;
      if (asked) early = null; // whoever asks again wants it anew
      return asked ?? section(run, name);
    },
    openSource: () => undefined,
    copy: copyText,
    address: (run, event) => (run === opened.run ? where.base + formatFragment({ t: "", sel: event, q: "", token }) : ""),
    goroutines: async (run, instant) => (await post(at(run, "goroutines"), { at: instant })) as Goroutine[],
    replay: async (run, schedule) => (await post(at(run, "replay"), { schedule })) as Replayed,
    neighbour: async (run) => (await post(at(run, "neighbour"), {})) as Replayed,
    state: () => kept(where.storage),
    keep: (state) => {
      where.storage.setItem(KEPT, JSON.stringify(state));
    },
  };
}

async function reach(where: Where, path: string, init: RequestInit): Promise<Response> {
  try {
    return await where.fetch(path, init);
  } catch {
    throw new Error("seedfall view does not answer; it may have been stopped, start it again");
  }
}

/** checked turns an answer that is not 200 into an error with the server's sentence. */
async function checked(response: Response): Promise<Response> {
  if (response.ok) return response;
  const text = (await response.text()).trim();
  throw new Error(text || `seedfall view answered with status ${response.status}`);
}

function kept(storage: Where["storage"]): unknown {
  try {
    return JSON.parse(storage.getItem(KEPT) ?? "null");
  } catch {
    return null;
  }
}
