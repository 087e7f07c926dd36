// A query as a tree. filter.ts reads it, mask.ts answers it.

/** Keys of terms. */
export type Key = "node" | "kind" | "time" | "text" | "match" | "property" | "site" | "cause" | "effect";

/** Query is a tree of terms. */
export type Query =
  | { is: "all" }
  | { is: "term"; key: Key; values: string[] }
  | { is: "not"; of: Query }
  | { is: "and" | "or"; of: Query[] }
  /** One leads to the next: events of each that are on such a way. */
  | { is: "then"; of: Query[] }
  /** An event that comes before, or after, one of another query; within is in nanoseconds. */
  | { is: "before" | "after"; of: Query; within: number };

/** FilterError says what is wrong with a query, and where in it. */
export interface FilterError {
  /** Place in the text, in UTF-16 units. */
  at: number;
  message: string;
}

/** isError tells an error from a query. */
export function isError(q: Query | FilterError): q is FilterError {
  return "message" in q;
}
