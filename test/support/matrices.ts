import type { Random } from './random';
import { each, type Triple } from './triple';

/** The linear part of a matrix: 9 numbers, column by column. */
export type Linear = readonly number[];

/** 16 numbers, column-major. */
export function placed([a, b, c, d, e, f, g, h, i]: Linear, [x, y, z]: Triple): number[] {
  return [a, b, c, 0, d, e, f, 0, g, h, i, 0, x, y, z, 1];
}

export const IDENTITY: Linear = [1, 0, 0, 0, 1, 0, 0, 0, 1];

export function translation(by: Triple): number[] {
  return placed(IDENTITY, by);
}

/** The product of two matrices of 16 numbers. */
export function times(a: readonly number[], b: readonly number[]): number[] {
  return Array.from({ length: 16 }, (_, at) => {
    const row = at % 4;
    const column = at - row;
    return a[row] * b[column] + a[row + 4] * b[column + 1] + a[row + 8] * b[column + 2] + a[row + 12] * b[column + 3];
  });
}

/** A point, transformed by a matrix. */
export function transform(m: readonly number[], [x, y, z]: Triple): Triple {
  return each((k) => m[k] * x + m[4 + k] * y + m[8 + k] * z + m[12 + k]);
}

/** A random rotation, from a quaternion of length 1. */
export function rotation(random: Random): Linear {
  let x: number, y: number, z: number, w: number, square: number;
  do {
    [x, y, z] = random.triple(-1, 1);
    w = random.between(-1, 1);
    square = x * x + y * y + z * z + w * w;
  } while (square > 1 || square < 0.01);
  const s = 2 / square;
  return [
    1 - s * (y * y + z * z),
    s * (x * y + w * z),
    s * (x * z - w * y),
    s * (x * y - w * z),
    1 - s * (x * x + z * z),
    s * (y * z + w * x),
    s * (x * z + w * y),
    s * (y * z - w * x),
    1 - s * (x * x + y * y),
  ];
}

/** A linear part with each axis stretched by a factor. */
export function stretched(linear: Linear, factors: Triple): Linear {
  return linear.map((value, at) => value * factors[Math.floor(at / 3)]);
}

function sheared(random: Random, by: number): Linear {
  return rotation(random).map((value) => value + random.between(-by, by));
}

/** A linear part whose third axis is almost in the plane of the others. */
function flattened(random: Random, by: number): Linear {
  const [a, b, c, d, e, f] = rotation(random);
  const u = random.between(-2, 2);
  const v = random.between(-2, 2);
  const [x, y, z] = random.direction();
  return [a, b, c, d, e, f, u * a + v * d + by * x, u * b + v * e + by * y, u * c + v * f + by * z];
}

/** An exact quarter turn. So faces of different boxes can be in one plane. */
function quarterTurn(random: Random): Linear {
  const order = random.pick([
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
    [0, 2, 1],
    [2, 1, 0],
    [1, 0, 2],
  ]);
  const linear = new Array<number>(9).fill(0);
  order.forEach((row, column) => (linear[3 * column + row] = random.sign()));
  return linear;
}

/** Every kind of linear part that an oriented box may have. */
export const linearParts = {
  identity: () => IDENTITY,
  'quarter turn': quarterTurn,
  rotation,
  'rotation and scale': (random) =>
    stretched(
      rotation(random),
      each(() => Math.abs(random.magnitude(0.1, 10))),
    ),
  mirror: (random) =>
    stretched(
      rotation(random),
      each(() => random.sign() * random.between(0.5, 2)),
    ),
  shear: (random) => sheared(random, 0.7),
  'badly conditioned': (random) => flattened(random, Math.abs(random.magnitude(1e-9, 1e-2))),
  'near singular': (random) => flattened(random, Math.abs(random.magnitude(1e-16, 1e-10))),
  'scale of 1e-10 to 1e10': (random) =>
    stretched(
      rotation(random),
      each(() => random.magnitude(1e-10, 1e10)),
    ),
  'needle a million times longer than wide': (random) =>
    stretched(
      rotation(random),
      random.pick<Triple>([
        [1e6, 1, 1],
        [1, 1e-6, 1e-6],
        [1e3, 1e-3, 1e-3],
      ]),
    ),
} satisfies Record<string, (random: Random) => Linear>;

export type LinearPart = keyof typeof linearParts;
