// Makes text from a program fit on a line: control characters, text that changes
// direction and bytes that are no UTF-8 are escaped, as the export of a run as text
// does (strconv.QuoteToGraphic in Go).

/** What may be shown as it is: letters, marks, numbers, punctuation, symbols. */
const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S}]$/u;
/** And spaces of other widths. */
const GRAPHIC = /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]$/u;

/** What has to be looked at character by character. */
const PLAIN = /^[ -[\]-~]*$/;
const PLAIN_QUOTED = /^[ !#-[\]-~]*$/;

const SHORT: Record<string, string> = {
  "\u0007": "\\a",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
  "\\": "\\\\",
};

/** quoted escapes what is not graphic; quotation marks stay. */
export function quoted(s: string): string {
  return plain(s) ? s : escape(s, GRAPHIC);
}

/** goQuote is s in quotation marks, as Go's %q has it. */
export function goQuote(s: string): string {
  if (PLAIN_QUOTED.test(s)) return `"${s}"`;
  return `"${escape(s, PRINTABLE).replaceAll('"', '\\"')}"`;
}

/** plain says that nothing in a text is escaped on a line, but for quotation marks in goQuote. */
export function plain(s: string): boolean {
  return PLAIN.test(s);
}

function escape(s: string, allowed: RegExp): string {
  let out = "";
  for (const char of s) {
    if (char >= " " && char <= "~" && char !== "\\") out += char;
    else out += SHORT[char] ?? (allowed.test(char) ? char : numeric(char.codePointAt(0)!));
  }
  return out;
}

function numeric(code: number): string {
  if (code < 0x20 || code === 0x7f) return `\\x${hex(code, 2)}`;
  if (code >= 0xdc80 && code <= 0xdcff) return `\\x${hex(code - 0xdc00, 2)}`; // see utf8.ts
  if (code >= 0xd800 && code <= 0xdfff) return "\\ufffd";
  return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, "0");
}

/** clip shortens a text to a number of UTF-16 units, and says how many are left out. */
export function clip(s: string, limit: number): string {
  if (s.length <= limit) return s;
  let end = limit;
  const last = s.charCodeAt(end - 1);
  if (last >= 0xd800 && last <= 0xdbff) end--; // no half of a character
  return `${s.slice(0, end)}… (${s.length - end} more)`;
}
