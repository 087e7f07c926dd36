import { workspace } from "vscode";

/** OWN are the settings that the extension reads by itself; the server gets all, and
 * leaves these alone. */
export const OWN = [
  "gutter.enable",
  "testExplorer.enable",
  "testExplorer.maxFailuresShown",
  "server.path",
  "server.args",
  "server.extraEnv",
  "server.initializeStopped",
  "trace.server",
] as const;

/** Own are their values. */
export interface Own {
  gutter: boolean;
  tests: boolean;
  maxFailures: number;
  path: string;
  args: string[];
  env: Record<string, string>;
  stopped: boolean;
}

/** own reads them. */
export function own(): Own {
  const all = workspace.getConfiguration("seedfall");
  return {
    gutter: all.get("gutter.enable", true),
    tests: all.get("testExplorer.enable", true),
    maxFailures: all.get("testExplorer.maxFailuresShown", 20),
    path: all.get<string | null>("server.path", null) ?? "",
    args: all.get<string[]>("server.args", []),
    env: all.get<Record<string, string>>("server.extraEnv", {}),
    stopped: all.get("server.initializeStopped", false),
  };
}

/** forServer are all settings, as the server reads them when it starts. */
export function forServer(): Record<string, unknown> {
  const all = workspace.getConfiguration().get<Record<string, unknown>>("seedfall", {});
  return JSON.parse(JSON.stringify(all)) as Record<string, unknown>;
}
