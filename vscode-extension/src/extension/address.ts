/** Run is a run that an address names. */
export interface Run {
  /** The path of the config from an open folder, with slashes. */
  config: string;
  /** One of these names the run; a seed has 64 bits, and stays a string. */
  seed?: string;
  fingerprint?: string;
  /** The event to show; undefined for that of the failure. */
  event?: number;
}

/** MOST_SEED is the highest seed. */
const MOST_SEED = 2n ** 64n - 1n;

/** EVENT stands in an address for the number of an event, which the page puts in. */
export const EVENT = "{event}";

/** address is the address of a run, such as
 * vscode://seedfall.seedfall/run?config=seedfall.json&seed=7&event=12. */
export function address(scheme: string, run: Omit<Run, "event">, event: string): string {
  const query = [`config=${encodeURIComponent(run.config)}`];
  if (run.fingerprint !== undefined) {
    query.push(`fingerprint=${encodeURIComponent(run.fingerprint)}`);
  }
  if (run.seed !== undefined) {
    query.push(`seed=${run.seed}`);
  }
  query.push(`event=${event}`);
  return `${scheme}://seedfall.seedfall/run?${query.join("&")}`;
}

/** parseAddress takes path and query of an address apart; what is wrong with it is
 * told in a sentence. */
export function parseAddress(path: string, query: string): Run | { wrong: string } {
  if (path !== "/run") {
    return { wrong: `The address has the path ${path}, and only /run is known.` };
  }
  const q = new URLSearchParams(query);
  const config = q.get("config") ?? "";
  if (!config || /^([/\\]|\w:)|(^|[/\\])\.\.([/\\]|$)/.test(config)) {
    return { wrong: "The address names no config within the open folder." };
  }
  const run: Run = { config };
  const fingerprint = q.get("fingerprint");
  if (fingerprint) {
    run.fingerprint = fingerprint;
  }
  const seed = q.get("seed");
  const event = q.get("event");
  for (const [name, text, most] of [["seed", seed, MOST_SEED] as const, ["event", event, BigInt(Number.MAX_SAFE_INTEGER)] as const]) {
    if (text !== null && (!/^\d{1,20}$/.test(text) || BigInt(text) > most)) {
      return { wrong: `The ${name} ${text} of the address is not a number from 0 to ${most}.` };
    }
  }
  if (seed !== null) {
    run.seed = seed;
  }
  if (event !== null) {
    run.event = Number(event);
  }
  return run.seed === undefined && run.fingerprint === undefined ? { wrong: "The address names neither a seed nor a failure." } : run;
}
