import { type SlabFace, slabFace } from '../primitives/slabFace';
import { dot, normalize, type Vec3, vec3 } from '../primitives/vec3';
import { AABB_STRIDE, INVERSE, OBB_STRIDE, TRANSLATION } from '../primitives/boxRecord';
import type { LeafStore } from './leafStore';
import { AABB_32, indexOf, kindOf, OBB } from './nodeLayout';
import { type RayBuffer, SOLID, T_MIN } from '../primitives/rayBuffer';

/** How a ray meets a box: the face's outward normal of length 1, zero where there is none, and whether it starts inside. */
export interface FaceNormal {
  normal: Vec3;
  inside: boolean;
}

/** The face at which a ray meets the box at a place, which it is known to hit. */
export function faceNormal(leaves: LeafStore, place: number, ray: RayBuffer): FaceNormal {
  const index = indexOf(place);
  const kind = kindOf(place);
  if (kind === OBB) return obbFaceNormal(leaves.obbs.data, index * OBB_STRIDE, ray);
  const { data } = kind === AABB_32 ? leaves.aabb32 : leaves.aabb64;
  const { axis, sign, inside } = faceOf(data, index * AABB_STRIDE, ray, ray[0], ray[1], ray[2], ray[3], ray[4], ray[5]);
  return { normal: vec3(axis === 0 ? sign : 0, axis === 1 ? sign : 0, axis === 2 ? sign : 0), inside };
}

function obbFaceNormal(b: Float64Array, at: number, ray: RayBuffer): FaceNormal {
  // The ray in local space, computed as the box's own test does.
  const x = ray[0] - b[at + TRANSLATION];
  const y = ray[1] - b[at + TRANSLATION + 1];
  const z = ray[2] - b[at + TRANSLATION + 2];
  const row0 = at + INVERSE;
  const row1 = row0 + 3;
  const row2 = row0 + 6;
  const { axis, sign, inside } = faceOf(
    b,
    at,
    ray,
    dot(b[row0], b[row0 + 1], b[row0 + 2], x, y, z),
    dot(b[row1], b[row1 + 1], b[row1 + 2], x, y, z),
    dot(b[row2], b[row2 + 1], b[row2 + 2], x, y, z),
    dot(b[row0], b[row0 + 1], b[row0 + 2], ray[3], ray[4], ray[5]),
    dot(b[row1], b[row1 + 1], b[row1 + 2], ray[3], ray[4], ray[5]),
    dot(b[row2], b[row2 + 1], b[row2 + 2], ray[3], ray[4], ray[5]),
  );
  if (sign === 0) return { normal: vec3(0, 0, 0), inside };
  // A plane's normal goes through the transposed inverse: outward of a local axis is a row of it.
  const row = row0 + 3 * axis;
  const normal = normalize(sign * b[row], sign * b[row + 1], sign * b[row + 2]);
  // Adding 0 turns -0 into 0.
  return { normal: vec3(normal.x + 0, normal.y + 0, normal.z + 0), inside };
}

function faceOf(
  b: Float32Array | Float64Array,
  at: number,
  ray: RayBuffer,
  originX: number,
  originY: number,
  originZ: number,
  directionX: number,
  directionY: number,
  directionZ: number,
): SlabFace {
  return slabFace(
    b[at],
    b[at + 1],
    b[at + 2],
    b[at + 3],
    b[at + 4],
    b[at + 5],
    originX,
    originY,
    originZ,
    directionX,
    directionY,
    directionZ,
    ray[T_MIN],
    ray[SOLID] !== 0,
  );
}
