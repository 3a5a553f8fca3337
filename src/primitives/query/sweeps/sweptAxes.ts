import { type ConvexShape, TRIANGLE } from '../../flat/convexShape';
import type { Index, Numbers } from '../../flat/numbers';
import { CERTAIN_GAP } from '../tolerances';

/**
 * When a moving box meets a box or a triangle, by separating axes (Gottschalk, Lin and Manocha, "OBBTree", 1996) with a motion: along
 * each axis the shapes are apart until a time, and apart again after another one. They touch at the latest of the first times, and miss
 * each other if an axis parts them again before.
 *
 * An axis is the cross product n of two of the six edges: two edges of a shape span a face, an edge of each are the sides of a face of
 * the Minkowski difference. The axes of the world have been tried by the bounds, so an axis-aligned box has no faces of its own to try.
 *
 * Any n is valid, however badly it is rounded, because both shapes are projected onto this n, and all edges are: also those that n is
 * across but for rounding. So the axis of two nearly parallel edges, which may point anywhere, parts only what is apart along it.
 * Only the projections are rounded. With u = 2^-53, S the largest coordinate, |n| the sum of the sizes of n's coordinates, and all
 * lengths doubled:
 * - The way between the middles is up to 8S, as the bounds touch at time 0, and its parts are up to 12S. It is off by less than 80uS, and
 *   its product with n by 24uS|n| more.
 * - An edge is up to 2S. With its own rounding, its product with n is off by 8uS|n|. Six edges: 48uS|n|.
 * - Sums and differences of these, up to 20S|n|, and their quotient by the speed add less than 150uS|n|.
 *
 * Together that is less than 2^9·uS|n| = 2^-45·2S|n|, the slack: shapes that touch are not parted. `near` is without the slack. So it is
 * later than the touch by at most the slack, divided by the speed along n. Where this matters, because the motion is nearly across n,
 * the caller finds no point in common.
 */

/** The slack, as a share of twice the largest coordinate: see above. */
const AXIS_SLACK = 2 ** -45;
/**
 * An axis that parts two shapes by this share at the end of the motion proves a miss. No touch that newtonSweep.ts finds has such a gap, so
 * the hits are the same up to any `tMax`.
 */
const LATE_GAP = 2 ** -20;
/** A shorter cross product may have lost digits. Without its axis, the shapes would touch too early, and the caller finds no point. */
const SHORTEST_AXIS = 2 ** -400;

/** Two shapes, one of which moves, and what the axes tried so far say. All lengths are doubled, so that none is halved. */
export class SweptAxes {
  /** The edges of b, three numbers each, and then of a. The third edge of a triangle is between its vertices 1 and 2. */
  readonly edges: Numbers = new Float64Array(18);
  /** The way to a, at time 0, from the middle of b, or from vertex 0 of a triangle. */
  readonly offset: Numbers = new Float64Array(3);
  readonly way: Numbers = new Float64Array(3);
  isTriangle: boolean = false;
  /** The largest coordinate. */
  size: number = NaN;
  /** The last time that matters. */
  last: number = NaN;

  /** The axis that is entered last: out of b, and against the motion. Its length is any. */
  readonly axis: Numbers = new Float64Array(3);
  /** The edges across which it is by its construction, one bit each: b's in bits 0 to 2, a's in bits 3 to 5. */
  across: Index = 0;
  /** When it is entered. */
  near: number = NaN;
  /** When all axes are entered at the earliest, and when the first is left at the latest. */
  earliest: number = NaN;
  far: number = NaN;
  /** Whether an axis certainly parts the shapes at time 0. */
  areApart: boolean = false;

