import { wantsLessMotion } from './wantsLessMotion';

/** What a person does to take over a picture that moves by itself, on the picture and in the panel. */
const ON_PICTURE = ['pointerdown', 'wheel', 'keydown'];
const ON_PANEL = ['input', 'click', 'keydown'];

/**
 * A signal for a picture that moves by itself. It is aborted when a person takes over: who points does not yet. Where
 * people want less motion, it is aborted from the start.
 *
 * @param panel where a person takes over, too. Null if its controls have nothing to do with the motion.
 */
export function takenOver(
  canvas: HTMLCanvasElement,
  panel: Element | null = document.querySelector('.panel'),
): AbortSignal {
  if (wantsLessMotion()) return AbortSignal.abort();
  const taken = new AbortController();
  const options = { capture: true, passive: true, signal: taken.signal };
  const take = () => {
    taken.abort();
  };
  for (const type of ON_PICTURE) canvas.addEventListener(type, take, options);
  for (const type of ON_PANEL) panel?.addEventListener(type, take, options);
  return taken.signal;
}
