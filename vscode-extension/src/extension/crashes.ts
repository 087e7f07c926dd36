/** PATIENCE is how many crashes within SPAN are too many. */
export const PATIENCE = 5;

/** SPAN is that time, in milliseconds. */
export const SPAN = 3 * 60 * 1000;

/** Crashes decides whether a server that has ended by itself is started again. */
export class Crashes {
  private at: number[] = [];

  /** again notes a crash at an instant in milliseconds and says whether to start. */
  again(now: number): boolean {
    this.at = [...this.at.filter((t) => now - t < SPAN), now];
    return this.at.length < PATIENCE;
  }

  /** forget begins anew, since the user has started the server. */
  forget(): void {
    this.at = [];
  }
}
