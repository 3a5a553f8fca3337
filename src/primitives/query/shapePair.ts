import { ConvexShape } from '../flat/convexShape';
import { Motion } from '../flat/motion';
import { FeatureSearch } from './contacts/featureSearch';
import { CoreContact } from './contacts/coreContact';
import { CoresOverlap } from './contacts/coresOverlap';
import { LeastWayOut } from './contacts/leastWayOut';
import { SweptPair } from './sweeps/sweptPair';

/** Two shapes, the answers to queries of both, and the working space of these queries. */
export class ShapePair extends SweptPair {
  /** The `startsOverlapping` of the sweep that was found: see Sweep. */
  startsOverlapping: boolean = false;

  readonly cores: CoreContact = new CoreContact();
  readonly wayOut: LeastWayOut = new LeastWayOut();
  readonly featureSearch: FeatureSearch = new FeatureSearch();
  readonly overlap: CoresOverlap = new CoresOverlap();
  /** The deepest vertex of a, where it leaves b. */
  readonly leaving: ConvexShape = new ConvexShape();
  /** The shapes and the motion, if their numbers must be scaled. */
  readonly scaledA: ConvexShape = new ConvexShape();
  readonly scaledB: ConvexShape = new ConvexShape();
  readonly scaledMotion: Motion = new Motion();
  /** The shape a on its way. */
  readonly moved: ConvexShape = new ConvexShape();
}
