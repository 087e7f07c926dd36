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
