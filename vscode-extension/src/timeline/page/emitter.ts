/** Topic names what changed on the page; those who show it listen. */
export type Topic = "data" | "rows" | "view" | "selection" | "filter" | "marks" | "tab" | "compare" | "schedule" | "interval";

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

  /** join makes a part of the page that comes when there is something to show: what it listens with is called at once. */
  join<T>(make: () => T): T {
    const before = new Map([...this.all].map(([topic, list]) => [topic, list.length]));
    const made = make();
    const joined = new Set<() => void>();
    for (const [topic, list] of this.all) for (const listener of list.slice(before.get(topic) ?? 0)) joined.add(listener);
    for (const listener of joined) listener();
    return made;
  }

  emit(...topics: Topic[]): void {
    const called = new Set<() => void>();
    for (const topic of topics) for (const listener of this.all.get(topic) ?? []) called.add(listener);
    for (const listener of called) listener();
  }
}
