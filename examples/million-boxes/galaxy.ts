import { Color, Matrix4, Quaternion, Vector3 } from 'three';
import { seededRandom } from '../site/seededRandom';
import type { View } from '../site/viewCamera';

/** The radius of the disc. y points up from it. */
export const RADIUS = 500;

/** The first camera of the page. */
export const galaxyView: View = {
  position: { x: -60, y: 400, z: 640 },
  target: { x: 0, y: -30, z: 0 },
  near: 1,
  far: 4000,
};

/** The number of boxes that are made between two updates of the progress bar. */
const CHUNK = 50_000;

/**
 * Fills the matrices (16 numbers a box, which place a cube of size 1) and the colors (3 numbers a box) of a galaxy.
 * They are the same each time. Now and then it yields the number of boxes so far.
 */
export function* fillGalaxy(matrices: Float32Array, colors: Float32Array): Generator<number> {
  const random = seededRandom(5);
  const count = colors.length / 3;
  // The total volume of the boxes does not depend on their number.
  const size = Math.cbrt(1e6 / count);
  const [matrix, position, rotation, scale, color] = [
    new Matrix4(),
    new Vector3(),
    new Quaternion(),
    new Vector3(),
    new Color(),
  ];
  for (let i = 0; i < count; i++) {
    const isInBulge = random() < 0.16;
    if (isInBulge) placeInBulge(position, random);
    else placeInDisc(position, random);
    const longest = size * (0.45 + 1.6 * random() ** 4);
    scale.set(longest, longest * (0.4 + 0.6 * random()), longest * (0.4 + 0.6 * random()));
    rotation.set(bell(random), bell(random), bell(random), bell(random)).normalize();
    matrix.compose(position, rotation, scale).toArray(matrices, 16 * i);
    paint(color, isInBulge ? 0 : Math.hypot(position.x, position.z) / RADIUS, random).toArray(colors, 3 * i);
    if ((i + 1) % CHUNK === 0) yield i + 1;
  }
}

/** A flattened ball in the middle. */
function placeInBulge(position: Vector3, random: () => number): void {
  position.set(bell(random), 0.7 * bell(random), bell(random)).multiplyScalar(0.11 * RADIUS);
}

/** A disc that gets thinner outward. Most of it lies in two spiral arms. */
function placeInDisc(position: Vector3, random: () => number): void {
  const radius = RADIUS * Math.min(0.06 - 0.3 * Math.log(1 - 0.96 * random()), 1);
  const isInArm = random() < 0.8;
  const arm = Math.PI * Math.round(random()) + 2.4 * Math.log(radius / RADIUS) + 0.32 * bell(random);
  const angle = isInArm ? arm : 2 * Math.PI * random();
  position.set(radius * Math.cos(angle), 0.02 * RADIUS * bell(random), radius * Math.sin(angle));
}

/** Warm colors in the middle, blue outside, with some pink. */
function paint(color: Color, outward: number, random: () => number): Color {
  const kind = random();
  if (outward > 0.12 && kind < 0.07) return color.setHSL(0.84, 0.6, 0.6);
  if (kind > 0.3 + outward) return color.setHSL(0.09 + 0.03 * random(), 0.85, 0.5 + 0.12 * random());
  return color.setHSL(0.54 + 0.1 * random(), 0.75, 0.42 + 0.22 * random());
}

/** A random number around 0, mostly within 1, always within 2. The sum of three numbers is close to a bell curve. */
function bell(random: () => number): number {
  return (4 / 3) * (random() + random() + random() - 1.5);
}
