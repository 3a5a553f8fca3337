import { type Aabb, aabbFromPoints, lineIntersectsAabb, type Ray, raycastAabb, rayPointAt, type Vec3 } from 'slabtree';
import type { View } from '../site/viewCamera';

// #region shown
export const box: Aabb = aabbFromPoints({ x: 0.5, y: 0.5, z: 0.5 }, { x: 2, y: 2, z: 2 });
// #endregion

/** The first rays of the page. */
export const firstRays: readonly Ray[] = [
  { origin: { x: -2, y: -2, z: -2 }, direction: { x: 2, y: 2, z: 2 } },
  { origin: { x: 0, y: 0, z: 0 }, direction: { x: 0, y: 1, z: 0 } },
  { origin: { x: 0, y: 0, z: 0 }, direction: { x: -1, y: 0, z: 0 } },
  { origin: { x: 1, y: 1, z: 1 }, direction: { x: 1, y: 1, z: 0 } },
  { origin: { x: 0.4, y: 1, z: 1 }, direction: { x: -1, y: 0, z: 0 } },
];

export const view: View = { position: { x: 4.2, y: 3.6, z: 8 }, target: { x: 0.1, y: 0.2, z: 0 }, angle: 31 };

export interface RayHit {
  t: number;
  point: Vec3;
}

export interface CastOptions {
  /** Whether rays are lines, which also go on behind their origin. */
  isLine: boolean;
  /** Whether a ray that starts inside hits the box at once, and not its exit face. */
  isSolid: boolean;
}

// #region shown
/** Where a ray hits the box, or null. */
export function castRay(ray: Ray, { isLine, isSolid }: CastOptions): RayHit | null {
  if (isLine && !lineIntersectsAabb(ray, box)) return null;
  const t = raycastAabb(ray, box, { solid: isSolid, tMin: isLine ? -Infinity : 0 });
  return t === null ? null : { t, point: rayPointAt(ray, t) };
}
// #endregion

export function tipOf(ray: Ray): Vec3 {
  return rayPointAt(ray, 1);
}

/** The ray from another origin to the same tip. If both are the same point, the ray stays as it was. */
export function moveOrigin(ray: Ray, to: Vec3): Ray {
  return rayBetween(to, tipOf(ray)) ?? ray;
}

/** The ray from the same origin to another tip. If both are the same point, the ray stays as it was. */
export function moveTip(ray: Ray, to: Vec3): Ray {
  return rayBetween(ray.origin, to) ?? ray;
}

/** A ray along -x, turned by an angle in radians towards a diagonal of y and z. Then it passes the box. */
export function turnedRay({ origin }: Ray, angle: number): Ray {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle) * Math.SQRT1_2];
  return { origin, direction: { x: -cos, y: sin, z: sin } };
}

function rayBetween(origin: Vec3, tip: Vec3): Ray | null {
  const from = rounded(origin);
  const to = rounded(tip);
  const direction = rounded({ x: to.x - from.x, y: to.y - from.y, z: to.z - from.z });
  const isOnePoint = direction.x === 0 && direction.y === 0 && direction.z === 0;
  return isOnePoint ? null : { origin: from, direction };
}

/** Rounds to twentieths. So numbers stay short, and an end can lie exactly on a face. */
function rounded({ x, y, z }: Vec3): Vec3 {
  return { x: Math.round(x * 20) / 20, y: Math.round(y * 20) / 20, z: Math.round(z * 20) / 20 };
}
