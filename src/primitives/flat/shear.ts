import { AXES, DIRECTION, SHEAR, SIDE } from './shearLayout';

/**
 * Writes the shear of a ray: see shearLayout. The last axis is the one of the largest component, of equal ones the
 * first. The other two are in an order that makes the axes right-handed where the ray goes up the last one, and
 * left-handed where it goes down: a triangle with its front to the ray then always goes round the same way.
 *
 * @param local the ray's origin and direction in the space of the triangles.
 * @param side which sides count: see shearLayout.
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
