/** DataError says in one sentence what is wrong with the data of a run. */
export class DataError extends Error {
  override name = "DataError";
}
