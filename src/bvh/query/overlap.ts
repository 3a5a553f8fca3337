import type { FlatShape } from '../../primitives/flat/flatShape';
import { SPHERE_SHAPE } from '../../primitives/flat/shapeKind';
import { CHILD, CONTENT, EMPTY, NODE_SHIFT, WIDTH } from '../layout/nodeLayout';
import { FOUND } from '../layout/setBits';
import { BoxShapeBounds } from '../slots/boxShapeBounds';
import { shapeOverlapsSlotBox } from '../slots/slotBox';
import { SphereBounds } from '../slots/sphereBounds';
import type { Tree } from '../tree/tree';
import { createWords, type SlotSet, withRoom } from './slotSet';

const boxBounds = /* @__PURE__ */ new BoxShapeBounds();
const sphereBounds = /* @__PURE__ */ new SphereBounds();

/** Finds the boxes that overlap a shape. Opens only nodes whose bounds do not decide for all boxes below them. */
export function overlap(tree: Tree, shape: FlatShape): SlotSet {
  const isSphere = shape.kind === SPHERE_SHAPE;
  if (isSphere) sphereBounds.set(tree, shape.record);
  else boxBounds.set(tree, shape);
  const { float32, int32 } = tree.nodes;
  let boxes = 0;
  let nodes = createWords();
  let found = createWords();
  let count = 1;
  for (let next = 0; next < count; next++) {
    nodes = withRoom(nodes, count);
    found = withRoom(found, next);
    const base = nodes[next] << NODE_SHIFT;
    let set = 0;
    for (let i = 0; i < WIDTH; i++) {
      const slot = base + i;
      const child = int32[slot + CHILD];
      if (child === EMPTY) break;
      const verdict = isSphere ? sphereBounds.test(float32, slot) : boxBounds.test(float32, slot);
      if (verdict < 0) continue;
      if (verdict > 0 || (child < 0 && shapeOverlapsSlotBox(tree, slot, shape))) {
        set |= 1 << (FOUND + i);
        boxes += child < 0 ? 1 : int32[slot + CONTENT];
      } else if (child >= 0) {
        nodes[count++] = child;
      }
    }
    found[next] = set;
  }
  return { opened: { nodes, found, count }, shift: FOUND, boxes };
}
