// Instants and durations as texts, as engine/vtime has them. Both are nanoseconds.

/** From here on an instant is "never": the largest number of 64 bits, as a double. */
export const NEVER = 2 ** 63;

const MS = 1e6;

/** instant gives an instant as the trace prints it, "12.345s", rounded down. */
export function instant(ns: number): string {
  if (ns >= NEVER) return "never";
  const ms = Math.floor(ns / MS);
  return `${Math.floor(ms / 1000)}.${String(ms % 1000).padStart(3, "0")}s`;
}

/** duration gives a span in full, "1m30s" or "427.268419ms", as Go does. */
export function duration(ns: number): string {
  if (ns >= NEVER) return "2562047h47m16.854775807s";
  const sign = ns < 0 ? "-" : "";
  const d = Math.abs(Math.trunc(ns));
  if (d === 0) return "0s";
  if (d < 1e3) return `${sign}${d}ns`;
  if (d < 1e6) return `${sign}${decimal(d, 3)}µs`;
  if (d < 1e9) return `${sign}${decimal(d, 6)}ms`;
  const minutes = Math.floor(d / 60e9);
  const seconds = decimal(d - minutes * 60e9, 9);
  if (minutes === 0) return `${sign}${seconds}s`;
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? `${sign}${minutes}m${seconds}s` : `${sign}${hours}h${minutes % 60}m${seconds}s`;
}

/** instantInFull gives an instant as files have it, "427.268419ms". */
export function instantInFull(ns: number): string {
  return ns >= NEVER ? "never" : duration(ns);
}

/** decimal is n with its last digits behind a point, without zeros at the end. */
function decimal(n: number, digits: number): string {
  const scale = 10 ** digits;
  const fraction = String(n % scale)
    .padStart(digits, "0")
    .replace(/0+$/, "");
  return String(Math.floor(n / scale)) + (fraction && `.${fraction}`);
}

const UNITS: Record<string, number> = { ns: 1, us: 1e3, µs: 1e3, μs: 1e3, ms: 1e6, s: 1e9, m: 60e9, h: 3600e9 };

/** parseDuration reads a span such as "300ms" or "1m30s"; null if it is none. */
export function parseDuration(text: string): number | null {
  const [, sign, body] = /^([+-]?)(.*)$/s.exec(text)!;
  if (body === "0") return 0;
  if (!/^(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/.test(body!)) return null;
  let sum = 0;
  for (const [, whole, fraction, unit] of body!.matchAll(/(\d*)(?:\.(\d*))?(ns|us|µs|μs|ms|s|m|h)/g)) {
    const scale = UNITS[unit!]!;
    sum += Number(whole === "" ? "0" : whole) * scale;
    if (fraction) sum += Math.trunc((Number(fraction) * scale) / 10 ** fraction.length);
  }
  return sum >= NEVER ? null : sign === "-" ? -sum : sum;
}
