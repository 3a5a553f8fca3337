import { AABB_STRIDE, OBB_STRIDE } from '../../primitives/flat/boxLayout';
import { writeObbBounds } from '../../primitives/flat/obbBounds';
import { AABB_32, indexOf, kindOf, OBB } from '../layout/nodeLayout';
import type { LeafStore } from './leafStore';

/**
 * Writes the world bounds of a box: min x y z, max x y z. For an OBB they come from its centre and projected extents.
 */
export function writeWorldBounds(leaves: LeafStore, place: number, out: Float64Array): void {
  const kind = kindOf(place);
  const index = indexOf(place);
  if (kind === OBB) {
    writeObbBounds(leaves.obbs.data, index * OBB_STRIDE, out);
    return;
  }
  const b = kind === AABB_32 ? leaves.aabb32.data : leaves.aabb64.data;
  const at = index * AABB_STRIDE;
  for (let k = 0; k < 6; k++) out[k] = b[at + k];
}

/**
 * Returns the smallest box around all boxes of a store, or null if there are none. A bound of an OBB may round past the largest
 * number, and is infinite then.
 */
export function worldBoundsOfAll(leaves: LeafStore): Float64Array | null {
  if (leaves.size === 0) return null;
  const all = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  const bounds = new Float64Array(6);
  for (let id = 0; id < leaves.idLimit; id++) {
    if (!leaves.has(id)) continue;
    writeWorldBounds(leaves, leaves.places[id], bounds);
    for (let k = 0; k < 3; k++) {
      all[k] = Math.min(all[k], bounds[k]);
      all[k + 3] = Math.max(all[k + 3], bounds[k + 3]);
    }
  }
  return all;
}
