import type { RayBuffer } from '../../primitives/flat/rayBuffer';
import { IS_INSIDE } from '../../primitives/flat/rayLayout';
import type { Tree } from '../tree/tree';
import { ClosestHit, findClosest } from './raycast';
import type { RaySelection } from './raySelection';
import { NO_TRIANGLE } from '../meshes/rayVisitor';
import { writeFace } from './faceNormal';
import { type RayWalk, walkRay } from './walkRay';

/** Throws unless all given rays are well formed. `first` is the index of the first of them in the user's list. */
export type CheckRays = (rays: Float32Array | Float64Array, first: number) => void;

/** For each of many rays, the triangle that it hits, or NO_TRIANGLE, and the u and v of the hit: see HitTriangle. */
export interface ManyPlaces {
  readonly triangles: Int32Array;
  readonly us: Float64Array;
  readonly vs: Float64Array;
}

/** Optional results of many rays, in addition to ids and ts. A result that the caller does not request is null. */
export interface ManyDetails {
  readonly places: ManyPlaces | null;
  /** 1 if the ray hits the front of a triangle, or a box from outside, or else 0. */
  readonly fronts: Uint8Array | null;
}

/** Returns the part of the details of many rays that belongs to the rays from `first` up to `end`. */
export function partOf({ places, fronts }: ManyDetails, first: number, end: number): ManyDetails {
  return {
    places: places && {
      triangles: places.triangles.subarray(first, end),
      us: places.us.subarray(first, end),
      vs: places.vs.subarray(first, end),
    },
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
 * @param details receives what else is wanted of the hits. The arrays must have only zeros.
 * @param checkRays called with the copied rays, before any result is computed from rays that may not be well formed.
 */
export function raycastMany(
  tree: Tree,
  rays: Float32Array | Float64Array,
  range: RayBuffer,
  selection: RaySelection,
  ids: Int32Array,
  ts: Float64Array,
  details: ManyDetails | null,
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
    if (details !== null) writeDetails(tree, ray, hit, details, i);
  }
}

function writeDetails(tree: Tree, ray: RayBuffer, hit: ClosestHit, { places, fronts }: ManyDetails, i: number): void {
  const { triangle, u, v, front } = hit.hitTriangle;
  const isTriangle = hit.id >= 0 && triangle !== NO_TRIANGLE;
  if (places !== null) {
    places.triangles[i] = isTriangle ? triangle : NO_TRIANGLE;
    if (isTriangle) {
      places.us[i] = u;
      places.vs[i] = v;
    }
  }
  if (fronts !== null && hit.id >= 0) fronts[i] = +(isTriangle ? front : hitsOutside(tree, hit.id, ray));
}
