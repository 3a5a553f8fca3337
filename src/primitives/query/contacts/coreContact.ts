import { BOX, ConvexShape } from '../../flat/convexShape';
import type { Numbers } from '../../flat/numbers';
import { aabbContact } from './aabbContact';
import { areBeside } from './boundsContact';
import { APART, BEYOND, Gjk, MEETING } from './gjk';
import type { LeastWayOut } from './leastWayOut';
import { CERTAIN_GAP, SHALLOW_DEPTH } from '../tolerances';
import { WitnessPoints } from './witnessPoints';

/**
 * The contact of two shapes whose cores are segments, triangles or boxes. gjk.ts finds the axis of the distance of the cores. If they
 * meet, leastWayOut.ts finds the axis of the least way out. witnessPoints.ts finds the points on this axis, and proves that they are
 * the closest, or that the cores touch there after they have been parted.
 */

/** Cores whose gap along the way out is less than this share of the largest coordinate touch: the gap is only rounding. */
const LEAST_GAP = 2 ** -50;
/** A shorter square may have underflowed. */
const LEAST_SQUARE = 1e-200;

/** Finds the contacts of shapes. It is a working space. */
export class CoreContact {
  /** Whether the last search has proved that the cores are apart, also if it has not found where they are closest. */
  areApart: boolean = false;
  /** Whether the last search has proved that the cores overlap. */
  areOverlapping: boolean = false;
  private readonly gjk: Gjk = new Gjk();
  private readonly witness: WitnessPoints = new WitnessPoints();
  private readonly leaving: ConvexShape = new ConvexShape();

  /**
   * Returns the depth of a contact, and writes its point and normal. Returns -Infinity if the shapes are certainly farther apart than
   * a limit, and NaN if rounding decides: then the general code must. The distance of shapes that are apart is off by less than 2^-46
   * of the largest coordinate.
   *
   * @param size the largest coordinate, between 1e-60 and 1e60.
   */
  find(a: ConvexShape, b: ConvexShape, size: number, limit: number, wayOut: LeastWayOut, contact: Numbers): number {
    const radii = a.radius + b.radius;
    this.areApart = false;
    this.areOverlapping = false;
    if (a.core === BOX && b.core === BOX && !a.isOriented && !b.isOriented) {
      const depth = aabbContact(a, b, size, contact);
      if (b.radius > 0) for (let k = 0; k < 3; k++) contact[k] += b.radius * contact[3 + k];
      return depth + radii;
    }
    const gjk = this.gjk;
    const witness = this.witness;
    witness.size = size;
    setFirstAxis(a, b, gjk);
    const found = gjk.search(a, b, size, limit + radii + CERTAIN_GAP * size);
    this.areApart = found === APART || found === BEYOND;
    this.areOverlapping = gjk.isInside;
    if (found === BEYOND) return -Infinity;
    if (found === APART) {
      this.setAxisOfGap();
      if (!witness.find(a, b)) return NaN;
      this.write(b.radius, contact);
      return radii - witness.distance;
    }
    if (found !== MEETING) return NaN;
    const direction = wayOut.direction;
    const depth = wayOut.find(a, b);
    for (let k = 0; k < 3; k++) witness.axis[k] = direction[k];
    witness.gap = -depth;
    if (depth > SHALLOW_DEPTH * size) {
      const isAbove = witness.leave(a, b);
      if (witness.b.count === 0) return NaN;
      // If b is rounded, its surface along the normal is above the points of its core that are farthest along it.
      if (!isAbove && b.radius === 0 && !this.leaveBeside(b)) return NaN;
      this.write(b.radius, contact);
      for (let k = 0; k < 3; k++) contact[3 + k] = direction[k];
      return depth + radii;
    }
    if (!witness.find(a, b)) return NaN;
    this.write(b.radius, contact);
    if (depth > 0) return depth + radii;
    return radii - (-depth > LEAST_GAP * size || areBeside(a, b) ? witness.distance : 0.0);
  }

  private setAxisOfGap(): void {
    const gjk = this.gjk;
    const witness = this.witness;
    const length = Math.sqrt(gjk.x * gjk.x + gjk.y * gjk.y + gjk.z * gjk.z);
    witness.axis[0] = gjk.x / length;
    witness.axis[1] = gjk.y / length;
    witness.axis[2] = gjk.z / length;
    witness.gap = gjk.gap;
  }

  /** Finds the point of b, which is not rounded, that is closest to where the deepest vertex of a leaves it, which is beside it. */
  private leaveBeside(b: ConvexShape): boolean {
    const gjk = this.gjk;
    const witness = this.witness;
    const points = witness.points;
    const leaving = this.leaving;
    leaving.setPoint(points[0], points[1], points[2], 0.0);
    setFirstAxis(leaving, b, gjk);
    if (gjk.search(leaving, b, witness.size, Infinity) !== APART) return false;
    this.setAxisOfGap();
    return witness.find(leaving, b);
  }

  /** Writes the point on the surface of b, and the axis. */
  private write(radius: number, contact: Numbers): void {
    const witness = this.witness;
    const points = witness.points;
    const axis = witness.axis;
    for (let k = 0; k < 3; k++) {
      contact[k] = points[3 + k] + radius * axis[k];
      contact[3 + k] = axis[k];
    }
  }
}

/** Sets the first axis of a search: the way between the bounds, or between their middles if they overlap. */
function setFirstAxis(a: ConvexShape, b: ConvexShape, gjk: Gjk): void {
  const p = a.bounds;
  const q = b.bounds;
  let x = Math.max(p[0] - q[3], 0.0) - Math.max(q[0] - p[3], 0.0);
  let y = Math.max(p[1] - q[4], 0.0) - Math.max(q[1] - p[4], 0.0);
  let z = Math.max(p[2] - q[5], 0.0) - Math.max(q[2] - p[5], 0.0);
  if (!(x * x + y * y + z * z > LEAST_SQUARE)) {
    x = p[0] - q[0] + (p[3] - q[3]);
    y = p[1] - q[1] + (p[4] - q[4]);
    z = p[2] - q[2] + (p[5] - q[5]);
    if (!(x * x + y * y + z * z > LEAST_SQUARE)) x = 1.0;
  }
  gjk.x = x;
  gjk.y = y;
  gjk.z = z;
}
