import { Location, Position, Range, TestMessage, TestTag, tests, Uri, type TestController, type TestItem, type TestRun } from "vscode";
import type { Disposes } from "./disposes";
import type { PropertyTest, ScenarioTest } from "./protocol";
import { own } from "./settings";
import type { Step } from "./testTree";

/** FAILURE is the context value of the messages of failures. */
export const FAILURE = "seedfall.failure";

/** TestView shows the tree of scenarios and properties in the Test Explorer. */
export class TestView implements Disposes {
  readonly controller: TestController = tests.createTestController("seedfall", "Seedfall");

  /** apply draws a step; results are somebody else's. */
  apply(step: Step): void {
    switch (step.do) {
      case "remove":
        if (step.property === undefined) {
          this.controller.items.delete(step.scenario);
        } else {
          this.scenario(step.scenario)?.children.delete(itemId(step.scenario, step.property));
        }
        return;
      case "put":
        this.put(step.scenario, step.property);
        return;
      case "outdate":
        this.controller.invalidateTestResults(this.item(step.scenario, step.property));
    }
  }

  scenario(id: string): TestItem | undefined {
    return this.controller.items.get(id);
  }

  item(scenario: string, property?: string): TestItem | undefined {
    const parent = this.scenario(scenario);
    return property === undefined ? parent : parent?.children.get(itemId(scenario, property));
  }

  clear(): void {
    this.controller.items.replace([]);
  }

  dispose(): void {
    this.controller.dispose();
  }

  private put(s: ScenarioTest, p: PropertyTest | undefined): void {
    const parent = this.scenario(s.id);
    if (p) {
      parent?.children.add(this.make(itemId(s.id, p.id), p.label, p.uri, p.line, p.kind));
      return;
    }
    const item = this.make(s.id, s.label, s.uri, 0, "scenario");
    if (parent) {
      parent.children.forEach((c) => {
        item.children.add(c);
      });
    }
    this.controller.items.add(item);
  }

  private make(id: string, label: string, uri: string, line: number, tag: string): TestItem {
    const item = this.controller.createTestItem(id, label, uri ? Uri.parse(uri) : undefined);
    if (uri) {
      item.range = new Range(line, 0, line, 0);
    }
    item.tags = [new TestTag(tag)];
    return item;
  }
}

/** itemId is the id of a property's item. */
export const itemId = (scenario: string, property: string) => `${scenario}\n${property}`;

/** report tells a run what a scenario and its properties have come to. */
export function report(run: TestRun, view: TestView, s: ScenarioTest): void {
  const item = view.scenario(s.id);
  if (item) {
    one(run, item, s.state, s.state === "error" ? [new TestMessage(s.message)] : [new TestMessage(s.message || "it fails")]);
  }
  for (const p of s.properties) {
    const child = view.item(s.id, p.id);
    if (child) {
      one(run, child, p.state, messages(p));
    }
  }
  if (s.message) {
    run.appendOutput(`${s.label}: ${s.message}\r\n`);
  }
}

function one(run: TestRun, item: TestItem, state: ScenarioTest["state"], told: TestMessage[]): void {
  switch (state) {
    case "passed":
      run.passed(item);
      return;
    case "failed":
      run.failed(item, told);
      return;
    case "error":
      run.errored(item, told);
      return;
    case "unreached":
    case "unknown":
    case "running":
      run.skipped(item);
  }
}

/** messages are a property's failures, each at the line that failed. */
function messages(p: PropertyTest): TestMessage[] {
  return p.failures.slice(0, own().maxFailures).map((f) => {
    const more = f.seeds.length > 1 ? `, and ${f.seeds.length - 1} more` : "";
    const m = new TestMessage(f.seeds.length > 0 ? `${f.message}\n\nseed ${f.seeds[0]}${more}` : f.message);
    if (p.uri) {
      m.location = new Location(Uri.parse(p.uri), new Position(p.line, 0));
    }
    m.contextValue = FAILURE;
    return m;
  });
}
