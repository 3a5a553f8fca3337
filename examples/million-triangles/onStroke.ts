import type { Pointer } from 'slabtree';
import { pointerOn } from '../site/pointer';

/** What a stroke of the brush does. */
export interface Stroke {
  /** Whether a stroke begins here. If not, the drag turns the view. */
  begins(pointer: Pointer, event: PointerEvent): boolean;
  moves(pointer: Pointer): void;
  ends(): void;
}

/** Paints by dragging with the mouse or one finger. A second finger ends the stroke, and then both move the view. */
export function onStroke(canvas: HTMLCanvasElement, stroke: Stroke): void {
  let down: PointerEvent | null = null;

  const begin = (event: PointerEvent) => {
    // Sent below.
    if (!event.isTrusted) return;
    if (down) {
      const first = down;
      end(first);
      // The view has not heard of the first finger yet.
      canvas.dispatchEvent(new PointerEvent('pointerdown', first));
      return;
    }
    if (!event.isPrimary || event.button !== 0 || !stroke.begins(pointerOn(canvas, event), event)) return;
    down = event;
    canvas.setPointerCapture(event.pointerId);
    // The view must not turn during a stroke.
    event.stopImmediatePropagation();
  };
  const end = (event: PointerEvent) => {
    if (event.pointerId !== down?.pointerId) return;
    down = null;
    stroke.ends();
  };
  canvas.addEventListener('pointerdown', begin, { capture: true });
  canvas.addEventListener('pointermove', (event) => {
    if (event.pointerId === down?.pointerId) stroke.moves(pointerOn(canvas, event));
  });
  canvas.addEventListener('pointerup', end);
  canvas.addEventListener('pointercancel', end);
}
