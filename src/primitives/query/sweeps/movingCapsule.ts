import type { ConvexShape } from '../../flat/convexShape';
import type { Motion } from '../../flat/motion';
import type { Index, Numbers } from '../../flat/numbers';
import { length } from '../../shapes/vec3';

/** Where a ball touches a shape first. The edges and faces are those of the sum of a core and a segment: see {@link MovingCapsule}. */
export const AT_CORNER: Index = 0;
export const AT_EDGE: Index = 1;
export const IN_PARALLELOGRAM: Index = 2;
export const IN_TRIANGLE: Index = 3;

/** 2^7 times the rounding of a coordinate, as a share of the largest of the numbers involved: see roundedFeatures.ts. */
const SLACK = 2 ** -43;
/** A face of this share of the numbers involved, divided by the radius and squared, is covered by its edges within rounding. */
const SLIVER = 2 ** -48;

/**
 * A capsule, or a ball, on its way to the core of another shape.
 *
 * A capsule is a ball with its centre at the start of the segment, and touches the core where this ball touches the core's sum with the
 * segment turned around. A feature of the sum begins at a vertex of the core and an end of the segment. The place of the ball is
 * always computed from these two, so that the sum costs no digits.
 */
export class MovingCapsule {
  /** The ends of the segment where the search begins, x y z. A ball has the first only. */
  readonly ends: Numbers = new Float64Array(6);
  /** The way of all s, x y z, and its length. */
  readonly way: Numbers = new Float64Array(3);
  wayLength: number = NaN;
  radius: number = NaN;
  /** A length, far more than the rounding of all coordinates. */
  slack: number = NaN;
  /** The last s that matters. */
  last: number = NaN;

  /** The vectors along which the edges of the sum go, x y z, and their lengths. The last one may be the segment, turned around. */
  readonly spans: Numbers = new Float64Array(12);
  readonly lengths: Numbers = new Float64Array(4);
  /** Which span is the segment. -1 for a ball. */
  segment: Index = -1;
  /** The determinants of three spans each, by the index of the fourth. */
  readonly determinants: Numbers = new Float64Array(4);
  /** The products of the spans and the way, and of the spans and a direction across the way. */
  readonly along: Numbers = new Float64Array(4);
  readonly across: Numbers = new Float64Array(4);
  /** The square of a width, divided by the radius: a face that is narrower is covered by its rounded edges. */
  sliver: number = NaN;

  /** The feature that is touched first: its kind, where it begins, and its spans. s is Infinity as long as there is none. */
  s: number = Infinity;
  kind: Index = AT_CORNER;
  vertex: Index = 0;
  end: Index = 0;
  u: Index = 0;
  v: Index = 0;
  /** The least s at which another feature may be touched where rounding decides. */
  unsure: number = Infinity;
  /** Whether a plane certainly parts the shapes at s = 0. */
  isClear: boolean = false;

  /** The plane of a face: its normal, against the motion, and what is along the normal between the vertex 0 and the sum. */
  nX: number = NaN;
  nY: number = NaN;
  nZ: number = NaN;
  square: number = NaN;
  side: Index = 1;
  approach: number = NaN;
  tolerance: number = NaN;
  low: number = NaN;
  high: number = NaN;
  /** The s at which the ball comes to the plane. */
  reached: number = NaN;

  /** The distance of the ball from a point of the feature that is touched, less the radius: see capsuleTouch.ts. */
  pointGap: number = NaN;

  /**
   * Sets the capsule, without its spans, where it is after the share `entry` of a motion.
   *
   * @param radius the sum of both radii and the margin.
   * @param largest the largest of the numbers involved.
   */
  set(a: ConvexShape, motion: Motion, entry: number, radius: number, largest: number): void {
    const ends = this.ends;
    const from = motion.way;
    const way = this.way;
    for (let k = 0; k < 3; k++) {
      way[k] = from[k];
      ends[k] = a.vertices[k] + entry * from[k];
      ends[3 + k] = a.vertices[3 + k] + entry * from[k];
    }
    this.wayLength = length(way[0], way[1], way[2]);
    this.radius = radius;
    this.slack = SLACK * largest;
    this.sliver = SLIVER * largest;
    this.last = motion.tMax - entry;
    this.s = Infinity;
    this.unsure = Infinity;
    this.isClear = false;
  }

  /** Sets a span. */
  setSpan(span: Index, x: number, y: number, z: number): void {
    const spans = this.spans;
    const lengths = this.lengths;
    spans[3 * span] = x;
    spans[3 * span + 1] = y;
    spans[3 * span + 2] = z;
    lengths[span] = Math.sqrt(x * x + y * y + z * z);
  }

  /** Takes the least s at which a feature may be touched, where rounding decides whether it is. */
  doubt(s: number): void {
    if (!(s > 0)) this.unsure = 0;
    else if (s < this.unsure) this.unsure = s;
  }

  /** Whether the capsule touches a feature, and rounding decides whether it has touched another one before. */
  get isDoubtful(): boolean {
    return this.s < Infinity && !(this.s < this.unsure);
  }

  /** Takes a feature that is touched at s if it is the first so far. */
  take(s: number, kind: Index, vertex: Index, end: Index, u: Index, v: Index): void {
    if (!(s < this.s)) return;
    this.s = s;
    this.kind = kind;
    this.vertex = vertex;
    this.end = end;
    this.u = u;
    this.v = v;
  }
}
