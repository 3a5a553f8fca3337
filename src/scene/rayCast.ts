import { ClosestHit } from '../bvh/raycast';
import { createRayBuffer } from '../primitives/rayBuffer';

/** What a query of one ray works with. */
export class RayCast {
  buffer = createRayBuffer();
  readonly closest = new ClosestHit();
}
