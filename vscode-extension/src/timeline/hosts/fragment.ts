// The fragment of the page's address: what to show, and the token of the server.
// Form: #t=427.268ms&sel=1234&q=kind:disk&token=…
// A fragment is never sent to a server, so it is where the token travels.

/** Fragment is what an address asks for. */
export interface Fragment {
  /** Instant as a person writes it, "" for none. */
  t: string;
  /** Number of an event, 0 for none. */
  sel: number;
  /** Text of the filter. */
  q: string;
  token: string;
}

/** parseFragment reads location.hash; what is not understood is left out. */
export function parseFragment(hash: string): Fragment {
  const has = new URLSearchParams(hash.replace(/^#/, ""));
  const sel = Number(has.get("sel") ?? "0");
  return {
    t: has.get("t") ?? "",
    sel: Number.isSafeInteger(sel) && sel > 0 ? sel : 0,
    q: has.get("q") ?? "",
    token: has.get("token") ?? "",
  };
}

/** formatFragment is the other way; empty parts are left out. */
export function formatFragment(f: Fragment): string {
  const parts: string[] = [];
  if (f.t) parts.push(`t=${encodeURIComponent(f.t)}`);
  if (f.sel) parts.push(`sel=${f.sel}`);
  if (f.q) parts.push(`q=${encodeURIComponent(f.q)}`);
  if (f.token) parts.push(`token=${encodeURIComponent(f.token)}`);
  return parts.length > 0 ? `#${parts.join("&")}` : "";
}
