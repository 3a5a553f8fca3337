import { AABB_STRIDE, INVERSE, OBB_STRIDE } from '../primitives/boxLayout';
import type { RayBuffer } from '../primitives/rayBuffer';
import { toLocal } from '../primitives/raycastObb';
import { slabFace } from '../primitives/slabFace';
import type { LeafStore } from './leafStore';
import { AABB_32, indexOf, kindOf, OBB } from './nodeLayout';

/**
 * Writes the outward normal, of any length, of the face at which a ray meets the box at a place, which it is known to hit;
 * zero for a solid box met from inside.
 *
 * @returns whether the ray starts inside the box.
 */
export function writeFaceNormal(leaves: LeafStore, place: number, ray: RayBuffer, out: Float64Array): boolean {
  const index = indexOf(place);
  const kind = kindOf(place);
  if (kind === OBB) {
    const { data } = leaves.obbs;
    const at = index * OBB_STRIDE;
    const { axis, sign, inside } = slabFace(data, at, toLocal(data, at, ray), ray);
    // A plane's normal goes through the transposed inverse: outward of a local axis is a row of it.
    for (let k = 0; k < 3; k++) out[k] = sign * data[at + INVERSE + 3 * axis + k];
    return inside;
  }
  const { data } = kind === AABB_32 ? leaves.aabb32 : leaves.aabb64;
  const { axis, sign, inside } = slabFace(data, index * AABB_STRIDE, ray, ray);
  out.fill(0);
  out[axis] = sign;
  return inside;
}
