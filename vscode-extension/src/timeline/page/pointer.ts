// Drags with a mouse, a pen or a finger, told apart from clicks.

/** How far a pointer moves before it is a drag, in pixels. */
const SLACK = 4;

/** Drag is what happens between press and release; x and y are pixels within the element. */
export interface Drag {
  move(x: number, y: number, by: { x: number; y: number }): void;
  /** done is called at the end of a drag; cancelled if it was given up. */
  done?(cancelled: boolean): void;
}

/** Press is called when a pointer goes down; it says what a drag from there does. */
export interface Handlers {
  press(x: number, y: number, event: PointerEvent): Drag;
  /** click is a press and release in one place. */
  click?(x: number, y: number, event: PointerEvent): void;
}

/** drags listens to an element. */
export function drags(element: HTMLElement, handlers: Handlers): void {
  let drag: Drag | null = null;
  let begin = { x: 0, y: 0 };
  let moved = false;
  const at = (e: PointerEvent): { x: number; y: number } => {
    const r = element.getBoundingClientRect();
    return { x: e.clientX - r.left, y: e.clientY - r.top };
  };
  const end = (cancelled: boolean): void => {
    if (moved) drag?.done?.(cancelled);
    drag = null;
  };
  element.addEventListener("pointerdown", (e) => {
    if (e.button !== 0 || e.ctrlKey) return; // with Ctrl it is the other button on some systems
    begin = at(e);
    moved = false;
    drag = handlers.press(begin.x, begin.y, e);
    element.setPointerCapture(e.pointerId);
  });
  element.addEventListener("pointermove", (e) => {
    if (!drag) return;
    const now = at(e);
    const by = { x: now.x - begin.x, y: now.y - begin.y };
    moved ||= Math.abs(by.x) > SLACK || Math.abs(by.y) > SLACK;
    if (moved) drag.move(now.x, now.y, by);
  });
  element.addEventListener("pointerup", (e) => {
    if (!drag) return;
    const now = at(e);
    if (!moved) handlers.click?.(now.x, now.y, e);
    end(false);
  });
  element.addEventListener("pointercancel", () => {
    end(true);
  });
  element.addEventListener("keydown", (e) => {
    if (e.key !== "Escape" || !drag || !moved) return;
    e.stopPropagation();
    end(true);
  });
}
