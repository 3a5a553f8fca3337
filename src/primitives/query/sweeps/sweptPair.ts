import { ConvexShape } from '../../flat/convexShape';
import type { Numbers } from '../../flat/numbers';
import { MovingCapsule } from './movingCapsule';
import { CommonPoint } from './commonPoint';
import { SweptAxes } from './sweptAxes';

/** Two shapes, the contact of a sweep of the first one, and what its closed forms need: see closedSweep.ts. */
export class SweptPair {
  readonly a: ConvexShape = new ConvexShape();
  readonly b: ConvexShape = new ConvexShape();

  /** The point x y z and the normal x y z of the contact that was found: see Contact. */
  readonly contact: Numbers = new Float64Array(6);
  /** The `depth` of the sweep that was found: see Sweep. */
  depth: number = NaN;

  readonly capsule: MovingCapsule = new MovingCapsule();
  readonly axes: SweptAxes = new SweptAxes();
  readonly common: CommonPoint = new CommonPoint();
  /** The t at which a leaves the bounds of b along a first axis of the world. */
  boundsFar: number = NaN;
  /** Whether the bounds of the shapes are apart by more than rounding before the motion. */
  areBoundsApart: boolean = false;
  /** Whether the shapes are certainly apart before the motion. */
  isClear: boolean = false;
  /** The normal of the contact before the present one. Before the first, the normal across the slab or the axis that a enters last. */
  readonly before: Numbers = new Float64Array(3);
}
