import { type Camera, type Raycaster, Vector2 } from 'three';
import type { Pointer } from 'slabtree';

/** Points a raycaster through a point of the picture. */
export function aim(raycaster: Raycaster, { x, y, width, height }: Pointer, camera: Camera): void {
  raycaster.setFromCamera(new Vector2((2 * x) / width - 1, 1 - (2 * y) / height), camera);
}
