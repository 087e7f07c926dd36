// Source lines: a link where the host can open them, else text that can be copied.
import type { Site } from "../data";
import { messageOf } from "../hosts/none";
import type { Run } from "../model/run";
import { button, el } from "./dom";
import type { Session } from "./session";

/** siteOf is where an event was made, of the failure where what failed was; undefined where nobody knows. */
export function siteOf(event: { run: Run; i: number } | null): Site | undefined {
  if (!event) return undefined;
  const { run, i } = event;
  const { sites, failure } = run.head.header;
  return sites[run.data.site[i]! - 1] ?? (i === run.failure() ? failure?.site : undefined);
}

/** siteText is "store.go:42". */
function siteText(site: Site): string {
  return site.line > 0 ? `${site.file}:${site.line}` : site.file;
}

/** shortSite is the same with at most one folder: "store/store.go:42". */
function shortSite(site: Site): string {
  return siteText({ ...site, file: site.file.split("/").slice(-2).join("/") });
}

/** siteButton opens a line of the source, or copies where it is. */
export function siteButton(session: Session, site: Site): HTMLButtonElement {
  const text = siteText(site);
  const title = session.host.abilities.source ? `Open ${text}` : `Copy ${text}`;
  const b = button(
    shortSite(site),
    () => {
      openSite(session, site);
    },
    { class: "link", title },
  );
  if (site.func) b.title += ` (${site.func})`;
  return b;
}

/** openSite does what the button does. */
export function openSite({ host, said }: Session, site: Site): void {
  const text = siteText(site);
  if (host.abilities.source) host.openSource(site.file, site.line);
  else
    host.copy(text).then(
      () => {
        said(`Copied ${text}`);
      },
      (err: unknown) => {
        said(`Not copied: ${messageOf(err)}`);
      },
    );
}

/** siteElement is the button, with the function beside it. */
export function siteElement(session: Session, site: Site): HTMLElement {
  return el("span", {}, siteButton(session, site), site.func ? el("span", { class: "quiet", text: ` in ${site.func}` }) : null);
}
