import { describe, expect, test } from "vitest";
import { COLUMNS } from "../../src/timeline/data";
import { DataError, parseEvents, parseHead, parseSurvey } from "../../src/timeline/model/read";
import { readStrings } from "../../src/timeline/model/utf8";
import { recorded } from "../fixtures";
import { encode, head } from "./build";

const utf8 = new TextEncoder();
const bytes = (text: string) => utf8.encode(text);

describe("texts", () => {
  const cut = (...parts: Uint8Array[]): string[] => {
    const offsets = new Uint32Array(parts.length + 1);
    parts.forEach((p, k) => (offsets[k + 1] = offsets[k]! + p.length));
    return readStrings(offsets, Uint8Array.from(parts.flatMap((p) => [...p])));
  };

  test("are cut where their bytes are, whatever their characters take", () => {
    const texts = ["", "plain", "größer", "\ufeffmark", "日本", "🂡x", "", "\u0000"];
    expect(cut(...texts.map(bytes))).toEqual(texts);
  });

  test.each<[string, number[], string]>([
    ["a byte that begins nothing", [0x61, 0xff, 0x62], "a\udcffb"],
    ["the rest of a character", [0x80, 0x61], "\udc80a"],
    ["a character that is cut off", [0x61, 0xe2, 0x82], "a\udce2\udc82"],
    ["a longer form than needed", [0xc0, 0xaf], "\udcc0\udcaf"],
    ["half of a pair", [0xed, 0xa0, 0x80], "\udced\udca0\udc80"],
    ["more than there are characters", [0xf4, 0x90, 0x80, 0x80], "\udcf4\udc90\udc80\udc80"],
    ["a wrong byte before a right character", [0xe2, 0xc3, 0xa9], "\udce2é"],
  ])("that are no UTF-8 keep each such byte: %s", (_, raw, text) => {
    expect(cut(bytes("é"), Uint8Array.from(raw), bytes("z"))).toEqual(["é", text, "z"]);
  });

  test("that are cut in the middle of a character keep both halves", () => {
    expect(cut(bytes("é").subarray(0, 1), bytes("é").subarray(1))).toEqual(["\udcc3", "\udca9"]);
  });

  test.each([
    [[0, 3, 2], "the texts of the run overlap"],
    [[0, 1, 9], "the texts of the run are cut off"],
    [[1, 2, 3], "the texts of the run are cut off"],
  ])("at %j are refused", (offsets, message) => {
    expect(() => readStrings(Uint32Array.from(offsets), bytes("abc"))).toThrow(new DataError(message));
  });
});

describe("events", () => {
  const { events } = recorded("kvlog");

  test("are the same wherever their bytes stand", () => {
    const shifted = new Uint8Array(events.length + 3);
    shifted.set(events, 3);
    expect(parseEvents(shifted.subarray(3))).toEqual(parseEvents(events));
  });

  test("that are cut off anywhere are refused", () => {
    for (let length = 0; length < events.length; length += 997) {
      expect(() => parseEvents(events.slice(0, length)), `${length} bytes`).toThrow(DataError);
    }
  });

  /** broken changes one entry of a column of three events. */
  const broken = (column: (typeof COLUMNS)[number], value: number): (() => unknown) => {
    const all = [{ kind: "run.start" }, { kind: "log", node: 0, at: 5, s: "x" }, { kind: "log", node: 0, at: 7, s: "y" }];
    const copy = encode(all).slice();
    const columns = parseEvents(copy);
    columns[column][1] = value; // a view of copy
    return () => parseEvents(copy);
  };

  test.each<[(typeof COLUMNS)[number], number, string]>([
    ["at", 8, "event 3 is earlier than the one before it"],
    ["at", NaN, "event 2 is earlier than the one before it"],
    ["at", -1, "event 2 is earlier than the one before it"],
    ["cause", 2, "event 2 has a cause that does not come before it"],
    ["s", 3, "event 2 has a text that the run does not have"],
    ["t", 9, "event 2 has a text that the run does not have"],
  ])("with %s of %d are refused", (column, value, message) => {
    expect(broken(column, value)).toThrow(new DataError(message));
  });

  test("of another form are refused", () => {
    const other = events.slice();
    other[6] = 50;
    expect(() => parseEvents(other)).toThrow("do not begin as this page expects");
  });
});

describe("sections that are JSON", () => {
  test("have to be JSON", () => {
    expect(() => parseHead(bytes("{"))).toThrow(new DataError("the head of the run is not JSON"));
    expect(() => parseSurvey(bytes(""))).toThrow(new DataError("the survey of the run is not JSON"));
  });

  test("keep all digits of a seed, and leave texts alone that look like one", () => {
    const one = { ...head({ nodes: [] }), header: { ...head({ nodes: [] }).header, seed: "SEED", reason: '"seed":12345678901234567890,' } };
    const text = JSON.stringify(one).replace('"SEED"', "18446744073709551615");
    const { header } = parseHead(bytes(text));
    expect([header.seed, header.reason]).toEqual(["18446744073709551615", '"seed":12345678901234567890,']);
  });

  test("of a later form are refused", () => {
    const later = bytes(JSON.stringify({ ...head({ nodes: [] }), schema: 3 }));
    expect(() => parseHead(later)).toThrow("the run is given in form 3, and this page reads form 2");
  });
});
