import {
  CHILD,
  CONTENT,
  EMPTY,
  MAX_X,
  MAX_Y,
  MAX_Z,
  MIN_X,
  MIN_Y,
  MIN_Z,
  NODE_SHIFT,
  WIDTH,
} from '../layout/nodeLayout';
import { BACK, CROSSING, FRONT, UNDECIDED } from '../layout/queryLayout';
import { MARGIN, PLANE_STRIDE, RELATIVE_CONSTANT, writePlaneBounds } from '../margins/planeMargin';
import { sideOfSlotBox } from '../slots/slotBox';
import type { Tree } from '../tree/tree';
import { createWords, type SlotSet, withRoom } from './slotSet';

export interface Split {
  front: SlotSet;
  crossing: SlotSet;
  back: SlotSet;
}

/**
 * Sorts all boxes by the side of a plane that they are on. Opens only nodes that the plane may cross.
 *
 * The processor cannot predict the side of a slot, so the loop does not branch on the side: it computes a bit for each
 * possible result. The nodes to visit are a queue, not a stack. The bytes of the next node can then be fetched while
 * the present node is tested, and in the end the queue is the list of opened nodes.
 */
export function splitByPlane(tree: Tree, normalX: number, normalY: number, normalZ: number, constant: number): Split {
  const plane = new Float64Array(PLANE_STRIDE);
  writePlaneBounds(tree, normalX, normalY, normalZ, constant, plane, 0);
  const relativeConstant = plane[RELATIVE_CONSTANT];
  const margin = plane[MARGIN];
  // Per axis, which bound belongs to the box corner farthest behind the plane (low) or farthest in front (high).
  const lowX = normalX > 0 ? MIN_X : MAX_X;
  const lowY = normalY > 0 ? MIN_Y : MAX_Y;
  const lowZ = normalZ > 0 ? MIN_Z : MAX_Z;
  const highX = normalX > 0 ? MAX_X : MIN_X;
  const highY = normalY > 0 ? MAX_Y : MIN_Y;
  const highZ = normalZ > 0 ? MAX_Z : MIN_Z;

  const { float32, int32 } = tree.nodes;
  let frontBoxes = 0;
  let crossingBoxes = 0;
  let backBoxes = 0;
  let nodes = createWords();
  nodes[0] = tree.root;
  let found = createWords();
  let count = 1;
  for (let next = 0; next < count; next++) {
    nodes = withRoom(nodes, count);
    found = withRoom(found, next);
    const base = nodes[next] << NODE_SHIFT;
    let sets = 0;
    for (let i = 0; i < WIDTH; i++) {
      const slot = base + i;
      const child = int32[slot + CHILD];
      const content = int32[slot + CONTENT];
      const lowest =
        normalX * float32[slot + lowX] +
        normalY * float32[slot + lowY] +
        normalZ * float32[slot + lowZ] +
        relativeConstant;
      const highest =
        normalX * float32[slot + highX] +
        normalY * float32[slot + highY] +
        normalZ * float32[slot + highZ] +
        relativeConstant;
      // All flags of a slot are 1 or 0. An infinite bound times a normal of 0 is NaN, which makes `lowest` or `highest`
      // NaN and its comparisons false, so that sum decides nothing.
      const isUsed = +(child !== EMPTY);
      const isBox = child >>> 31;
      const isFront = +(lowest > margin) & isUsed;
      const isBack = +(highest < -margin) & isUsed;
      const isOpen = isUsed & ~(isFront | isBack);
      // If the bounds of a slot are the box itself, they can also prove that the plane crosses the box.
      const boundsAreExact = +(content >>> 30 === 0);
      const isCrossing = isOpen & isBox & boundsAreExact & +(lowest < -margin) & +(highest > margin);
      const isUndecided = isOpen & isBox & ~isCrossing;
      const boxes = isBox | (content & (isBox - 1));
      sets |= ((isFront << FRONT) | (isCrossing << CROSSING) | (isBack << BACK) | (isUndecided << UNDECIDED)) << i;
      frontBoxes += boxes & -isFront;
      crossingBoxes += isCrossing;
      backBoxes += boxes & -isBack;
      nodes[count] = child;
      count += isOpen & (isBox ^ 1);
    }
    found[next] = sets;
  }

  for (let i = 0; i < count; i++) {
    for (let bits = found[i] >>> UNDECIDED; bits !== 0; bits &= bits - 1) {
      const slot = 31 - Math.clz32(bits & -bits);
      const side = sideOfSlotBox(tree, (nodes[i] << NODE_SHIFT) + slot, plane, 0);
      if (side > 0) frontBoxes++;
      else if (side < 0) backBoxes++;
      else crossingBoxes++;
      found[i] |= 1 << ((side > 0 ? FRONT : side < 0 ? BACK : CROSSING) + slot);
    }
  }
  const opened = { nodes, found, count };
  return {
    front: { opened, shift: FRONT, boxes: frontBoxes },
    crossing: { opened, shift: CROSSING, boxes: crossingBoxes },
    back: { opened, shift: BACK, boxes: backBoxes },
  };
}
