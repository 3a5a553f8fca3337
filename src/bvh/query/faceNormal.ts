import { AABB_STRIDE, INVERSE, OBB_STRIDE } from '../../primitives/flat/boxLayout';
import type { RayBuffer } from '../../primitives/flat/rayBuffer';
import { toLocal } from '../../primitives/query/raycastObb';
import { FACE, IS_INSIDE, SOLID } from '../../primitives/flat/rayLayout';
import { normalize } from '../../primitives/shapes/vec3';
import { AT_MAX, AXIS, INSIDE, slabFace } from '../../primitives/query/slabFace';
import type { BoxStore } from '../boxes/boxStore';
import { AABB_32, indexOf, kindOf, OBB } from '../layout/nodeLayout';

/**
 * Writes the face that a ray hits to the ray. The ray must be known to hit the box. If it starts inside a solid box, the
 * normal is zero.
 */
export function writeFace(boxes: BoxStore, id: number, ray: RayBuffer): void {
  const place = boxes.places[id];
  const index = indexOf(place);
  const kind = kindOf(place);
  if (kind === OBB) {
    writeObbFace(boxes.obbs.data, index * OBB_STRIDE, ray);
    return;
  }
  const face =
    kind === AABB_32
      ? slabFace(boxes.aabb32.data, index * AABB_STRIDE, ray, ray)
      : slabFace(boxes.aabb64.data, index * AABB_STRIDE, ray, ray);
  ray[FACE] = 0;
  ray[FACE + 1] = 0;
  ray[FACE + 2] = 0;
  ray[FACE + (face & AXIS)] = signOf(face, ray);
  ray[IS_INSIDE] = isInside(face) ? 1 : 0;
}

function writeObbFace(data: Float64Array, at: number, ray: RayBuffer): void {
  const face = slabFace(data, at, toLocal(data, at, ray), ray);
  const sign = signOf(face, ray);
  // The transposed inverse transforms normals, so the normal of a local axis is a row of the inverse.
  const row = at + INVERSE + 3 * (face & AXIS);
  ray[FACE] = sign * data[row];
  ray[FACE + 1] = sign * data[row + 1];
  ray[FACE + 2] = sign * data[row + 2];
  normalize(ray, FACE);
  ray[IS_INSIDE] = isInside(face) ? 1 : 0;
}

function signOf(face: number, ray: RayBuffer): number {
  if (isInside(face) && ray[SOLID] !== 0) return 0;
  return (face & AT_MAX) !== 0 ? 1 : -1;
}

function isInside(face: number): boolean {
  return (face & INSIDE) !== 0;
}
