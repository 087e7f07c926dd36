// What can be done with an event: faults to try at it, what to search for, what to take
// along.
import { messageOf } from "../hosts/none";
import { WHY_NOT } from "../hosts/embedded";
import { clip } from "../model/escape";
import { offers } from "../model/inject";
import { narrate } from "../model/narrate";
import { eventTerms, narrow } from "../model/narrow";
import { line } from "../model/print";
import { moment } from "./times";
import type { Edit } from "./edit";
import { siteOf } from "./source";
import type { Entry, Group } from "./menu";
import type { Session } from "./session";

/** Longest sentence of an event that is read out for a menu, in UTF-16 units. */
const MAX_NAME = 160;

/** Parts are what the entries work with. */
export interface MenuParts {
  session: Session;
  edit: Edit;
  /** Opens the source line of an event. */
  open: (event: number) => void;
  said: (text: string) => void;
}

/** menuName is what a menu is about. */
export function menuName({ session }: MenuParts, i: number): string {
  return `#${i + 1}: ${clip(narrate(session.run!, i), MAX_NAME)}`;
}

/** menuOf gives the entries for an event. */
export function menuOf(parts: MenuParts, i: number): Group[] {
  return [faults(parts, i), search(parts, i), take(parts, i)];
}

function faults({ session, edit, said }: MenuParts, i: number): Group {
  const run = session.run!;
  const changed = (change: () => void, what: string): Entry["do"] => {
    return () => {
      change();
      session.setTab("schedule");
      said(edit.problem ? `Not changed: ${edit.problem}.` : `${what}. Replay with this change is in the schedule.`);
      document.getElementById("replay")?.focus();
    };
  };
  const entries = offers(run, i).map(({ name, fault, why }): Entry => {
    const add = changed(() => {
      edit.add(fault, name);
    }, `Added: ${name}`);
    return { name: name[0]!.toUpperCase() + name.slice(1), do: add, why };
  });
  const struck = run.survey?.faults.event.indexOf(i + 1) ?? -1;
  const place = struck < 0 ? -1 : edit.placeOf(run.survey!.faults.fault[struck]!);
  if (place >= 0) {
    const remove = changed(
      () => {
        edit.remove(place);
      },
      `Fault ${place + 1} removed`,
    );
    entries.unshift({ name: "Remove this fault", do: remove });
  }
  const note = !session.host.abilities.replay ? WHY_NOT : edit.plan ? "" : edit.problem;
  return { name: `Try a fault at ${moment(run.data.at[i]!)}`, note, entries };
}

function search({ session }: MenuParts, i: number): Group {
  const terms = eventTerms(session.run!, i);
  const one = (name: string, term: string): Entry => ({
    name,
    do: () => {
      session.emphasis.search(narrow(session.emphasis.query, term));
    },
  });
  const entries = [one("What led to it", terms.past), one(`Events of kind ${session.run!.kindName(i)}`, terms.kind)];
  if (terms.node) entries.push(one(`Events of ${session.run!.nodes[session.run!.data.node[i]!]!}`, terms.node));
  if (terms.site) entries.push(one(`Events at ${terms.site.slice(terms.site.indexOf(":") + 1)}`, terms.site));
  return { name: "Search", entries };
}

function take({ session, open, said }: MenuParts, i: number): Group {
  const { host, ref } = session;
  const run = session.run!;
  const copy = (name: string, what: string, text: string, why: string): Entry => ({
    name,
    why,
    do: () => {
      host.copy(text).then(
        () => {
          said(`Copied: ${what}`);
        },
        (err: unknown) => {
          said(`Not copied: ${messageOf(err)}`);
        },
      );
    },
  });
  const address = host.address(ref, i + 1);
  const source: Entry = {
    name: host.abilities.source ? "Open the source line" : "Copy the source line",
    why: siteOf({ run, i }) ? "" : "this event has none",
    do: () => {
      open(i);
    },
  };
  const link = copy("Copy a link to it", "the link", address, address ? "" : "this run has no address");
  return { name: `Event #${i + 1}`, entries: [copy("Copy it as text", "the event", line(run, i).trim(), ""), link, source] };
}
