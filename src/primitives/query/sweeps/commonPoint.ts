import type { Index, Numbers } from '../../flat/numbers';
import { shareOf } from '../shares';
import { SupportingFeature } from './supportingFeature';

/**
 * A point that two features have in common. It proves that their shapes touch there, whatever the rounding of the normal. (Gregorius,
 * "Robust Contact Creation for Physics Simulations", 2015, clips such features.)
 *
 * The feature with more spans, the base, has coordinates: how far a point is from two of its sides. The other feature is cut into pieces,
 * a vertex or edges, and each piece is clipped to the base (Liang and Barsky, "A New Concept and Method for Line Clipping", 1984). The
 * point is in the middle of what is left of all pieces.
 *
 * A base that is an edge or a vertex is a face without a width. As all widths have a tolerance, an edge crosses it or lies along it by
 * the same rule.
 */
export class CommonPoint {
  /** The unit normal, out of b. */
  readonly normal: Numbers = new Float64Array(3);
  /** By how much a piece may be beside the base. */
  tolerance: number = NaN;
  /** The supporting features of a and b. The vertex of a is where it is after the motion. */
  readonly a: SupportingFeature = new SupportingFeature();
  readonly b: SupportingFeature = new SupportingFeature();
  /** The point, on b. */
  readonly point: Numbers = new Float64Array(3);
  /** Unit vectors across two sides of the base, along which its coordinates are measured. */
  readonly across: Numbers = new Float64Array(6);
  /** How wide the base is along each of these. */
  readonly width: Numbers = new Float64Array(2);
  /** The coordinates of the other feature: of its vertex, of u and of v. */
  readonly flat: Numbers = new Float64Array(6);
  /** The sum of the middles of all pieces that are in the base, in shares of u and v of the other feature. */
  readonly sum: Numbers = new Float64Array(2);
  pieces: number = NaN;
  /** The part of a piece that is in the base: shares from 0 to 1. */
  from: number = NaN;
  to: number = NaN;
}

/**
 * Finds a point that the features in `space` have in common, and writes it. Returns the distance between the point of one and the point
 * of the other: if it is small, they touch. NaN if no point in common is found.
 */
export function findCommonPoint(space: CommonPoint): number {
  const a = space.a;
  const b = space.b;
  if (a.count > 2 || b.count > 2) return NaN;
  if (a.count > b.count) return clipToBase(space, a, b, false);
  const distance = clipToBase(space, b, a, true);
  // If no side of a face is in the other face, the other one may be in it as a whole.
  return distance >= 0 || a.count < 2 ? distance : clipToBase(space, a, b, false);
}

function clipToBase(space: CommonPoint, base: SupportingFeature, other: SupportingFeature, isBaseOfB: boolean): number {
  if (!writeCoordinates(space, base)) return NaN;
  const across = space.across;
  const flat = space.flat;
  const spans = other.spans;
  const x = other.vertex[0] - base.vertex[0];
  const y = other.vertex[1] - base.vertex[1];
  const z = other.vertex[2] - base.vertex[2];
  for (let i = 0; i < 2; i++) {
    const aX = across[3 * i];
    const aY = across[3 * i + 1];
    const aZ = across[3 * i + 2];
    flat[i] = aX * x + aY * y + aZ * z;
    flat[2 + i] = aX * spans[0] + aY * spans[1] + aZ * spans[2];
    flat[4 + i] = aX * spans[3] + aY * spans[4] + aZ * spans[5];
    space.sum[i] = 0;
  }
  space.pieces = 0;
  if (other.count === 0) clipPiece(space, base, 0, 0, 0, 0);
  else clipPiece(space, base, 0, 0, 1, 0);
  if (other.count === 2) {
    clipPiece(space, base, 0, 0, 0, 1);
    if (other.isTriangle) {
      clipPiece(space, base, 1, 0, -1, 1);
    } else {
      clipPiece(space, base, 1, 0, 0, 1);
      clipPiece(space, base, 0, 1, 1, 0);
    }
  }
  return space.pieces > 0 ? writePoint(space, base, other, isBaseOfB) : NaN;
}

