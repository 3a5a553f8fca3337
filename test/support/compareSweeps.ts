/** Compares what a shape meets with the plain loop, bit for bit. */
import { isDeepStrictEqual } from 'node:util';
import { show } from './compare';
import type { MeshScenes } from './meshScenes';
import type { Random } from './random';
import { contactsOf, motionAmong, pointOf, shapeNear, sweepOptionsAmong, sweepsOf } from './shapeLoop';

/** A shape with numbers that differ from those of a box by more than this may get a wrong answer: see docs/shapes.md. */
const FARTHEST = 1e100;

/** Sweeps a shape of any kind and finds its contacts. Throws if an answer differs from the loop. */
export function compareSweeps(made: MeshScenes, random: Random): void {
  const { scenes, loop } = made;
  const boxes = [...loop.boxes.values()];
  const isExtreme = boxes.some(({ min, max }) => [...min, ...max].some((value) => Math.abs(value) > FARTHEST));
  if (isExtreme || boxes.length + loop.instances.size === 0) return;
  const shape = shapeNear(random, made);
  const motion = motionAmong(random, made, pointOf(shape));
  const options = sweepOptionsAmong(random);
  const within = { within: random.pick([0, 1]) };
  const expected = {
    sweep: sweepsOf(loop, shape, motion, options).at(0) ?? null,
    contacts: contactsOf(loop, shape, within),
  };
  for (const scene of scenes) {
    const found = { sweep: scene.sweep(shape, motion, options), contacts: scene.contacts(shape, within) };
    if (isDeepStrictEqual(found, expected)) continue;
    throw new Error(
      `the backend ${scene.backend} answers otherwise: ${show({ shape, motion, options, found, expected })}`,
    );
  }
}
