import type { Pointer } from 'slabtree';

/** The place of a pointer of the picture, as `index.pick` wants it: in the window, as in a pointer event. */
export function pointerEvent(canvas: HTMLCanvasElement, { x, y }: Pointer): { clientX: number; clientY: number } {
  const { left, top } = canvas.getBoundingClientRect();
  return { clientX: left + x, clientY: top + y };
}
