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

/** How long a page may have no frames before nobody looks at it, in milliseconds. */
const UNSEEN = 250;

/** framed is when the next frame has been drawn, or would have been in a page that nobody looks at. */
export function framed(): Promise<void> {
  return new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, UNSEEN);
  });
}
