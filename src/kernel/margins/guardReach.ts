import { MAGNITUDE, RAY } from '../../bvh/layout/kernelLayout';
import { largerOf } from '../lanes';
import { exchanged } from '../memory/workingMemory';
import { SIDES } from '../../primitives/flat/rayLayout';
import { hasInstances, meshCondition } from '../memory/boundScene';

/** Returns whether the scene has instances, and RAY is tested against their triangles: see SIDES. */
export function meetsTriangles(): bool {
  return hasInstances && exchanged(RAY + SIDES) != 0;
}

/** Returns how far outside the bounds of an instance RAY may hit its triangles: see bvh/margins/guardReach.ts. */
export function guardReach(): f32 {
  const x = abs(exchanged(RAY)) + exchanged(MAGNITUDE);
  const y = abs(exchanged(RAY + 1)) + exchanged(MAGNITUDE + 1);
  const z = abs(exchanged(RAY + 2)) + exchanged(MAGNITUDE + 2);
  return <f32>(2 ** -46 * meshCondition * largerOf(f64x2.pmax(f64x2(x, y), f64x2.splat(z))));
}
