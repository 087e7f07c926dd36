// Draws how many events a row has where, from the first section, while the events
// themselves are not there yet.
import { xOf, type Window } from "../model/marks";
import type { Row } from "../model/rows";
import type { Run } from "../model/run";
import type { Theme } from "./theme";

/** drawBuckets draws bars for the parts of the run in which a row has events. */
export function drawBuckets(c: CanvasRenderingContext2D, theme: Theme, w: Window, run: Run, row: Row, top: number): void {
  const most = (row.height - 6) / 2;
  const y = row.top - top + row.height / 2;
  const { buckets, classes } = run.head;
  const cls = row.class >= 0 ? classes[row.class] : row.kind === "faults" ? "faults" : "";
  let max = 0;
  for (const b of buckets) max = Math.max(max, count(b, row, cls));
  if (max === 0) return;
  c.fillStyle = theme.muted;
  c.globalAlpha = 0.5;
  for (const b of buckets) {
    const n = count(b, row, cls);
    if (n === 0) continue;
    const x = xOf(w, w.axis.positionOf(b.from));
    const h = Math.max(1.5, Math.sqrt(n / max) * most);
    c.fillRect(x, y - h, Math.max(1, xOf(w, w.axis.positionOf(b.to)) - x), 2 * h);
  }
  c.globalAlpha = 1;
}

function count(bucket: { counts: { node: number; class: string; events: number }[] }, row: Row, cls: string | undefined): number {
  let n = 0;
  for (const k of bucket.counts) {
    if ((row.kind === "faults" || k.node === row.node) && (cls === "" || k.class === cls)) n += k.events;
  }
  return n;
}
