// Reads the three sections of a run. What a host gives may come from a stranger's
// file: lengths and numbers are checked before anything relies on them.
import { COLUMNS, EVENTS_MAGIC, type Columns, type Head, type Survey } from "../data";
import { readStrings } from "./utf8";
import { checkHead, checkSurvey } from "./shape";
import { DataError } from "./errors";

export { DataError } from "./errors";

/** The version of the sections' form that this page reads. */
export const SCHEMA = 2;

/** Bytes of one entry of each column. */
const WIDTH = { at: 8, a: 8, b: 8, c: 8, cause: 4, site: 4, inc: 4, s: 4, t: 4, node: 2, kind: 1 } as const;

/** parseHead reads the first section. A seed too large for a double becomes a string, also in the schedule. */
export function parseHead(bytes: Uint8Array): Head {
  return checkHead(json(bytes, "head"), SCHEMA);
}

/** parseSurvey reads the third section. */
export function parseSurvey(bytes: Uint8Array): Survey {
  return checkSurvey(json(bytes, "survey"));
}

/** json parses a section. In a JSON text a member cannot be inside a string without its quotes being escaped. */
function json(bytes: Uint8Array, section: string): unknown {
  try {
    const text = new TextDecoder("utf-8", { fatal: false }).decode(bytes);
    return JSON.parse(text.replace(/"seed":\s*(\d{16,20})(?=\s*[,}])/g, '"seed":"$1"'));
  } catch {
    throw new DataError(`the ${section} of the run is not JSON`);
  }
}

/** parseEvents reads the second section: the columns are views of its bytes, which must not change any more. */
export function parseEvents(bytes: Uint8Array): Columns {
  const aligned = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice();
  if (aligned.length < 16 || new TextDecoder("latin1").decode(aligned.subarray(0, 8)) !== EVENTS_MAGIC) {
    throw new DataError("the events of the run do not begin as this page expects; use the page of the seedfall that gave them");
  }
  const { buffer, byteOffset } = aligned;
  const numbers = new DataView(buffer, byteOffset, aligned.length);
  const n = numbers.getUint32(8, true);
  const count = numbers.getUint32(12, true);
  const start: Record<string, number> = {};
  let offset = 16;
  for (const name of COLUMNS) {
    start[name] = byteOffset + offset;
    offset = align(offset + n * WIDTH[name]);
  }
  const offsets = offset;
  offset += 4 * (count + 1);
  if (count === 0 || offset > aligned.length) throw new DataError("the events of the run are cut off");
  const where = (name: string) => start[name]!;
  const columns: Columns = {
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
    strings: readStrings(new Uint32Array(buffer, byteOffset + offsets, count + 1), aligned.subarray(offset)),
  };
  checkEvents(columns);
  return columns;
}

function align(offset: number): number {
  return Math.ceil(offset / 8) * 8;
}

/** checkEvents checks what can be checked without the head: order, causes, strings. */
function checkEvents(c: Columns): void {
  let last = 0;
  const strings = c.strings.length;
  for (let i = 0; i < c.n; i++) {
    const at = c.at[i]!;
    if (at === Infinity) throw new DataError(`event ${i + 1} has no instant`);
    // A NaN is not at least anything.
    if (!(at >= last)) throw new DataError(`event ${i + 1} is earlier than the one before it`);
    last = at;
    if (c.cause[i]! > i) throw new DataError(`event ${i + 1} has a cause that does not come before it`);
    if (c.s[i]! >= strings || c.t[i]! >= strings) throw new DataError(`event ${i + 1} has a text that the run does not have`);
  }
}
