// What can be written at the cursor of the search.
import { KEYS } from "./filter";
import type { Run } from "./run";

/** Completion is a text that can stand in the place from `from` to the cursor. */
export interface Completion {
  from: number;
  text: string;
}

/** complete says what can be written at the cursor. */
export function complete(run: Run, text: string, cursor: number): Completion[] {
  const before = text.slice(0, cursor);
  const [, key, start] = /(?:^|[\s(])-?(?:([a-z]+):)?([^\s()]*)$/.exec(before) ?? [];
  const begin = (start ?? "").split(",").at(-1)!;
  const from = cursor - begin.length;
  const all = key === undefined ? KEYS.map((k) => `${k}:`) : (values(run)[key] ?? []);
  return all.filter((c) => c.startsWith(begin) && c !== begin).map((c) => ({ from, text: c }));
}

function values(run: Run): Record<string, string[]> {
  return {
    node: run.nodes,
    kind: [...run.head.classes, ...run.head.kinds.map((k) => k.name).filter((name) => name !== "")],
    site: run.head.header.sites.map((s) => `${s.file.slice(s.file.lastIndexOf("/") + 1)}:${s.line}`),
  };
}
