import { AABB_STRIDE } from '../../primitives/flat/boxLayout';
import type { Aabb } from '../../primitives/shapes/aabb';
import type { Obb } from '../../primitives/shapes/obb';
import { Reusable } from '../../primitives/reusable';
import { type Triangle, TRIANGLE_STRIDE } from '../../primitives/shapes/triangle';
import { type Vec3, vec3 } from '../../primitives/shapes/vec3';
import type { BoxStore } from '../boxes/boxStore';
import {
  CHILD,
  CONTENT,
  EMPTY,
  MAX_DEPTH,
  MAX_X,
  MAX_Y,
  MAX_Z,
  MIN_X,
  MIN_Y,
  MIN_Z,
  NODE_SHIFT,
  SLOT_TRIANGLES,
  WIDTH,
} from '../layout/nodeLayout';
import { WorldMesh } from '../meshes/worldMesh';
import { insertEntry, NodeStack } from '../slots/childOrder';
import type { MeshTree } from '../tree/meshTree';
import { duringWalk, type Tree } from '../tree/tree';

/**
 * The functions of a walk through a scene: see {@link BoxScene.traverse}. All coordinates are in the world. The objects that the
 * functions get are used again for the next call: copy what you keep.
 */
export interface SceneVisitor {
  /**
   * Returns whether the walk goes on to everything within some bounds. With `nearestFirst`, returns a number instead: the walk goes on
   * to the smallest first, and skips `Infinity`. The bounds contain any number of boxes or triangles, and are rounded outward. Only
   * skip what cannot matter: which bounds there are, and in which order, may differ between backends and versions.
   *
   * If the walk has visited boxes or triangles since, it calls the function again before it goes on. So the limit of a search may
   * shrink while the walk finds things.
   */
  bounds: (min: Vec3, max: Vec3) => boolean | number;
  /**
   * Called for a box, or for the box of an instance, whose bounds were not skipped. Returns `false` to skip the triangles of the
   * instance, and `true` to end the walk. After any other value the walk goes on.
   *
   * @param box the box as it was added: with a `matrix` if it is oriented or an instance.
   */
  box?: (id: number, box: Aabb | Obb) => unknown;
  /**
   * Called for a triangle of an instance whose bounds were not skipped. Returns `true` to end the walk. After any other value the walk
   * goes on. Without this function, the walk enters no instance.
   *
   * @param triangle the number of the triangle in its mesh, as in a hit.
   * @param corners the corners as the instance places them.
   */
  triangle?: (id: number, triangle: number, corners: Triangle) => unknown;
}

/** A visitor whose functions are checked, and what else decides about a walk. */
export interface Traversal {
  /** Returns by which number some bounds are sorted, or Infinity to skip them. */
  readonly measure: (min: Vec3, max: Vec3) => number;
  readonly box: ((id: number, box: Aabb | Obb) => unknown) | null;
  readonly triangle: ((id: number, triangle: number, corners: Triangle) => unknown) | null;
  readonly mask: number | undefined;
  /** Whether the slots of a node are visited in the order of their measures. */
  readonly nearestFirst: boolean;
}

/**
 * Visits the boxes of a tree, and the triangles of instances, whose bounds are not skipped. The functions of the traversal may make
 * queries, and must not change the tree.
 *
 * @returns whether one of the functions has ended the walk.
 */
export function traverse(tree: Tree, traversal: Traversal): boolean {
  const walk = walks.take();
  const isEnded = duringWalk(tree, () => walk.walkScene(tree, traversal));
  walks.giveBack(walk);
  return isEnded;
}

/** The bounds of a slot: min x y z, max x y z. */
const BOUNDS = 6;

/** How many records a walk has: a node's worth at each depth. */
const RECORDS = (MAX_DEPTH + 1) * WIDTH;

/**
 * A walk of one tree, and its working space.
 *
 * The slots of a node are copied to records when the node is opened, because functions of the user may make queries that move the tree
 * in memory. At each depth one node is open, whose records begin at WIDTH times the depth. The stack has the numbers of records.
 */
abstract class TreeWalk<Walked> {
  /** The child word, the content word, and the bounds in the world, of each record. */
  protected readonly children = new Int32Array(RECORDS);
  protected readonly contents = new Int32Array(RECORDS);
  protected readonly bounds = new Float64Array(RECORDS * BOUNDS);
  readonly #stack = new NodeStack();
  /** The bounds that the user gets. */
  readonly #min = nowhere();
  readonly #max = nowhere();

