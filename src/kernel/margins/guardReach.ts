import { MAGNITUDE, RAY } from '../../bvh/layout/kernelLayout';
import { exchanged } from '../memory/exchange';
import { SIDES } from '../../primitives/flat/rayLayout';
import { hasInstances, meshCondition } from '../memory/boundScene';

/** Whether there are instances, and RAY meets their triangles. */
export function meetsTriangles(): bool {
  return hasInstances && exchanged(RAY + SIDES) != 0;
}

/** How far beyond their bounds instances may be met by RAY: see bvh/margins/guardReach.ts. */
export function guardReach(): f32 {
  let size: f64 = 0;
  for (let k = 0; k < 3; k++) size = max(size, abs(exchanged(RAY + k)) + exchanged(MAGNITUDE + k));
  return <f32>(2 ** -46 * meshCondition * size);
}
