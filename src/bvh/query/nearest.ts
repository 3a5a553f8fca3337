import { Reusable } from '../../primitives/reusable';
import { length } from '../../primitives/shapes/vec3';
import { CHILD, EMPTY, MAX_X, MAX_Y, MAX_Z, MIN_X, MIN_Y, MIN_Z, NODE_SHIFT, WIDTH } from '../layout/nodeLayout';
import type { MeshLinks } from '../meshes/meshLinks';
import { type NearTriangle, nearestTriangle } from '../meshes/nearestTriangle';
import { NO_TRIANGLE } from '../meshes/rayVisitor';
import { WorldMesh } from '../meshes/worldMesh';
import { NodeStack } from '../slots/childOrder';
import type { Tree } from '../tree/tree';
import { NearestHeap } from './nearestHeap';
import type { NearTarget } from '../slots/nearTarget';

/** Selects the boxes that a search for the nearest boxes may find. */
export interface NearestSelection {
  /** How many of the nearest boxes to find. Infinity finds all boxes. */
  count: number;
  /** The greatest distance from the target at which a box is found. */
  maxDistance: number;
  /** A search finds only boxes whose mask shares a bit with this mask. If it is undefined, masks do not matter. */
  mask?: number | undefined;
  filter?: ((id: number) => boolean) | undefined;
  /** Whether the distance of an instance is the distance of its box, not of its nearest triangle. */
  boxesOnly?: boolean;
  /**
   * Links from boxes to verified meshes. A linked box counts as the triangles of its mesh. Instances then count as boxes.
   * Null, the default, if no links count.
   */
  links?: MeshLinks | null;
}

/** A box near a target: its id, its distance from the target, and the point of the box that is nearest. */
export interface NearBox {
  id: number;
  /** The number of the nearest triangle if an instance was found, or NO_TRIANGLE if a box was found. */
  triangle: number;
  distance: number;
  x: number;
  y: number;
  z: number;
}

/** The working space of a search: its stack, and the mesh of an instance with the nearest triangle in it. */
class NearestSpace extends NodeStack {
  readonly world = new WorldMesh();
  readonly inMesh: NearTriangle = { triangle: NO_TRIANGLE, point: new Float64Array(3) };
}

/** The spaces of searches: the user's filter may start another search, which takes another space. */
const spaces = /* @__PURE__ */ new Reusable(() => new NearestSpace());

/**
 * A factor and a subtrahend that lower the distance to a slot's bounds below the distance to every box in the bounds,
 * whatever the rounding.
 */
const SHRINK = 1 - 2 ** -40;
const UNDERFLOW = 1e-300;

/**
 * Finds the boxes nearest to a point or another shape, by distance, and for equal distances in the order of the store. Nearer nodes are
 * visited first. A node is skipped if all its boxes are certainly farther than the boxes that can still be among the
 * nearest.
 *
 * On each axis where the point is outside the box's bounds in the world, take the difference of the point and the
 * bound. The exact distance is never less than the length of these differences. Node bounds contain the box's bounds,
 * relative to the tree's origin.
 *
 * On one axis, with M = |point| + the scene's magnitude and u = 2^-53:
 * - Subtracting the tree's origin rounds the bound by at most 2uM, and the point by at most uM.
 * - The pad by which the point is moved (see the end) rounds by uM.
 * - The difference rounds by 3uM in this search, and by uM in an AABB's exact formula. For an AABB, that is 8uM in
 *   total.
 * - An OBB's exact formula (primitives/query/closestPoint.ts) is |(p - T) - c| - r, and its bounds are (c + T) ± r,
 *   with the point p, the OBB's translation T, its rotated local centre c and its reach r on the axis. The numbers c
 *   and r are the same in both, and neither is longer than the span s of obbMargin.ts. The formula rounds by at most
 *   u(3|p| + 3|T| + 3s), and the bounds by u(2|T| + 3s).
 * - An OBB's bounds were widened (references.ts) by at least 16us + 16u·max(s, |T|). That is more than all terms of |T|
 *   and s. What remains is 3u|p|, which is 2uM more than for an AABB. A larger widening rounds by far less than itself.
 *
 * The point is therefore moved by a pad of 16uM towards the bounds, and by the smallest number at least. None of its
 * differences is then greater than the exact one, so their length is no greater than the exact distance, apart from
 * rounding. That rounding is a few units in the last place, far less than SHRINK and UNDERFLOW take away. NaN counts as
 * near.
 *
 * The corners of an instance's triangles are transformed as in meshes/worldMesh.ts, to 5u(|T| + s). So the corners are
 * within the widened bounds of the instance. The nearest point of a triangle is within the triangle's bounds, so what
 * holds for the distance of a box also holds for the distance of a triangle.
 *
 * A target that is not a point is replaced by its bounds, which are never farther from a box than the target is. The bounds
 * are a centre point and a reach on each axis. The reach is widened by far more than all rounding: see NearTarget.
 */
