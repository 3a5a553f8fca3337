/**
 * Returns the t at which a ray enters the bounds of a slot, or NaN if it misses them. The ray is prepared by
 * margins/rayMargin.ts, which derives why no slot is missed that holds a hit.
 *
 * All numbers are parameters: engines inline the function, and they then stay in the registers of the walk.
 *
 * @param nearX the word of the bound on the x axis which the ray passes first: MIN_X or MAX_X. `farX` is the other one.
 * @param first the t from which on slots count. `last` is the t up to which they count. Both are finite.
 */
export function entryOfSlot(
  float32: Float32Array,
  slot: number,
  nearX: number,
  nearY: number,
  nearZ: number,
  farX: number,
  farY: number,
  farZ: number,
  nearOriginX: number,
  nearOriginY: number,
  nearOriginZ: number,
  farOriginX: number,
  farOriginY: number,
  farOriginZ: number,
  inverseX: number,
  inverseY: number,
  inverseZ: number,
  first: number,
  last: number,
): number {
  const enterX = (float32[slot + nearX] - nearOriginX) * inverseX;
  const enterY = (float32[slot + nearY] - nearOriginY) * inverseY;
  const enterZ = (float32[slot + nearZ] - nearOriginZ) * inverseZ;
  const leaveX = (float32[slot + farX] - farOriginX) * inverseX;
  const leaveY = (float32[slot + farY] - farOriginY) * inverseY;
  const leaveZ = (float32[slot + farZ] - farOriginZ) * inverseZ;
  // The ray misses the bounds if it enters a slab after it leaves another one, enters one after the range, or leaves one
  // before the range. The comparisons are combined as bits, so there is one branch per slot, and few slots pass it. A
  // running minimum and maximum would mispredict a branch each.
  const isMissed =
    +(enterX > leaveY) |
    +(enterX > leaveZ) |
    +(enterY > leaveX) |
    +(enterY > leaveZ) |
    +(enterZ > leaveX) |
    +(enterZ > leaveY) |
    +(enterX > last) |
    +(enterY > last) |
    +(enterZ > last) |
    +(leaveX < first) |
    +(leaveY < first) |
    +(leaveZ < first);
  if (isMissed !== 0) return NaN;
  let near = first;
  if (enterX > near) near = enterX;
  if (enterY > near) near = enterY;
  if (enterZ > near) near = enterZ;
  return near;
}
