import { InputError } from '../../text/errors';

/** The 16 numbers of an affine matrix, column-major. */
export type Matrix = readonly number[];

export const IDENTITY: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** Returns the matrix product a · b, which applies `b` first. It has the same bits as in three.js, except for the sign of a 0. */
export function multiply(a: Matrix, b: Matrix): Matrix {
  const product = [...IDENTITY];
  for (let column = 0; column < 16; column += 4) {
    const [x, y, z] = [b[column], b[column + 1], b[column + 2]];
    for (let row = 0; row < 3; row++) {
      product[column + row] = a[row] * x + a[4 + row] * y + a[8 + row] * z + (column === 12 ? a[12 + row] : 0);
    }
  }
  return product;
}

/**
 * Returns the matrix that scales, then rotates, then translates. It has the same bits as in three.js, except for the sign of a 0.
 *
 * @param rotation a unit quaternion, x y z w.
 */
export function compose(translation: readonly number[], rotation: readonly number[], scale: readonly number[]): Matrix {
  const [x, y, z, w] = rotation;
  const [x2, y2, z2] = [x + x, y + y, z + z];
  const [xx, xy, xz] = [x * x2, x * y2, x * z2];
  const [yy, yz, zz] = [y * y2, y * z2, z * z2];
  const [wx, wy, wz] = [w * x2, w * y2, w * z2];
  const [sx, sy, sz] = scale;
  return [
    ...[(1 - (yy + zz)) * sx, (xy + wz) * sx, (xz - wy) * sx, 0],
    ...[(xy - wz) * sy, (1 - (xx + zz)) * sy, (yz + wx) * sy, 0],
    ...[(xz + wy) * sz, (yz - wx) * sz, (1 - (xx + yy)) * sz, 0],
    ...[translation[0], translation[1], translation[2], 1],
  ];
}

/** How far from 1 the length of a rotation's quaternion may be. Quaternions stored in four bytes have the largest rounding. */
const UNIT_TOLERANCE = 0.01;
/** How far from 1 the last number of a matrix may be. The matrix is then used with a 1 as that number. */
const AFFINE_TOLERANCE = 1e-5;

/** Throws unless the last row of a matrix is 0, 0, 0, 1. Only the 1 may be rounded. */
export function checkAffine(matrix: Matrix, name: string): void {
  const [a, b, c, d] = [matrix[3], matrix[7], matrix[11], matrix[15]];
  if (a === 0 && b === 0 && c === 0 && Math.abs(d - 1) <= AFFINE_TOLERANCE) return;
  throw new InputError(`${name} must have 0, 0, 0, 1 as its last row, got ${a}, ${b}, ${c}, ${d}`);
}

export function checkRotation(rotation: readonly number[], name: string): void {
  const length = Math.sqrt(rotation.reduce((sum, part) => sum + part * part, 0));
  if (Math.abs(length - 1) <= UNIT_TOLERANCE) return;
  throw new InputError(`${name} must be a quaternion of length 1, got one of length ${length}`);
}
