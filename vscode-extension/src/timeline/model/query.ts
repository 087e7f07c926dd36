// A query as a tree. filter.ts reads it, mask.ts answers it.

/** Keys of terms. */
export type Key = "node" | "kind" | "time" | "text" | "match" | "property" | "site" | "cause" | "effect" | "between" | "size";

/** Query is a tree of terms. */
export type Query =
  | { is: "all" }
  /** A comparison stands before each value, with a space between. */
  | { is: "term"; key: Key; values: string[] }
  | { is: "not"; of: Query }
  | { is: "and" | "or"; of: Query[] }
  /** One leads to the next: events of each that are on such a way. */
  | { is: "then"; of: Query[] }
  /** An event that comes before, or after, one of another query; within is in nanoseconds. */
  | { is: "before" | "after"; of: Query; within: number };

/** FilterError says what is wrong with a query, and where in it. */
export interface FilterError {
  /** The character at which it is wrong, from 1. */
  at: number;
  message: string;
}

/** isError tells an error from a query. */
export function isError(q: Query | FilterError): q is FilterError {
  return "message" in q;
}

/** sentence is an error with its place. */
export function sentence({ at, message }: FilterError): string {
  return `at character ${at}: ${message}`;
}
