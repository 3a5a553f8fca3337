import { SPHERE_SHAPE } from '../../primitives/flat/frameLayout';
import type { FlatShape } from '../../primitives/query/flatShape';
import { Reusable } from '../../primitives/reusable';
import { CHILD, CONTENT, EMPTY, NODE_SHIFT, WIDTH } from '../layout/nodeLayout';
import { FOUND, UNDECIDED } from '../layout/queryLayout';
import { BoxShapeBounds, SphereBounds } from '../slots/shapeBounds';
import type { MeshLinks } from '../meshes/meshLinks';
import { overlapTriangles } from '../meshes/overlapTriangles';
import { trianglesAround, type TrianglesAround } from '../meshes/trianglesAround';
import { WorldMesh } from '../meshes/worldMesh';
import { shapeOverlapsSlotBox } from '../slots/slotBox';
import type { Tree } from '../tree/tree';
import { createWords, type SlotSet, withRoom } from './slotSet';

/** The working space of an overlap query. The two lists grow, and the result is a copy. */
class OverlapSpace {
  readonly boxBounds = new BoxShapeBounds();
  readonly sphereBounds = new SphereBounds();
  readonly world = new WorldMesh();
  nodes = createWords();
  found = createWords();
}

const spaces = /* @__PURE__ */ new Reusable(() => new OverlapSpace());

/**
 * Finds the boxes that overlap a shape, and the instances with a triangle that overlaps the shape. Opens only nodes
 * whose bounds do not decide for all boxes below them.
 *
 * Bounds that decide for boxes also decide for triangles. The corners of triangles are within the widened bounds of
 * their instance (see nearest.ts). The exact test of a triangle compares its bounds like the exact test of a box, and
 * rounds no more along the normals of an OBB.
 *
 * @param boxesOnly whether an instance overlaps the shape if its box does, whatever its triangles.
 * @param inMesh the walk of the triangles of an instance.
 */
export function overlap(
  tree: Tree,
  shape: FlatShape,
  boxesOnly = false,
  inMesh: TrianglesAround = trianglesAround,
): SlotSet {
  const hasMeshes = !boxesOnly && tree.boxes.meshes.length !== 0;
  const isSphere = shape.kind === SPHERE_SHAPE;
  const space = spaces.take();
  const { boxBounds, sphereBounds, world } = space;
  let { nodes, found } = space;
  if (isSphere) sphereBounds.set(tree, shape.record);
  else boxBounds.set(tree, shape);
  const { float32, int32 } = tree.nodes;
  let boxes = 0;
  nodes[0] = tree.root;
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
      if (verdict > 0 || (child < 0 && overlapsSlot(tree, slot, shape, hasMeshes ? world : null, inMesh))) {
        set |= 1 << (FOUND + i);
        boxes += child < 0 ? 1 : int32[slot + CONTENT];
      } else if (child >= 0) {
        nodes[count++] = child;
      }
    }
    found[next] = set;
  }
  space.nodes = nodes;
  space.found = found;
  spaces.giveBack(space);
  return { opened: { nodes: nodes.slice(0, count), found: found.slice(0, count), count }, shift: FOUND, boxes };
}

/**
 * Finds which boxes that the kernel has left undecided overlap a shape, and adds them to the found ones. Returns how many these are.
 *
 * @param words the opened nodes, and from `foundAt` on their words: see OpenedNodes.
 * @param hasMeshes whether instances count as their triangles.
 */
export function decideSlots(
  tree: Tree,
  shape: FlatShape,
  words: Int32Array,
  foundAt: number,
  count: number,
  hasMeshes: boolean,
  inMesh: TrianglesAround,
): number {
  const space = spaces.take();
  const world = hasMeshes ? space.world : null;
  let boxes = 0;
  for (let i = 0; i < count; i++) {
    for (let bits = words[foundAt + i] >>> UNDECIDED; bits !== 0; bits &= bits - 1) {
      const slot = 31 - Math.clz32(bits & -bits);
      if (!overlapsSlot(tree, (words[i] << NODE_SHIFT) + slot, shape, world, inMesh)) continue;
      words[foundAt + i] |= 1 << (FOUND + slot);
      boxes++;
    }
  }
  spaces.giveBack(space);
  return boxes;
}

/** @param world the working space for meshes, or null if instances count as boxes. */
function overlapsSlot(
  tree: Tree,
  slot: number,
  shape: FlatShape,
  world: WorldMesh | null,
  inMesh: TrianglesAround,
): boolean {
  const id = ~tree.nodes.int32[slot + CHILD];
  // The bounds of a tile may be as large as numbers get, with which the contact of a small shape cannot be computed.
  if (id < tree.boxes.placeholders) return true;
  if (world === null || !world.setInstance(tree, id)) return shapeOverlapsSlotBox(tree, slot, shape);
  return overlapTriangles(tree, id, world, shape, null, inMesh);
}

/** Returns the numbers of an instance's triangles that overlap a shape, ascending. For a box, returns none. */
export function trianglesOfOverlap(tree: Tree, id: number, shape: FlatShape, inMesh: TrianglesAround): number[] {
  const found: number[] = [];
  const space = spaces.take();
  if (space.world.setInstance(tree, id)) overlapTriangles(tree, id, space.world, shape, found, inMesh);
  spaces.giveBack(space);
  return found.sort((a, b) => a - b);
}

/** Returns the triangles of a linked box's mesh that overlap a shape, in no particular order: see MeshLinks. */
export function trianglesOfLink(tree: Tree, links: MeshLinks, id: number, shape: FlatShape): number[] {
  const found: number[] = [];
  const space = spaces.take();
  if (space.world.setLinked(tree, links, id)) overlapTriangles(tree, id, space.world, shape, found);
  spaces.giveBack(space);
  return found;
}
