import type { Box3 } from 'three';

/** Whether there is anything in a box, and it ends somewhere. */
export function isFilled(box: Box3): boolean {
  const { min, max } = box;
  return !box.isEmpty() && Number.isFinite(min.x + min.y + min.z + max.x + max.y + max.z);
}
