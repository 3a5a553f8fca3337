import type { Pointer } from 'slabtree';
import { wantsLessMotion } from './wantsLessMotion';

/** What a person does on a picture. */
const TOUCHES = ['pointermove', 'pointerdown', 'wheel', 'keydown', 'focus'];

/**
 * Points along a path over the picture, until a person does something there. An arrow shows the place. Where people want
 * less motion, it points at one place.
 *
 * @returns a signal that is aborted when a person does something.
 */
export function wander(canvas: HTMLCanvasElement, pointed: (pointer: Pointer) => void): AbortSignal {
  const touched = new AbortController();
  const arrow = document.createElement('span');
  arrow.className = 'wanderer';
  arrow.ariaHidden = 'true';
  canvas.after(arrow);
  for (const type of TOUCHES) {
    const stop = () => {
      touched.abort();
      arrow.remove();
    };
    // Before the listeners that point.
    canvas.addEventListener(type, stop, { capture: true, passive: true, signal: touched.signal });
  }
  const isStill = wantsLessMotion();
  const start = performance.now();
  const step = (now: number) => {
    if (touched.signal.aborted) return;
    const place = placeAt(isStill ? 0 : (now - start) / 1000, canvas);
    arrow.style.translate = `${place.x}px ${place.y}px`;
    pointed(place);
    if (!isStill) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
  return touched.signal;
}

/** A closed path around the middle of the picture, which takes a minute. */
function placeAt(seconds: number, { clientWidth: width, clientHeight: height }: HTMLElement): Pointer {
  const turn = (2 * Math.PI * seconds) / 60;
  const x = width * (0.5 + 0.25 * Math.sin(3 * turn));
  const y = height * (0.52 + 0.14 * Math.sin(4 * turn));
  return { x, y, width, height };
}
