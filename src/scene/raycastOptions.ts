import type { RaySelection } from '../bvh/raySelection';
import { checkRange, show } from '../primitives/check';
import type { ClipSpace } from '../primitives/clipSpace';
import type { RayRange } from '../primitives/ray';
import { checkMask } from './checkInput';

export interface RaycastOptions extends RayRange {
  /** Only boxes that share a bit with it; without it all boxes. */
  mask?: number;
  /** Asked for boxes that the ray meets, in no particular order: false passes the box over. */
  filter?: (id: number) => boolean;
  /**
   * A finer test of what is in a box that the ray meets at `t`, a mesh's triangles say: its own t, in the same units, or
   * null for a miss. Its t counts only from `tMin` to `tMax`, and must not lie before the box. A ray that starts inside a
   * box meets it where it leaves; ask for `solid`, so that what is in the box is found wherever the box ends.
   */
  refine?: (id: number, t: number) => number | null;
}

export interface PickOptions extends RaycastOptions {
  /** Of the projection matrix; `'opengl'` by default. */
  clipSpace?: ClipSpace;
}

/** Checks the options of a ray query; returns what they say of the boxes, or null where all count as they are. */
export function selectionOf(options: RaycastOptions): RaySelection | null {
  if (typeof options !== 'object') throw new TypeError(`options must be an object, got ${show(options)}`);
  checkRange('options', options);
  const { mask, filter, refine } = options;
  if (mask === undefined && filter === undefined && refine === undefined) return null;
  if (mask !== undefined) checkMask('options.mask', mask);
  checkCallback('options.filter', filter);
  checkCallback('options.refine', refine);
  return { mask, filter, refine };
}

function checkCallback(name: string, callback: unknown): void {
  if (callback !== undefined && typeof callback !== 'function') {
    throw new TypeError(`${name} must be a function, got ${show(callback)}`);
  }
}
