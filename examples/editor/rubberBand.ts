import { pointerOn } from '../site/pointer';
import type { Drag } from './gestures';
import { type Point, type Rectangle, rectangleBetween } from './rectangle';
import type { Reach } from './shapesWithin';

/**
 * A rectangle that a pointer draws over the picture. As in CAD programs, a rectangle drawn to the right selects shapes
 * wholly inside. Drawn to the left, it also selects shapes that cross its edge.
 */
export function rubberBand(
  canvas: HTMLCanvasElement,
  down: PointerEvent,
  taken: (rectangle: Rectangle, reach: Reach, event: PointerEvent) => void,
): Drag {
  const from = pointerOn(canvas, down);
  const band = document.createElement('div');
  band.className = 'band';
  return {
    move: (event) => {
      const to = pointerOn(canvas, event);
      const { left, top, right, bottom } = rectangleBetween(from, to);
      band.dataset.reach = reachOf(from, to);
      Object.assign(band.style, {
        left: `${left}px`,
        top: `${top}px`,
        width: `${right - left}px`,
        height: `${bottom - top}px`,
      });
      canvas.after(band);
    },
    end: (event) => {
      band.remove();
      const to = pointerOn(canvas, event);
      taken(rectangleBetween(from, to), reachOf(from, to), event);
    },
    cancel: () => {
      band.remove();
    },
  };
}

function reachOf(from: Point, to: Point): Reach {
  return to.x >= from.x ? 'inside' : 'crossing';
}
