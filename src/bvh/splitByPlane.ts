import { CHILD, CONTENT, EMPTY, MAX_X, MAX_Y, MAX_Z, MIN_X, MIN_Y, MIN_Z, NODE_SHIFT, WIDTH } from './nodeLayout';
import { MARGIN, PLANE_STRIDE, RELATIVE_CONSTANT, writePlaneBounds } from './planeBounds';
import { sideOfSlotBox } from './slotBox';
import { createWords, SubtreeList, withRoom } from './subtreeList';
import type { Tree } from './tree';

export interface Split {
  front: SubtreeList;
  crossing: SubtreeList;
  back: SubtreeList;
}

const plane = new Float64Array(PLANE_STRIDE);

/**
 * Sorts all boxes by the side of a plane. Only nodes that the plane crosses are opened.
 *
 * Which side a slot lies on cannot be foreseen, so the loop does not branch on it: it writes the slot to every list, and
 * lets only the right one's length grow. Nodes wait in a queue, not on a stack, so that the next one's bytes are on their
 * way while this one's are tested.
 */
export function splitByPlane(tree: Tree, normalX: number, normalY: number, normalZ: number, constant: number): Split {
  writePlaneBounds(tree, normalX, normalY, normalZ, constant, plane, 0);
  const relativeConstant = plane[RELATIVE_CONSTANT];
  const margin = plane[MARGIN];
  // The corners of bounds farthest behind and farthest in front.
  const lowX = normalX > 0 ? MIN_X : MAX_X;
  const lowY = normalY > 0 ? MIN_Y : MAX_Y;
  const lowZ = normalZ > 0 ? MIN_Z : MAX_Z;
  const highX = normalX > 0 ? MAX_X : MIN_X;
  const highY = normalY > 0 ? MAX_Y : MIN_Y;
  const highZ = normalZ > 0 ? MAX_Z : MIN_Z;

  const { float32, int32 } = tree.nodes;
  const front = new SubtreeList();
  const back = new SubtreeList();
  let frontLength = 0;
  let backLength = 0;
  let frontBoxes = 0;
  let backBoxes = 0;
  let undecided = createWords();
  let undecidedLength = 0;
  let queue = createWords();
  let queueLength = 1;
  for (let next = 0; next < queueLength; next++) {
    const base = queue[next] << NODE_SHIFT;
    const frontSubtrees = (front.subtrees = withRoom(front.subtrees, frontLength));
    const backSubtrees = (back.subtrees = withRoom(back.subtrees, backLength));
    undecided = withRoom(undecided, undecidedLength);
    queue = withRoom(queue, queueLength);
    for (let slot = base; slot < base + WIDTH; slot++) {
      const child = int32[slot + CHILD];
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
      // All of these are 1 or 0. A sum that is not a number, where an unbounded box meets a zero, decides nothing.
      const isUsed = +(child !== EMPTY);
      const isFront = +(lowest > margin) & isUsed;
      const isBack = +(highest < -margin) & isUsed;
      const isUndecided = isUsed & ~(isFront | isBack);
      const isBox = child >>> 31;
      const boxes = isBox | (int32[slot + CONTENT] & (isBox - 1));
      frontSubtrees[frontLength] = child;
      frontLength += isFront;
      frontBoxes += boxes & -isFront;
      backSubtrees[backLength] = child;
      backLength += isBack;
      backBoxes += boxes & -isBack;
      queue[queueLength] = child;
      queueLength += isUndecided & (isBox ^ 1);
      undecided[undecidedLength] = slot;
      undecidedLength += isUndecided & isBox;
    }
  }
  front.length = frontLength;
  front.boxes = frontBoxes;
  back.length = backLength;
  back.boxes = backBoxes;

  const crossing = new SubtreeList();
  for (let i = 0; i < undecidedLength; i++) {
    const slot = undecided[i];
    const side = sideOfSlotBox(tree, slot, plane, 0);
    (side > 0 ? front : side < 0 ? back : crossing).add(int32[slot + CHILD], 1);
  }
  return { front, crossing, back };
}
