// The table of kinds as Go writes it into the head section (engine/trace/kinds.go).
import type { KindRow } from "../../src/timeline/data";

const file = "path:S op:n errno:e";
const span = "path:S offset:A bytes:B op:n errno:e";
const pair = "path:S to:T op:n errno:e";

const table: [name: string, verb: string, fields: string][] = [
  ["", "", ""],
  ["run.start", "run", "seed:S program:T"],
  ["run.phase", "phase", "name:S"],
  ["run.end", "end", "reason:S"],
  ["node.boot", "boot", ""],
  ["node.exit", "exit", "code:A"],
  ["node.killed", "killed", "reason:S"],
  ["node.slice", "time slice used up, parked for 10ms", "calls:A"],
  ["log", "", "fd:A text:S"],
  ["disk.create", "create", file],
  ["disk.write", "write", span],
  ["disk.truncate", "truncate", "path:S size:A op:n errno:e"],
  ["disk.allocate", "allocate", span],
  ["disk.sync", "fsync", file],
  ["disk.syncdir", "fsync directory", file],
  ["disk.rename", "rename", pair],
  ["disk.link", "link", pair],
  ["disk.unlink", "unlink", file],
  ["disk.mkdir", "mkdir", file],
  ["disk.rmdir", "rmdir", file],
  ["disk.symlink", "symlink", pair],
  ["disk.lost", "crash:", "path:S what:T"],
  ["net.listen", "listen", "socket:A port:B"],
  ["net.dial", "dial", "socket:A to:S"],
  ["net.accept", "accept", "socket:A from:S"],
  ["net.send", "send", "socket:A bytes:B to:S errno:r"],
  ["net.recv", "receive", "socket:A bytes:B from:S errno:r"],
  ["net.shutdown", "shut down", "socket:A to:S"],
  ["net.close", "close", "socket:A to:S"],
  ["check", "", "property:S kind:k ok:b details:T"],
  ["check.begin", "eventually", "property:S within:d"],
  ["check.end", "eventually ended:", "property:S ok:b details:T"],
  ["fault.crash", "fault crash", "until:i"],
  ["fault.crash_io", "fault crash_io", "until:i op:A point:S"],
  ["fault.partition", "fault partition", "until:i cut:S direction:T"],
  ["fault.heal", "heal", "cut:S direction:T"],
  ["fault.pause", "fault pause", "until:i"],
  ["fault.resume", "resume", ""],
  ["node.signal", "signal", "signal:A"],
  ["failed", "FAILED", "class:S message:T"],
  ["fault.restart", "fault restart", "grace:d"],
  ["fault.disk", "fault", "name:S op:A"],
  ["fault.bitrot", "fault bitrot", "path:S offset:A"],
  ["op.invoke", "call", "op:A history:S call:T"],
  ["op.micro", "call", "op:A history:S micro:T"],
  ["op.return", "return", "op:A status:s details:S result:T"],
  ["op.blame", "in conflict: call", "op:A"],
];

const families: [prefix: string, cls: string][] = [
  ["run.", "run"],
  ["failed", "run"],
  ["node.", "life"],
  ["log", "log"],
  ["disk.", "disk"],
  ["net.", "network"],
  ["check", "checks"],
  ["fault.", "faults"],
  ["op.", "calls"],
];

export const CLASSES = ["run", "life", "log", "disk", "network", "checks", "faults", "calls"];

export const KINDS: KindRow[] = table.map(([name, verb, fields]) => ({
  name,
  verb,
  class: families.find(([prefix]) => name !== "" && name.startsWith(prefix))?.[1] ?? "run",
  fields: fields
    ? fields.split(" ").map((f) => {
        const [field, of] = f.split(":") as [string, string];
        return { name: field, of };
      })
    : [],
}));

export const kindOf = (name: string): number => KINDS.findIndex((k) => k.name === name);
