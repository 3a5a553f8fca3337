import { ClosestHit } from '../bvh/query/raycast';
import type { RaySelection } from '../bvh/query/raySelection';
import type { Ray } from '../primitives/shapes/ray';
import { createRayBuffer, readRay } from '../primitives/flat/rayBuffer';
import { type RaycastOptions, readRaycastOptions } from './arguments/raycastOptions';

/** The working space of a query for one ray: a copy of the ray and its range, and the closest hit. */
export class RayQuery {
  readonly ray = createRayBuffer();
  readonly closest = new ClosestHit();

  /** Returns the other options. They are not kept here, as a callback may keep anything alive. */
  read(ray: Ray, options: RaycastOptions): RaySelection {
    readRay('ray', ray, this.ray);
    return readRaycastOptions(options, this.ray);
  }
}
