import { MOUSE, TOUCH } from 'three';
import type { OrbitControls } from 'three/addons/controls/OrbitControls.js';

/** A pointer that moves more than this many pixels drags. A finger that rests for this many milliseconds holds. */
const SLIP = 5;
const HOLD = 500;

/** What a drag does. */
export interface Drag {
  move(event: PointerEvent): void;
  end(event: PointerEvent): void;
  /** Undoes the drag: a second finger has come, or the system has taken the pointer away. */
  cancel(): void;
}

export interface GestureHandlers {
  /** What a drag from here does. Null if it turns the view. */
  dragFrom(event: PointerEvent): Drag | null;
  tap(event: PointerEvent): void;
  /** A finger has held the spot. */
  hold(event: PointerEvent): void;
}

interface Gesture {
  down: PointerEvent;
  drag: Drag | null;
  state: 'resting' | 'dragging' | 'held';
}

/**
 * Shares the pointer with the controls of the view. The left button belongs to the page. The right button turns the
 * view. A finger turns it too if there is nothing to drag, and two fingers always do.
 */
export function onGestures(canvas: HTMLCanvasElement, controls: OrbitControls, handlers: GestureHandlers): void {
  let gesture: Gesture | null = null;
  let holding = 0;
  controls.mouseButtons = { LEFT: null, MIDDLE: MOUSE.PAN, RIGHT: MOUSE.ROTATE };
  controls.touches = { ONE: TOUCH.ROTATE, TWO: TOUCH.DOLLY_ROTATE };

  const finish = (): Gesture | null => {
    const finished = gesture;
    gesture = null;
    clearTimeout(holding);
    return finished;
  };
  const cancel = () => {
    const cancelled = finish();
    if (cancelled?.state === 'dragging') cancelled.drag?.cancel();
  };

  const start = (event: PointerEvent) => {
    cancel();
    if (!event.isPrimary || event.button !== 0) return;
    const started: Gesture = { down: event, drag: handlers.dragFrom(event), state: 'resting' };
    gesture = started;
    controls.touches.ONE = started.drag === null ? TOUCH.ROTATE : null;
    if (event.pointerType === 'mouse') return;
    holding = window.setTimeout(() => {
      started.state = 'held';
      handlers.hold(event);
    }, HOLD);
  };
  const move = (event: PointerEvent) => {
    if (gesture?.down.pointerId !== event.pointerId || gesture.state === 'held') return;
    const { clientX, clientY } = gesture.down;
    if (gesture.state === 'resting' && Math.hypot(event.clientX - clientX, event.clientY - clientY) <= SLIP) return;
    clearTimeout(holding);
    gesture.state = 'dragging';
    gesture.drag?.move(event);
  };
  const end = (event: PointerEvent) => {
    if (gesture?.down.pointerId !== event.pointerId) return;
    const ended = finish();
    if (ended?.state === 'resting') handlers.tap(event);
    if (ended?.state === 'dragging') ended.drag?.end(event);
  };

  // Runs before the controls get the event: it tells them what the pointer is for.
  canvas.addEventListener('pointerdown', start, { capture: true });
  canvas.addEventListener('pointermove', move);
  canvas.addEventListener('pointerup', end);
  canvas.addEventListener('pointercancel', cancel);
}
