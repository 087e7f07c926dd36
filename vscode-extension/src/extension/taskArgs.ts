/** Definition is a task in tasks.json, but for its type. */
export interface Definition {
  /** The verb of the seedfall command. */
  command: "run" | "replay" | "verify";
  /** The config; absent for that of the folder. */
  config?: string;
  /** A range such as 1-500. */
  seeds?: string;
  /** A string for one of more than 53 bits. */
  seed?: number | string;
  /** More arguments, as they are. */
  args?: string[];
  /** It goes on until it is ended. */
  watch?: boolean;
}

/** taskArgs are the arguments of the seedfall command. */
export function taskArgs(d: Definition): string[] {
  const all: string[] = [d.command];
  if (d.config !== undefined) {
    all.push("-c", d.config);
  }
  if (d.seeds !== undefined) {
    all.push("-seeds", d.seeds);
  }
  if (d.seed !== undefined) {
    all.push("-seed", String(d.seed));
  }
  return [...all, ...(d.args ?? [])];
}
