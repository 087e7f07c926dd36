import type { TestItem, TestMessage } from "vscode";
import type { Commands } from "./commands";
import type { Arguments, ScenarioTest } from "./protocol";
import { failuresOf, type Tree } from "./testTree";

/** testCommand does a command for a failure in the Test Explorer: that of a message,
 * or the first of an item. */
export async function testCommand(command: string, args: unknown[], tree: Tree, commands: Commands): Promise<unknown> {
  const first = args[0] as TestItem | { test?: TestItem; message?: TestMessage } | undefined;
  const item = first && "test" in first ? first.test : (first as TestItem | undefined);
  const message = first && "message" in first ? first.message : undefined;
  return commands.run(command, item ? about(item, message, tree) : {});
}

function about(item: TestItem, message: TestMessage | undefined, tree: Tree): Arguments {
  const scenario = tree.get((item.parent ?? item).id);
  if (!scenario) {
    return {};
  }
  const told = message?.message ?? "";
  const text = typeof told === "string" ? told : told.value;
  const f = failureOf(scenario, item.parent ? item.id : undefined, text);
  return { config: scenario.id, ...(f ? { fingerprint: f.fingerprint, ...(f.seeds[0] === undefined ? {} : { seed: f.seeds[0] }) } : {}) };
}

/** failureOf is the failure of a property that a text begins with, or its first. */
function failureOf(s: ScenarioTest, item: string | undefined, text: string) {
  const all = failuresOf(s).filter((f) => item === undefined || item.endsWith(`\n${f.property.id}`));
  return all.find((f) => text.startsWith(f.message)) ?? all[0];
}
