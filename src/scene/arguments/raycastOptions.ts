import { type RaySelection, wideningOf } from '../../bvh/query/raySelection';
import { show } from '../../primitives/check';
import type { ClipSpace } from '../../primitives/camera/clipSpace';
import type { RayRange } from '../../primitives/shapes/ray';
import { type RayBuffer, readRange, writeRange } from '../../primitives/flat/rayBuffer';
import { WIDENING } from '../../primitives/flat/rayLayout';
import { checkMask } from './checkNumbers';

/** Which hits of a ray count. */
export interface RaycastOptions extends RayRange, RaySelection {
  /** 32 bits. The query sees only boxes whose masks share a bit with it, and all boxes without it. */
  mask?: number;
  /** Called for boxes that the ray hits, in no particular order. Return false to skip the box. */
  filter?: (id: number) => boolean;
  /**
   * A finer test of what is in a box, such as the triangles of a mesh. It is called with the id of a box and the `t` at
   * which the ray hits the box. Return your own `t`, in the same units, or null for a miss.
   *
   * - Your `t` counts only from `tMin` to `tMax`.
   * - Your `t` must not lie before the box, except by a millionth. If the query notices, it throws a `RangeError`.
   * - A ray that starts inside a box hits its exit face, and misses the box if that is beyond `tMax`. Set `solid: true` to
   *   find what is in the box wherever the box ends.
   * - It is also called if the ray misses the box by no more than a trillionth (2^-40) of the numbers involved. So a hit on
   *   a face or an edge is not lost if your test rounds differently.
   *
   * @example
   * ```ts
   * scene.raycast(ray, { solid: true, refine: (id) => meshes[id].intersect(ray) });
   * ```
   */
  refine?: (id: number, t: number) => number | null;
}

/** Which hits `BoxScene.pick` finds, and how it reads the projection matrix. */
export interface PickOptions extends RaycastOptions {
  /** The clip space of the projection matrix. `'opengl'` by default. */
  clipSpace?: ClipSpace;
}

/** The options of a call without options. */
export const NO_OPTIONS = {};

/** Selects all boxes. */
const ALL: RaySelection = { mask: undefined, filter: undefined, refine: undefined };

/** Reads each option of a ray query once: the range into the ray, the rest into a copy. */
export function readRaycastOptions(options: RaycastOptions, ray: RayBuffer): RaySelection {
  // A fast path: rays come by the million, and most have no options.
  if (options === NO_OPTIONS) {
    writeRange(0, Infinity, false, ray);
    ray[WIDENING] = 0;
    return ALL;
  }
  readRange('options', options, ray);
  const { mask, filter, refine } = options;
  if (mask !== undefined) checkMask('options.mask', mask);
  checkCallback('options.filter', filter);
  checkCallback('options.refine', refine);
  const selection = { mask, filter, refine };
  ray[WIDENING] = wideningOf(selection);
  return selection;
}

export function checkCallback(name: string, callback: unknown): void {
  if (callback !== undefined && typeof callback !== 'function') {
    throw new TypeError(`${name} must be a function, got ${show(callback)}`);
  }
}
