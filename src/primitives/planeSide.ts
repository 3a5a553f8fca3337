import type { Aabb } from './aabb';
import { checkAabb, checkPlane } from './check';
import { elementsOf } from './matrix4';
import { checkObb, isObb, type Obb } from './obb';
import type { Plane } from './plane';
import { dot } from './vec3';

/** Which side of a plane: in front (where the normal points), crossing or touching, behind. */
export type Side = 1 | 0 | -1;

/**
 * Which side of a plane a box lies on, by centre and extents (Akenine-Möller, Haines and Hoffman, "Real-Time Rendering",
 * plane/box intersection).
 *
 * @returns 1 in front, 0 where the plane cuts or touches the box, -1 behind.
 * @throws TypeError or RangeError where the box or the plane is not well formed.
 */
export function planeSide(box: Aabb | Obb, plane: Plane): Side {
  checkPlane('plane', plane);
  const { normal, constant } = plane;
  const { min, max } = box;
  if (!isObb(box)) {
    checkAabb('box', box);
    return aabbSide(min.x, min.y, min.z, max.x, max.y, max.z, normal.x, normal.y, normal.z, constant);
  }
  checkObb('box', box);
  const m = elementsOf(box.matrix);
  return obbSide(
    min.x,
    min.y,
    min.z,
    max.x,
    max.y,
    max.z,
    m[0],
    m[1],
    m[2],
    m[4],
    m[5],
    m[6],
    m[8],
    m[9],
    m[10],
    m[12],
    m[13],
    m[14],
    normal.x,
    normal.y,
    normal.z,
    constant,
  );
}

/** {@link planeSide} of an AABB, on plain numbers. */
export function aabbSide(
  minX: number,
  minY: number,
  minZ: number,
  maxX: number,
  maxY: number,
  maxZ: number,
  normalX: number,
  normalY: number,
  normalZ: number,
  constant: number,
): Side {
  // Halved before they are added: the sum of two large bounds would overflow.
  const distance =
    dot(normalX, normalY, normalZ, minX / 2 + maxX / 2, minY / 2 + maxY / 2, minZ / 2 + maxZ / 2) + constant;
  const radius = dot(
    Math.abs(normalX),
    Math.abs(normalY),
    Math.abs(normalZ),
    maxX / 2 - minX / 2,
    maxY / 2 - minY / 2,
    maxZ / 2 - minZ / 2,
  );
  return sideOf(distance, radius);
}

/** {@link planeSide} of an OBB, on plain numbers: the local box, the three axes (the matrix's columns), the translation. */
export function obbSide(
  minX: number,
  minY: number,
  minZ: number,
  maxX: number,
  maxY: number,
  maxZ: number,
  xAxisX: number,
  xAxisY: number,
  xAxisZ: number,
  yAxisX: number,
  yAxisY: number,
  yAxisZ: number,
  zAxisX: number,
  zAxisY: number,
  zAxisZ: number,
  translationX: number,
  translationY: number,
  translationZ: number,
  normalX: number,
  normalY: number,
  normalZ: number,
  constant: number,
): Side {
  const midX = minX / 2 + maxX / 2;
  const midY = minY / 2 + maxY / 2;
  const midZ = minZ / 2 + maxZ / 2;
  const centerX = dot(xAxisX, yAxisX, zAxisX, midX, midY, midZ) + translationX;
  const centerY = dot(xAxisY, yAxisY, zAxisY, midX, midY, midZ) + translationY;
  const centerZ = dot(xAxisZ, yAxisZ, zAxisZ, midX, midY, midZ) + translationZ;
  const distance = dot(normalX, normalY, normalZ, centerX, centerY, centerZ) + constant;
  const radius = dot(
    Math.abs(dot(normalX, normalY, normalZ, xAxisX, xAxisY, xAxisZ)),
    Math.abs(dot(normalX, normalY, normalZ, yAxisX, yAxisY, yAxisZ)),
    Math.abs(dot(normalX, normalY, normalZ, zAxisX, zAxisY, zAxisZ)),
    maxX / 2 - minX / 2,
    maxY / 2 - minY / 2,
    maxZ / 2 - minZ / 2,
  );
  return sideOf(distance, radius);
}

function sideOf(distance: number, radius: number): Side {
  if (distance > radius) return 1;
  return distance < -radius ? -1 : 0;
}
