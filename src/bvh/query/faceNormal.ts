import { AABB_STRIDE, INVERSE, OBB_STRIDE } from '../../primitives/flat/boxLayout';
import type { RayBuffer } from '../../primitives/flat/rayBuffer';
import { toLocal } from '../../primitives/query/raycastObb';
import { SOLID } from '../../primitives/flat/rayLayout';
import { AT_MAX, AXIS, INSIDE, slabFace } from '../../primitives/query/slabFace';
import type { LeafStore } from '../boxes/leafStore';
import { AABB_32, indexOf, kindOf, OBB } from '../layout/nodeLayout';

/**
 * Writes the outward normal, of any length, of the face that a ray hits. The ray must be known to hit the box. If it
 * starts inside a solid box, the normal is zero.
 *
 * @returns whether the ray starts inside the box.
 */
export function writeFaceNormal(leaves: LeafStore, id: number, ray: RayBuffer, out: Float64Array): boolean {
  const place = leaves.places[id];
  const index = indexOf(place);
  const kind = kindOf(place);
  if (kind === OBB) return writeObbNormal(leaves.obbs.data, index * OBB_STRIDE, ray, out);
  const face =
    kind === AABB_32
      ? slabFace(leaves.aabb32.data, index * AABB_STRIDE, ray, ray)
      : slabFace(leaves.aabb64.data, index * AABB_STRIDE, ray, ray);
  out[0] = 0;
  out[1] = 0;
  out[2] = 0;
  out[face & AXIS] = signOf(face, ray);
  return (face & INSIDE) !== 0;
}

function writeObbNormal(data: Float64Array, at: number, ray: RayBuffer, out: Float64Array): boolean {
  const face = slabFace(data, at, toLocal(data, at, ray), ray);
  const sign = signOf(face, ray);
  // The transposed inverse transforms normals, so the normal of a local axis is a row of the inverse.
  const row = at + INVERSE + 3 * (face & AXIS);
  out[0] = sign * data[row];
  out[1] = sign * data[row + 1];
  out[2] = sign * data[row + 2];
  return (face & INSIDE) !== 0;
}

function signOf(face: number, ray: RayBuffer): number {
  if ((face & INSIDE) !== 0 && ray[SOLID] !== 0) return 0;
  return (face & AT_MAX) !== 0 ? 1 : -1;
}
