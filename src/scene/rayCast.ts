import { ClosestHit } from '../bvh/query/raycast';
import type { RaySelection } from '../bvh/query/raySelection';
import type { Ray } from '../primitives/shapes/ray';
import { createRayBuffer, readRay } from '../primitives/flat/rayBuffer';
import { type RaycastOptions, readRaycastOptions } from './arguments/raycastOptions';

/** What a query of one ray works with: a copy of the ray and of its range, and the closest hit. */
export class RayCast {
  readonly ray = createRayBuffer();
  readonly closest = new ClosestHit();

  /** Returns the rest of the options, which are not kept: a callback may hold on to anything. */
  read(ray: Ray, options: RaycastOptions): RaySelection {
    readRay('ray', ray, this.ray);
    return readRaycastOptions(options, this.ray);
  }
}
