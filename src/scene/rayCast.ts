import { ClosestHit } from '../bvh/raycast';
import type { RaySelection } from '../bvh/raySelection';
import type { Ray } from '../primitives/ray';
import { createRayBuffer, readRay } from '../primitives/rayBuffer';
import { type RaycastOptions, readRaycastOptions } from './raycastOptions';

/** What a query of one ray works with: a copy of what it was given, and the closest hit. */
export class RayCast {
  readonly ray = createRayBuffer();
  selection: RaySelection = {};
  readonly closest = new ClosestHit();

  read(ray: Ray, options: RaycastOptions): void {
    readRay('ray', ray, this.ray);
    this.selection = readRaycastOptions(options, this.ray);
  }
}
