// What crashes lost and which changes those were: the part of causes that the column
// of causes does not have.
import { errno, textS, textT } from "./print";
import type { Run } from "./run";

/** Kinds are the numbers of the kinds that cones look at. */
export interface Kinds {
  start: number;
  failed: number;
  blame: number;
  crash: number;
  crashIO: number;
  lost: number;
  sync: number;
  syncDir: number;
}

/** Disks answers for one run. */
export interface Disks {
  kinds: Kinds;
  /** The events that begin a fault, in order. */
  faults: Uint32Array;
  /** unsynced calls add for the changes of a file or folder that were not synced when a crash lost some of it. */
  unsynced(lost: number, add: (i: number) => void): void;
  /** changesOf are the changes that a loss took, as the survey has them. */
  changesOf(lost: number): readonly number[];
}

const made = new WeakMap<Run, Disks>();

/** disks gives the same object for a run each time, once its columns and survey are there. */
export function disks(run: Run): Disks {
  let d = made.get(run);
  if (!d) {
    d = make(run);
    if (run.columns && run.survey) made.set(run, d);
  }
  return d;
}

function make(run: Run): Disks {
  const kinds: Kinds = {
    start: run.kind("run.start"),
    failed: run.kind("failed"),
    blame: run.kind("op.blame"),
    crash: run.kind("fault.crash"),
    crashIO: run.kind("fault.crash_io"),
    lost: run.kind("disk.lost"),
    sync: run.kind("disk.sync"),
    syncDir: run.kind("disk.syncdir"),
  };
  const changes = new Map<number, number[]>();
  run.survey?.losses.lost.forEach((lost, k) => {
    const of = changes.get(lost - 1) ?? [];
    of.push(run.survey!.losses.change[k]! - 1);
    changes.set(lost - 1, of);
  });
  return {
    kinds,
    faults: faults(run),
    unsynced: (lost, add) => {
      unsynced(run, kinds, lost, add);
    },
    changesOf: (lost) => changes.get(lost) ?? [],
  };
}

/** faults are the events by which something begins to go wrong. */
function faults(run: Run): Uint32Array {
  const begins = run.head.kinds.map((k) => k.name.startsWith("fault.") && k.name !== "fault.heal" && k.name !== "fault.resume");
  const all: number[] = [];
  const { kind } = run.data;
  for (let i = 0; i < run.n; i++) if (begins[kind[i]!]) all.push(i);
  return Uint32Array.from(all);
}

/** What alters a file: its content, its name, or two names. */
const ALTERS: Record<string, 1 | 2> = {
  "disk.write": 1,
  "disk.truncate": 1,
  "disk.allocate": 1,
  "disk.create": 1,
  "disk.unlink": 1,
  "disk.mkdir": 1,
  "disk.rmdir": 1,
  "disk.rename": 2,
  "disk.link": 2,
  "disk.symlink": 2,
};

function unsynced(run: Run, kinds: Kinds, lost: number, add: (i: number) => void): void {
  const { node, inc, kind } = run.data;
  const disk = run.head.classes.indexOf("disk");
  const events = run.events({ node: node[lost]!, class: disk });
  const path = textS(run, lost);
  const what = textT(run, lost);
  const name = what === "name lost" || what === "back";
  const folder = name ? dirname(path) : "";
  for (let at = lower(events, lost) - 1; at >= 0; at--) {
    const i = events[at]!;
    if (inc[i]! < inc[lost]!) return;
    const k = kind[i]!;
    if (errno(run, i) === 0 && (name ? k === kinds.syncDir && textS(run, i) === folder : k === kinds.sync && textS(run, i) === path))
      return;
    const names = ALTERS[run.head.kinds[k]!.name] ?? 0;
    if (names > 0 && (textS(run, i) === path || (names === 2 && textT(run, i) === path))) add(i);
  }
}

/** lower is the first place in sorted numbers whose value is at least x. */
export function lower(sorted: ArrayLike<number>, x: number, from = 0): number {
  let low = from;
  let high = sorted.length;
  while (low < high) {
    const mid = (low + high) >>> 1;
    if (sorted[mid]! < x) low = mid + 1;
    else high = mid;
  }
  return low;
}

/** upper is the first place whose number is more than t. */
export function upper(values: ArrayLike<number>, t: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const mid = (low + high) >>> 1;
    if (values[mid]! <= t) low = mid + 1;
    else high = mid;
  }
  return low;
}

/** dirname is the folder of a path, as Go's path.Dir has it. */
export function dirname(path: string): string {
  const parts: string[] = [];
  const rooted = path.startsWith("/");
  for (const part of path.slice(0, path.lastIndexOf("/") + 1).split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else if (!rooted) parts.push("..");
  }
  return (rooted ? "/" : "") + parts.join("/") || ".";
}
