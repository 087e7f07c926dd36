// Writes a stand-in for the language server, which behaves as a file says:
//
//   version V protocol P   it is of that version
//   ends                   it ends at once
//   slow                   it does not answer initialize
import { chmodSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** standIn makes one in a folder. node is the program that runs it. */
export function standIn(dir, node) {
  const path = join(dir, "seedfall-lsp");
  const mode = join(dir, "mode");
  return {
    path,
    /** behave puts it there, or takes it away for "missing". */
    behave(how) {
      rmSync(path, { force: true });
      if (how === "missing") return;
      writeFileSync(mode, how);
      writeFileSync(path, `#!${node}\n(${program.toString()})(${JSON.stringify(mode)});\n`);
      chmodSync(path, 0o755);
    },
  };
}

function program(mode) {
  const [what, version, , protocol] = process.getBuiltinModule("node:fs").readFileSync(mode, "utf8").split(" ");
  if (what === "ends") process.exit(3);
  let input = Buffer.alloc(0);
  const answer = (id, result) => {
    const text = JSON.stringify({ jsonrpc: "2.0", id, result });
    process.stdout.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  };
  const take = ({ id, method }) => {
    if (method === "exit") process.exit(0);
    if (id === undefined || what === "slow") return;
    const capabilities = { experimental: { seedfall: { protocol: Number(protocol) } } };
    const known = { initialize: { capabilities, serverInfo: { name: "seedfall", version } }, "seedfall/tests": { scenarios: [] } };
    answer(id, known[method] ?? null);
  };
  process.stdin.on("end", () => process.exit(1));
  process.stdin.on("data", (d) => {
    input = Buffer.concat([input, d]);
    for (;;) {
      const head = /^Content-Length: (\d+)\r\n\r\n/.exec(input.toString("latin1"));
      if (!head || input.length < head[0].length + Number(head[1])) return;
      const end = head[0].length + Number(head[1]);
      take(JSON.parse(input.subarray(head[0].length, end).toString()));
      input = input.subarray(end);
    }
  });
}
