import { KERNEL_BYTES } from './layout';
import { prepareChoices } from './queue';

export { applyChanges } from './applyChanges';
export { planTree } from './buildSah';
export { addToChecksum, beginChecksum, checksum } from './checksum';
export { checkNodes } from './treeCheck';
export { collapse } from './collapse';
export { cullByPlanes } from './cullByPlanes';
export { optimize } from './optimize';
export { nearest } from './nearest';
export { overlap } from './overlap';
export { beginPairs, findPairs } from './pairs';
export { preparePads } from './ray';
export { raycast, raycastAfter } from './raycast';
export { isIncoherent, raycastMany } from './raycastMany';
export { readMatrices } from './readMatrices';
export { refit, refitChanged } from './refit';
export { bind } from './scene';
export { splitByPlane } from './splitByPlane';

if (__heap_base > <usize>KERNEL_BYTES) unreachable();
prepareChoices();
