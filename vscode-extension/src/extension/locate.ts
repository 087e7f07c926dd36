import { delimiter, isAbsolute, join } from "node:path";

/** Surroundings are what the search for the server looks at. */
export interface Surroundings {
  /** The setting seedfall.server.path; "" if it is not set. */
  setting: string;
  /** The first open folder, to which a relative setting belongs; "" for none. */
  folder: string;
  env: Readonly<Record<string, string | undefined>>;
  home: string;
  windows: boolean;
  /** Says whether a file can be run. */
  runs: (path: string) => boolean;
}

/** Found is the server, or where it was looked for in vain. */
export type Found = { path: string; by: "setting" | "SEEDFALL_LSP" | "PATH" | "GOPATH" } | { tried: string };

/** locate finds the server. What the user has named is the only place that counts,
 * so that a slip in it does not start another server. */
export function locate(s: Surroundings): Found {
  if (s.setting) {
    const path = isAbsolute(s.setting) || !s.folder ? s.setting : join(s.folder, s.setting);
    return s.runs(path) ? { path, by: "setting" } : { tried: `seedfall.server.path names ${path}` };
  }
  const named = s.env["SEEDFALL_LSP"];
  if (named) {
    return s.runs(named) ? { path: named, by: "SEEDFALL_LSP" } : { tried: `SEEDFALL_LSP names ${named}` };
  }
  const name = s.windows ? "seedfall-lsp.exe" : "seedfall-lsp";
  const inPath = folders(s.env[pathKey(s)]).find((f) => s.runs(join(f, name)));
  if (inPath) {
    return { path: join(inPath, name), by: "PATH" };
  }
  const go = goFolders(s).find((f) => s.runs(join(f, name)));
  return go ? { path: join(go, name), by: "GOPATH" } : { tried: `it is neither in PATH nor in ${goFolders(s).join(" or ")}` };
}

const folders = (list: string | undefined) => (list ?? "").split(delimiter).filter((f) => isAbsolute(f));

function pathKey(s: Surroundings): string {
  return s.windows ? (Object.keys(s.env).find((k) => k.toUpperCase() === "PATH") ?? "PATH") : "PATH";
}

/** goFolders are those into which go install writes. */
function goFolders(s: Surroundings): string[] {
  const bin = folders(s.env["GOBIN"]);
  const paths = folders(s.env["GOPATH"]);
  return [...bin, ...(paths.length > 0 ? paths : [join(s.home, "go")]).map((p) => join(p, "bin"))];
}
