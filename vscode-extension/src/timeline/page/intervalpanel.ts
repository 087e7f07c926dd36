// Below the lanes: what happened in the interval that a person chose.
import { clip } from "../model/escape";
import { measure, viewOf, type Interval, type Measured } from "../model/interval";
import { what } from "../model/print";
import type { Run } from "../model/run";
import { timeTerm } from "../model/terms";
import { duration } from "../model/time";
import { copyTo, type Said } from "./copied";
import { button, el, refill } from "./dom";
import { grouped } from "./numbers";
import type { Session } from "./session";

/** Most pairs of nodes, and most faults, that are listed; all are copied. */
const MAX_LISTED = 12;

/** Longest text of a fault, in UTF-16 units. */
const MAX_FAULT = 120;

/** IntervalPanel is there as long as an interval is. */
export class IntervalPanel {
  readonly element: HTMLElement;
  private readonly title = el("strong");
  private readonly told = el("div");
  private lines: string[][] = [];

  /** said shows and speaks a sentence, say only speaks it; back takes the focus when the panel goes. */
  constructor(
    private readonly session: Session,
    said: Said,
    private readonly say: Said,
    back: () => void,
  ) {
    const clear = (): void => {
      session.span(null);
      back();
    };
    const bar = el(
      "div",
      { class: "bar" },
      button("Zoom to it", () => {
        const { from, to } = viewOf(session.axis!, session.interval!);
        session.stretch(from, to);
      }),
      button("Filter to it", () => {
        session.emphasis.search(timeTerm(session.interval!));
      }),
      button("Copy as text", () => {
        copyTo(session.host, said, this.lines.flat().join("\n") + "\n", "the interval");
      }),
      button("Clear", clear, { title: "Take the interval away (Esc)" }),
    );
    const head = el("div", { class: "head" }, this.title, bar);
    this.element = el("section", { class: "interval", "aria-label": "Interval" }, head, this.told);
    this.element.addEventListener("keydown", (e) => {
      if (e.key !== "Escape") return;
      e.stopPropagation();
      clear();
    });
    session.on(["data", "interval"], () => {
      this.show();
    });
  }

  /** focus goes to the first button. */
  focus(): void {
    this.element.querySelector("button")!.focus();
  }

  private show(): void {
    const { run, interval } = this.session;
    this.element.hidden = !interval || !run?.columns;
    if (!interval || !run?.columns) return;
    const [title, ...lists] = (this.lines = words(run, interval, measure(run, interval)));
    this.title.textContent = title![0]!;
    refill(
      this.told,
      ...lists.map((lines) => {
        const more = lines.length - MAX_LISTED;
        const listed = more > 0 ? [...lines.slice(0, MAX_LISTED), `${more} more`] : lines;
        return listed.length > 0 && el("ul", { class: "facts" }, ...listed.map((text) => el("li", { text })));
      }),
    );
    this.say([...title!, ...lists[0]!].join(". "));
  }
}

/** words tell an interval in lines: how long it is, what is in it, what each pair of nodes sent, and its faults. */
function words(run: Run, { from, to }: Interval, m: Measured): string[][] {
  const count = (n: number, of: string): string => `${grouped(n)} ${of}${n === 1 ? "" : "s"}`;
  const sent = (t: { messages: number; bytes: number }): string => `${count(t.messages, "message")}, ${count(t.bytes, "byte")}`;
  const sum = { messages: 0, bytes: 0 };
  for (const t of m.traffic) {
    sum.messages += t.messages;
    sum.bytes += t.bytes;
  }
  let calls = count(m.calls, "call");
  if (m.returned > 0) calls += `, median ${duration(m.median)}, longest ${duration(m.largest)}`;
  if (m.returned < m.calls) calls += `, ${grouped(m.calls - m.returned)} without an answer`;
  const facts = [count(m.events, "event"), sent(sum), `${count(m.writes, "disk write")}, ${count(m.written, "byte")}`];
  facts.push(count(m.syncs, "fsync"));
  if (m.failed > 0) facts.push(`${count(m.failed, "disk operation")} failed`);
  facts.push(calls, count(m.faults.length, "fault"));
  return [
    [`${duration(to - from)}, from ${duration(from)} to ${duration(to)}`],
    facts,
    m.traffic.map((t) => `${run.nodes[t.from]!} → ${run.nodes[t.to] ?? "elsewhere"}: ${sent(t)}`),
    m.faults.map((k) => {
      const event = run.survey!.faults.event[k]!;
      return `#${event} ${clip(what(run, event - 1), MAX_FAULT)}`;
    }),
  ];
}
