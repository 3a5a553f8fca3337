import { type Triple, randomDirection, seededRandom } from './random';

export type SceneKind = 'uniform' | 'city' | 'obb';

/** Boxes in typed arrays. Each contender builds what it needs from them, and that is timed. */
export interface Scene {
  readonly kind: SceneKind;
  readonly count: number;
  /** Extent of the scene along x and y. */
  readonly width: number;
  /** Extent along z. */
  readonly height: number;
  /** World bounds, 6 numbers a box: min xyz, max xyz. In `uniform` and `city` they are the boxes. */
  readonly bounds: Float32Array;
  /** In `obb`, the boxes: images of the cube from -1 to 1 under a matrix, 16 numbers each, as in InstancedMesh. */
  readonly matrices: Float32Array | null;
}

export function createScene(kind: SceneKind, count: number): Scene {
  switch (kind) {
    case 'uniform':
      return uniform(count);
    case 'city':
      return city(count);
    case 'obb':
      return obb(count);
  }
}

/** The world grows with the count. So its density stays the same, and with it the number of boxes that a ray passes. */
const uniformSide = (count: number) => 5 * Math.cbrt(count);

/** Many boxes are small, and few are large. */
export const randomHalfSize = (random: () => number): Triple => [
  0.1 + 0.9 * random() ** 2,
  0.1 + 0.9 * random() ** 2,
  0.1 + 0.9 * random() ** 2,
];

function uniform(count: number): Scene {
  const random = seededRandom(1);
  const side = uniformSide(count);
  const bounds = new Float32Array(6 * count);
  for (let box = 0; box < count; box++) {
    const center = [random() * side, random() * side, random() * side];
    const half = randomHalfSize(random);
    for (let axis = 0; axis < 3; axis++) {
      bounds[6 * box + axis] = center[axis] - half[axis];
      bounds[6 * box + 3 + axis] = center[axis] + half[axis];
    }
  }
  return { kind: 'uniform', count, width: side, height: side, bounds, matrices: null };
}

/** Buildings on the ground, most of them in one dense centre. Nearly all are low, and a few are towers. */
function city(count: number): Scene {
  const random = seededRandom(2);
  const width = 4 * Math.sqrt(count);
  const bounds = new Float32Array(6 * count);
  for (let box = 0; box < count; box++) {
    const [x, y] = random() < 0.7 ? gaussianPoint(random, 0.5, 0.12) : [random(), random()];
    const halfX = 0.5 + 1.5 * random();
    const halfY = 0.5 + 1.5 * random();
    const top = 1 + 40 * random() ** 6;
    bounds.set([x * width - halfX, y * width - halfY, 0, x * width + halfX, y * width + halfY, top], 6 * box);
  }
  return { kind: 'city', count, width, height: 45, bounds, matrices: null };
}

/** Box-Muller. */
function gaussianPoint(random: () => number, mean: number, deviation: number): [number, number] {
  const radius = deviation * Math.sqrt(-2 * Math.log(1 - random()));
  const angle = 2 * Math.PI * random();
  return [mean + radius * Math.cos(angle), mean + radius * Math.sin(angle)];
}

/** The uniform scene, with every box turned its own way. */
function obb(count: number): Scene {
  const random = seededRandom(3);
  const side = uniformSide(count);
  const matrices = new Float32Array(16 * count);
  const bounds = new Float32Array(6 * count);
  for (let box = 0; box < count; box++) {
    const center = [random() * side, random() * side, random() * side];
    const half = randomHalfSize(random);
    const axes = randomFrame(random);
    const matrix = matrices.subarray(16 * box, 16 * box + 16);
    for (let column = 0; column < 3; column++) {
      for (let row = 0; row < 3; row++) matrix[4 * column + row] = axes[column][row] * half[column];
    }
    matrix.set(center, 12);
    matrix[15] = 1;
    for (let row = 0; row < 3; row++) {
      const reach = Math.abs(matrix[row]) + Math.abs(matrix[4 + row]) + Math.abs(matrix[8 + row]);
      bounds[6 * box + row] = roundDown(matrix[12 + row] - reach);
      bounds[6 * box + 3 + row] = -roundDown(-(matrix[12 + row] + reach));
    }
  }
  return { kind: 'obb', count, width: side, height: side, bounds, matrices };
}

/** A float32 below the number. Bounds rounded to the nearest float32 could cut off a corner, and lose a hit. */
const roundDown = (value: number) => Math.fround(value - Math.abs(value) * 2 ** -23);

/** Three unit vectors at right angles, right-handed. */
function randomFrame(random: () => number): [Triple, Triple, Triple] {
  const x = randomDirection(random);
  const other = randomDirection(random);
  const along = x[0] * other[0] + x[1] * other[1] + x[2] * other[2];
  const y = normalize([other[0] - along * x[0], other[1] - along * x[1], other[2] - along * x[2]]);
  return [x, y, cross(x, y)];
}

export function normalize([x, y, z]: Triple): Triple {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}

export function cross(a: Triple, b: Triple): Triple {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
