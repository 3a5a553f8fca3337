import type { ConvexShape } from '../../flat/convexShape';
import type { Numbers } from '../../flat/numbers';
import { dot, length, normalize } from '../../shapes/vec3';

/**
 * Makes a normal perpendicular to the spans of a core to which it is perpendicular but for its rounding, the angle `tilt`. The surface of
 * the rounded core is along the normal, and a tilted one would end below it.
 */
export function squareUp({ core, spans }: ConvexShape, tilt: number, contact: Numbers): void {
  let count = 0;
  let first = 0;
  let second = 0;
  for (let at = 0; at < 3 * core; at += 3) {
    const size = length(spans[at], spans[at + 1], spans[at + 2]);
    const along = Math.abs(dot(contact[3], contact[4], contact[5], spans[at], spans[at + 1], spans[at + 2]));
    if (!(size > 0 && along <= tilt * size)) continue;
    count++;
    if (count === 1) first = at;
    else second = at;
  }
  const x = spans[first];
  const y = spans[first + 1];
  const z = spans[first + 2];
  if (count === 1) {
    const share = dot(contact[3], contact[4], contact[5], x, y, z) / dot(x, y, z, x, y, z);
    contact[3] -= share * x;
    contact[4] -= share * y;
    contact[5] -= share * z;
  } else if (count === 2) {
    const nX = y * spans[second + 2] - z * spans[second + 1];
    const nY = z * spans[second] - x * spans[second + 2];
    const nZ = x * spans[second + 1] - y * spans[second];
    const side = dot(contact[3], contact[4], contact[5], nX, nY, nZ) < 0 ? -1 : 1;
    contact[3] = side * nX;
    contact[4] = side * nY;
    contact[5] = side * nZ;
  } else return;
  normalize(contact, 3);
}
