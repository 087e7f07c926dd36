import { describe, expect, test } from "vitest";
import { alongCause, alongEffect, inLane, inMask, inNode, inRun, neighbour, ofSite } from "../../src/timeline/model/steps";
import { recordedNames } from "../fixtures";
import { recordedRun } from "./recorded";

describe.each(recordedNames())("%s", (name) => {
  const run = recordedRun(name);
  const { node, site, inc } = run.data;
  const all = Array.from({ length: run.n }, (_, i) => i);
  /** next looks at each event behind or before one. */
  const next = (i: number, by: 1 | -1, same: (k: number) => boolean): number => {
    for (let k = i + by; k >= 0 && k < run.n; k += by) if (same(k)) return k;
    return -1;
  };

  test.each([1, -1] as const)("steps by %i lead where looking at each event does", (by) => {
    for (const i of all) {
      expect(inRun(run, i, by), `run ${i}`).toBe(next(i, by, () => true));
      expect(inNode(run, i, by), `node ${i}`).toBe(next(i, by, (k) => node[k] === node[i]));
      expect(inLane(run, i, by), `lane ${i}`).toBe(next(i, by, (k) => node[k] === node[i] && run.classOf(k) === run.classOf(i)));
      expect(ofSite(run, i, by), `site ${i}`).toBe(site[i] === 0 ? -1 : next(i, by, (k) => site[k] === site[i]));
    }
  });

  test("a cause is before its effect, and is what made it happen if that was noted", () => {
    for (const i of all) {
      const cause = alongCause(run, i);
      expect(cause).toBeLessThan(i);
      if (run.cause(i) > 0) expect(cause).toBe(run.cause(i));
    }
  });

  test("an effect is the first that an event caused, else what its incarnation did next", () => {
    for (const i of all) {
      const effect = next(i, 1, (k) => run.cause(k) === i);
      const own = node[i]! < 0 ? -1 : next(i, 1, (k) => node[k] === node[i]);
      expect(alongEffect(run, i), `effect of ${i}`).toBe(effect >= 0 ? effect : own >= 0 && inc[own] === inc[i] ? own : -1);
    }
  });
});

test("the way back from a failure ends where the run begins", () => {
  const run = recordedRun("kvlog-shrunk");
  const kinds: string[] = [];
  for (let i = run.failure(); i >= 0; i = alongCause(run, i)) kinds.push(run.kindName(i));
  expect(kinds.slice(0, 4)).toEqual(["failed", "net.recv", "net.send", "net.recv"]);
  expect(kinds.at(-1)).toBe("run.start");
});

test("from nothing selected there is no way", () => {
  const run = recordedRun("bank");
  expect([inLane(run, -1, 1), inNode(run, -1, 1), ofSite(run, -1, 1), alongCause(run, -1), alongEffect(run, -1)]).toEqual([
    -1, -1, -1, -1, -1,
  ]);
});

test("neighbours are those of sorted indexes", () => {
  const events = Uint32Array.from([3, 5, 9]);
  expect([2, 3, 4, 9].map((i) => neighbour(events, i, 1))).toEqual([3, 5, 5, -1]);
  expect([3, 4, 9, 20].map((i) => neighbour(events, i, -1))).toEqual([-1, 3, 5, 9]);
});

test("a search goes round at the ends", () => {
  const mask = Uint8Array.from([0, 1, 0, 1]);
  expect([-1, 1, 3].map((i) => inMask(mask, i, 1))).toEqual([1, 3, 1]);
  expect([0, 1, 3].map((i) => inMask(mask, i, -1))).toEqual([3, 3, 1]);
  expect(inMask(new Uint8Array(3), 0, 1)).toBe(-1);
});
