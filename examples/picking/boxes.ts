import type { Quaternion, Vec3 } from 'slabtree';
import { seededRandom } from '../site/seededRandom';
import type { View } from '../site/viewCamera';

const COUNT = 100;

/** The largest distance of a box from the middle along each axis, and the range of half sizes. */
const REACH = 7;
const SMALLEST = 0.3;
const LARGEST = 1.2;

export const view: View = { position: { x: 10, y: 9, z: 26 }, target: { x: 0, y: -0.5, z: 0 } };

/** The numbers that make an oriented box with `obbFromCenter`, and a mesh with three.js. */
export interface TurnedBox {
  center: Vec3;
  halfSize: Vec3;
  rotation: Quaternion;
}

/** A hundred boxes at random places, turned at random. They are the same every time. */
export function randomBoxes(): TurnedBox[] {
  const random = seededRandom(42);
  return Array.from({ length: COUNT }, () => ({
    center: randomVector(random, -REACH, REACH),
    halfSize: randomVector(random, SMALLEST, LARGEST),
    rotation: randomRotation(random),
  }));
}

function randomVector(random: () => number, low: number, high: number): Vec3 {
  const coordinate = () => low + (high - low) * random();
  return { x: coordinate(), y: coordinate(), z: coordinate() };
}

/** A random rotation, all equally likely (Shoemake, "Uniform random rotations", Graphics Gems III, 1992). */
function randomRotation(random: () => number): Quaternion {
  const share = random();
  const [first, second] = [2 * Math.PI * random(), 2 * Math.PI * random()];
  const [low, high] = [Math.sqrt(1 - share), Math.sqrt(share)];
  return { x: low * Math.sin(first), y: low * Math.cos(first), z: high * Math.sin(second), w: high * Math.cos(second) };
}
