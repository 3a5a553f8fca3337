import { KERNEL_BYTES } from '../bvh/layout/kernelLayout';
import { prepareChoices } from './query/nodeQueue';

export { applyChanges } from './change/applyChanges';
export { bindBuild, writeReferences } from './build/buildSah';
export { beginCollapse, makeNodes, makeUpper } from './build/collapse';
export { fitNodes, fitUpper, traceNodes } from './build/fitNodes';
export { beginPlan, copyPlanned, nodesBelow, planNode, planSlots, pushPlanned } from './build/slotPlan';
export { beginSplit, shareSlots, splitFirst, splitRanges, takeHalves } from './build/splitBinary';
export { addToChecksum, beginChecksum, checksum } from './file/checksum';
export { checkNodes } from './file/treeCheck';
export { cullByPlanes } from './query/cullByPlanes';
export { nearest } from './query/nearest';
export { overlap } from './query/overlap';
export { beginPairs, findPairs } from './query/pairs';
export { preparePads } from './margins/rayMargin';
export { raycast, raycastAfter } from './query/walkRay';
export { isIncoherent, raycastMany } from './query/raycastMany';
export { readMatrices } from './boxes/readMatrices';
export { measureScene } from './margins/measureScene';
export { refit, refitChanged } from './change/refit';
export { refitTriangles } from './change/refitTriangles';
export { markPiles } from './tree/piles';
export { sumAreas } from './tree/sumAreas';
export { bind, bindMeshes } from './memory/boundScene';
export { splitByPlane } from './query/splitByPlane';

if (__heap_base > <usize>KERNEL_BYTES) unreachable();
prepareChoices();
