import type { Pointer } from 'slabtree';

/** Returns where the pointer of the demo is at a time, in seconds: it moves in loops around the middle of the picture. */
export function pointerAt(time: number, { clientWidth: width, clientHeight: height }: HTMLElement): Pointer {
  const x = width * (0.5 + 0.2 * Math.sin(0.31 * time - 0.25));
  const y = height * (0.6 + 0.14 * Math.sin(0.47 * time + 0.2));
  return { x, y, width, height };
}
