import { MESH_MAGNITUDE, RAY } from '../../bvh/layout/kernelLayout';
import { COLUMNS, INVERSE, TRANSLATION } from '../../primitives/flat/boxLayout';
import { memoryBase } from '../memory/workingMemory';

const RELATIVE: f64 = 2 ** -42;
const COARSE: f64 = 2 ** -16;

/**
 * Returns how far another computation of RAY in the space of a linked box's mesh may be from the kernel's, on any axis
 * and at any point of the mesh: see bvh/margins/linkMargin.ts. Infinity if the matrix of the box is too close to
 * singular.
 *
 * @param mesh the address of the mesh's table entry.
 * @param record the address of the box's record.
 */
export function linkMargin(mesh: usize, record: usize): f64 {
  const inverse = sumOfSizes(record + INVERSE * 8, 9);
  const condition = inverse * sumOfSizes(record + COLUMNS * 8, 9);
  const relative = RELATIVE * condition * condition;
  if (!(relative <= COARSE)) return Infinity;
  const distance = sumOfSizes(memoryBase + RAY * 8, 3) + sumOfSizes(record + TRANSLATION * 8, 3);
  return relative * (inverse * distance + load<f64>(mesh, MESH_MAGNITUDE * 8));
}

/** Returns the sum of the absolute values of an odd count of float64 numbers, given their address. */
@inline
function sumOfSizes(at: usize, count: i32): f64 {
  const end = at + (<usize>(count - 1) << 3);
  let sums = f64x2.abs(v128.load64_zero(end));
  for (; at < end; at += 16) sums = f64x2.add(sums, f64x2.abs(v128.load(at)));
  return f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1);
}
