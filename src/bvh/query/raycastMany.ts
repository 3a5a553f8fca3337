import type { RayBuffer } from '../../primitives/flat/rayBuffer';
import { RAY_STRIDE } from '../../primitives/flat/rayLayout';
import type { Tree } from '../tree/tree';
import { ClosestHit, findClosest } from './raycast';
import type { RaySelection } from './raySelection';
import { type RayWalk, walkRay } from './walkRay';

/** Throws unless rays are well formed, of which the first has the index `first` among all. */
export type CheckRays = (rays: Float32Array | Float64Array, first: number) => void;

/**
 * Finds the closest hit of each of many rays, six numbers each.
 *
 * @param rays copied before they are used: another thread, or a callback, may write to them.
 * @param range a ray whose range is that of all of them.
 * @param checkRays called before there is an answer that rests on rays that are not well formed.
 */
export function raycastMany(
  tree: Tree,
  rays: Float32Array | Float64Array,
  range: RayBuffer,
  selection: RaySelection,
  ids: Int32Array,
  ts: Float64Array,
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
  }
}
