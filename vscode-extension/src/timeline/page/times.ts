// How instants are written where there is little room.

/** moment gives an instant to the microsecond below a second, else to the millisecond: "491.400 ms", "33.595 s". */
export function moment(ns: number): string {
  return ns < 1e9 ? `${(ns / 1e6).toFixed(3)} ms` : `${(ns / 1e9).toFixed(3)} s`;
}
