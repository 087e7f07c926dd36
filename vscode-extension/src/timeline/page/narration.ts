// The narration line: the selected event in one plain sentence, also spoken.
import { narrate } from "../model/narrate";
import { duration } from "../model/time";
import { counterpart, picked, pickedOf } from "./compare";
import { button, el } from "./dom";
import type { Moves } from "./moves";
import type { Session } from "./session";
import type { Speaker } from "./speak";
import { moment } from "./times";

/** Narration stands below the lanes. */
export class Narration {
  readonly element = el("div", { class: "narration" });
  private readonly when = el("span", { class: "when" });
  private readonly sentence = el("span", { class: "sentence" });

  constructor(
    private readonly session: Session,
    private readonly speaker: Speaker,
    moves: Moves,
  ) {
    const buttons = el(
      "span",
      { class: "step" },
      button(
        "‹",
        () => {
          moves.step(-1);
        },
        { class: "button plain", "aria-label": "Previous event", title: "Previous event (,)" },
      ),
      button(
        "›",
        () => {
          moves.step(1);
        },
        { class: "button plain", "aria-label": "Next event", title: "Next event (.)" },
      ),
    );
    this.element.append(buttons, this.when, this.sentence);
    session.on(["data", "selection", "compare"], () => {
      this.show();
    });
  }

  private show(): void {
    const { run, cursor } = this.session;
    const now = picked(this.session);
    const event = pickedOf(this.session, now < 0 && run?.columns ? run.lastAt(cursor) : now);
    this.when.textContent = run ? moment(cursor) : "";
    this.when.title = duration(cursor);
    if (!event) {
      this.sentence.textContent = run?.columns ? "Click an event, or press an arrow key." : "";
      return;
    }
    const twin = counterpart(this.session, event);
    const text = narrate(event.run, event.i) + (twin && ` Compared: ${twin}.`);
    if (this.sentence.textContent === text) return;
    this.sentence.textContent = text;
    this.speaker.say(`${moment(cursor)}. ${text}`);
  }
}
