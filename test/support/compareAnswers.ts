import type { BoxScene } from 'slabtree';
import { compareBounds, compareCull, compareOverlap, comparePairs, compareRay, compareSplit } from './compare';
import { compareSweeps } from './compareSweeps';
import type { Loop } from './loop';
import { compareNearest, nearestOptionsAmong } from './nearest';
import { planeAmong } from './planes';
import { pointAmong } from './points';
import type { Random } from './random';
import { optionsAmong, rayAmong } from './rays';
import { shapeAmong } from './shapes';

/** Runs a few queries of every kind. Throws if an answer differs from the loop. */
export function compareAnswers(scenes: readonly BoxScene[], loop: Loop, random: Random, rounds = 3): void {
  const list = [...loop.values()];
  compareBounds(scenes, loop);
  for (let i = 0; i < rounds; i++) {
    const ray = rayAmong(random, list);
    compareRay(scenes, loop, ray);
    compareRay(scenes, loop, ray, optionsAmong(random, loop, ray));
    compareSplit(scenes, loop, planeAmong(random, list), random.pick([undefined, 1, 2]));
    compareCull(scenes, loop, [planeAmong(random, list), planeAmong(random, list)], random.pick([undefined, 1, 2]));
    compareOverlap(scenes, loop, shapeAmong(random, list), random.pick([undefined, 1, 2]));
    const point = pointAmong(random, list);
    compareNearest(scenes, loop, point, nearestOptionsAmong(random, loop, point));
  }
  // The loop over sweeps is slow.
  if (loop.size < 150) {
    compareSweeps({ scenes: [...scenes], loop: { boxes: new Map(loop), instances: new Map() } }, random);
  }
  // The loop over pairs takes quadratic time.
  if (loop.size < 150) comparePairs(scenes, loop, random.pick([undefined, 1, 2]));
}
