import type { ConvexShape } from '../../primitives/flat/convexShape';
import { CHILD, CONTENT, EMPTY, NODE_SHIFT, WIDTH } from '../layout/nodeLayout';
import { readConvexBox } from '../slots/slotBox';
import type { Tree } from '../tree/tree';
import { NO_TRIANGLE } from './rayVisitor';
import { WorldMesh } from './worldMesh';

/** Stands for all that a side has, in the place of a slot. */
export const WHOLE = -1;

/**
 * One side of a walk of two trees against each other: the triangles of an instance, as it places them in the world, or a box of the
 * scene, which has no tree.
 */
export class PairSide {
  readonly #world = new WorldMesh();
  /** The words of the mesh's nodes. Null for a box. */
  #int32: Int32Array | null = null;

  /** @param shape is set to the box, or to one triangle after another. */
  constructor(readonly shape: ConvexShape) {}

  /** Sets the side to the box or the instance with an id. */
  set(tree: Tree, id: number): void {
    this.#int32 = this.#world.setInstance(tree, id) ? (this.#world.mesh?.nodes.int32 ?? null) : null;
    if (this.#int32 !== null) return;
    readConvexBox(tree.boxes, id, this.shape);
    this.bounds.set(this.shape.bounds);
  }

  /** The bounds that were written last: min x y z, max x y z. */
  get bounds(): Float64Array {
    return this.#world.bounds;
  }

  /** The largest size of a coordinate in the world, by which roundings are measured. */
  get size(): number {
    return this.#int32 === null ? this.shape.size : this.#world.size;
  }

  /** Returns the first slot of the node below a slot, or -1 if none is: in the slot of a leaf are triangles. */
  firstBelow(slot: number): number {
    if (this.#int32 === null) return -1;
    const child = slot === WHOLE ? 0 : this.#int32[slot + CHILD];
    return child < 0 ? -1 : child << NODE_SHIFT;
  }

  /** Returns where the used slots of a node end, given its first slot. */
  endOf(first: number): number {
    let end = first;
    while (end < first + WIDTH && this.#int32?.[end + CHILD] !== EMPTY) end++;
    return end;
  }

  /** Writes the bounds of all that is in or below a slot. */
  writeBounds(slot: number): void {
    if (slot !== WHOLE) this.#world.writeBounds(slot);
    else if (this.#int32 !== null) this.bounds.fill(-Infinity, 0, 3).fill(Infinity, 3, 6);
  }

  /** Returns the place of the first triangle in a leaf's slot. A box has one place, 0. */
  firstPlace(slot: number): number {
    return this.#int32 === null ? 0 : ~this.#int32[slot + CHILD];
  }

  /** Returns how many places a leaf's slot has. */
  placesIn(slot: number): number {
    return this.#int32 === null ? 1 : this.#int32[slot + CONTENT];
  }

  /** Writes the corners of the triangle at a place, which {@link farthestAlong} and {@link setShape} read. */
  writeCorners(place: number): void {
    if (this.#int32 !== null) this.#world.writeCorners(place);
  }

  /** Sets the shape to the triangle whose corners were written last. */
  setShape(): void {
    if (this.#int32 !== null) this.shape.setTriangle(this.#world.corners);
  }

  /** Returns how far the box, or the triangle whose corners were written last, reaches along a direction from the origin. */
  farthestAlong(x: number, y: number, z: number): number {
    const isBox = this.#int32 === null;
    const points = isBox ? this.shape.vertices : this.#world.corners;
    const end = isBox ? 24 : 9;
    let farthest = -Infinity;
    for (let at = 0; at < end; at += 3) {
      const along = x * points[at] + y * points[at + 1] + z * points[at + 2];
      if (along > farthest) farthest = along;
    }
    return farthest;
  }

  /** Returns the caller's number of the triangle at a place, or NO_TRIANGLE for a box. */
  triangleAt(place: number): number {
    return this.#world.mesh === null || this.#int32 === null ? NO_TRIANGLE : this.#world.mesh.triangles[place];
  }
}
