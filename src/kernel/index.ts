import { KERNEL_BYTES } from '../bvh/layout/kernelLayout';
import { prepareChoices } from './slots/nodeQueue';

export { applyChanges } from './change/applyChanges';
export { bindBuild, writeReferences } from './build/buildSah';
export { beginCollapse, makeNodes, makeUpper } from './build/collapse';
export { fitNodes, fitTriangleNodes, fitUpper, traceNodes } from './build/fitNodes';
export { beginPlan, copyPlanned, nodesBelow, planNode, planSlots, pushPlanned } from './build/slotPlan';
export { beginSplit, shareSlots, splitFirst, splitRanges, takeHalves } from './build/splitBinary';
export { addToChecksum, beginChecksum, checksum } from './file/checksum';
export { checkNodes } from './file/treeCheck';
export { beginCandidates, nextCandidate, repeatCandidate } from './query/candidatesAlongRay';
export { followLinks } from './query/linkedBoxes';
export { cullByPlanes } from './query/cullByPlanes';
export { nearest } from './query/nearest';
export { overlap } from './query/overlap';
export { beginShapeAround, nextMetAround } from './query/shapeAround';
export { beginShape, nextMet } from './query/shapeCandidates';
export { beginSweep } from './query/sweep';
export { beginPairs, findPairs } from './query/pairs';
export { preparePads } from './margins/rayMargin';
export { raycast } from './query/raycast';
export { raycastMany } from './query/raycastMany';
export { isIncoherent } from './query/sortRays';
// `comesBefore` is exported because an export keeps it from being inlined. The build removes the export again: see
// build/buildKernel.ts.
export { comesBefore } from './boxes/boxStore';
export { readMatrices } from './boxes/readMatrices';
export { measureScene } from './margins/measureScene';
export { blendVertices } from './meshes/blendVertices';
export { placeCorners } from './meshes/placeCorners';
export { refit, refitChanged } from './change/refit';
export { refitTriangles } from './meshes/refitTriangles';
export { beginSweptTriangles, nextSweptTriangle } from './meshes/sweptTriangles';
export { beginTrianglesAround, nextTriangleAround } from './meshes/trianglesAround';
export { reorder, writeTriangleReferences } from './meshes/triangleReferences';
export { markDuplicates } from './tree/duplicates';
export { sumAreas } from './tree/areas';
export { bind, bindMeshes } from './memory/boundScene';
export { splitByPlane } from './query/splitByPlane';

if (__heap_base > <usize>KERNEL_BYTES) unreachable();
prepareChoices();
