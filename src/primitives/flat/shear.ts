/**
 * The shear of a ray: flat numbers, prepared for tests of triangles. In this order:
 * - the origin, then DIRECTION: both in the order of the ray's own axes, the last of which has the largest component;
 * - SHEAR: how far the ray goes along each of the first two axes while it goes 1 along the last;
 * - AXES: for each of the ray's own axes, the index of that axis in the world: 0, 1 or 2;
 * - SIDE: which sides of a triangle count: 1 for the front, -1 for the back, 0 for both.
 */
export const SHEAR_STRIDE = 12;
export const DIRECTION = 3;
export const SHEAR = 6;
export const AXES = 8;
export const SIDE = 11;

/**
 * Writes the shear of a ray. The last axis has the largest component of the direction, or is the first axis among
 * equally large components. The order of the other two makes the axes right-handed if the ray goes up the last axis,
 * and left-handed if it goes down, so that a triangle with its front to the ray always has the same orientation.
 *
 * @param local the ray's origin and direction in the space of the triangles.
 * @param side which sides of a triangle count: 1 for the front, -1 for the back, 0 for both.
 */
export function writeShear(local: Float64Array, side: number, out: Float64Array): void {
  const sizeX = Math.abs(local[3]);
  const sizeY = Math.abs(local[4]);
  const sizeZ = Math.abs(local[5]);
  const last = sizeX >= sizeY && sizeX >= sizeZ ? 0 : sizeY >= sizeZ ? 1 : 2;
  const isUp = local[3 + last] > 0;
  const first = (last + (isUp ? 1 : 2)) % 3;
  const second = (last + (isUp ? 2 : 1)) % 3;
  out[0] = local[first];
  out[1] = local[second];
  out[2] = local[last];
  out[DIRECTION] = local[3 + first];
  out[DIRECTION + 1] = local[3 + second];
  out[DIRECTION + 2] = local[3 + last];
  out[SHEAR] = local[3 + first] / local[3 + last];
  out[SHEAR + 1] = local[3 + second] / local[3 + last];
  out[AXES] = first;
  out[AXES + 1] = second;
  out[AXES + 2] = last;
  out[SIDE] = side;
}
