import { AABB_STRIDE, INVERSE, type LeafStore, OBB_STRIDE, TRANSLATION } from '../bvh/leafStore';
import { AABB_32, INDEX_MASK, KIND_SHIFT, OBB } from '../bvh/nodeLayout';
import { type RayBuffer, SOLID, T_MIN } from '../bvh/rayBuffer';
import { type SlabFace, slabFace } from '../primitives/slabFace';
import { dot, normalize, type Vec3, vec3 } from '../primitives/vec3';

/** Where a ray meets a box of the scene. */
export interface Hit {
  id: number;
  /** In units of the ray's direction: the point is `origin + t·direction`. */
  t: number;
  /** In world units, from the ray's origin to the point; not negative, also on a line behind its origin. */
  distance: number;
  point: Vec3;
  /**
   * Of the face that is met, outward, of length 1; on an edge or corner x before y before z of the box's own axes.
   * All zero for a solid box met from inside. With `refine`, still that of the box.
   */
  normal: Vec3;
  /** Whether the ray starts inside the box. */
  inside: boolean;
}

/** Describes a hit that a query has found. */
export function describeHit(leaves: LeafStore, ray: RayBuffer, id: number, t: number): Hit {
  const { normal, inside } = normalAt(leaves, ray, leaves.places[id]);
  return {
    id,
    t,
    distance: Math.abs(t) * Math.hypot(ray[3], ray[4], ray[5]),
    point: vec3(ray[0] + t * ray[3], ray[1] + t * ray[4], ray[2] + t * ray[5]),
    normal,
    inside,
  };
}

function normalAt(leaves: LeafStore, ray: RayBuffer, place: number): { normal: Vec3; inside: boolean } {
  const kind = place >>> KIND_SHIFT;
  const index = place & INDEX_MASK;
  if (kind !== OBB) {
    const { data } = kind === AABB_32 ? leaves.aabb32 : leaves.aabb64;
    const { axis, sign, inside } = faceOf(data, index * AABB_STRIDE, ray, ray.subarray(0, 6));
    return { normal: vec3(axis === 0 ? sign : 0, axis === 1 ? sign : 0, axis === 2 ? sign : 0), inside };
  }
  const b = leaves.obbs.data;
  const at = index * OBB_STRIDE;
  const { axis, sign, inside } = faceOf(b, at, ray, toLocal(b, at, ray));
  if (sign === 0) return { normal: vec3(0, 0, 0), inside };
  // A plane's normal goes through the transposed inverse: outward of a local axis is a row of it.
  const row = at + INVERSE + 3 * axis;
  const { x, y, z } = normalize(sign * b[row], sign * b[row + 1], sign * b[row + 2]);
  return { normal: vec3(x + 0, y + 0, z + 0), inside };
}

/** The ray's origin and direction in an OBB's local space, computed as its test does. */
function toLocal(b: Float64Array, at: number, ray: RayBuffer): Float64Array {
  const local = new Float64Array(6);
  const x = ray[0] - b[at + TRANSLATION];
  const y = ray[1] - b[at + TRANSLATION + 1];
  const z = ray[2] - b[at + TRANSLATION + 2];
  for (let axis = 0; axis < 3; axis++) {
    const row = at + INVERSE + 3 * axis;
    local[axis] = dot(b[row], b[row + 1], b[row + 2], x, y, z);
    local[axis + 3] = dot(b[row], b[row + 1], b[row + 2], ray[3], ray[4], ray[5]);
  }
  return local;
}

function faceOf(b: Float32Array | Float64Array, at: number, ray: RayBuffer, local: Float64Array): SlabFace {
  return slabFace(
    b[at],
    b[at + 1],
    b[at + 2],
    b[at + 3],
    b[at + 4],
    b[at + 5],
    local[0],
    local[1],
    local[2],
    local[3],
    local[4],
    local[5],
    ray[T_MIN],
    ray[SOLID] !== 0,
  );
}
