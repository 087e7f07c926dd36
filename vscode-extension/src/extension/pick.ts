import { window } from "vscode";
import { AT_CURSOR, atCursor } from "./cursor";
import type { Arguments, ScenarioTest } from "./protocol";
import { failuresOf, type Tree } from "./testTree";

/** NEEDS_FAILURE are the commands that are about a known failure. */
const NEEDS_FAILURE = new Set([
  "seedfall.shrink",
  "seedfall.replay",
  "seedfall.timeline",
  "seedfall.verifyFix",
  "seedfall.addToCorpus",
  "seedfall.generateRegressionTest",
  "seedfall.showSchedule",
  "seedfall.why",
]);

/** GENERAL are the commands that are about no scenario. */
const GENERAL = new Set(["seedfall.setTrigger", "seedfall.pause", "seedfall.resume", "seedfall.openFailures", "seedfall.memoryUsage"]);

/** complete asks the user for what a command needs and its caller has not said; it
 * gives undefined if the user does not answer. */
export async function complete(command: string, args: Arguments, tree: Tree): Promise<Arguments | undefined> {
  const full = { ...args };
  if (command === "seedfall.runForDuration" && full.duration === undefined) {
    const duration = await window.showInputBox({
      title: "Seedfall: run for how long?",
      value: "10m",
      prompt: "A duration such as 30s, 10m or 2h",
    });
    if (!duration) {
      return undefined;
    }
    full.duration = duration;
  }
  if (command === "seedfall.setTrigger" && full.trigger === undefined) {
    const trigger = await window.showQuickPick(["off", "replayKnown", "onSave", "continuous"], {
      title: "Seedfall: when are seeds run without being asked for?",
    });
    if (!trigger) {
      return undefined;
    }
    full.trigger = trigger;
  }
  if (AT_CURSOR.has(command)) {
    return atCursor(full);
  }
  if (GENERAL.has(command) || full.config) {
    return full;
  }
  const all = tree.scenarios();
  const wanted = NEEDS_FAILURE.has(command) && full.fingerprint === undefined && full.seed === undefined;
  return wanted ? pickFailure(full, all) : pickScenario(full, all);
}

async function pickScenario(args: Arguments, all: ScenarioTest[]): Promise<Arguments | undefined> {
  const choice =
    all.length < 2
      ? all[0]
      : await window.showQuickPick(
          all.map((s) => ({ ...s, detail: s.message })),
          { title: "Seedfall: which scenario?" },
        );
  if (!choice) {
    if (all.length === 0) {
      void window.showInformationMessage("Seedfall: no config is in the open folders; Seedfall: New Config writes one.");
    }
    return undefined;
  }
  return { ...args, config: choice.id };
}

async function pickFailure(args: Arguments, all: ScenarioTest[]): Promise<Arguments | undefined> {
  const failures = all.flatMap((s) =>
    failuresOf(s).map((f) => ({
      label: f.property.label,
      description: s.label,
      detail: f.message,
      args: { ...args, config: s.id, fingerprint: f.fingerprint, ...(f.seeds[0] === undefined ? {} : { seed: f.seeds[0] }) },
    })),
  );
  if (failures.length === 0) {
    void window.showInformationMessage("Seedfall: no failure is known; run some seeds first.");
    return undefined;
  }
  return (failures.length === 1 ? failures[0] : await window.showQuickPick(failures, { title: "Seedfall: which failure?" }))?.args;
}
