// The summary bar: how the run ended, in one sentence, and what it was.
import type { Header } from "../data";
import { duration, parseDuration } from "../model/time";
import { el, refill } from "./dom";
import { grouped } from "./numbers";
import { siteButton } from "./source";
import type { Session } from "./session";
import { moment } from "./times";

/** Summary shows the verdict, facts, and the buttons that it is given. */
export class Summary {
  readonly element = el("div", { class: "summary" });
  private readonly told = el("div", { class: "told" });

  constructor(
    private readonly session: Session,
    actions: HTMLElement[],
  ) {
    this.element.append(this.told, el("div", { class: "actions" }, ...actions));
    session.on(["data", "compare"], () => {
      this.show();
    });
  }

  private show(): void {
    const { run } = this.session;
    if (!run) return;
    const { header } = run.head;
    this.element.classList.toggle("failed", header.failure !== undefined);
    this.element.classList.toggle("passed", header.failure === undefined);
    const badge = el("span", { class: "badge", text: header.failure ? "FAILED" : "PASSED" });
    refill(this.told, el("h1", { class: "verdict" }, badge, el("span", { text: verdict(header) })), facts(this.session, header));
  }
}

/** verdict is the sentence that says how a run ended. */
export function verdict(header: Header): string {
  const f = header.failure;
  if (!f) return header.reason ? `No failure; the run ended: ${header.reason}` : "No failure";
  const what = f.property ? `“${f.property}” does not hold` : f.class.replaceAll("_", " ");
  return [what, f.message, f.symptom].filter(Boolean).join(": ");
}

function facts(session: Session, header: Header): HTMLElement {
  const list = el("ul", { class: "facts" });
  const fact = (...children: (string | HTMLElement)[]): void => {
    list.append(el("li", {}, ...children));
  };
  if (header.failure?.site) fact(siteButton(session, header.failure.site));
  if (header.failure) fact(`${header.failure.node ? `${header.failure.node} ` : ""}at ${moment(header.failure.at)}`);
  fact(`seed ${header.seed}`);
  if (header.config) fact(header.config);
  fact(sizes(header));
  fact(`${grouped(header.events)} events, ${header.nodes.length} ${header.nodes.length === 1 ? "node" : "nodes"}`);
  if (session.other) fact(el("span", { class: "versus", text: `beside another run: ${session.other.verdict}` }));
  return list;
}

/** sizes tells how much of the run it took: "2 of 33 faults, 0.99s of 60s". */
export function sizes(header: Header): string {
  const schedule = (header.schedule ?? {}) as {
    faults?: unknown[];
    ops?: number;
    shrunk_from?: { faults?: number; duration?: string; ops?: number };
  };
  const from = schedule.shrunk_from;
  const parts: string[] = [];
  const count = schedule.faults?.length ?? 0;
  parts.push(from?.faults === undefined ? `${count} ${count === 1 ? "fault" : "faults"}` : `${count} of ${from.faults} faults`);
  const seconds = `${(header.end / 1e9).toFixed(2)} s`;
  const whole = parseDuration(from?.duration ?? "");
  parts.push(whole ? `${seconds} of ${duration(whole)}` : seconds);
  if (schedule.ops && from?.ops) parts.push(`${schedule.ops} of ${from.ops} operations`);
  return parts.join(", ");
}
