// One page in a file that has its run in it: no server, no network. A section stands
// in <script type="application/octet-stream" id="seedfall-head" data-run="main">
// as base64 of gzip.
import type { Host, RunRef, Section } from "../host";
import { copyText } from "./copy";
import { formatFragment, parseFragment } from "./fragment";
import { NO_ABILITIES } from "./none";

/** WHY_NOT is what the panels say where another host could do more. */
export const WHY_NOT =
  "This page has one recorded run in it and cannot make another. Open the run with seedfall view or in VS Code for that.";

/** isEmbedded says whether a document has a run in it. */
export function isEmbedded(doc: Document): boolean {
  return doc.getElementById("seedfall-head") !== null;
}

/** connectEmbedded reads sections out of the document that the page is. */
export function connectEmbedded(doc: Document, base: string, hash: string): Host {
  const run = doc.getElementById("seedfall-head")?.dataset["run"] ?? "main";
  const { sel } = parseFragment(hash);
  let state: unknown = null;
  const never = (): Promise<never> => Promise.reject(new Error(WHY_NOT));
  return {
    abilities: NO_ABILITIES,
    opened: sel ? { run, event: sel } : { run },
    load: (_: RunRef, section: Section) => unpack(doc, section),
    openSource: () => undefined,
    copy: copyText,
    address: (_, event) => base + formatFragment({ t: "", sel: event, q: "", token: "" }),
    goroutines: never,
    replay: never,
    neighbour: never,
    state: () => state,
    keep: (next) => {
      state = next;
    },
  };
}

async function unpack(doc: Document, section: Section): Promise<Uint8Array> {
  const element = doc.getElementById(`seedfall-${section}`);
  if (!element) throw new Error(`this page has no ${section} section in it; write it again with seedfall view -o`);
  const text = element.textContent;
  element.textContent = ""; // a large text that nobody needs twice
  const packed = decodeBase64(text);
  try {
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch {
    throw new Error(`the ${section} section of this page is damaged; write it again with seedfall view -o`);
  }
}

/** decodeBase64 works in turns, so that a large section needs no array of all its characters. */
function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const clean = text.replace(/\s+/g, "");
  const padding = clean.endsWith("==") ? 2 : clean.endsWith("=") ? 1 : 0;
  const bytes = new Uint8Array(Math.max(0, Math.floor((clean.length * 3) / 4) - padding));
  const turn = 1 << 16;
  for (let at = 0, out = 0; at < clean.length; at += turn) {
    const part = atob(clean.slice(at, at + turn));
    for (let i = 0; i < part.length; i++) bytes[out++] = part.charCodeAt(i);
  }
  return bytes;
}
