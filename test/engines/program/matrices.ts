import type { Random } from '../../support/random';
import { each, type Triple } from '../../support/triple';

/** The columns of a rotation. */
export function rotation(random: Random): readonly [Triple, Triple, Triple] {
  // A quaternion of whole numbers needs no sine and no cosine.
  const [a, b, c, d] = [1 + random.below(9), random.below(19) - 9, random.below(19) - 9, random.below(19) - 9];
  const s = 2 / (a * a + b * b + c * c + d * d);
  return [
    [1 - s * (c * c + d * d), s * (b * c + a * d), s * (b * d - a * c)],
    [s * (b * c - a * d), 1 - s * (b * b + d * d), s * (c * d + a * b)],
    [s * (b * d + a * c), s * (c * d - a * b), 1 - s * (b * b + c * c)],
  ];
}

/** A column-major matrix of three columns and a translation. */
export function affine([x, y, z]: readonly [Triple, Triple, Triple], translation: Triple): number[] {
  return [...x, 0, ...y, 0, ...z, 0, ...translation, 1];
}

/** The view matrix of a camera at `eye`. */
export function view(eye: Triple, random: Random): number[] {
  const columns = rotation(random);
  return affine(
    columns,
    each((k) => -(columns[0][k] * eye[0] + columns[1][k] * eye[1] + columns[2][k] * eye[2])),
  );
}

export function perspective(focalLength: number, aspect: number, near: number, far: number): number[] {
  const depth = far - near;
  return [
    ...[focalLength / aspect, 0, 0, 0],
    ...[0, focalLength, 0, 0],
    ...[0, 0, -(far + near) / depth, -1],
    ...[0, 0, -2 * far * (near / depth), 0],
  ];
}

export function orthographic(width: number, height: number, near: number, far: number): number[] {
  const depth = far - near;
  return [2 / width, 0, 0, 0, 0, 2 / height, 0, 0, 0, 0, -2 / depth, 0, 0, 0, -(far + near) / depth, 1];
}

export function multiply(a: readonly number[], b: readonly number[]): number[] {
  return Array.from({ length: 16 }, (_, at) => {
    const row = at % 4;
    const column = at - row;
    return a[row] * b[column] + a[row + 4] * b[column + 1] + a[row + 8] * b[column + 2] + a[row + 12] * b[column + 3];
  });
}