  /**
   * Sets the shapes and the motion. Time 0 is at the share `start` of the motion. The axes of the bounds have been tried: the last one is
   * in `axis`, entered at `near`, and the first one is left at `far`.
   */
  set(a: ConvexShape, b: ConvexShape, way: Numbers, start: number, size: number): void {
    const edges = this.edges;
    const offset = this.offset;
    const spansA = a.spans;
    const spansB = b.spans;
    const isTriangle = b.core === TRIANGLE;
    this.isTriangle = isTriangle;
    this.size = size;
    for (let i = 0; i < 9; i++) edges[9 + i] = spansA[i];
    for (let i = 0; i < 6; i++) edges[i] = spansB[i];
    for (let k = 0; k < 3; k++) {
      edges[6 + k] = isTriangle ? spansB[3 + k] - spansB[k] : spansB[6 + k];
      offset[k] = 2 * (a.vertices[k] + start * way[k] - b.vertices[k]) + (spansA[k] + spansA[3 + k] + spansA[6 + k]);
      if (!isTriangle) offset[k] -= spansB[k] + spansB[3 + k] + spansB[6 + k];
      this.way[k] = 2 * way[k];
    }
  }
}

/**
 * Finds which axis of two shapes is entered last, and when. Returns false if they certainly miss each other.
 *
 * @param axes the shapes, with the axes of the bounds.
 */
export function enterAxes(axes: SweptAxes, a: ConvexShape, b: ConvexShape): boolean {
  const axis = axes.axis;
  const way = axes.way;
  const speed = Math.abs(axis[0] * way[0] + axis[1] * way[1] + axis[2] * way[2]);
  axes.across = 0;
  axes.earliest = speed > 0 ? axes.near - (2 * AXIS_SLACK * axes.size) / speed : -Infinity;
  if (axes.isTriangle) {
    if (isParted(axes, 0, 3)) return false;
  } else if (b.isOriented && (isParted(axes, 3, 6) || isParted(axes, 0, 6) || isParted(axes, 0, 3))) return false;
  if (a.isOriented && (isParted(axes, 12, 15) || isParted(axes, 9, 15) || isParted(axes, 9, 12))) return false;
  for (let i = 9; i < 18; i += 3) {
    for (let j = 0; j < 9; j += 3) if (isParted(axes, i, j)) return false;
  }
  return true;
}

/** Tries the axis across two edges, which begin at i and j. Returns whether a miss is certain. */
function isParted(axes: SweptAxes, i: Index, j: Index): boolean {
  const e = axes.edges;
  const offset = axes.offset;
  const way = axes.way;
  const x = e[i + 1] * e[j + 2] - e[i + 2] * e[j + 1];
  const y = e[i + 2] * e[j] - e[i] * e[j + 2];
  const z = e[i] * e[j + 1] - e[i + 1] * e[j];
  const length = Math.abs(x) + Math.abs(y) + Math.abs(z);
  if (!(length > SHORTEST_AXIS)) return false;
  const p = x * e[0] + y * e[1] + z * e[2];
  const q = x * e[3] + y * e[4] + z * e[5];
  let distance = x * offset[0] + y * offset[1] + z * offset[2];
  let reach =
    Math.abs(x * e[9] + y * e[10] + z * e[11]) +
    Math.abs(x * e[12] + y * e[13] + z * e[14]) +
    Math.abs(x * e[15] + y * e[16] + z * e[17]);
  if (axes.isTriangle) {
    const least = Math.min(0.0, Math.min(p, q));
    const most = Math.max(0.0, Math.max(p, q));
    distance -= least + most;
    reach += most - least;
  } else {
    reach += Math.abs(p) + Math.abs(q) + Math.abs(x * e[6] + y * e[7] + z * e[8]);
  }
  const along = x * way[0] + y * way[1] + z * way[2];
  const scale = 2 * axes.size * length;
  const slack = AXIS_SLACK * scale;
  if (along === 0) return Math.abs(distance) > reach + slack;
  const sign = along > 0 ? -1 : 1;
  const speed = Math.abs(along);
  const gap = sign * distance - reach;
  const rest = sign * distance + reach + slack;
  if (rest < axes.far * speed) axes.far = rest / speed;
  if (gap - slack > axes.earliest * speed) axes.earliest = (gap - slack) / speed;
  if (gap > axes.near * speed) {
    axes.near = gap / speed;
    axes.axis[0] = sign * x;
    axes.axis[1] = sign * y;
    axes.axis[2] = sign * z;
    axes.across = (1 << (i / 3)) | (1 << (j / 3));
  }
  if (gap > CERTAIN_GAP * scale) axes.areApart = true;
  return axes.earliest > axes.far || axes.far < 0 || gap - LATE_GAP * scale > axes.last * speed;
}
