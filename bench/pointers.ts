import { type Camera, type Raycaster, Vector2 } from 'three';
import { seededRandom } from './random';

/** The width and the height of the canvas, in pixels. */
export const SIZE = 800;

export const canvas = { getBoundingClientRect: () => ({ left: 0, top: 0, width: SIZE, height: SIZE }) };

/** The place of a pointer, as in a pointer event. */
export interface Pointer {
  readonly clientX: number;
  readonly clientY: number;
}

/** Places all over the canvas. */
export function createPointers(count: number, seed: number): Pointer[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => ({ clientX: SIZE * random(), clientY: SIZE * random() }));
}

const place = new Vector2();

/** Aims a Raycaster through a pointer, as applications do. Returns it. */
export function aim(raycaster: Raycaster, { clientX, clientY }: Pointer, camera: Camera): Raycaster {
  raycaster.setFromCamera(place.set((2 * clientX) / SIZE - 1, 1 - (2 * clientY) / SIZE), camera);
  return raycaster;
}
