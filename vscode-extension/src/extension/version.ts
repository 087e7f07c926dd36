/** Match is how a server's version stands to the extension's. */
export type Match = "same" | "older" | "newer" | "unknown";

/** match compares two versions by what they may differ in without notice: the last
 * number. A build of a checkout has no version and is taken as it is. */
export function match(extension: string, server: string | undefined): Match {
  const ours = numbers(extension);
  const theirs = numbers(server ?? "");
  if (!ours || !theirs) {
    return "unknown";
  }
  const by = theirs[0] - ours[0] || theirs[1] - ours[1];
  return by === 0 ? "same" : by < 0 ? "older" : "newer";
}

/** numbers are major and minor of a released version. */
function numbers(version: string): [number, number] | undefined {
  const parts = /^v?(\d+)\.(\d+)\.\d+(-[\w.-]+)?(\+.*)?$/.exec(version);
  if (!parts || /^-(0\.)?\d{14}-/.test(parts[3] ?? "")) {
    return undefined; // "(devel)", or what go makes up for a commit
  }
  return [Number(parts[1]), Number(parts[2])];
}