/** Writes the coordinates of a base. Returns false if it is too thin to have any. */
function writeCoordinates(space: CommonPoint, base: SupportingFeature): boolean {
  const across = space.across;
  const width = space.width;
  const v = base.spans;
  width[0] = 0;
  width[1] = 0;
  for (let i = 0; i < 6; i++) across[i] = 0;
  if (base.count === 0) return true;
  if (base.count === 2) return writeAcross(space, base, 0, 3) && writeAcross(space, base, 3, 0);
  const normal = space.normal;
  const length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  const x = v[0] / length;
  const y = v[1] / length;
  const z = v[2] / length;
  across[0] = x;
  across[1] = y;
  across[2] = z;
  across[3] = normal[1] * z - normal[2] * y;
  across[4] = normal[2] * x - normal[0] * z;
  across[5] = normal[0] * y - normal[1] * x;
  width[0] = length;
  return length > 0;
}

/** Writes the coordinate of a face along the span at i: the distance from the side along the span at j. */
function writeAcross(space: CommonPoint, base: SupportingFeature, i: Index, j: Index): boolean {
  const across = space.across;
  const normal = space.normal;
  const v = base.spans;
  const x = normal[1] * v[j + 2] - normal[2] * v[j + 1];
  const y = normal[2] * v[j] - normal[0] * v[j + 2];
  const z = normal[0] * v[j + 1] - normal[1] * v[j];
  const along = x * v[i] + y * v[i + 1] + z * v[i + 2];
  const length = along < 0 ? -Math.sqrt(x * x + y * y + z * z) : Math.sqrt(x * x + y * y + z * z);
  across[i] = x / length;
  across[i + 1] = y / length;
  across[i + 2] = z / length;
  const width = along / length;
  space.width[i === 0 ? 0 : 1] = width;
  return width > 0;
}

/**
 * Clips a piece of the other feature to the base, and adds the middle of what is left. The piece begins at startU·u + startV·v, and goes
 * by wayU·u + wayV·v.
 */
function clipPiece(
  space: CommonPoint,
  base: SupportingFeature,
  startU: Index,
  startV: Index,
  wayU: Index,
  wayV: Index,
): void {
  const flat = space.flat;
  const tolerance = space.tolerance;
  const width0 = space.width[0];
  const width1 = space.width[1];
  const x = flat[0] + (startU * flat[2] + startV * flat[4]);
  const y = flat[1] + (startU * flat[3] + startV * flat[5]);
  const wayX = wayU * flat[2] + wayV * flat[4];
  const wayY = wayU * flat[3] + wayV * flat[5];
  space.from = 0;
  space.to = 1;
  if (!clip(space, x + tolerance, wayX) || !clip(space, width0 + tolerance - x, -wayX)) return;
  if (!clip(space, y + tolerance, wayY) || !clip(space, width1 + tolerance - y, -wayY)) return;
  if (base.isTriangle) {
    const beyond = x * width1 + y * width0 - width0 * width1 - tolerance * (width0 + width1);
    if (!clip(space, -beyond, -(wayX * width1 + wayY * width0))) return;
  }
  const middle = (space.from + space.to) / 2;
  space.sum[0] += startU + middle * wayU;
  space.sum[1] += startV + middle * wayV;
  space.pieces++;
}

/** Keeps the shares s of a piece at which `start + s·way` is not negative. Returns whether there are any. */
function clip(space: CommonPoint, start: number, way: number): boolean {
  const atFrom = start + space.from * way;
  const atTo = start + space.to * way;
  if (atFrom < 0) {
    if (atTo < 0) return false;
    space.from = -start / way;
  } else if (atTo < 0) {
    space.to = -start / way;
  }
  return true;
}

/** Writes the point in the middle of all pieces. Returns how far apart it is on the base and on the other feature. */
function writePoint(space: CommonPoint, base: SupportingFeature, other: SupportingFeature, isBaseOfB: boolean): number {
  const flat = space.flat;
  const point = space.point;
  const width = space.width;
  const p = space.sum[0] / space.pieces;
  const q = space.sum[1] / space.pieces;
  let shareU = shareOf(flat[0] + (p * flat[2] + q * flat[4]), width[0]);
  let shareV = shareOf(flat[1] + (p * flat[3] + q * flat[5]), width[1]);
  const excess = shareU + shareV;
  if (base.isTriangle && excess > 1) {
    shareU /= excess;
    shareV /= excess;
  }
  let square = 0.0;
  for (let k = 0; k < 3; k++) {
    let onBase = base.vertex[k];
    let onOther = other.vertex[k];
    if (base.count > 0) onBase += shareU * base.spans[k];
    if (base.count > 1) onBase += shareV * base.spans[3 + k];
    if (other.count > 0) onOther += p * other.spans[k];
    if (other.count > 1) onOther += q * other.spans[3 + k];
    point[k] = isBaseOfB ? onBase : onOther;
    square += (onBase - onOther) * (onBase - onOther);
  }
  return Math.sqrt(square);
}