  /** Copies the slots of a node to records, from `record` on. Returns how many slots are used. */
  protected abstract open(tree: Walked, node: number, record: number): number;
  /** Returns whether the walk visits a leaf, whatever its bounds. */
  protected abstract wants(tree: Walked, child: number, traversal: Traversal): boolean;
  /** Visits what is in a leaf. Returns whether the user has ended the walk. */
  protected abstract visit(tree: Walked, child: number, content: number, traversal: Traversal): boolean;

  /**
   * Visits everything below a node, depth first. Returns whether the user has ended the walk.
   *
   * Bounds are measured right before the walk goes on there. With `nearestFirst` they are measured when their node is opened, and again
   * if a leaf was visited since.
   */
  protected walk(tree: Walked, root: number, traversal: Traversal): boolean {
    const { nodes: records, nears } = this.#stack;
    const { children, contents } = this;
    const { nearestFirst } = traversal;
    let top = 0;
    // The entries of the stack from here on were measured after the latest visit of a leaf.
    let fresh = 0;
    let node = root;
    let depth = 0;
    while (node >= 0) {
      const bottom = top;
      const first = depth * WIDTH;
      const end = first + this.open(tree, node, first);
      for (let record = first; record < end; record++) {
        if (children[record] < 0 && !this.wants(tree, children[record], traversal)) continue;
        const near = nearestFirst ? this.#measure(record, traversal) : 0;
        if (near < Infinity) insertEntry(records, nears, bottom, top++, record, near);
      }
      node = -1;
      while (node < 0 && top > 0) {
        const record = records[--top];
        if (!nearestFirst || top < fresh) {
          fresh = top;
          if (this.#measure(record, traversal) === Infinity) continue;
        }
        node = children[record];
        depth = Math.floor(record / WIDTH) + 1;
        if (node >= 0) break;
        if (this.visit(tree, node, contents[record], traversal)) return true;
        fresh = top;
      }
    }
    return false;
  }

  #measure(record: number, { measure }: Traversal): number {
    const min = this.#min;
    const max = this.#max;
    setVec3(min, this.bounds, record * BOUNDS);
    setVec3(max, this.bounds, record * BOUNDS + 3);
    return measure(min, max);
  }
}

/** A walk of the triangles of an instance. */
class InstanceWalk extends TreeWalk<MeshTree> {
  readonly #world = new WorldMesh();
  /** The corners in the world, and the numbers, of the triangles of a leaf. */
  readonly #corners = new Float64Array(TRIANGLE_STRIDE * SLOT_TRIANGLES);
  readonly #numbers = new Uint32Array(SLOT_TRIANGLES);
  /** The corners that the user gets. */
  readonly #triangle: Triangle = { a: nowhere(), b: nowhere(), c: nowhere() };
  #id = -1;

