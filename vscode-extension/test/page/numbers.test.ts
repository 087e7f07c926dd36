import { expect, test } from "vitest";
import { grouped } from "../../src/timeline/page/numbers";

test("thousands have a comma between them, as English has it", () => {
  for (const n of [0, 7, 999, 1000, 12345, 999999, 1000000, 4194304]) expect(grouped(n)).toBe(n.toLocaleString("en"));
});
