import type { Aabb } from '../shapes/aabb';
import { COLUMNS, OBB_STRIDE, TRANSLATION } from '../flat/boxLayout';
import { halfSize, middle, readBox } from '../flat/boxRecord';
import type { Obb } from '../shapes/obb';
import { type Plane, readPlane } from '../shapes/plane';
import { Reusable } from '../reusable';
import { type Coordinates, dot } from '../shapes/vec3';

/**
 * The side of a plane that a box is on: 1 in front (where the normal points), 0 crossing or touching, -1 behind. See
 * {@link planeSide}.
 */
export type Side = 1 | 0 | -1;

const records = /* @__PURE__ */ new Reusable(() => new Float64Array(OBB_STRIDE));

/**
 * Returns the side of a plane that a box is on, from its centre and extents (Akenine-Möller, Haines and Hoffman,
 * "Real-Time Rendering", plane/box intersection).
 *
 * @returns 1 in front, 0 if the plane cuts or touches the box, -1 behind.
 * @throws TypeError or RangeError if the box or the plane is not valid.
 *
 * @example
 * ```ts
 * const box = { min: { x: 0, y: 0, z: 0 }, max: { x: 2, y: 2, z: 2 } };
 * planeSide(box, { normal: { x: 0, y: 1, z: 0 }, constant: -3 }); // → -1
 * ```
 */
export function planeSide(box: Aabb | Obb, plane: Plane): Side {
  const record = records.take();
  const isOriented = readBox('box', box, record);
  const { normal, constant } = readPlane('plane', plane);
  const side = (isOriented ? obbSide : aabbSide)(record, 0, normal.x, normal.y, normal.z, constant);
  records.giveBack(record);
  return side;
}

/**
 * Returns whether a plane cuts or touches a box.
 *
 * @throws TypeError or RangeError if the box or the plane is not valid.
 *
 * @example
 * ```ts
 * const box = { min: { x: 0, y: 0, z: 0 }, max: { x: 2, y: 2, z: 2 } };
 * intersectsPlane(box, { normal: { x: 0, y: 1, z: 0 }, constant: -1 }); // → true
 * ```
 */
export function intersectsPlane(box: Aabb | Obb, plane: Plane): boolean {
  return planeSide(box, plane) === 0;
}

/** Returns the side of a plane that an AABB is on: see {@link planeSide}. The AABB's six numbers begin at `at`. */
export function aabbSide(
  b: Coordinates,
  at: number,
  normalX: number,
  normalY: number,
  normalZ: number,
  constant: number,
): Side {
  const distance = dot(normalX, normalY, normalZ, middle(b, at), middle(b, at + 1), middle(b, at + 2)) + constant;
  const radius = dot(
    Math.abs(normalX),
    Math.abs(normalY),
    Math.abs(normalZ),
    halfSize(b, at),
    halfSize(b, at + 1),
    halfSize(b, at + 2),
  );
  return sideOf(distance, radius);
}

/** Returns the side of a plane that an OBB is on: see {@link planeSide}. The OBB's record begins at `at`. */
export function obbSide(
  b: Float64Array,
  at: number,
  normalX: number,
  normalY: number,
  normalZ: number,
  constant: number,
): Side {
  const x = at + COLUMNS;
  const y = x + 3;
  const z = x + 6;
  const middleX = middle(b, at);
  const middleY = middle(b, at + 1);
  const middleZ = middle(b, at + 2);
  const centerX = dot(b[x], b[y], b[z], middleX, middleY, middleZ) + b[at + TRANSLATION];
  const centerY = dot(b[x + 1], b[y + 1], b[z + 1], middleX, middleY, middleZ) + b[at + TRANSLATION + 1];
  const centerZ = dot(b[x + 2], b[y + 2], b[z + 2], middleX, middleY, middleZ) + b[at + TRANSLATION + 2];
  const distance = dot(normalX, normalY, normalZ, centerX, centerY, centerZ) + constant;
  const radius = dot(
    Math.abs(dot(normalX, normalY, normalZ, b[x], b[x + 1], b[x + 2])),
    Math.abs(dot(normalX, normalY, normalZ, b[y], b[y + 1], b[y + 2])),
    Math.abs(dot(normalX, normalY, normalZ, b[z], b[z + 1], b[z + 2])),
    halfSize(b, at),
    halfSize(b, at + 1),
    halfSize(b, at + 2),
  );
  return sideOf(distance, radius);
}

function sideOf(distance: number, radius: number): Side {
  if (distance > radius) return 1;
  return distance < -radius ? -1 : 0;
}
