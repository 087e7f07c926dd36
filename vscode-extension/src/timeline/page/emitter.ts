/** Topic names what changed on the page; those who show it listen. */
export type Topic = "data" | "rows" | "view" | "selection" | "filter" | "marks" | "tab" | "compare" | "schedule";

/** Emitter tells listeners that something changed; they look for themselves what it is. */
export class Emitter {
  private readonly all = new Map<Topic, (() => void)[]>();

  /** on calls listener after each change of one of the topics. */
  on(topics: readonly Topic[], listener: () => void): void {
    for (const topic of topics) {
      const list = this.all.get(topic);
      if (list) list.push(listener);
      else this.all.set(topic, [listener]);
    }
  }

  emit(...topics: Topic[]): void {
    const called = new Set<() => void>();
    for (const topic of topics) for (const listener of this.all.get(topic) ?? []) called.add(listener);
    for (const listener of called) listener();
  }
}
