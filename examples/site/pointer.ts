import type { Pointer } from 'slabtree';

/** A finger or mouse may slip this many pixels during a tap. */
const SLIP = 5;

/** The place of a pointer event on a canvas, for `screenRay` and `pick`. */
export function pointerOn(canvas: HTMLCanvasElement, event: MouseEvent): Pointer {
  const { left, top, width, height } = canvas.getBoundingClientRect();
  return { x: event.clientX - left, y: event.clientY - top, width, height };
}

/** Calls `tapped` for a click or a tap on the canvas. A drag does not count: it turns the view. */
export function onTap(canvas: HTMLCanvasElement, tapped: (pointer: Pointer, event: PointerEvent) => void): void {
  let down: PointerEvent | null = null;
  canvas.addEventListener('pointerdown', (event) => {
    // With a second finger it is a gesture.
    down = event.isPrimary && event.button === 0 ? event : null;
  });
  canvas.addEventListener('pointerup', (event) => {
    if (down?.pointerId !== event.pointerId) return;
    const isTap = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) <= SLIP;
    down = null;
    if (isTap) tapped(pointerOn(canvas, event), event);
  });
  canvas.addEventListener('pointercancel', () => {
    down = null;
  });
}

/** Calls `hovered` with the place of the pointer over the canvas, at most once a frame. Null when it has left. */
export function onHover(canvas: HTMLCanvasElement, hovered: (pointer: Pointer | null) => void): void {
  let latest: Pointer | null = null;
  let isDue = false;
  const hover = (pointer: Pointer | null) => {
    latest = pointer;
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      hovered(latest);
    });
  };
  const hoverAt = (event: PointerEvent) => {
    hover(pointerOn(canvas, event));
  };
  canvas.addEventListener('pointermove', hoverAt);
  // A finger does not move before it touches, so a touch counts as well.
  canvas.addEventListener('pointerdown', hoverAt);
  canvas.addEventListener('pointerleave', () => {
    hover(null);
  });
}
