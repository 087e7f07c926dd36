/**
 * Frame draws at most once for each turn of the screen, however often it is asked.
 * What draws is one function: nothing else on the page waits for a turn.
 */
export class Frame {
  private waiting = false;

  constructor(private readonly draw: () => void) {}

  ask(): void {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.draw();
    });
  }
}

/** afterFrame calls what is to come behind what the next frame shows. */
export function afterFrame(then: () => void): void {
  requestAnimationFrame(() => {
    setTimeout(then);
  });
}
