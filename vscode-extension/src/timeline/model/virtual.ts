// The arithmetic of a list of which only the visible rows are made. Browsers do not
// lay out more than some millions of pixels, so a longer list is scrolled by share.

/** Tallest list that is laid out in full, in pixels. */
export const MAX_HEIGHT = 8_000_000;

/** List is what is shown of it. */
export interface List {
  /** Rows from first up to, not including, last are made. */
  first: number;
  last: number;
  /** Where the first of them stands, in pixels from the top of the scrolled content. */
  offset: number;
  /** Height of the scrolled content, in pixels. */
  height: number;
}

/** Shape is the size of a list: how many rows, their height and that of what is visible, in pixels. */
export interface Shape {
  rows: number;
  rowHeight: number;
  viewport: number;
  /** How many more rows are made above and below. */
  overscan?: number;
}

/** visible says what to make at a scroll position. */
export function visible(shape: Shape, scrollTop: number): List {
  const { rows, rowHeight, viewport, overscan = 4 } = shape;
  const height = heightOf(shape);
  const top = topRow(shape, scrollTop);
  const first = Math.max(0, Math.floor(top) - overscan);
  const last = Math.min(rows, Math.ceil(top + viewport / rowHeight) + overscan);
  return { first, last, offset: scrollTop + (first - top) * rowHeight, height };
}

/** scrollTo is the scroll position at which a row is visible, and the present one if it is already. */
export function scrollTo(shape: Shape, scrollTop: number, row: number): number {
  const page = shape.viewport / shape.rowHeight;
  const top = topRow(shape, scrollTop);
  if (row < top) return scrollOf(shape, row);
  if (row + 1 > top + page) return scrollOf(shape, row + 1 - page);
  return scrollTop;
}

function heightOf(shape: Shape): number {
  return Math.min(MAX_HEIGHT, shape.rows * shape.rowHeight);
}

/** topRow is the row, with a fraction, at the top of what is visible. */
function topRow(shape: Shape, scrollTop: number): number {
  const scrolls = heightOf(shape) - shape.viewport;
  const moves = Math.max(0, shape.rows - shape.viewport / shape.rowHeight);
  if (scrolls <= 0) return 0;
  return (Math.max(0, Math.min(scrolls, scrollTop)) / scrolls) * moves;
}

function scrollOf(shape: Shape, row: number): number {
  const scrolls = heightOf(shape) - shape.viewport;
  const moves = shape.rows - shape.viewport / shape.rowHeight;
  if (scrolls <= 0 || moves <= 0) return 0;
  return (Math.max(0, Math.min(moves, row)) / moves) * scrolls;
}
