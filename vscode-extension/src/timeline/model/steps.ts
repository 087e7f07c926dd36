// Where a key leads from an event. Everything gives an index, or -1 if there is none.
import { direct } from "./cone";
import { lower } from "./loss";
import type { Run } from "./run";

/** Direction: on or back. */
export type Direction = 1 | -1;

/** neighbour is the next or previous event in sorted indexes. */
export function neighbour(events: Uint32Array, i: number, direction: Direction): number {
  const at = direction > 0 ? lower(events, i + 1) : lower(events, i) - 1;
  return events[at] ?? -1;
}

/** inRun steps by one event. */
export function inRun(run: Run, i: number, direction: Direction): number {
  const to = i + direction;
  return to >= 0 && to < run.n ? to : -1;
}

/** inLane steps to the next event of the same node and class. */
export function inLane(run: Run, i: number, direction: Direction): number {
  if (i < 0) return -1;
  return neighbour(run.events({ node: run.data.node[i]!, class: run.classOf(i) }), i, direction);
}

/** inNode steps to the next event of the same node. */
export function inNode(run: Run, i: number, direction: Direction): number {
  if (i < 0) return -1;
  return neighbour(run.eventsOfNode(run.data.node[i]!), i, direction);
}

/** ofSite steps to the next event made at the same line of the source. */
export function ofSite(run: Run, i: number, direction: Direction): number {
  const site = i < 0 ? 0 : run.data.site[i]!;
  if (site === 0) return -1;
  return neighbour(run.ofSite(site), i, direction);
}

/** alongCause goes to what an event comes from directly: the latest of it, which was the last to be waited for. What a
 * crash lost stands behind the crash, and is no way back. */
export function alongCause(run: Run, i: number): number {
  if (i < 0) return -1;
  const cause = run.cause(i);
  if (cause >= 0 && run.data.kind[cause] !== run.kind("run.start")) return cause;
  return (
    direct(run, i)
      .filter((k) => k < i)
      .at(-1) ?? -1
  );
}

/** alongEffect goes to the first thing that an event caused; without one, to what its incarnation did next. */
export function alongEffect(run: Run, i: number): number {
  if (i < 0) return -1;
  const effect = run.effects(i)[0];
  if (effect !== undefined) return effect;
  const { node, inc } = run.data;
  if (node[i]! < 0) return -1;
  const next = inNode(run, i, 1);
  return next >= 0 && inc[next] === inc[i] ? next : -1;
}

/** inMask steps to the next event of a search; it goes round at the ends. */
export function inMask(mask: Uint8Array, i: number, direction: Direction): number {
  const n = mask.length;
  for (let k = 1; k <= n; k++) {
    const to = (((i + k * direction) % n) + n) % n;
    if (mask[to]) return to;
  }
  return -1;
}
