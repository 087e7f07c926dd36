import { expect, test } from "vitest";
import { COLUMNS } from "../src/timeline/data";

test("columns of eight bytes come first, so that each begins aligned", () => {
  expect(COLUMNS.slice(0, 4)).toEqual(["at", "a", "b", "c"]);
});
