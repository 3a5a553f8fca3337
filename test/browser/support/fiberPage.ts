import { WebGLRenderer } from 'three';
import { fiberLog, type Way } from '../../support/three/fiberLog';
import { eventType, type FiberSurface, SIZE } from '../../support/three/fiber';

/** The program of a page. Tests call what it puts into the global scope. */

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true, fiberLog: logOnPage });

/** One for all roots: a browser does not give a page many. */
const renderer = new WebGLRenderer({ canvas: newCanvas() });
renderer.setSize(SIZE, SIZE);
renderer.forceContextLoss = () => undefined;
renderer.dispose = () => undefined;

/** What the handlers of a random scene are told when a canvas of this page gets real events. */
async function logOnPage(seed: number, way: Way): Promise<string[]> {
  const canvas = newCanvas();
  document.body.replaceChildren(canvas);
  const surface: FiberSurface = {
    canvas,
    renderer,
    target: canvas,
    fire: (name, x, y) => {
      const Kind = name.startsWith('onPointer') ? PointerEvent : name === 'onWheel' ? WheelEvent : MouseEvent;
      canvas.dispatchEvent(new Kind(eventType(name), { clientX: x, clientY: y, pointerId: 1, bubbles: true }));
    },
  };
  return fiberLog(seed, way, surface);
}

/** It takes pointers as captured though no hand moves them. */
function newCanvas(): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.style.cssText = `position: fixed; inset: 0; width: ${SIZE}px; height: ${SIZE}px`;
  canvas.setPointerCapture = () => undefined;
  canvas.releasePointerCapture = () => undefined;
  return canvas;
}
