// Changes of a run's faults that have not been replayed yet, and the replays made.
import type { Replayed } from "../host";
import { add, list, move, plan, remove, replayed, resize, ScheduleError, toggle, type Fault, type Plan } from "../model/schedule";
import { messageOf } from "../hosts/none";
import type { Session } from "./session";

/** Edit is the plan of one session. */
export class Edit {
  plan: Plan | null = null;
  /** Why there is no plan, or why the last change was refused; "" if all is well. */
  problem = "";
  changed = false;
  running = false;
  /** What came of replays, the newest first. */
  readonly results: { replayed: Replayed; what: string }[] = [];
  private readonly said: string[] = [];
  private of: unknown = null;

  constructor(private readonly session: Session) {
    session.on(["data"], () => {
      const schedule = session.run?.head.header.schedule;
      if (this.of === schedule) return;
      this.of = schedule;
      this.reset();
    });
  }

  /** faults are those of the plan. */
  faults(): Fault[] {
    return this.plan ? list(this.plan) : [];
  }

  /** reset goes back to the run's own schedule. */
  reset(): void {
    this.changed = false;
    this.said.length = 0;
    this.problem = "";
    try {
      this.plan = plan(this.session.run?.head.header.schedule);
    } catch (err) {
      if (!(err instanceof ScheduleError)) throw err;
      this.plan = null;
      this.problem = err.message;
    }
    this.session.emit("schedule");
  }

  /** placeOf is where a fault of the run's own schedule stands in the plan; -1 if it was removed. */
  placeOf(planned: number): number {
    return planned < 0 ? -1 : (this.plan?.origin.indexOf(planned) ?? -1);
  }

  /** struckAt is where the fault whose event this is stands in the plan; -1 if it is none of those. */
  struckAt(event: number): number {
    const faults = this.session.run?.survey?.faults;
    return this.placeOf(faults?.fault[faults.event.indexOf(event + 1)] ?? -1);
  }

  /** moveTo moves a fault of the run's own schedule, whose handle was dragged, by nanoseconds; one that strikes an
   * operation has no instant to move. */
  moveTo(planned: number, by: number): void {
    const place = this.placeOf(planned);
    const fault = this.faults()[place];
    if (!fault || by === 0) return;
    if (fault.op === 0) this.move(place, by);
    else {
      this.problem = `fault ${place + 1} strikes operation ${fault.op}, so it has no instant; move it by operations in the list below`;
      this.session.emit("schedule");
    }
  }

  /** move makes a fault strike later, by nanoseconds or by operations. */
  move(place: number, by: number): void {
    const fault = this.faults()[place];
    const end = this.session.run?.head.header.end;
    const unit = fault && fault.op > 0 ? `${signed(by)} operations` : `${signed(by / 1e6)} ms`;
    this.change((p) => move(p, place, by, end), `fault ${place + 1} moved by ${unit}`);
  }

  remove(place: number): void {
    this.change((p) => remove(p, place), `fault ${place + 1} removed`);
  }

  /** add puts a fault in; what says in words what it does. */
  add(fault: Record<string, unknown>, what: string): void {
    this.change((p) => add(p, fault), `added: ${what}`);
  }

  /** resize makes the effect of a fault last some nanoseconds. */
  resize(place: number, length: number): void {
    this.change((p) => resize(p, place, length), `fault ${place + 1} lasts ${length / 1e6} ms`);
  }

  toggle(place: number): void {
    this.change((p) => toggle(p, place), `fault ${place + 1} switched ${this.faults()[place]?.off ? "on" : "off"}`);
  }

  private change(by: (p: Plan) => Plan, said: string): void {
    if (!this.plan) return;
    try {
      this.plan = by(this.plan);
      this.problem = "";
      this.changed = true;
      this.said.push(said);
    } catch (err) {
      if (!(err instanceof ScheduleError)) throw err;
      this.problem = err.message;
    }
    this.session.emit("schedule");
  }

  /** replay makes the run with the plan. */
  async replay(): Promise<Replayed | null> {
    if (!this.plan || this.running) return null;
    this.running = true;
    this.problem = "";
    this.session.emit("schedule");
    try {
      const result = await this.session.host.replay(this.session.ref, replayed(this.plan));
      this.results.unshift({ replayed: result, what: this.said.join(", ") || "unchanged" });
      return result;
    } catch (err) {
      this.problem = messageOf(err);
      return null;
    } finally {
      this.running = false;
      this.session.emit("schedule");
    }
  }
}

function signed(n: number): string {
  const rounded = Math.round(n * 1e6) / 1e6;
  return n < 0 ? `−${-rounded}` : `+${rounded}`;
}
