import { show } from '../../primitives/check';
import type { Shape } from '../../primitives/shapes/shape';
import { type FloatArray, viewFloatArray } from './floatArray';

/** The kinds of shapes of which many can be swept at once: see {@link BoxScene.sweepMany}. */
export type ManyShapesKind =
  'point' | 'sphere' | 'capsule' | 'triangle' | 'aabb' | 'obb' | 'roundedAabb' | 'roundedObb';

interface ManyShapes {
  /** How many numbers a shape has. */
  readonly stride: number;
  /** Makes the shape whose numbers begin at `at`. */
  readonly shapeAt: (numbers: FloatArray, at: number) => Shape;
}

const vec3At = (numbers: FloatArray, at: number) => ({ x: numbers[at], y: numbers[at + 1], z: numbers[at + 2] });
const aabbAt = (numbers: FloatArray, at: number) => ({ min: vec3At(numbers, at), max: vec3At(numbers, at + 3) });
const obbAt = (numbers: FloatArray, at: number) => ({
  ...aabbAt(numbers, at),
  matrix: numbers.subarray(at + 6, at + 22),
});

const KINDS: Readonly<Record<ManyShapesKind, ManyShapes>> = {
  point: { stride: 3, shapeAt: vec3At },
  sphere: { stride: 4, shapeAt: (n, at) => ({ center: vec3At(n, at), radius: n[at + 3] }) },
  capsule: { stride: 7, shapeAt: (n, at) => ({ a: vec3At(n, at), b: vec3At(n, at + 3), radius: n[at + 6] }) },
  triangle: { stride: 9, shapeAt: (n, at) => ({ a: vec3At(n, at), b: vec3At(n, at + 3), c: vec3At(n, at + 6) }) },
  aabb: { stride: 6, shapeAt: aabbAt },
  obb: { stride: 22, shapeAt: obbAt },
  roundedAabb: { stride: 7, shapeAt: (n, at) => ({ ...aabbAt(n, at), radius: n[at + 6] }) },
  roundedObb: { stride: 23, shapeAt: (n, at) => ({ ...obbAt(n, at), radius: n[at + 22] }) },
};

/** How many numbers a motion has, which follow the numbers of its shape. */
const MOTION = 3;

/** Many shapes of one kind and their motions, as flat numbers: see `BoxScene.sweepMany`. They are a copy. */
export class ManyMotions {
  readonly count: number;
  readonly #numbers: FloatArray;
  readonly #kind: ManyShapes;
  readonly #stride: number;

  constructor(kind: ManyShapesKind, numbers: FloatArray) {
    this.#kind = KINDS[kind];
    this.#stride = strideOfMotion(kind);
    // A filter, or another thread, may write to the array between two sweeps.
    this.#numbers = viewFloatArray('motions', numbers, this.#stride, `${kind} and motion`).slice();
    this.count = this.#numbers.length / this.#stride;
  }

  shapeAt(i: number): Shape {
    return this.#kind.shapeAt(this.#numbers, i * this.#stride);
  }

  wayAt(i: number): { x: number; y: number; z: number } {
    return vec3At(this.#numbers, (i + 1) * this.#stride - MOTION);
  }
}

/** Returns how many numbers a shape of a kind and its motion have. */
export function strideOfMotion(kind: ManyShapesKind): number {
  if (!Object.hasOwn(KINDS, kind)) {
    const names = Object.keys(KINDS).map((name) => `'${name}'`);
    throw new RangeError(`kind must be one of ${names.join(', ')}, got ${show(kind)}`);
  }
  return KINDS[kind].stride + MOTION;
}
