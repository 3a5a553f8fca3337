import { AFFINE_TOLERANCE } from '../../primitives/shapes/affineTolerance';
import { COLUMNS, INVERSE, OBB_STRIDE, TRANSLATION } from '../../primitives/flat/boxLayout';
import { memoryBase } from '../memory/workingMemory';

/** Working memory for a float32 matrix that has been converted to float64. */
const WIDE: usize = memoryBase + memory.data(16 * 8, 16);

/**
 * Reads matrices, 16 numbers each, into consecutive OBB records, by the operations of tryWriteMatrix in
 * primitives/flat/boxRecord.ts.
 *
 * @returns how many matrices come before the first matrix that cannot be written.
 */
export function readMatrices(matrices: usize, isFloat32: bool, count: i32, records: usize, limit: f64): i32 {
  for (let i = 0; i < count; i++) {
    let matrix = matrices + (<usize>i << 7);
    if (isFloat32) {
      const narrow = matrices + (<usize>i << 6);
      matrix = WIDE;
      for (let at: usize = 0; at < 128; at += 16) {
        v128.store(WIDE + at, f64x2.promote_low_f32x4(v128.load64_zero(narrow + (at >> 1))));
      }
    }
    if (!readMatrix(matrix, records + <usize>i * (OBB_STRIDE * 8), limit)) return i;
  }
  return count;
}

function readMatrix(m: usize, record: usize, limit: f64): bool {
  // A comparison with NaN is false, so a matrix with NaN is refused.
  let areSmall = i64x2.splat(-1);
  for (let at: usize = 0; at < 128; at += 16) {
    areSmall = v128.and(areSmall, f64x2.lt(f64x2.abs(v128.load(m + at)), f64x2.splat(limit)));
  }
  if (!i64x2.all_true(areSmall)) return false;
  const isAffine =
    load<f64>(m, 24) == 0 &&
    load<f64>(m, 56) == 0 &&
    load<f64>(m, 88) == 0 &&
    abs(load<f64>(m, 120) - 1) <= AFFINE_TOLERANCE;
  if (!isAffine) return false;

  const a = load<f64>(m);
  const d = load<f64>(m, 8);
  const g = load<f64>(m, 16);
  const b = load<f64>(m, 32);
  const e = load<f64>(m, 40);
  const h = load<f64>(m, 48);
  const c = load<f64>(m, 64);
  const f = load<f64>(m, 72);
  const i = load<f64>(m, 80);
  const cofactorA = e * i - f * h;
  const cofactorB = f * g - d * i;
  const cofactorC = d * h - e * g;
  const determinant = a * cofactorA + b * cofactorB + c * cofactorC;
  const inverse = record + INVERSE * 8;
  store<f64>(inverse, cofactorA / determinant);
  store<f64>(inverse, (c * h - b * i) / determinant, 8);
  store<f64>(inverse, (b * f - c * e) / determinant, 16);
  store<f64>(inverse, cofactorB / determinant, 24);
  store<f64>(inverse, (a * i - c * g) / determinant, 32);
  store<f64>(inverse, (c * d - a * f) / determinant, 40);
  store<f64>(inverse, cofactorC / determinant, 48);
  store<f64>(inverse, (b * g - a * h) / determinant, 56);
  store<f64>(inverse, (a * e - b * d) / determinant, 64);
  if (!(determinant - determinant == 0)) return false;
  let rest: f64 = 0;
  for (let at: usize = 0; at < 72; at += 8) rest += load<f64>(inverse + at) - load<f64>(inverse + at);
  if (!(rest == 0) || !hasRow(inverse) || !hasRow(inverse + 24) || !hasRow(inverse + 48)) return false;

  const columns = record + COLUMNS * 8;
  for (let column: usize = 0; column < 3; column++) {
    memory.copy(columns + column * 24, m + column * 32, 24);
  }
  memory.copy(record + TRANSLATION * 8, m + 96, 24);
  return true;
}

function hasRow(row: usize): bool {
  return load<f64>(row) != 0 || load<f64>(row, 8) != 0 || load<f64>(row, 16) != 0;
}
