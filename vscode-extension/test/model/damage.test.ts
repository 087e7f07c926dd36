// Sections that are damaged, or made to do harm: either one sentence says what is wrong, or all that the page works out
// of them can be worked out.
import { expect, test } from "vitest";
import { Axis } from "../../src/timeline/model/axis";
import { copy } from "../../src/timeline/model/copy";
import { future, past } from "../../src/timeline/model/cone";
import { density } from "../../src/timeline/model/density";
import { align } from "../../src/timeline/model/diff";
import { isError, mask, parse } from "../../src/timeline/model/filter";
import { arrows, bands, strip } from "../../src/timeline/model/marks";
import { narrate } from "../../src/timeline/model/narrate";
import { fields, line } from "../../src/timeline/model/print";
import { DataError, parseEvents, parseHead, parseSurvey } from "../../src/timeline/model/read";
import { rows } from "../../src/timeline/model/rows";
import { Run } from "../../src/timeline/model/run";
import { list, plan, ScheduleError } from "../../src/timeline/model/schedule";
import { changes, stateAfter, stateAt } from "../../src/timeline/model/state";
import { alongCause, alongEffect } from "../../src/timeline/model/steps";
import { columnsOf } from "../../src/timeline/page/drawbuckets";
import { looksOf } from "../../src/timeline/page/looks";
import { sizes, verdict } from "../../src/timeline/page/summary";
import { ticks } from "../../src/timeline/page/ticks";
import { recorded } from "../fixtures";
import { damagedBytes, damagedJson, Draws } from "./damage";

const ROUNDS = 120;
const whole = recorded("schema1");
const good = new Run(parseHead(whole.head), parseEvents(whole.events), parseSurvey(whole.survey));

/** use works out what the page shows at first, and while somebody goes through all of it. */
function use(run: Run): void {
  const { header } = run.head;
  sizes(header);
  verdict(header);
  density(run.head, null, -1);
  run.lanes();
  try {
    list(plan(header.schedule));
  } catch (err) {
    if (!(err instanceof ScheduleError)) throw err;
  }
  for (const mode of ["time", "compressed", "order"] as const) draw(run, new Axis(run, mode));
  if (!run.columns) return;
  for (let i = 0; i < run.n; i++) {
    line(run, i);
    narrate(run, i);
    fields(run, i);
    stateAfter(run, i, 10);
    changes(run, i, 10);
    looksOf(run).of(i);
    expect(alongCause(run, i)).toBeLessThan(i);
    alongEffect(run, i);
    past(run, i);
    future(run, i);
  }
  stateAt(run, header.end);
  align(good, run);
  align(run, good);
  for (const form of ["text", "markdown", "mermaid", "json"] as const) copy(run, [...run.data.cause.keys()], form);
  const query = parse("kind:disk or not 1 -> (node:a)", run);
  if (!isError(query)) mask(run, query);
}

function draw(run: Run, axis: Axis): void {
  expect(axis.length).toBeGreaterThan(0);
  const laid = rows(run, { folded: new Set() });
  for (const [from, to] of [
    [0, 1],
    [0.9, 0.9001],
    [0.999999, 1],
  ] as const) {
    const w = { axis, view: { from: from * axis.length, to: to * axis.length }, width: 200 };
    columnsOf(run, w);
    expect(ticks(axis, w.view, w.width).length).toBeLessThan(100);
    for (const row of laid) {
      strip(row.events, w);
      bands(run, w, row);
    }
    arrows(run, w, 5);
    arrows(run, w, 1000);
  }
}

/** tried reads a run of which one section is damaged, and gives what it is refused for; "" if it is not. */
function tried(change: (sections: { head: Uint8Array; events: Uint8Array; survey: Uint8Array }) => void): string {
  const sections = { ...whole };
  change(sections);
  try {
    const run = new Run(parseHead(sections.head));
    use(run); // as far as it is there
    run.columns = parseEvents(sections.events.slice());
    use(run);
    run.survey = parseSurvey(sections.survey);
    use(run);
    return "";
  } catch (err) {
    if (err instanceof DataError) return err.message;
    throw err;
  }
}

test("the run without damage can be used", () => {
  expect(tried(() => undefined)).toBe("");
});

test.each(["head", "events", "survey"] as const)("a damaged section is refused with a sentence, or can be used: %s", (name) => {
  let refused = 0;
  for (let seed = 1; seed <= ROUNDS; seed++) {
    const draws = new Draws(seed);
    const damaged = name === "events" ? damagedBytes(whole.events, draws) : damagedJson(whole[name], draws);
    try {
      const message = tried((sections) => {
        sections[name] = damaged;
      });
      if (message !== "") refused++;
      expect(message).not.toContain("\n");
    } catch (err) {
      throw new Error(`seed ${seed} of ${name}`, { cause: err });
    }
  }
  expect(refused).toBeGreaterThan(ROUNDS / 20);
  expect(refused).toBeLessThan(ROUNDS);
});

/** survey puts one number into a survey that is otherwise right. */
function survey(listName: string, column: string, value: string): () => string {
  return () =>
    tried((sections) => {
      const all = JSON.parse(new TextDecoder().decode(whole.survey)) as Record<string, Record<string, unknown[]>>;
      all[listName]![column]![0] = "@";
      sections.survey = new TextEncoder().encode(JSON.stringify(all).replace('"@"', value));
    });
}

test.each([
  ["messages", "send", "0"],
  ["messages", "send", "4294967295"],
  ["messages", "from", "-1"],
  ["messages", "to", "99"],
  ["messages", "fate", "5"],
  ["messages", "end", "1.5"],
  ["incarnations", "boot", "1e999"],
  ["incarnations", "node", "4"],
  ["faults", "until", "-1"],
  ["faults", "fault", "-2"],
  ["disk", "state", "7"],
  ["eventuallys", "decided", "3"],
  ["calls", "client", "100"],
  ["calls", "blamed", "3"],
  ["losses", "change", "0"],
])("a survey with %s.%s of %s is refused", (listName, column, value) => {
  expect(survey(listName, column, value)()).toBe(`the run has a ${listName}.${column}[0] of ${Number(value)}, which cannot be`);
});

test("what begins in another order than events do is refused", () => {
  const all = JSON.parse(new TextDecoder().decode(whole.survey)) as { messages: { send: number[] } };
  const { send } = all.messages;
  [send[0], send[1]] = [send[1]!, send[0]!];
  const damaged = new TextEncoder().encode(JSON.stringify(all));
  expect(tried((sections) => (sections.survey = damaged))).toBe(`the run has a messages.send[1] of ${send[1]}, which cannot be`);
});
