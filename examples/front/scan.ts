import type { BoxScene, ManyHits, Vec3 } from 'slabtree';

/** Where rays have hit boxes. */
export interface Scan {
  /** The box of each hit. */
  readonly ids: Int32Array;
  /** 3 numbers a hit. */
  readonly points: Float32Array;
  /** For each hit the box between it and the lamp, or -1 if the lamp shines on it. */
  readonly shadows: Int32Array;
  /** The number of rays that were cast. */
  readonly rays: number;
}

/**
 * Moves the swarm, and then casts rays from the eye, and from each hit to the lamp.
 *
 * @param firstMember the id of the first box of the swarm.
 * @param eyeRays 6 numbers a ray.
 */
export function scan(
  scene: BoxScene,
  firstMember: number,
  swarm: Float32Array,
  eyeRays: Float32Array,
  lamp: Vec3,
): Scan {
  // #region shown
  // The boxes of the swarm have moved: 6 numbers a box.
  scene.setAabbs(firstMember, swarm);

  // What does each ray from the eye hit first? A ray is 6 numbers, too.
  const seen = scene.raycastMany(eyeRays);

  // From each hit a ray goes to the lamp. What it hits on the way casts a shadow.
  const { ids, points } = hitsOf(eyeRays, seen);
  const lampRays = raysTo(lamp, points);
  const shadows = scene.raycastMany(lampRays, { tMin: 0.001, tMax: 1 }).ids;
  // #endregion
  return { ids, points, shadows, rays: seen.ids.length + ids.length };
}

/** Leaves out rays that hit nothing. */
function hitsOf(rays: Float32Array, { ids, ts }: ManyHits): { ids: Int32Array; points: Float32Array } {
  const hitIds = new Int32Array(ids.length);
  const points = new Float32Array(3 * ids.length);
  let count = 0;
  for (let i = 0; i < ids.length; i++) {
    if (ids[i] < 0) continue;
    hitIds[count] = ids[i];
    for (let axis = 0; axis < 3; axis++) {
      points[3 * count + axis] = rays[6 * i + axis] + ts[i] * rays[6 * i + 3 + axis];
    }
    count++;
  }
  return { ids: hitIds.subarray(0, count), points: points.subarray(0, 3 * count) };
}

/** Rays from points to the lamp, which is at t = 1. */
function raysTo(lamp: Vec3, points: Float32Array): Float32Array {
  const rays = new Float32Array(2 * points.length);
  for (let point = 0; point < points.length; point += 3) {
    const ray = 2 * point;
    rays[ray] = points[point];
    rays[ray + 1] = points[point + 1];
    rays[ray + 2] = points[point + 2];
    rays[ray + 3] = lamp.x - points[point];
    rays[ray + 4] = lamp.y - points[point + 1];
    rays[ray + 5] = lamp.z - points[point + 2];
  }
  return rays;
}
