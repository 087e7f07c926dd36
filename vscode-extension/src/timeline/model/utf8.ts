// Strings of the events section. Text from a program need not be UTF-8: a byte that
// is none becomes a lone surrogate, U+DC00 and the byte, so that it can be shown as
// the byte that it is (print.ts).
import { DataError } from "./errors";

/** Longest text that is decoded in one piece; engines hold a little more than 500 MB. */
const WHOLE = 1 << 28;

/** readStrings cuts UTF-8 into strings; string i is from offsets[i] to offsets[i+1]. */
export function readStrings(offsets: Uint32Array, utf8: Uint8Array): string[] {
  const n = offsets.length - 1;
  for (let i = 0; i < n; i++) {
    if (offsets[i + 1]! < offsets[i]!) throw new DataError("the texts of the run overlap");
  }
  if (offsets[0] !== 0 || offsets[n]! > utf8.length) throw new DataError("the texts of the run are cut off");
  return inOnePiece(offsets, utf8) ?? oneByOne(offsets, utf8);
}

/** inOnePiece decodes all text at once, which is fast; null if it is not all UTF-8. */
function inOnePiece(offsets: Uint32Array, utf8: Uint8Array): string[] | null {
  const n = offsets.length - 1;
  const end = offsets[n]!;
  if (end > WHOLE) return null;
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(utf8.subarray(0, end));
  } catch {
    return null;
  }
  const strings = new Array<string>(n);
  const ascii = text.length === end;
  let from = 0; // in text, where the string begins
  for (let i = 0; i < n; i++) {
    const a = offsets[i]!;
    const b = offsets[i + 1]!;
    if (b < end && (utf8[b]! & 0xc0) === 0x80) return null; // in the middle of a character
    const to = ascii ? b : from + units(utf8, a, b);
    strings[i] = text.slice(from, to);
    from = to;
  }
  return strings;
}

/** units counts the UTF-16 units of a piece of UTF-8. */
function units(utf8: Uint8Array, from: number, to: number): number {
  let n = 0;
  for (let i = from; i < to; i++) {
    const b = utf8[i]!;
    if ((b & 0xc0) !== 0x80) n += b >= 0xf0 ? 2 : 1;
  }
  return n;
}

function oneByOne(offsets: Uint32Array, utf8: Uint8Array): string[] {
  const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const strings = new Array<string>(offsets.length - 1);
  for (let i = 0; i < strings.length; i++) {
    const part = utf8.subarray(offsets[i], offsets[i + 1]);
    try {
      strings[i] = strict.decode(part);
    } catch {
      strings[i] = lenient(part, strict);
    }
  }
  return strings;
}

/** lenient decodes what is UTF-8, and keeps each other byte as a lone surrogate. */
function lenient(part: Uint8Array, strict: TextDecoder): string {
  let text = "";
  let good = 0; // where the UTF-8 that is not in text yet begins
  for (let i = 0; i < part.length;) {
    const length = charLength(part, i);
    if (length > 0) {
      i += length;
      continue;
    }
    text += strict.decode(part.subarray(good, i)) + String.fromCharCode(0xdc00 + part[i]!);
    i++;
    good = i;
  }
  return text + strict.decode(part.subarray(good));
}

/** charLength is how many bytes the character at a place has; 0 if there is none. */
function charLength(b: Uint8Array, i: number): number {
  const first = b[i]!;
  if (first < 0x80) return 1;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || i + length > b.length) return 0;
  for (let k = 1; k < length; k++) {
    if ((b[i + k]! & 0xc0) !== 0x80) return 0;
  }
  const second = b[i + 1]!;
  const low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  return second >= low && second <= high ? length : 0;
}
