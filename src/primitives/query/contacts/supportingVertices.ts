import { type ConvexShape, TRIANGLE } from '../../flat/convexShape';
import type { Index, Numbers } from '../../flat/numbers';

/** A feature supports a core if it is across the axis, apart from this angle, in radians. */
const ACROSS_ANGLE = 2 ** -30;

/**
 * The feature with which a core supports a plane across an axis: a vertex, an edge, a triangle or a face of a box. It has `count`
 * vertices, with the numbers base + (i & 1)·stepU + (i >> 1)·stepV.
 *
 * Here the axis is accurate, and exact vertices are wanted, so a feature is found by its angle. See supportingFeature.ts for an axis that
 * is rounded by more.
 */
export class SupportingVertices {
  count: Index = 0;
  base: Index = 0;
  stepU: Index = 0;
  stepV: Index = 0;

  /** Finds the feature of a core that is least along an axis, times a sign. The count is 0 if all of the core is across the axis. */
  find(shape: ConvexShape, axis: Numbers, sign: number): void {
    const spans = shape.spans;
    const x = sign * axis[0];
    const y = sign * axis[1];
    const z = sign * axis[2];
    this.base = 0;
    this.stepU = 0;
    this.stepV = 0;
    this.count = 1;
    if (shape.core === TRIANGLE) {
      const u = x * spans[0] + y * spans[1] + z * spans[2];
      const v = x * spans[3] + y * spans[4] + z * spans[5];
      const slack = ACROSS_ANGLE * (sizeOf(spans, 0) + sizeOf(spans, 3));
      const least = Math.min(0.0, Math.min(u, v)) + slack;
      const isA = 0 <= least;
      const isB = u <= least;
      const isC = v <= least;
      this.base = isA ? 0 : isB ? 1 : 2;
      if (isA && isB && isC) {
        this.count = 3;
        this.stepU = 1;
        this.stepV = 2;
      } else if (isA ? isB || isC : isB && isC) {
        this.count = 2;
        this.stepU = isA && isB ? 1 : isA ? 2 : 1;
      }
      return;
    }
    for (let k = 0; k < shape.core; k++) {
      const at = 3 * k;
      const along = x * spans[at] + y * spans[at + 1] + z * spans[at + 2];
      const size = sizeOf(spans, at);
      if (Math.abs(along) > ACROSS_ANGLE * size) {
        if (along < 0) this.base += 1 << k;
      } else if (size > 0) {
        if (this.count === 1) this.stepU = 1 << k;
        else this.stepV = 1 << k;
        this.count *= 2;
      }
    }
    if (this.count === 8) this.count = 0;
  }

  /** Returns where a vertex of the feature begins in the vertices of the core. */
  vertex(i: Index): Index {
    return 3 * (this.base + (i & 1) * this.stepU + (i >> 1) * this.stepV);
  }

  get edgeCount(): Index {
    return this.count === 1 ? 0 : this.count === 2 ? 1 : this.count;
  }

  /** Returns where an edge begins and where it ends: edges of a triangle go around it, edges of a face go along it, and then across. */
  edgeStart(edge: Index): Index {
    if (this.count === 3) return this.vertex(edge);
    return this.vertex(edge === 1 ? 2 : edge === 3 ? 1 : 0);
  }

  edgeEnd(edge: Index): Index {
    if (this.count === 3) return this.vertex(edge === 2 ? 0 : edge + 1);
    return this.vertex(edge === 0 ? 1 : edge === 2 ? 2 : 3);
  }
}

/** Returns a length that is at least that of a span. */
function sizeOf(spans: Numbers, at: Index): number {
  return Math.abs(spans[at]) + Math.abs(spans[at + 1]) + Math.abs(spans[at + 2]);
}
