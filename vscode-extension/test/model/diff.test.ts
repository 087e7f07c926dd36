import { describe, expect, test } from "vitest";
import { align, type Diff } from "../../src/timeline/model/diff";
import { line } from "../../src/timeline/model/print";
import type { Run } from "../../src/timeline/model/run";
import { run } from "./build";
import { recordedRun } from "./recorded";

const lone = (list: Int32Array) => list.reduce((n, k) => n + Number(k < 0), 0);

/** identity is what an event is matched by: its node, kind and line of the source, all as texts. */
function identity(r: Run, i: number): string {
  const site = r.head.header.sites[r.data.site[i]! - 1];
  return [r.nodes[r.data.node[i]!] ?? "", r.kindName(i), site?.file, site?.line, site?.func].join(" ");
}

/** paired pairs the events behind the common ones anew: the k-th of each identity with the k-th. */
function paired(a: Run, b: Run, common: number): number[] {
  const of = new Map<string, number[]>();
  for (let j = common; j < b.n; j++) of.set(identity(b, j), [...(of.get(identity(b, j)) ?? []), j]);
  return Array.from({ length: a.n }, (_, i) => (i < common ? i : (of.get(identity(a, i))?.shift() ?? -1)));
}

describe.each([
  // What the whole run and its shrunk one begin with, and how many events of each the other has not.
  ["kvlog", 9, 659, 67],
  ["bank", 2, 788, 0],
  ["lease", 1, 835, 19],
])("%s beside its shrunk run", (name, common, inFirst, inSecond) => {
  const a = recordedRun(name);
  const b = recordedRun(`${name}-shrunk`);
  const d = align(a, b);

  test("parts where it does, and pairs the events behind", () => {
    expect([d.common, d.same, lone(d.inB), lone(d.inA)]).toEqual([common, false, inFirst, inSecond]);
    expect([...d.inB]).toEqual(paired(a, b, common));
  });

  test("what both begin with are the same lines, and what they part at are not", () => {
    for (let i = 0; i < common; i++) expect(line(a, i)).toBe(line(b, i));
    const whole = (r: Run) => [line(r, common), r.data.at[common], r.data.cause[common]];
    expect(whole(a)).not.toEqual(whole(b));
  });

  test("is the same the other way round", () => {
    const back = align(b, a);
    expect([back.common, [...back.inA], [...back.inB]]).toEqual([d.common, [...d.inB], [...d.inA]]);
  });
});

test("a run beside itself is the same", () => {
  const a = recordedRun("bank");
  const d = align(a, a);
  expect([d.common, d.same, lone(d.inA), lone(d.inB)]).toEqual([a.n, true, 0, 0]);
});

const of = (d: Diff) => ({ common: d.common, same: d.same, inB: [...d.inB], inA: [...d.inA] });

test("a run that goes on has the other as its beginning", () => {
  const events = [{ kind: "run.start" }, { kind: "log", node: 0, at: 5, s: "x" }];
  const d = align(run(["a"], events), run(["a"], [...events, { kind: "log", node: 0, at: 6, s: "y" }]));
  expect(of(d)).toEqual({ common: 2, same: false, inB: [0, 1], inA: [0, 1, -1] });
});

test("nodes, sites and texts are compared by what they are, not by their numbers", () => {
  const site = (line: number) => ({ file: "main.go", line });
  const event = { kind: "check", node: 0, at: 1, a: 1 };
  const a = run(
    ["x", "y"],
    [
      { kind: "run.start", s: "first" },
      { ...event, site: 2, s: "p" },
    ],
    { sites: [site(1), site(2)] },
  );
  const b = run(
    ["y", "x"],
    [
      { kind: "run.start", s: "first" },
      { ...event, node: 1, site: 1, s: "p" },
    ],
    { sites: [site(2), site(1)] },
  );
  expect(of(align(a, b))).toEqual({ common: 2, same: true, inB: [0, 1], inA: [0, 1] });
});

test("what a node does that the other run lacks has no counterpart", () => {
  const a = run(["x", "z"], [{ kind: "run.start" }, { kind: "log", node: 1, at: 1 }, { kind: "log", node: 0, at: 2 }]);
  const b = run(["x"], [{ kind: "run.start" }, { kind: "log", node: 0, at: 3 }, { kind: "log", node: 0, at: 4 }]);
  expect(of(align(a, b))).toEqual({ common: 1, same: false, inB: [0, -1, 1], inA: [0, 2, -1] });
});

test("a run without events has none in common", () => {
  expect(of(align(run([], []), run([], [{ kind: "run.start" }])))).toEqual({ common: 0, same: false, inB: [], inA: [-1] });
});
