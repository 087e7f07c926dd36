/** reason is what a person is told of something that was thrown. */
export function reason(e: unknown): string {
  return e instanceof Error ? e.message : String(e);
}
