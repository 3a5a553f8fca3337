/**
 * The slab test (Kay and Kajiya, "Ray Tracing Complex Scenes", 1986), the one formula that decides every ray answer.
 *
 * On each axis the box is the slab between two parallel planes, and the ray is inside it from `slabNear` to `slabFar`.
 * It is inside the box from the largest near to the smallest far. Plain division, not a product with the reciprocal:
 * it rounds once, so that `t` grows with the bound it is computed from, which the tree's bounds rely on.
 */

/** Where the ray enters the slab; a parallel ray has always been inside (-Infinity) or never is (Infinity). */
export function slabNear(min: number, max: number, origin: number, direction: number): number {
  if (direction > 0) return (min - origin) / direction;
  if (direction < 0) return (max - origin) / direction;
  return min <= origin && origin <= max ? -Infinity : Infinity;
}

/** Where the ray leaves the slab; a parallel ray stays inside (Infinity) or never was (-Infinity). */
export function slabFar(min: number, max: number, origin: number, direction: number): number {
  if (direction > 0) return (max - origin) / direction;
  if (direction < 0) return (min - origin) / direction;
  return min <= origin && origin <= max ? Infinity : -Infinity;
}

/**
 * `t` where the ray meets the box within the range, or NaN for a miss: the entry where the ray enters at or after `tMin`;
 * otherwise it starts inside, and meets a solid box at `tMin` and a hollow one where it leaves.
 */
export function slabHit(
  minX: number,
  minY: number,
  minZ: number,
  maxX: number,
  maxY: number,
  maxZ: number,
  originX: number,
  originY: number,
  originZ: number,
  directionX: number,
  directionY: number,
  directionZ: number,
  tMin: number,
  tMax: number,
  solid: boolean,
): number {
  const near = Math.max(
    slabNear(minX, maxX, originX, directionX),
    slabNear(minY, maxY, originY, directionY),
    slabNear(minZ, maxZ, originZ, directionZ),
  );
  const far = Math.min(
    slabFar(minX, maxX, originX, directionX),
    slabFar(minY, maxY, originY, directionY),
    slabFar(minZ, maxZ, originZ, directionZ),
  );
  // Written so that numbers that have overflowed to NaN on the way to a box's own space miss.
  if (!(near <= far) || far < tMin || near > tMax) return NaN;
  // Adding 0 turns -0 into 0, so that equal answers are the same bits.
  if (near >= tMin) return near + 0;
  if (solid) return tMin + 0;
  return far > tMax ? NaN : far + 0;
}
