import { AABB_STRIDE, OBB_STRIDE } from '../../primitives/flat/boxLayout';
import { writeObbBounds } from '../../primitives/flat/boxFrame';
import { indexOf, kindOf, OBB } from '../layout/nodeLayout';
import type { BoxStore } from './boxStore';

/**
 * Writes the world bounds of a box to `out`: min x y z, max x y z. The bounds of an OBB are computed from its centre
 * and extents.
 */
export function writeWorldBounds(boxes: BoxStore, place: number, out: Float64Array): void {
  const index = indexOf(place);
  if (kindOf(place) === OBB) {
    writeObbBounds(boxes.obbs.data, index * OBB_STRIDE, out);
    return;
  }
  const b = boxes.aabbsAt(place);
  const at = index * AABB_STRIDE;
  for (let k = 0; k < 6; k++) out[k] = b[at + k];
}

/**
 * Returns the smallest AABB around all boxes of a store, or null if the store is empty. The bounds of an OBB may
 * overflow, and are infinite then.
 */
export function worldBoundsOfAll(boxes: BoxStore): Float64Array | null {
  if (boxes.size === 0) return null;
  const all = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  const bounds = new Float64Array(6);
  for (let id = 0; id < boxes.idLimit; id++) {
    if (!boxes.has(id)) continue;
    writeWorldBounds(boxes, boxes.places[id], bounds);
    for (let k = 0; k < 3; k++) {
      all[k] = Math.min(all[k], bounds[k]);
      all[k + 3] = Math.max(all[k + 3], bounds[k + 3]);
    }
  }
  return all;
}
