import { CHILD, CONTENT, EMPTY, NODE_SHIFT, WIDTH } from '../layout/nodeLayout';
import { CUT, CUT_TWICE, INSIDE } from '../layout/queryLayout';
import { PLANE_STRIDE, writePlaneBounds } from '../margins/planeMargin';
import { boundsSide } from '../slots/boundsSide';
import { sideOfSlotBox } from '../slots/slotBox';
import type { Tree } from '../tree/tree';
import { createWords, type SlotSet, withRoom } from './slotSet';

export interface Culled {
  inside: SlotSet;
  crossing: SlotSet;
  /** The crossing boxes that several of the planes cut. If there are more than 32 planes, all crossing boxes. */
  edges: SlotSet;
}

/** Each plane of a culling volume has a bit of a 32-bit integer. Of more than 32 planes, several share a bit. */
const GROUPS = 32;

/**
 * Finds the boxes that are not behind any of several planes, such as the planes of a view frustum. Boxes in front of
 * all planes are inside, and the others are crossing. Crossing boxes that several planes cut are near an edge of the
 * volume: of all boxes found, only these may lie outside the volume.
 *
 * If a node is in front of a plane, so is everything below the node, and the plane is not tested there again (Assarsson
 * and Möller, "Optimized View Frustum Culling Algorithms for Bounding Boxes", 2000).
 *
 * @param planes four numbers for each plane: normal x y z, constant.
 */
export function cullByPlanes(tree: Tree, planes: Float64Array): Culled {
  const { float32, int32 } = tree.nodes;
  const planeCount = planes.length / 4;
  const end = planeCount * PLANE_STRIDE;
  const bounds = new Float64Array(end);
  for (let i = 0; i < planeCount; i++) {
    const [x, y, z, constant] = planes.subarray(4 * i, 4 * i + 4);
    writePlaneBounds(tree, x, y, z, constant, bounds, i * PLANE_STRIDE);
  }
  const groups = Math.min(planeCount, GROUPS);
  let insideBoxes = 0;
  let crossingBoxes = 0;
  let edgeBoxes = 0;
  let nodes = createWords();
  nodes[0] = tree.root;
  let found = createWords();
  // For each opened node, the planes that cut the node: one bit for each plane or group of planes.
  let cutting = createWords();
  cutting[0] = groups === GROUPS ? -1 : (1 << groups) - 1;
  let count = 1;
  for (let next = 0; next < count; next++) {
    nodes = withRoom(nodes, count);
    found = withRoom(found, next);
    cutting = withRoom(cutting, count);
    const base = nodes[next] << NODE_SHIFT;
    const cuttingNode = cutting[next];
    let sets = 0;
    for (let i = 0; i < WIDTH; i++) {
      const slot = base + i;
      const child = int32[slot + CHILD];
      if (child === EMPTY) break;
      let cuttingSlot = 0;
      let isOutside = false;
      for (let group = 0; group < groups && !isOutside; group++) {
        if ((cuttingNode & (1 << group)) === 0) continue;
        for (let at = group * PLANE_STRIDE; at < end; at += GROUPS * PLANE_STRIDE) {
          let side = boundsSide(float32, slot, bounds, at);
          if (side === 0 && child < 0) side = sideOfSlotBox(tree, slot, bounds, at);
          if (side < 0) {
            isOutside = true;
            break;
          }
          if (side === 0) cuttingSlot |= 1 << group;
        }
      }
      if (isOutside) continue;
      if (cuttingSlot === 0) {
        sets |= 1 << (INSIDE + i);
        insideBoxes += child < 0 ? 1 : int32[slot + CONTENT];
      } else if (child < 0) {
        sets |= 1 << (CUT + i);
        crossingBoxes++;
        if ((cuttingSlot & (cuttingSlot - 1)) !== 0 || planeCount > GROUPS) {
          sets |= 1 << (CUT_TWICE + i);
          edgeBoxes++;
        }
      } else {
        nodes[count] = child;
        cutting[count++] = cuttingSlot;
      }
    }
    found[next] = sets;
  }
  const opened = { nodes, found, count };
  return {
    inside: { opened, shift: INSIDE, boxes: insideBoxes },
    crossing: { opened, shift: CUT, boxes: crossingBoxes },
    edges: { opened, shift: CUT_TWICE, boxes: edgeBoxes },
  };
}
