import { CORE_COUNT, CORE_DISTANCE, CORE_VERTICES, MET_CORNERS } from '../../bvh/layout/kernelLayout';
import { exchanged, memoryBase } from '../memory/workingMemory';

/** A triangle smaller than this share of the square of CORE_DISTANCE is not tested: products of its contact may underflow. */
const SMALL: f64 = 1e-24;
/** The products of {@link isParted} are off by less than this share of the edges and the way. */
const ROUNDING: f64 = 2 ** -47;

/**
 * Returns whether the plane of the triangle in MET_CORNERS parts it from the shape: all vertices of the shape's core are on the
 * same side, and farther from the plane than CORE_DISTANCE. This distance exceeds the distance that matters by far more than the
 * rounding of a contact.
 *
 * With u = 2^-53, E and F two edges, P the way from a corner to a vertex, and |.| the sum of absolute values: the edges and the way are
 * off by u of themselves, and the normal E x F and its product with P by less than 16u|E||F||P|. The length of the normal is off, too, by
 * less than 16u|E||F|. Where the heights are above the limits, P is longer than CORE_DISTANCE, so ROUNDING covers both.
 */
export function isParted(): bool {
  const count = <i32>exchanged(CORE_COUNT);
  if (count == 0) return false;
  const a = memoryBase + MET_CORNERS * 8;
  const aX = load<f64>(a);
  const aY = load<f64>(a, 8);
  const aZ = load<f64>(a, 16);
  const eX = load<f64>(a, 24) - aX;
  const eY = load<f64>(a, 32) - aY;
  const eZ = load<f64>(a, 40) - aZ;
  const fX = load<f64>(a, 48) - aX;
  const fY = load<f64>(a, 56) - aY;
  const fZ = load<f64>(a, 64) - aZ;
  const nX = eY * fZ - eZ * fY;
  const nY = eZ * fX - eX * fZ;
  const nZ = eX * fY - eY * fX;
  const area = sqrt(nX * nX + nY * nY + nZ * nZ);
  const distance = exchanged(CORE_DISTANCE);
  if (!(area > SMALL * distance * distance)) return false;
  const edges = (abs(eX) + abs(eY) + abs(eZ)) * (abs(fX) + abs(fY) + abs(fZ)) * ROUNDING;
  const reach = area * distance;
  let isAbove = true;
  let isBelow = true;
  const vertices = memoryBase + CORE_VERTICES * 8;
  for (let at = vertices; at < vertices + <usize>count * 24; at += 24) {
    const x = load<f64>(at) - aX;
    const y = load<f64>(at, 8) - aY;
    const z = load<f64>(at, 16) - aZ;
    const height = nX * x + nY * y + nZ * z;
    const limit = reach + edges * (abs(x) + abs(y) + abs(z));
    isAbove = isAbove && height > limit;
    isBelow = isBelow && height < -limit;
    if (!isAbove && !isBelow) return false;
  }
  return true;
}