export function nearest(tree: Tree, target: NearTarget, selection: NearestSelection): NearBox[] {
  const { count, maxDistance, mask, filter, boxesOnly = false, links = null } = selection;
  const hasMeshes = links !== null || (!boxesOnly && tree.boxes.meshes.length !== 0);
  const heap = new NearestHeap(count, maxDistance, tree.boxes);
  const space = spaces.take();
  const { world, inMesh } = space;
  target.begin(tree);
  tree.walks++;
  try {
    walk(tree, target, mask, filter, hasMeshes, links, heap, space);
  } finally {
    tree.walks--;
  }
  const { boxes } = tree;
  const found = heap.sorted().map(({ id, distance }) => {
    if (hasMeshes && setMeshOf(world, tree, links, id)) {
      nearestTriangle(world, target, distance, inMesh);
      const [atX, atY, atZ] = inMesh.point;
      return { id, triangle: inMesh.triangle, distance, x: atX, y: atY, z: atZ };
    }
    target.distanceToBox(boxes, id);
    const [atX, atY, atZ] = target.closest;
    return { id, triangle: NO_TRIANGLE, distance, x: atX, y: atY, z: atZ };
  });
  spaces.giveBack(space);
  return found;
}

function walk(
  tree: Tree,
  target: NearTarget,
  mask: number | undefined,
  filter: ((id: number) => boolean) | undefined,
  hasMeshes: boolean,
  links: MeshLinks | null,
  heap: NearestHeap,
  { nodes: stackNodes, nears: stackNears, world, inMesh }: NearestSpace,
): void {
  let { float32, int32 } = tree.nodes;
  let { masks } = tree.boxes;
  const { placeholders } = tree.boxes;
  const { origin, magnitude } = tree;
  const { reach } = target;
  const [x, y, z] = target.middle;
  const padX = padOf(x, magnitude[0]) + reach[0];
  const padY = padOf(y, magnitude[1]) + reach[1];
  const padZ = padOf(z, magnitude[2]) + reach[2];
  const lowX = x - origin[0] - padX;
  const lowY = y - origin[1] - padY;
  const lowZ = z - origin[2] - padZ;
  const highX = x - origin[0] + padX;
  const highY = y - origin[1] + padY;
  const highZ = z - origin[2] + padZ;

  let { limit } = heap;
  stackNodes[0] = tree.root;
  stackNears[0] = 0;
  let top = 1;
  while (top > 0) {
    top--;
    if (stackNears[top] > limit) continue;
    const base = stackNodes[top] << NODE_SHIFT;
    let first = -1;
    let firstNear = Infinity;
    for (let slot = base; slot < base + WIDTH; slot++) {
      const child = int32[slot + CHILD];
      if (child === EMPTY) break;
      const outX = outside(float32[slot + MIN_X] - highX, lowX - float32[slot + MAX_X]);
      const outY = outside(float32[slot + MIN_Y] - highY, lowY - float32[slot + MAX_Y]);
      const outZ = outside(float32[slot + MIN_Z] - highZ, lowZ - float32[slot + MAX_Z]);
      const near = length(outX, outY, outZ) * SHRINK - UNDERFLOW;
      if (near > limit) continue;
      if (child >= 0) {
        // The nearest child node is visited first and the other children in any order, because few of them are still
        // near enough when they are popped from the stack.
        if (first < 0 || near < firstNear) {
          stackNodes[top] = first;
          stackNears[top] = firstNear;
          if (first >= 0) top++;
          first = child;
          firstNear = near;
        } else {
          stackNodes[top] = child;
          stackNears[top++] = near;
        }
      } else if (mask === undefined || (masks[~child] & mask) !== 0) {
        const distance =
          ~child < placeholders
            ? Math.max(near, 0)
            : hasMeshes && setMeshOf(world, tree, links, ~child)
              ? nearestTriangle(world, target, limit, inMesh)
              : target.distanceToSlotBox(tree, slot, ~child, limit);
        if (!heap.accepts(~child, distance)) continue;
        if (filter !== undefined) {
          const isWanted = filter(~child);
          // The user's filter may have run a query that moved the arrays of the tree.
          ({ float32, int32 } = tree.nodes);
          ({ masks } = tree.boxes);
          if (!isWanted) continue;
        }
        heap.add(~child, distance);
        limit = heap.limit;
      }
    }
    if (first >= 0) {
      stackNodes[top] = first;
      stackNears[top++] = firstNear;
    }
  }
}

/** Prepares the mesh of an instance or of a linked box. Returns false if the id counts as its box. */
function setMeshOf(world: WorldMesh, tree: Tree, links: MeshLinks | null, id: number): boolean {
  return links === null ? world.setInstance(tree, id) : world.setLinked(tree, links, id);
}

function padOf(value: number, magnitude: number): number {
  return 2 ** -49 * (Math.abs(value) + magnitude) + Number.MIN_VALUE;
}

/** Returns how far a coordinate is outside an interval, given how far it is below the minimum and above the maximum. */
function outside(below: number, above: number): number {
  const farther = below > above ? below : above;
  return farther > 0 ? farther : 0;
}
