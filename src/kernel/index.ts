import { KERNEL_BYTES } from '../bvh/layout/kernelLayout';
import { prepareChoices } from './query/nodeQueue';

export { applyChanges } from './change/applyChanges';
export { planTree } from './build/buildSah';
export { addToChecksum, beginChecksum, checksum } from './file/checksum';
export { checkNodes } from './file/treeCheck';
export { collapse } from './build/collapse';
export { cullByPlanes } from './query/cullByPlanes';
export { optimize } from './change/optimize';
export { nearest } from './query/nearest';
export { overlap } from './query/overlap';
export { beginPairs, findPairs } from './query/pairs';
export { preparePads } from './margins/rayMargin';
export { raycast, raycastAfter } from './query/walkRay';
export { isIncoherent, raycastMany } from './query/raycastMany';
export { readMatrices } from './boxes/readMatrices';
export { refit, refitChanged } from './change/refit';
export { bind } from './memory/boundScene';
export { splitByPlane } from './query/splitByPlane';

if (__heap_base > <usize>KERNEL_BYTES) unreachable();
prepareChoices();
