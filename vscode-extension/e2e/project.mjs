// A project of a user: examples/kvlog as a module of its own.
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");

/** kvlog makes the project and gives its folder. */
export function kvlog() {
  const dir = join(realpathSync(mkdtempSync(join(tmpdir(), "sf-kv-"))), "kvlog");
  cpSync(join(root, "examples/kvlog"), dir, {
    recursive: true,
    filter: (from) => ![".seedfall", "testdata", "fixed", "fixed.json"].includes(basename(from)),
  });
  for (const f of readdirSync(dir, { recursive: true, withFileTypes: true })) {
    if (f.isFile() && f.name.endsWith(".go")) {
      const at = join(f.parentPath, f.name);
      writeFileSync(at, readFileSync(at, "utf8").replaceAll("github.com/seedfall/seedfall/examples/kvlog", "example.com/kvlog"));
    }
  }
  const mod = `module example.com/kvlog\n\ngo 1.26.0\n\nrequire github.com/seedfall/seedfall v0.0.0\n\nreplace github.com/seedfall/seedfall => ${root}\n`;
  writeFileSync(join(dir, "go.mod"), mod);
  cpSync(join(root, "go.sum"), join(dir, "go.sum"));
  return dir;
}
