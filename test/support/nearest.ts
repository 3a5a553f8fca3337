import { type BoxScene, closestPoint, distanceToBox, type NearestOptions, type Neighbor } from 'slabtree';
import { show } from './compare';
import type { Loop } from './loop';
import type { Random } from './random';
import { boxOf } from './shapes';
import { type Triple, triple, vec } from './triple';
import { step } from './ulps';

/** The nearest boxes by a plain loop over the primitives. */
function nearestOf(loop: Loop, point: Triple, options: NearestOptions): Neighbor[] {
  const { count = 1, maxDistance = Infinity, mask, filter } = options;
  const found: Neighbor[] = [];
  for (const [id, box] of loop) {
    if (mask !== undefined && (box.mask & mask) === 0) continue;
    const distance = distanceToBox(boxOf(box), vec(point));
    if (!(distance <= maxDistance) || filter?.(id) === false) continue;
    found.push({ id, triangle: -1, distance, point: vec([0, 0, 0]) });
  }
  found.sort((a, b) => (a.distance === b.distance ? a.id - b.id : a.distance < b.distance ? -1 : 1));
  return found.slice(0, count).map((neighbor) => {
    const box = loop.get(neighbor.id);
    return box === undefined ? neighbor : { ...neighbor, point: closestPoint(boxOf(box), vec(point)) };
  });
}

/** Finds the boxes nearest to a point. Throws if an answer differs from the loop. */
export function compareNearest(
  scenes: readonly BoxScene[],
  loop: Loop,
  point: Triple,
  options: NearestOptions = {},
): void {
  const expected = nearestOf(loop, point, options);
  for (const scene of scenes) {
    const found = scene.nearest(vec(point), options);
    if (found.length === expected.length && found.every((neighbor, i) => isSame(neighbor, expected[i]))) continue;
    const context = { found, expected, point, options, boxes: [...loop] };
    throw new Error(`nearest of the backend ${scene.backend} differs from the loop: ${show(context)}`);
  }
}

function isSame(a: Neighbor, b: Neighbor): boolean {
  const pointA = triple(a.point);
  const pointB = triple(b.point);
  return a.id === b.id && Object.is(a.distance, b.distance) && pointA.every((value, k) => Object.is(value, pointB[k]));
}

/** Options of all kinds. The maximum distance is often exactly the distance of a box, or the number next to it. */
export function nearestOptionsAmong(random: Random, loop: Loop, point: Triple): NearestOptions {
  const options: NearestOptions = {};
  if (random.chance(0.7)) options.count = random.pick([1, 2, 3, 8, 30, 100, Infinity]);
  if (random.chance(0.5) && loop.size > 0) {
    const distance = distanceToBox(boxOf(random.pick([...loop.values()])), vec(point));
    const beside = Number.isFinite(distance) ? step(distance, random.pick([0, 0, 0, 1, -1])) : distance;
    options.maxDistance = Math.max(0, beside);
  }
  if (random.chance(0.3)) options.mask = random.pick([1, 2, 3, 0x80000000, -1, 0]);
  if (random.chance(0.3)) {
    const divisor = 2 + random.below(3);
    options.filter = (id) => id % divisor !== 0;
  }
  return options;
}
