// Source lines: a link where the host can open them, else text that can be copied.
import type { Site } from "../data";
import type { Host } from "../host";
import type { Run } from "../model/run";
import { button, el } from "./dom";

/** siteOf is where an event was made; undefined where nobody knows. */
export function siteOf(event: { run: Run; i: number } | null): Site | undefined {
  return event?.run.head.header.sites[event.run.data.site[event.i]! - 1];
}

/** siteText is "store.go:42". */
export function siteText(site: Site): string {
  return site.line > 0 ? `${site.file}:${site.line}` : site.file;
}

/** shortSite is the same with at most one folder: "store/store.go:42". */
function shortSite(site: Site): string {
  return siteText({ ...site, file: site.file.split("/").slice(-2).join("/") });
}

/** siteButton opens a line of the source, or copies where it is. */
export function siteButton(host: Host, site: Site): HTMLButtonElement {
  const text = siteText(site);
  const title = host.abilities.source ? `Open ${text}` : `Copy ${text}`;
  const b = button(
    shortSite(site),
    () => {
      openSite(host, site);
    },
    { class: "link", title },
  );
  if (site.func) b.title += ` (${site.func})`;
  return b;
}

/** openSite does what the button does. */
export function openSite(host: Host, site: Site): void {
  if (host.abilities.source) host.openSource(site.file, site.line);
  else void host.copy(siteText(site)).catch(() => undefined);
}

/** siteElement is the button, with the function beside it. */
export function siteElement(host: Host, site: Site): HTMLElement {
  return el("span", {}, siteButton(host, site), site.func ? el("span", { class: "quiet", text: ` in ${site.func}` }) : null);
}
