import { ConvexShape } from '../flat/convexShape';
import { Motion } from '../flat/motion';
import type { Numbers } from '../flat/numbers';
import { ClosestPair } from './closestPair';
import { CoresOverlap } from './coresOverlap';
import { LeastWayOut } from './leastWayOut';
import { MovingCapsule } from './roundedFeatures';
import { CommonPoint } from './supportingFeatures';
import { SweptAxes } from './sweptAxes';

/** Two shapes, the answers to queries of both, and the working space of these queries. */
export class ShapePair {
  readonly a: ConvexShape = new ConvexShape();
  readonly b: ConvexShape = new ConvexShape();

  /** The point x y z and the normal x y z of the contact that was found: see Contact. */
  readonly contact: Numbers = new Float64Array(6);
  /** The `depth` and `startsOverlapping` of the sweep that was found: see Sweep. */
  depth: number = NaN;
  startsOverlapping: boolean = false;

  readonly wayOut: LeastWayOut = new LeastWayOut();
  readonly closest: ClosestPair = new ClosestPair();
  readonly overlap: CoresOverlap = new CoresOverlap();
  /** The deepest vertex of a, where it leaves b. */
  readonly leaving: ConvexShape = new ConvexShape();
  /** The shapes and the motion, if their numbers must be scaled. */
  readonly scaledA: ConvexShape = new ConvexShape();
  readonly scaledB: ConvexShape = new ConvexShape();
  readonly scaledMotion: Motion = new Motion();
  /** The shape a on its way. */
  readonly moved: ConvexShape = new ConvexShape();
  readonly capsule: MovingCapsule = new MovingCapsule();
  readonly axes: SweptAxes = new SweptAxes();
  readonly common: CommonPoint = new CommonPoint();
  /** The t at which the bounds of the shapes are apart again. */
  boundsFar: number = NaN;
  /** Whether the bounds of the shapes are apart by more than rounding before the motion. */
  areBoundsApart: boolean = false;
  /** The normal of the contact before the present one. Before the first, the normal across the slab or the axis that a enters last. */
  readonly before: Numbers = new Float64Array(3);
}
