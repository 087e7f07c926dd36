// What can be done with an event: faults to try at it, what to search for, what to take
// along.
import { WHY_NOT } from "../hosts/embedded";
import { offers } from "../model/inject";
import { line } from "../model/print";
import { eventTerms } from "../model/terms";
import { copyTo, type Said } from "./copied";
import type { Edit } from "./edit";
import { siteOf } from "./source";
import type { Entry, Group } from "./menu";
import type { Session } from "./session";
import { moment } from "./times";

/** MenuParts are what the entries work with. */
export interface MenuParts {
  session: Session;
  edit: Edit;
  /** Opens the source line of an event. */
  open: (event: number) => void;
  said: Said;
}

/** menuOf gives the entries for an event. pin pins a row, or takes it from the top. */
export function menuOf({ session, edit, open, said }: MenuParts, pin: (key: string) => void, i: number): Group[] {
  const { host, ref } = session;
  const run = session.run!;
  const { at } = run.data;
  const change = (name: string, by: () => void, why = ""): Entry => ({
    name,
    why,
    do: () => {
      by();
      session.setTab("schedule");
      said(edit.problem || `${name}: see the schedule, and replay it.`);
      document.getElementById("replay")?.focus();
    },
  });
  const faults = offers(run, i).map(({ name, fault, why }) =>
    change(
      name[0]!.toUpperCase() + name.slice(1),
      () => {
        edit.add(fault, name);
      },
      why,
    ),
  );
  const place = edit.struckAt(i);
  if (place >= 0) {
    const remove = (): void => {
      edit.remove(place);
    };
    faults.unshift(change("Remove this fault", remove));
  }
  const terms = eventTerms(run, i).map((term, k): Entry => ({
    name: k > 0 ? term : `What led to it: ${term}`,
    do: () => {
      session.emphasis.search(term);
    },
  }));
  const copy = (name: string, text: string): Entry => ({
    name,
    why: text ? "" : "it has none",
    do: () => {
      copyTo(host, said, text, name);
    },
  });
  const source = (): void => {
    open(i);
  };
  const rows = session.layout.rows.filter((row) => row.kind !== "faults" && row.events.includes(i));
  const pins = rows.map(({ key, label }): Entry => ({
    name: `${session.layout.pinned.includes(key) ? "Unpin" : "Pin"} row ${label}`,
    do: () => {
      pin(key);
    },
  }));
  return [
    { name: `Fault at ${moment(at[i]!)}`, why: host.abilities.replay ? (edit.plan ? "" : edit.problem) : WHY_NOT, entries: faults },
    { name: "Search", entries: terms },
    {
      name: `Event #${i + 1}`,
      entries: [
        copy("Copy", line(run, i).trim()),
        copy("Copy a link", host.address(ref, i + 1)),
        { name: "Open the source line", why: siteOf({ run, i }) ? "" : "it has none", do: source },
        ...pins,
      ],
    },
  ];
}
