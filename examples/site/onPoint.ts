import type { Pointer } from 'slabtree';
import { onTap, pointerOn } from './pointer';

/** The step of the crosshair for an arrow key, in pixels: small for each press, and larger while the key is held. */
const STEP = 2;
const HELD_STEP = 12;

/**
 * Calls `pointed` with the place where a person points in the picture: with the mouse, with a tap, or with the arrow
 * keys. Arrow keys move a crosshair while the picture has the focus. With Shift they turn the view. Calls it with null
 * when the mouse leaves.
 */
export function onPoint(canvas: HTMLCanvasElement, pointed: (pointer: Pointer | null) => void): void {
  const crosshair = document.createElement('span');
  crosshair.className = 'crosshair';
  canvas.after(crosshair);
  let latest: Pointer | null = null;
  let isByKey = false;

  const point = (pointer: Pointer | null, byKey = false) => {
    latest = pointer;
    isByKey = byKey;
    // The style sheet puts it in the middle.
    if (pointer) crosshair.style.translate = `${pointer.x - pointer.width / 2}px ${pointer.y - pointer.height / 2}px`;
    pointed(pointer);
  };
  canvas.addEventListener('pointermove', (event) => {
    if (event.pointerType !== 'touch') point(pointerOn(canvas, event));
  });
  canvas.addEventListener('pointerleave', (event) => {
    // A mouse at rest leaves when the page moves under it. That must not take away the crosshair of the keys.
    if (event.pointerType !== 'touch' && !isByKey) point(null);
  });
  onTap(canvas, (pointer) => {
    point(pointer);
  });
  canvas.addEventListener('focus', () => {
    if (!latest && canvas.matches(':focus-visible')) point(middleOf(canvas), true);
  });
  const moveByKey = (event: KeyboardEvent) => {
    const direction = DIRECTIONS[event.key];
    if (!direction || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const { x, y, width, height } = latest ?? middleOf(canvas);
    const step = event.repeat ? HELD_STEP : STEP;
    const [toX, toY] = [within(x + step * direction.x, width), within(y + step * direction.y, height)];
    point({ x: toX, y: toY, width, height }, true);
  };
  // Runs before the stage, which turns the view by these keys.
  canvas.addEventListener('keydown', moveByKey, { capture: true });
}

const DIRECTIONS: Partial<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

function middleOf({ clientWidth: width, clientHeight: height }: HTMLElement): Pointer {
  return { x: width / 2, y: height / 2, width, height };
}

function within(value: number, size: number): number {
  return Math.min(Math.max(value, 0), size);
}
