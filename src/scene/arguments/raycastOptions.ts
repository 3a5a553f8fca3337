import { type RaySelection, wideningOf } from '../../bvh/query/raySelection';
import { show } from '../../primitives/check';
import type { ClipSpace } from '../../primitives/camera/clipSpace';
import type { RayRange } from '../../primitives/shapes/ray';
import { type RayBuffer, readRange, writeRange } from '../../primitives/flat/rayBuffer';
import { WIDENING } from '../../primitives/flat/rayLayout';
import { checkMask } from './checkNumbers';

export interface RaycastOptions extends RayRange, RaySelection {
  /** Only boxes that share a bit with it; without it all boxes. */
  mask?: number;
  /** Asked for boxes that the ray meets, in no particular order: false passes the box over. */
  filter?: (id: number) => boolean;
  /**
   * A finer test of what is in a box that the ray meets at `t`, a mesh's triangles say: its own t, in the same units, or
   * null for a miss. It is asked too where the ray misses the box by no more than a trillionth (2^-40) of the numbers at
   * hand, so that what it finds by a rounding of its own, on a face or an edge, is not lost to that of the box. Its t counts
   * only from `tMin` to `tMax`. It must not lie before the box, give or take a millionth: a RangeError says so where it
   * shows. A ray that starts inside a box meets it where it leaves, and misses it where that is beyond `tMax`; ask for
   * `solid`, so that what is in the box is found wherever the box ends.
   */
  refine?: (id: number, t: number) => number | null;
}

export interface PickOptions extends RaycastOptions {
  /** Of the projection matrix; `'opengl'` by default. */
  clipSpace?: ClipSpace;
}

/** The options of a call that gives none. */
export const NO_OPTIONS = {};

/** Of all boxes. */
const ALL: RaySelection = { mask: undefined, filter: undefined, refine: undefined };

/** Reads the options of a ray query, each once: the range into a ray, and the rest into a copy. */
export function readRaycastOptions(options: RaycastOptions, ray: RayBuffer): RaySelection {
  // Rays come by the million, and most without options.
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
