import { CHILD, CONTENT, EMPTY, NODE_SHIFT, WIDTH } from '../../bvh/layout/nodeLayout';
import { areaOfSlot } from '../tree/areas';
import { addressOfSlot, fit } from '../tree/nodes';
import { allowSwaps, markRun } from '../tree/duplicates';
import { heightOf, NO_SLOT, setBoxSlot, setHeight, setParentSlot } from '../tree/treePaths';

/**
 * Fits the bounds in the slots of the nodes from `first` up to `end` to their child nodes, from the last node to the
 * first, and marks runs of duplicates: see bvh/build/fitNodes.ts. The nodes from `end` on must have been fitted before.
 */
export function fitNodes(first: i32, end: i32): void {
  allowSwaps(false);
  for (let node = end - 1; node >= first; node--) {
    const begin = node << NODE_SHIFT;
    for (let slot = begin; slot < begin + WIDTH; slot++) fitSlot(slot);
  }
}

function fitSlot(slot: i32): void {
  const slotAt = addressOfSlot(slot);
  const child = load<i32>(slotAt, CHILD * 4);
  if (child < 0) return;
  fit(slotAt, child);
  markRun(slot);
}

/** Fits the bounds in the slots of the first `count` nodes of a mesh's tree to their child nodes: see bvh/meshes/triangleBuild.ts. */
export function fitTriangleNodes(count: i32): void {
  for (let node = count - 1; node >= 0; node--) {
    const begin = node << NODE_SHIFT;
    for (let slot = begin; slot < begin + WIDTH; slot++) {
      const slotAt = addressOfSlot(slot);
      const child = load<i32>(slotAt, CHILD * 4);
      if (child >= 0) fit(slotAt, child);
    }
  }
}

/**
 * Fits the bounds in the slots of nodes to their child nodes, but marks no runs of duplicates. Writes the nodes' paths
 * to the root, for which there must be room. Returns the sum of half the surface areas of the child nodes.
 */
export function traceNodes(first: i32, end: i32): f64 {
  let areas: f64 = 0;
  for (let node = end - 1; node >= first; node--) {
    const begin = node << NODE_SHIFT;
    let height = 1;
    for (let slot = begin; slot < begin + WIDTH; slot++) {
      const slotAt = addressOfSlot(slot);
      const child = load<i32>(slotAt, CHILD * 4);
      if (child == EMPTY) break;
      if (child >= 0) {
        fit(slotAt, child);
        areas += areaOfSlot(slotAt);
        setParentSlot(child, slot);
        height = max(height, 1 + heightOf(child));
      } else {
        setBoxSlot(~child, slot);
      }
    }
    setHeight(node, height);
  }
  if (first == 0) setParentSlot(0, NO_SLOT);
  return areas;
}

/**
 * Fits the bounds in the slots of a node to its child nodes, and marks runs of duplicates. First does the same for the
 * nodes below that hold more than `most` boxes. All smaller nodes must have been fitted before.
 */
export function fitUpper(node: i32, most: i32): void {
  allowSwaps(false);
  const begin = node << NODE_SHIFT;
  for (let slot = begin; slot < begin + WIDTH; slot++) {
    const slotAt = addressOfSlot(slot);
    const child = load<i32>(slotAt, CHILD * 4);
    if (child >= 0 && load<i32>(slotAt, CONTENT * 4) > most) fitUpper(child, most);
    fitSlot(slot);
  }
}
