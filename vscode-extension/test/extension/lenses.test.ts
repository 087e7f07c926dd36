import { expect, test } from "vitest";
import { LensCommands } from "../../src/extension/lensCommands";

/** editor has the commands that are registered, and what was run. */
function editor() {
  const there = new Map<string, () => unknown>();
  const ran: string[] = [];
  const lenses = new LensCommands(
    (name, run) => {
      there.set(name, run);
      return { dispose: () => there.delete(name) };
    },
    (command, args) => ran.push(`${command} ${JSON.stringify(args)}`),
  );
  return { there, ran, lenses };
}

const lens = (title: string, seeds: number) => ({
  command: { title, command: "seedfall.run", tooltip: "tip", arguments: [{ config: "/a", seeds }] },
});

test("a lens has a command without arguments, which VS Code would forget when it draws lenses anew", () => {
  const { there, ran, lenses } = editor();
  const first = lenses.name(lens("run", 1)).command;
  expect(first).toEqual({ title: "run", command: "_seedfall.lens.1", tooltip: "tip" });
  expect(lenses.name(lens("run again", 1)).command).toEqual({ ...first, title: "run again" });
  expect(lenses.name(lens("run", 2)).command.command).toBe("_seedfall.lens.2");
  there.get(first.command)?.();
  expect(ran).toEqual(['seedfall.run [{"config":"/a","seeds":1}]']);
});

test("what needs no name stays as it is", () => {
  const { there, lenses } = editor();
  for (const lens of [{}, { command: { title: "says", command: "" } }, { command: { title: "stop", command: "seedfall.stop" } }]) {
    expect(lenses.name(lens)).toBe(lens);
  }
  expect(there.size).toBe(0);
});

test("names that were used long ago go, and all go in the end", () => {
  const { there, lenses } = editor();
  lenses.name(lens("kept", 0));
  for (let seeds = 1; seeds <= 600; seeds++) {
    lenses.name(lens("run", seeds));
    lenses.name(lens("kept", 0));
  }
  expect(there.size).toBe(500);
  expect(there.has("_seedfall.lens.1")).toBe(true);
  expect(there.has("_seedfall.lens.2")).toBe(false);
  lenses.dispose();
  expect(there.size).toBe(0);
});
