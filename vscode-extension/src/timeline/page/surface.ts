// A canvas that is as large as its place, in the screen's own pixels.
import { el, type Props } from "./dom";

/** Space at both sides of what is drawn along the axis, in pixels: a sign at the very end is seen whole. */
export const MARGIN = 14;

/** Surface is a canvas with its size in CSS pixels. */
export class Surface {
  readonly canvas: HTMLCanvasElement;
  width = 0;
  height = 0;
  /** Width of the part that the axis takes. */
  get room(): number {
    return Math.max(1, this.width - 2 * MARGIN);
  }
  private ratio = 1;
  private context: CanvasRenderingContext2D | null = null;

  constructor(props: Props) {
    this.canvas = el("canvas", props);
  }

  /** resize fits the canvas to a size; true if that changed something. */
  resize(width: number, height: number): boolean {
    const ratio = window.devicePixelRatio || 1;
    const [w, h] = [Math.max(0, Math.floor(width)), Math.max(0, Math.floor(height))];
    if (w === this.width && h === this.height && ratio === this.ratio) return false;
    Object.assign(this, { width: w, height: h, ratio });
    this.canvas.width = Math.round(w * ratio);
    this.canvas.height = Math.round(h * ratio);
    this.canvas.style.width = `${w}px`;
    this.canvas.style.height = `${h}px`;
    return true;
  }

  /** begin gives the context, empty, with CSS pixels as its unit; null where there is none. */
  begin(background: string): CanvasRenderingContext2D | null {
    this.context ??= this.canvas.getContext("2d", { alpha: false });
    const c = this.context;
    if (!c || this.width === 0) return null;
    c.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    c.globalAlpha = 1;
    c.setLineDash([]);
    c.fillStyle = background;
    c.fillRect(0, 0, this.width, this.height);
    c.translate(MARGIN, 0);
    return c;
  }
}
