import type { PropertyTest, ScenarioTest, TestsChanged } from "./protocol";

/** Tree is what the server has told of the scenarios, by id. */
export class Tree {
  private readonly all = new Map<string, ScenarioTest>();
  /** The scenarios as they were when they were whole last. */
  private readonly whole = new Map<string, ScenarioTest>();
  /** A part did not fit what is known, so that all has to be asked for. */
  torn = false;

  scenarios(): ScenarioTest[] {
    return [...this.all.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  get(id: string): ScenarioTest | undefined {
    return this.all.get(id);
  }

  /** take takes what has changed, and gives what is to be done about it. */
  take(change: TestsChanged): Step[] {
    const steps: Step[] = [];
    for (const id of change.removed) {
      this.whole.delete(id);
      if (this.all.delete(id)) {
        steps.push({ do: "remove", scenario: id });
      }
    }
    for (const told of change.changed) {
      const was = this.all.get(told.id);
      const now = together(was, told);
      this.all.set(now.id, now);
      steps.push(...drawing(was, now));
      if (told.part?.more) {
        continue;
      }
      this.torn ||= told.part !== undefined && told.part.count !== now.properties.length;
      const before = this.whole.get(now.id);
      if (now.state !== "running" && result(before) !== result(now)) {
        steps.push({ do: "result", scenario: now });
      }
      steps.push(...outdating(before, now));
      this.whole.set(now.id, now);
    }
    return steps;
  }

  /** replace takes the whole tree. */
  replace(all: ScenarioTest[]): Step[] {
    this.torn = false;
    const there = new Set(all.map((s) => s.id));
    return this.take({ changed: all, removed: [...this.all.keys()].filter((id) => !there.has(id)) });
  }
}

/** Step is a change of the tree that the editor shows. An item is drawn anew only if
 * its label or its place is another; that it has a new result is a step by itself. */
export type Step =
  | { do: "remove"; scenario: string; property?: string }
  | { do: "put"; scenario: ScenarioTest; property?: PropertyTest }
  | { do: "outdate"; scenario: string; property?: string }
  | { do: "result"; scenario: ScenarioTest };

/** together is a scenario of which a part is told, with all that is known of it. */
function together(was: ScenarioTest | undefined, told: ScenarioTest): ScenarioTest {
  const { part, ...now } = told;
  if (!part) {
    return now;
  }
  const properties = new Map((was?.properties ?? []).map((p) => [p.id, p]));
  for (const id of part.gone) {
    properties.delete(id);
  }
  for (const p of told.properties) {
    properties.set(p.id, p);
  }
  return { ...now, properties: [...properties.values()].sort((a, b) => (a.id < b.id ? -1 : 1)) };
}

/** drawing are the steps that show the items of a scenario as it is now. */
function drawing(was: ScenarioTest | undefined, now: ScenarioTest): Step[] {
  const steps: Step[] = [];
  if (!was || drawn(was) !== drawn(now)) {
    steps.push({ do: "put", scenario: now });
  }
  const before = new Map((was?.properties ?? []).map((p) => [p.id, p]));
  for (const p of now.properties) {
    const old = before.get(p.id);
    before.delete(p.id);
    if (!old || drawn(old) !== drawn(p)) {
      steps.push({ do: "put", scenario: now, property: p });
    }
  }
  for (const id of before.keys()) {
    steps.push({ do: "remove", scenario: now.id, property: id });
  }
  return steps;
}

/** outdating are the steps that show which results are of the past now. */
function outdating(was: ScenarioTest | undefined, now: ScenarioTest): Step[] {
  const steps: Step[] = [];
  if (now.outdated && !was?.outdated) {
    steps.push({ do: "outdate", scenario: now.id });
  }
  const outdated = new Set((was?.properties ?? []).filter((p) => p.outdated).map((p) => p.id));
  for (const p of now.properties) {
    if (p.outdated && !now.outdated && !outdated.has(p.id)) {
      steps.push({ do: "outdate", scenario: now.id, property: p.id });
    }
  }
  return steps;
}

const drawn = (t: ScenarioTest | PropertyTest) => JSON.stringify([t.label, t.uri, "line" in t ? t.line : 0, "kind" in t ? t.kind : ""]);

/** result is what a run of a scenario has come to, without what changes by itself. */
function result(s: ScenarioTest | undefined): string {
  return s
    ? JSON.stringify([s.state, s.message, s.properties.map((p) => [p.id, p.state, p.failures.map((f) => [f.fingerprint, f.message])])])
    : "";
}

/** failuresOf are all known failures of a scenario with their properties. */
export function failuresOf(s: ScenarioTest): { property: PropertyTest; fingerprint: string; message: string; seeds: string[] }[] {
  return s.properties.flatMap((property) => property.failures.map((f) => ({ property, ...f })));
}
