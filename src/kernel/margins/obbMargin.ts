import { COLUMNS, INVERSE, TRANSLATION } from '../../primitives/flat/boxLayout';
import { largerOf } from '../lanes';
import { memoryBase } from '../memory/workingMemory';
import { U } from './roundOutward';

/** Computes how far the exact tests of an OBB may reach beyond its bounds, its margin: see bvh/margins/obbMargin.ts. */
export let marginBase: f64 = 0;
export let marginSlope: f64 = 0;
export let largestSpan: f64 = 0;
/** How far the local box of an OBB reaches from its translation on each world axis. */
export const SPANS: usize = memoryBase + memory.data(3 * 8, 8);

const MARGIN_RANGE: f64 = 2 ** 200;
const UNDERFLOW: f64 = 2 ** -800;

/**
 * For the margin of an OBB with matrix M and inverse N: the largest |M||N| and the largest residual of MN - 1 of any
 * row so far, and the largest |number| of the OBB. Each lane is a row.
 */
let conditions: v128 = i64x2(0, 0);
let residuals: v128 = i64x2(0, 0);
let largest: v128 = i64x2(0, 0);

/** Computes the margin of an OBB, given its record: how far its exact tests may reach beyond its bounds. */
export function obbMargin(b: usize): void {
  const locals = f64x2.pmax(f64x2.abs(v128.load(b)), f64x2.abs(v128.load(b, 24)));
  const localX = v128.shuffle<f64>(locals, locals, 0, 0);
  const localY = v128.shuffle<f64>(locals, locals, 1, 1);
  const localZ = f64x2.pmax(f64x2.abs(v128.load64_splat(b, 16)), f64x2.abs(v128.load64_splat(b, 40)));
  conditions = f64x2.splat(0);
  residuals = conditions;
  largest = f64x2.pmax(locals, localZ);
  const column = b + COLUMNS * 8;
  const xy = addRows(b, 0, v128.load(column), v128.load(column, 24), v128.load(column, 48), localX, localY, localZ);
  const last = column + 16;
  const z = addRows(
    b,
    2,
    v128.load64_splat(last),
    v128.load64_splat(last, 24),
    v128.load64_splat(last, 48),
    localX,
    localY,
    localZ,
  );
  largest = f64x2.pmax(largest, f64x2.abs(v128.load(b, TRANSLATION * 8)));
  largest = f64x2.pmax(largest, f64x2.abs(v128.load64_splat(b, TRANSLATION * 8 + 16)));
  v128.store(SPANS, xy);
  store<f64>(SPANS, f64x2.extract_lane(z, 0), 16);
  largestSpan = largerOf(f64x2.pmax(xy, z));
  const condition = largerOf(conditions);
  const residual = largerOf(residuals);
  const isInRange = largerOf(largest) <= MARGIN_RANGE && 4 * U * condition + residual <= 0.25;
  marginSlope = isInRange ? 16 * U * condition : 0;
  marginBase = isInRange ? 2 * largestSpan * (4 * U + 4 * U * condition + residual) + UNDERFLOW : Infinity;
}

/**
 * Adds two rows of an OBB's matrix to the sums of its margin: `row` and the next row, or the last row twice. Returns
 * the spans of the two rows. Ignores NaN from products that overflow: the largest number is then beyond MARGIN_RANGE.
 */
function addRows(b: usize, row: i32, mX: v128, mY: v128, mZ: v128, localX: v128, localY: v128, localZ: v128): v128 {
  let condition = f64x2.splat(0);
  let residual = condition;
  for (let column = 0; column < 3; column++) {
    const inverse = b + INVERSE * 8 + (<usize>column << 3);
    const nX = v128.load64_splat(inverse);
    const nY = v128.load64_splat(inverse, 24);
    const nZ = v128.load64_splat(inverse, 48);
    const x = f64x2.mul(mX, nX);
    const y = f64x2.mul(mY, nY);
    const z = f64x2.mul(mZ, nZ);
    const size = f64x2.add(f64x2.add(f64x2.abs(x), f64x2.abs(y)), f64x2.abs(z));
    const identity = f64x2(<f64>(column == row), <f64>(column == min(row + 1, 2)));
    const off = f64x2.abs(f64x2.sub(f64x2.add(f64x2.add(x, y), z), identity));
    condition = f64x2.add(condition, size);
    residual = f64x2.add(residual, f64x2.add(off, f64x2.mul(f64x2.splat(5 * U), size)));
    largest = f64x2.pmax(largest, f64x2.pmax(f64x2.pmax(f64x2.abs(nX), f64x2.abs(nY)), f64x2.abs(nZ)));
  }
  conditions = f64x2.pmax(conditions, condition);
  residuals = f64x2.pmax(residuals, residual);
  mX = f64x2.abs(mX);
  mY = f64x2.abs(mY);
  mZ = f64x2.abs(mZ);
  largest = f64x2.pmax(largest, f64x2.pmax(f64x2.pmax(mX, mY), mZ));
  return f64x2.add(f64x2.add(f64x2.mul(mX, localX), f64x2.mul(mY, localY)), f64x2.mul(mZ, localZ));
}
