import type { RayBuffer } from '../../primitives/flat/rayBuffer';
import { RAY_STRIDE } from '../../primitives/flat/rayLayout';
import type { Tree } from '../tree/tree';
import { ClosestHit, findClosest } from './raycast';
import type { RaySelection } from './raySelection';
import { NO_TRIANGLE } from '../meshes/rayVisitor';
import { type RayWalk, walkRay } from './walkRay';

/** Throws unless all given rays are well formed. `first` is the index of the first of them in the user's list. */
export type CheckRays = (rays: Float32Array | Float64Array, first: number) => void;

/** For each of many rays, the triangle that it hits, or NO_TRIANGLE, and the u and v of the hit: see HitTriangle. */
export interface ManyTriangles {
  readonly triangles: Int32Array;
  readonly us: Float64Array;
  readonly vs: Float64Array;
}

/** Returns the part of the triangles of many rays that belongs to the rays from `first` up to `end`. */
export function partOf({ triangles, us, vs }: ManyTriangles, first: number, end: number): ManyTriangles {
  return { triangles: triangles.subarray(first, end), us: us.subarray(first, end), vs: vs.subarray(first, end) };
}

/**
 * Finds the closest hit of each of many rays. A ray is six numbers.
 *
 * @param rays the rays, which are copied first, because another thread or a callback may write to them.
 * @param range a ray whose range, `solid` and widening all the rays have.
 * @param triangles receives the triangles that are hit. The arrays must have only zeros.
 * @param checkRays called with the copied rays, before any result is computed from rays that may not be well formed.
 */
export function raycastMany(
  tree: Tree,
  rays: Float32Array | Float64Array,
  range: RayBuffer,
  selection: RaySelection,
  ids: Int32Array,
  ts: Float64Array,
  triangles: ManyTriangles | null,
  checkRays: CheckRays,
  walk: RayWalk = walkRay,
): void {
  const copy = rays.slice();
  checkRays(copy, 0);
  const hit = new ClosestHit();
  const ray = range.slice(0, RAY_STRIDE);
  for (let i = 0; i < ids.length; i++) {
    for (let k = 0; k < 6; k++) ray[k] = copy[6 * i + k];
    findClosest(tree, ray, selection, hit, walk);
    ids[i] = hit.id;
    ts[i] = hit.t;
    if (triangles !== null) writeTriangle(hit, triangles, i);
  }
}

function writeTriangle({ id, hitTriangle: { triangle, u, v } }: ClosestHit, out: ManyTriangles, i: number): void {
  const isTriangle = id >= 0 && triangle !== NO_TRIANGLE;
  out.triangles[i] = isTriangle ? triangle : NO_TRIANGLE;
  if (!isTriangle) return;
  out.us[i] = u;
  out.vs[i] = v;
}
