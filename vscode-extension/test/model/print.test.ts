import { expect, test } from "vitest";
import { fields, line } from "../../src/timeline/model/print";
import { run } from "./build";

const r = run(
  ["server", "workload"],
  [
    { kind: "run.start", s: "1" },
    { kind: "node.boot", node: 0, cause: 1 },
    { kind: "disk.write", node: 0, at: 57_899_000_000, s: "/kv.log", a: 129040, b: 933, c: (388 << 16) + 29 },
    { kind: "log", node: 1, at: 57_903_999_999, a: 1, s: 'a "word"\n\u202e' },
    { kind: "check", node: 1, at: 57_907_000_000, a: 0, b: 2, s: 'read "back"', t: "key=1", site: 1 },
    { kind: "op.return", node: 1, at: 57_907_000_000, a: 7, b: 1, t: "1" },
    { kind: "fault.partition", at: 60_000_000_000, b: 90_500_000_000, s: "server, x", t: "both" },
  ],
  { sites: [{ file: "client/main.go", line: 69 }] },
);

test("lines are those of the text export", () => {
  expect(Array.from({ length: r.n }, (_, i) => line(r, i))).toEqual([
    "    0.000s  run seed=1",
    "    0.000s  server#1 boot",
    "   57.899s  server#1 write path=/kv.log offset=129040 bytes=933 op=388 errno=EIO",
    '   57.903s  workload#1 | a "word"\\n\\u202e',
    '   57.907s  workload#1 always "read \\"back\\"" false: key=1 at client/main.go:69',
    "   57.907s  workload#1 return 7 ok = 1",
    '   60.000s  fault partition until=1m30.5s cut="server, x" direction=both',
  ]);
});

test("fields have the names of the JSON export", () => {
  expect(fields(r, 2)).toEqual([
    { name: "path", value: "/kv.log" },
    { name: "offset", value: 129040 },
    { name: "bytes", value: 933 },
    { name: "op", value: 388 },
    { name: "errno", value: "EIO" },
  ]);
});
