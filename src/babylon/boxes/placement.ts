import { Matrix } from '@babylonjs/core/Maths/math.vector.js';
import type { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { Obb } from 'slabtree';
import { invertLinear } from '../../primitives/shapes/matrix4';

/**
 * What became of the box of a mesh or of a thin instance.
 *
 * - 'placed': {@link Placement.box} is the box.
 * - 'vanished': the matrix shrinks the mesh to a point, which no ray hits.
 * - 'failed': the matrix is too close to singular for a box, or has numbers that are not finite.
 */
export type Placing = 'placed' | 'vanished' | 'failed';

/**
 * The largest condition of a world matrix with a box: the sum of the absolute values of the entries of its linear part, times the
 * same sum of its inverse. It is 9 to 27 for rotations, and about 2,000 if one axis is a thousand times as long as the others.
 */
const MAX_CONDITION = 2 ** 11;

/**
 * How far beyond its box a triangle may be hit, as a part of the box's size. `Ray.intersectsTriangle` accepts barycentric coordinates
 * down to -ε and a sum of two up to 1 + ε, with ε = 0.001: a triangle with its corners moved by two edges, by 2ε and by ε. An edge is
 * no longer than the box, on each axis. So that is 3ε, and the rest is for rounding.
 */
const OVERHANG = 0.0031;

/** The thickness of flat boxes, as a part of their largest size: rounding must not move a hit out of its box. */
const THICKNESS = 2 ** -20;

/**
 * Computes the box in the world at which Babylon.js hits a local box.
 *
 * Babylon.js brings a ray into the space of a mesh by N, the inverse of the world matrix in float32, and tests the local box there. It
 * hits the points of the world that N maps into the local box. So the box is placed by the inverse of N in float64, and not by the
 * world matrix: at a distance of a million from the origin, these differ by a part of a unit.
 */
export class Placement {
  readonly min = { x: 0, y: 0, z: 0 };
  readonly max = { x: 0, y: 0, z: 0 };
  readonly matrix = new Float64Array(16);
  readonly box: Obb = { min: this.min, max: this.max, matrix: this.matrix };
  /**
   * How far the way to local space and back, through N and the linear part M of the world matrix, multiplies rounding errors: the
   * largest entry of |N|·|M|, with absolute values taken of each entry. It is 1 for a rotation or a scaling, and larger with shear.
   */
  spread = 1;
  /** The condition of the world matrix: see {@link MAX_CONDITION}. The least is 9 = 3 · 3, for a scaling by one factor. */
  condition = 9;
  readonly #inverse = new Matrix();
  readonly #linear = new Float64Array(9);

  /** @param threshold how far outside the local box a ray may pass, in local units. */
  place(world: Matrix, minimum: Vector3, maximum: Vector3, threshold: number): Placing {
    const { m } = world;
    const isAffine = m[3] === 0 && m[7] === 0 && m[11] === 0 && m[15] === 1;
    const size = sizeOf(m);
    if (!isAffine || !Number.isFinite(size + Math.abs(m[12]) + Math.abs(m[13]) + Math.abs(m[14]))) return 'failed';
    if (size === 0) return 'vanished';
    if (world.determinant() === 0) return 'failed';
    world.invertToRef(this.#inverse);
    const inverse = this.#inverse.m;
    this.condition = size * sizeOf(inverse);
    if (!(this.condition <= MAX_CONDITION)) return 'failed';
    if (!invertLinear(inverse, 0, this.#linear, 0)) return 'failed';
    this.#writeMatrix(inverse);
    this.spread = spreadOf(inverse, m);
    return this.#writeBox(minimum, maximum, threshold) ? 'placed' : 'failed';
  }

  #writeMatrix(inverse: ArrayLike<number>): void {
    const { matrix } = this;
    const linear = this.#linear;
    for (let row = 0; row < 3; row++) {
      const x = linear[3 * row];
      const y = linear[3 * row + 1];
      const z = linear[3 * row + 2];
      matrix[row] = x;
      matrix[4 + row] = y;
      matrix[8 + row] = z;
      matrix[12 + row] = -(x * inverse[12] + y * inverse[13] + z * inverse[14]);
    }
    matrix[15] = 1;
  }

  #writeBox(minimum: Vector3, maximum: Vector3, threshold: number): boolean {
    const sizeX = maximum.x - minimum.x;
    const sizeY = maximum.y - minimum.y;
    const sizeZ = maximum.z - minimum.z;
    if (!(sizeX >= 0 && sizeY >= 0 && sizeZ >= 0 && sizeX + sizeY + sizeZ < Infinity)) return false;
    const least = threshold + THICKNESS * Math.max(sizeX, sizeY, sizeZ);
    const { min, max } = this;
    min.x = minimum.x - OVERHANG * sizeX - least;
    min.y = minimum.y - OVERHANG * sizeY - least;
    min.z = minimum.z - OVERHANG * sizeZ - least;
    max.x = maximum.x + OVERHANG * sizeX + least;
    max.y = maximum.y + OVERHANG * sizeY + least;
    max.z = maximum.z + OVERHANG * sizeZ + least;
    return true;
  }
}

/** Returns the sum of the sizes of the numbers of a matrix's linear part. */
function sizeOf(m: ArrayLike<number>): number {
  let sum = 0;
  for (let row = 0; row < 12; row += 4) sum += Math.abs(m[row]) + Math.abs(m[row + 1]) + Math.abs(m[row + 2]);
  return sum;
}

function spreadOf(inverse: ArrayLike<number>, m: ArrayLike<number>): number {
  let largest = 0;
  for (let row = 0; row < 12; row += 4) {
    for (let column = 0; column < 3; column++) {
      const size =
        Math.abs(inverse[row] * m[column]) +
        Math.abs(inverse[row + 1] * m[4 + column]) +
        Math.abs(inverse[row + 2] * m[8 + column]);
      if (size > largest) largest = size;
    }
  }
  return largest;
}
