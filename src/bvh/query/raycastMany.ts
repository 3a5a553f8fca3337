import type { RayBuffer } from '../../primitives/flat/rayBuffer';
import { IS_INSIDE } from '../../primitives/flat/rayLayout';
import type { Tree } from '../tree/tree';
import { ClosestHit, findClosest } from './raycast';
import type { RaySelection } from './raySelection';
import { type HitTriangle, NO_TRIANGLE } from '../meshes/rayVisitor';
import { writeFace } from './faceNormal';
import { type RayWalk, walkRay } from './walkRay';

/** Throws unless all given rays are well formed. `first` is the index of the first of them in the user's list. */
export type CheckRays = (rays: Float32Array | Float64Array, first: number) => void;

/** For each of many rays, the triangle that it hits, or NO_TRIANGLE, and the u and v of the hit: see HitTriangle. */
export interface ManyTriangles {
  readonly triangles: Int32Array;
  readonly us: Float64Array;
  readonly vs: Float64Array;
  /** 1 if the ray hits the front of a triangle, or a box from outside, or else 0. Null if it is not wanted. */
  readonly fronts: Uint8Array | null;
}

/** Returns the part of the triangles of many rays that belongs to the rays from `first` up to `end`. */
export function partOf({ triangles, us, vs, fronts }: ManyTriangles, first: number, end: number): ManyTriangles {
  return {
    triangles: triangles.subarray(first, end),
    us: us.subarray(first, end),
    vs: vs.subarray(first, end),
    fronts: fronts && fronts.subarray(first, end),
  };
}

/** Returns whether a ray hits a box from outside. */
export function hitsOutside({ boxes }: Tree, id: number, ray: RayBuffer): boolean {
  writeFace(boxes, id, ray);
  return ray[IS_INSIDE] === 0;
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
  const ray = range.slice();
  for (let i = 0; i < ids.length; i++) {
    for (let k = 0; k < 6; k++) ray[k] = copy[6 * i + k];
    findClosest(tree, ray, selection, hit, walk);
    ids[i] = hit.id;
    ts[i] = hit.t;
    if (triangles === null) continue;
    const isTriangle = hit.id >= 0 && hit.hitTriangle.triangle !== NO_TRIANGLE;
    triangles.triangles[i] = isTriangle ? hit.hitTriangle.triangle : NO_TRIANGLE;
    if (isTriangle) writeTriangle(hit.hitTriangle, triangles, i);
    else if (triangles.fronts !== null && hit.id >= 0) triangles.fronts[i] = +hitsOutside(tree, hit.id, ray);
  }
}

function writeTriangle({ u, v, front }: HitTriangle, out: ManyTriangles, i: number): void {
  out.us[i] = u;
  out.vs[i] = v;
  if (out.fronts !== null) out.fronts[i] = +front;
}
