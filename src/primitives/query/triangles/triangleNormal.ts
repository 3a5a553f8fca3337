import type { Coordinates } from '../../shapes/vec3';
import { exactCross, safeScale } from './exactCross';

/**
 * Writes the normal of a triangle, with any length. Every triangle with area has a normal, however thin it is, because
 * no component gets the wrong sign.
 *
 * Each edge has its own scale, so that no product overflows, and none underflows unless an edge has a number of less
 * than 2^-380 of its largest.
 *
 * @returns whether there is a normal. A triangle that is a line or a point has none.
 */
export function writeNormal(p: Coordinates, a: number, b: number, c: number, out: Float64Array): boolean {
  let bX = p[b] - p[a];
  let bY = p[b + 1] - p[a + 1];
  let bZ = p[b + 2] - p[a + 2];
  let cX = p[c] - p[a];
  let cY = p[c + 1] - p[a + 1];
  let cZ = p[c + 2] - p[a + 2];
  let sizeB = Math.max(Math.abs(bX), Math.abs(bY), Math.abs(bZ));
  let sizeC = Math.max(Math.abs(cX), Math.abs(cY), Math.abs(cZ));
  if (sizeB === Infinity || sizeC === Infinity) {
    bX = p[b] / 2 - p[a] / 2;
    bY = p[b + 1] / 2 - p[a + 1] / 2;
    bZ = p[b + 2] / 2 - p[a + 2] / 2;
    cX = p[c] / 2 - p[a] / 2;
    cY = p[c + 1] / 2 - p[a + 1] / 2;
    cZ = p[c + 2] / 2 - p[a + 2] / 2;
    sizeB = Math.max(Math.abs(bX), Math.abs(bY), Math.abs(bZ));
    sizeC = Math.max(Math.abs(cX), Math.abs(cY), Math.abs(cZ));
  }
  const scaleB = safeScale(sizeB);
  const scaleC = safeScale(sizeC);
  bX *= scaleB;
  bY *= scaleB;
  bZ *= scaleB;
  cX *= scaleC;
  cY *= scaleC;
  cZ *= scaleC;
  const x = exactCross(bY, bZ, cY, cZ);
  const y = exactCross(bZ, bX, cZ, cX);
  const z = exactCross(bX, bY, cX, cY);
  out[0] = x;
  out[1] = y;
  out[2] = z;
  return x !== 0 || y !== 0 || z !== 0;
}
