import { CENTER, EDGES, FRAME_STRIDE, HALF_EDGES, NORMALS, OFFSET, SIZES } from '../flat/frameLayout';
import type { Numbers } from '../flat/numbers';
import { type Coordinates, dot } from '../shapes/vec3';

/**
 * Separating axes (Gottschalk, Lin and Manocha, "OBBTree: A Hierarchical Structure for Rapid Interference Detection",
 * 1996): two boxes are apart if they are apart along a world axis, along a normal of a face, or across an edge of each.
 *
 * Along the world axes only the bounds are compared. The tree may therefore skip nodes whose bounds are apart from the
 * bounds of the other box. The bounds of an OBB are widened by more than their rounding: see boxFrame.ts.
 *
 * Any vector n is valid as an axis, however badly it is rounded, as long as both boxes are projected onto the same n.
 * Only the projection can be inexact, and the tolerance makes the test err towards an overlap: it never separates boxes
 * that overlap in exact arithmetic. The tree relies on this: boxes inside a shape count as overlapping without a test.
 *
 * With u = 2^-53, S on each world axis the sum of both boxes' SIZES, and |n|·S the sum over the axes:
 * - The offset of a centre is off by 4u of its size, as the middle of a box has one rounding.
 * - The distance of the centres, translations first, is off by 6uS. Its product with n adds 3u|n|·S.
 * - A half edge has two roundings, its product with n three, their sum and the sum with the tolerance five more:
 *   10u|n|·S.
 * - Distances and radii never both reach their bounds, as each term is in one of them. Together they are off by less
 *   than 11u|n|·S.
 * - The tolerance is 16u|n|·S, and a little for underflow, which is never more than a few times 2^-1074·(1 + |n|): S
 *   has some of it, too.
 *
 * Numbers that overflow separate nothing: Infinity does not count as a distance.
 */
const ROUNDING = 2 ** -49;
const UNDERFLOW = 2 ** -1000;

/** The vector from the centre of the first box to the centre of the second, and its tolerance on each axis. */
export class FrameOffset {
  x: number = NaN;
  y: number = NaN;
  z: number = NaN;
  toleranceX: number = NaN;
  toleranceY: number = NaN;
  toleranceZ: number = NaN;

  set(a: Numbers, b: Numbers): void {
    this.x = b[CENTER] - a[CENTER] + (b[OFFSET] - a[OFFSET]);
    this.y = b[CENTER + 1] - a[CENTER + 1] + (b[OFFSET + 1] - a[OFFSET + 1]);
    this.z = b[CENTER + 2] - a[CENTER + 2] + (b[OFFSET + 2] - a[OFFSET + 2]);
    this.toleranceX = (a[SIZES] + b[SIZES]) * ROUNDING + UNDERFLOW;
    this.toleranceY = (a[SIZES + 1] + b[SIZES + 1]) * ROUNDING + UNDERFLOW;
    this.toleranceZ = (a[SIZES + 2] + b[SIZES + 2]) * ROUNDING + UNDERFLOW;
  }
}

/**
 * Returns whether two boxes overlap, given their frames. The result does not depend on the order of the boxes: swapping
 * the boxes only changes the sign of each difference.
 *
 * @param between working space.
 */
export function framesOverlap(a: Numbers, b: Numbers, between: FrameOffset): boolean {
  for (let k = 0; k < 3; k++) if (a[k] > b[k + 3] || b[k] > a[k + 3]) return false;
  between.set(a, b);
  for (let at = NORMALS; at < FRAME_STRIDE; at += 3) {
    if (areApart(a, b, between, a[at], a[at + 1], a[at + 2]) || areApart(a, b, between, b[at], b[at + 1], b[at + 2]))
      return false;
  }
  for (let i = EDGES; i < EDGES + 9; i += 3) {
    for (let j = EDGES; j < EDGES + 9; j += 3) {
      const x = a[i + 1] * b[j + 2] - a[i + 2] * b[j + 1];
      const y = a[i + 2] * b[j] - a[i] * b[j + 2];
      const z = a[i] * b[j + 1] - a[i + 1] * b[j];
      if (areApart(a, b, between, x, y, z)) return false;
    }
  }
  return true;
}

/** Returns whether two boxes are apart along the axis (x, y, z). NaN and overflow do not separate boxes. */
function areApart(a: Numbers, b: Numbers, between: FrameOffset, x: number, y: number, z: number): boolean {
  const distance = Math.abs(dot(x, y, z, between.x, between.y, between.z));
  const tolerance =
    dot(Math.abs(x), Math.abs(y), Math.abs(z), between.toleranceX, between.toleranceY, between.toleranceZ) + UNDERFLOW;
  return distance > radiusAlong(a, x, y, z) + radiusAlong(b, x, y, z) + tolerance && distance < Infinity;
}

/** Returns how far a box reaches from its centre along an axis, times the length of the axis. */
function radiusAlong(frame: Numbers, x: number, y: number, z: number): number {
  return (
    Math.abs(dot(x, y, z, frame[HALF_EDGES], frame[HALF_EDGES + 1], frame[HALF_EDGES + 2])) +
    Math.abs(dot(x, y, z, frame[HALF_EDGES + 3], frame[HALF_EDGES + 4], frame[HALF_EDGES + 5])) +
    Math.abs(dot(x, y, z, frame[HALF_EDGES + 6], frame[HALF_EDGES + 7], frame[HALF_EDGES + 8]))
  );
}

/** Returns whether two AABBs overlap. Their numbers begin at `atA` and `atB`. Touching counts. */
export function aabbOverlapsAabb(a: Coordinates, atA: number, b: Coordinates, atB: number): boolean {
  return (
    a[atA] <= b[atB + 3] &&
    b[atB] <= a[atA + 3] &&
    a[atA + 1] <= b[atB + 4] &&
    b[atB + 1] <= a[atA + 4] &&
    a[atA + 2] <= b[atB + 5] &&
    b[atB + 2] <= a[atA + 5]
  );
}