  /** Visits the triangles of an instance. Does nothing if the id belongs to a box. */
  walkInstance(tree: Tree, id: number, traversal: Traversal): boolean {
    if (!this.#world.setInstance(tree, id)) return false;
    const { mesh } = this.#world;
    this.#id = id;
    return mesh !== null && this.walk(mesh, 0, traversal);
  }

  protected override open(mesh: MeshTree, node: number, record: number): number {
    const world = this.#world;
    const { children, contents, bounds } = this;
    world.readArrays(mesh);
    const { int32 } = mesh.nodes;
    const first = node << NODE_SHIFT;
    let used = 0;
    for (; used < WIDTH && int32[first + used + CHILD] !== EMPTY; used++) {
      const slot = first + used;
      const at = (record + used) * BOUNDS;
      children[record + used] = int32[slot + CHILD];
      contents[record + used] = int32[slot + CONTENT];
      world.writeBounds(slot);
      for (let k = 0; k < 3; k++) {
        // Bounds that have overflowed may be NaN.
        bounds[at + k] = world.bounds[k] > -Infinity ? world.bounds[k] : -Infinity;
        bounds[at + 3 + k] = world.bounds[k + 3] < Infinity ? world.bounds[k + 3] : Infinity;
      }
    }
    return used;
  }

  protected override wants(): boolean {
    return true;
  }

  protected override visit(mesh: MeshTree, child: number, count: number, { triangle }: Traversal): boolean {
    if (triangle === null) return false;
    const world = this.#world;
    const corners = this.#corners;
    const numbers = this.#numbers;
    const { a, b, c } = this.#triangle;
    world.readArrays(mesh);
    const { triangles } = mesh;
    for (let i = 0; i < count; i++) {
      world.writeCorners(~child + i);
      corners.set(world.corners, TRIANGLE_STRIDE * i);
      numbers[i] = triangles[~child + i];
    }
    for (let i = 0, at = 0; i < count; i++, at += TRIANGLE_STRIDE) {
      setVec3(a, corners, at);
      setVec3(b, corners, at + 3);
      setVec3(c, corners, at + 6);
      if (triangle(this.#id, numbers[i], this.#triangle) === true) return true;
    }
    return false;
  }
}

/**
 * A walk of the boxes of a scene, and of the triangles of instances.
 *
 * Bounds are relative to the tree's origin. Subtracting the origin when the bounds were written, and adding it here, rounds by less
 * than 4u of the tree's magnitude on the axis, with u = 2^-53. The bounds are widened by twice as much. The bounds of an instance
 * contain the corners of its triangles: see nearest.ts.
 */
class SceneWalk extends TreeWalk<Tree> {
  readonly #inInstance = new InstanceWalk();
  readonly #numbers = new Float64Array(AABB_STRIDE);
  /** The boxes that the user gets. */
  readonly #aabb: Aabb = { min: nowhere(), max: nowhere() };
  readonly #obb = { min: nowhere(), max: nowhere(), matrix: new Float64Array(16) };

  walkScene(tree: Tree, traversal: Traversal): boolean {
    return this.walk(tree, tree.root, traversal);
  }

  protected override open({ nodes, origin, magnitude }: Tree, node: number, record: number): number {
    const { children, contents, bounds } = this;
    const { float32, int32 } = nodes;
    const lowX = origin[0] - 2 ** -50 * magnitude[0];
    const lowY = origin[1] - 2 ** -50 * magnitude[1];
    const lowZ = origin[2] - 2 ** -50 * magnitude[2];
    const highX = origin[0] + 2 ** -50 * magnitude[0];
    const highY = origin[1] + 2 ** -50 * magnitude[1];
    const highZ = origin[2] + 2 ** -50 * magnitude[2];
    const first = node << NODE_SHIFT;
    let used = 0;
    for (; used < WIDTH && int32[first + used + CHILD] !== EMPTY; used++) {
      const slot = first + used;
      const at = (record + used) * BOUNDS;
      children[record + used] = int32[slot + CHILD];
      contents[record + used] = int32[slot + CONTENT];
      bounds[at] = float32[slot + MIN_X] + lowX;
      bounds[at + 1] = float32[slot + MIN_Y] + lowY;
      bounds[at + 2] = float32[slot + MIN_Z] + lowZ;
      bounds[at + 3] = float32[slot + MAX_X] + highX;
      bounds[at + 4] = float32[slot + MAX_Y] + highY;
      bounds[at + 5] = float32[slot + MAX_Z] + highZ;
    }
    return used;
  }

  protected override wants({ boxes }: Tree, child: number, { mask, box }: Traversal): boolean {
    if (mask !== undefined && (boxes.masks[~child] & mask) === 0) return false;
    return box !== null || boxes.meshOf(~child) >= 0;
  }

  protected override visit(tree: Tree, child: number, _content: number, traversal: Traversal): boolean {
    const { box, triangle } = traversal;
    const id = ~child;
    if (box !== null) {
      const answer = box(id, this.#read(tree.boxes, id));
      if (answer === true) return true;
      if (answer === false) return false;
    }
    return triangle !== null && this.#inInstance.walkInstance(tree, id, traversal);
  }

  /** Returns the box of an id as it was added. */
  #read(boxes: BoxStore, id: number): Aabb | Obb {
    const isOriented = boxes.isObb(id);
    const box = isOriented ? this.#obb : this.#aabb;
    boxes.copyBounds(id, this.#numbers);
    setVec3(box.min, this.#numbers, 0);
    setVec3(box.max, this.#numbers, 3);
    if (isOriented) boxes.copyMatrix(id, this.#obb.matrix);
    return box;
  }
}

const walks = /* @__PURE__ */ new Reusable(() => new SceneWalk());

function nowhere(): Vec3 {
  return vec3(NaN, NaN, NaN);
}

function setVec3(out: Vec3, numbers: Float64Array, at: number): void {
  out.x = numbers[at];
  out.y = numbers[at + 1];
  out.z = numbers[at + 2];
}
