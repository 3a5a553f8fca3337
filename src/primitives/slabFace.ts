import { slabFar, slabNear } from './slabs';

/** The face of a box that a ray meets. */
export interface SlabFace {
  /** 0, 1 or 2 for x, y or z; on an edge or corner the first of those that meet there. */
  axis: 0 | 1 | 2;
  /** 1 for the face at the maximum, -1 for the one at the minimum, 0 for a solid box met from inside. */
  sign: 1 | 0 | -1;
  /** Whether the ray starts (at `tMin`) inside the box. */
  inside: boolean;
}

/** The face at which a ray that is known to hit a box meets it; the numbers are those of slabHit. */
export function slabFace(
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
  solid: boolean,
): SlabFace {
  const nearX = slabNear(minX, maxX, originX, directionX);
  const nearY = slabNear(minY, maxY, originY, directionY);
  const nearZ = slabNear(minZ, maxZ, originZ, directionZ);
  const near = Math.max(nearX, nearY, nearZ);
  if (near >= tMin) {
    const axis = near === nearX ? 0 : near === nearY ? 1 : 2;
    return { axis, sign: isForward(axis, directionX, directionY, directionZ) ? -1 : 1, inside: false };
  }
  const farX = slabFar(minX, maxX, originX, directionX);
  const farY = slabFar(minY, maxY, originY, directionY);
  const farZ = slabFar(minZ, maxZ, originZ, directionZ);
  const far = Math.min(farX, farY, farZ);
  const axis = far === farX ? 0 : far === farY ? 1 : 2;
  const sign = solid ? 0 : isForward(axis, directionX, directionY, directionZ) ? 1 : -1;
  return { axis, sign, inside: true };
}

function isForward(axis: 0 | 1 | 2, x: number, y: number, z: number): boolean {
  return (axis === 0 ? x : axis === 1 ? y : z) >= 0;
}
