// Recorded runs for tests. Vitest calls the default function once before all tests: it
// has Go write the sections of every trace in test/fixtures, and Go's own answers about
// them, into a temporary folder.
//
// The traces are of the examples; NAME-shrunk is of the shrunk schedule. In
// examples/kvlog with seed 1, examples/bank with 6 and examples/lease with 3:
//
//   seedfall replay -seed N -o /dev/null -trace NAME.sftrace
//   seedfall shrink -seed N -o NAME.json
//   seedfall replay -faults NAME.json -o /dev/null -trace NAME-shrunk.sftrace
//
// "schema1" is a small run made by hand that has a bit of everything.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    sections: string;
  }
}

const root = join(import.meta.dirname, "../..");
const traces = join(import.meta.dirname, "fixtures");

export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), "seedfall-sections-"));
  const files = readdirSync(traces)
    .filter((name) => name.endsWith(".sftrace"))
    .map((name) => join(traces, name));
  files.push(join(root, "engine/tracefile/testdata/schema1.sftrace"));
  execFileSync("go", ["run", "./internal/viewer/sections", ...files, folder], { cwd: root, stdio: "inherit" });
  project.provide("sections", folder);
  return () => {
    rmSync(folder, { recursive: true, force: true });
  };
}

/** Golden are Go's answers about a run; events are numbers from 1. */
export interface Golden {
  /** Lines of the text export and of the JSON export. */
  text: string[];
  json: unknown[];
  cones: { event: number; past: number[]; future: number[] }[];
  /** tracefile.State at the instant of each event in cones. */
  states: unknown[];
  queries: { query: string; events: number[] }[];
  /** Queries that nobody has written, with what answerTo has to say. */
  madeUp: { query: string; answer: string }[];
}

/** Recorded is a run as a host gives it, and what Go says about it. */
export interface Recorded {
  head: Uint8Array;
  events: Uint8Array;
  survey: Uint8Array;
  golden: Golden;
}

/** The names of all recorded runs: bank, bank-shrunk, kvlog, … */
export function recordedNames(): string[] {
  return readdirSync(inject("sections")).sort();
}

export function recorded(name: string): Recorded {
  const read = (file: string) => new Uint8Array(readFileSync(join(inject("sections"), name, file)));
  return {
    head: read("head.json"),
    events: read("events.bin"),
    survey: read("survey.json"),
    golden: JSON.parse(new TextDecoder().decode(read("golden.json"))) as Golden,
  };
}
