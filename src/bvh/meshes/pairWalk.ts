import { ShapePair } from '../../primitives/query/shapePair';
import { length } from '../../primitives/shapes/vec3';
import { MAX_DEPTH, WIDTH } from '../layout/nodeLayout';
import type { Tree } from '../tree/tree';
import { PairSide, WHOLE } from './pairSide';

/**
 * Called for two things, by their places on both sides, with their shapes in the walk's pair. Returns the largest distance at which pairs
 * still matter. -Infinity ends the walk.
 */
export type PairVisitor = (placeA: number, placeB: number) => number;

/** The most pairs of slots on the stack: each step goes down a level on one side, and leaves all slots of the node but one. */
const STACK_LENGTH = 2 * MAX_DEPTH * (WIDTH - 1) + WIDTH;

/** Distances are off by less than this share of the numbers involved. */
const ROUNDING = 2 ** -40;
/** The distance of two bounds is rounded by far less than this share. */
const SHRINK = 1 - 2 ** -40;

/**
 * Walks two boxes or instances of a scene against each other, by branch and bound: visits the pairs of their triangles that may be close
 * enough, mostly nearer ones first. A box is one solid thing.
 *
 * Bounds in the world contain what is below a slot, apart from the rounding of corners: see WorldMesh and ConvexShape. The two things of a
 * pair are no closer than their bounds, but for that rounding and for the rounding of their distance, which are far less than ROUNDING of
 * the coordinates.
 */
export class PairWalk {
  readonly pair = new ShapePair();
  readonly a = new PairSide(this.pair.a);
  readonly b = new PairSide(this.pair.b);
  /**
   * A direction from b to a, of length 1 or zero. The two things of a pair are no closer than they are along it. A visitor may set it: along
   * the way between the closest things so far, most others are farther apart.
   */
  readonly towardsA = new Float64Array(3);
  /** The slots of each pair on the stack, and the least distance at which the pair can matter. The nearest pair is the last. */
  readonly #slots = new Int32Array(2 * STACK_LENGTH);
  readonly #nears = new Float64Array(STACK_LENGTH);
  #top = 0;
  /** The largest distance at which pairs matter, and the largest at which bounds do. */
  #limit = Infinity;
  #reach = Infinity;
  #margin = 0;

  /** Visits the pairs of the things with two ids. @param limit the largest distance at which pairs matter. */
  visit(tree: Tree, idA: number, idB: number, limit: number, visitor: PairVisitor): void {
    const { a, b } = this;
    a.set(tree, idA);
    b.set(tree, idB);
    this.#margin = ROUNDING * (a.size + b.size);
    this.#setLimit(limit);
    this.towardsA.fill(0);
    this.#top = 0;
    this.#push(WHOLE, WHOLE, 0, 0);
    while (this.#top > 0) {
      const top = --this.#top;
      if (this.#nears[top] > this.#reach) continue;
      const slotA = this.#slots[2 * top];
      const slotB = this.#slots[2 * top + 1];
      const belowA = a.firstBelow(slotA);
      const belowB = b.firstBelow(slotB);
      if (belowA < 0 && belowB < 0) this.#visitPlaces(slotA, slotB, visitor);
      else if (this.#descendsOnA(slotA, belowA, slotB, belowB)) this.#descend(belowA, slotB, true);
      else this.#descend(belowB, slotA, false);
    }
  }

  #setLimit(limit: number): void {
    this.#limit = limit;
    this.#reach = limit + this.#margin;
    if (limit === -Infinity) this.#top = 0;
  }

  /** Returns whether to go down on the side of a: the side of the larger bounds, if both have a node below. */
  #descendsOnA(slotA: number, belowA: number, slotB: number, belowB: number): boolean {
    if (belowA < 0 || belowB < 0) return belowB < 0;
    this.a.writeBounds(slotA);
    this.b.writeBounds(slotB);
    return sizeOf(this.a.bounds) >= sizeOf(this.b.bounds);
  }

  /** Pushes the pairs of each slot of a node, given its first slot, with a slot of the other side: nearer pairs last. */
  #descend(below: number, other: number, isOnA: boolean): void {
    const side = isOnA ? this.a : this.b;
    const otherSide = isOnA ? this.b : this.a;
    otherSide.writeBounds(other);
    const bottom = this.#top;
    const end = side.endOf(below);
    for (let at = below; at < end; at++) {
      side.writeBounds(at);
      const near = gapOf(side.bounds, otherSide.bounds) * SHRINK;
      if (near > this.#reach) continue;
      if (isOnA) this.#push(at, other, near, bottom);
      else this.#push(other, at, near, bottom);
    }
  }

  /** Inserts a pair into the stack below all nearer pairs from `bottom` on. */
  #push(slotA: number, slotB: number, near: number, bottom: number): void {
    const slots = this.#slots;
    const nears = this.#nears;
    let at = this.#top++;
    while (at > bottom && nears[at - 1] < near) {
      nears[at] = nears[at - 1];
      slots[2 * at] = slots[2 * at - 2];
      slots[2 * at + 1] = slots[2 * at - 1];
      at--;
    }
    nears[at] = near;
    slots[2 * at] = slotA;
    slots[2 * at + 1] = slotB;
  }

  #visitPlaces(slotA: number, slotB: number, visitor: PairVisitor): void {
    const { a, b, pair } = this;
    const firstA = a.firstPlace(slotA);
    const firstB = b.firstPlace(slotB);
    const endA = firstA + a.placesIn(slotA);
    const endB = firstB + b.placesIn(slotB);
    const [x, y, z] = this.towardsA;
    for (let placeA = firstA; placeA < endA; placeA++) {
      a.writeCorners(placeA);
      a.setShape();
      const nearest = -a.farthestAlong(-x, -y, -z);
      for (let placeB = firstB; placeB < endB; placeB++) {
        b.writeCorners(placeB);
        if (nearest - b.farthestAlong(x, y, z) > this.#reach) continue;
        b.setShape();
        if (gapOf(pair.a.bounds, pair.b.bounds) * SHRINK > this.#reach) continue;
        this.#setLimit(visitor(placeA, placeB));
        if (this.#limit === -Infinity) return;
      }
    }
  }
}

/** Returns the distance between two bounds. NaN, of bounds that have overflowed, counts as 0. */
function gapOf(a: Float64Array, b: Float64Array): number {
  return length(
    outside(a[0] - b[3], b[0] - a[3]),
    outside(a[1] - b[4], b[1] - a[4]),
    outside(a[2] - b[5], b[2] - a[5]),
  );
}

function outside(above: number, below: number): number {
  const gap = above > below ? above : below;
  return gap > 0 ? gap : 0;
}

function sizeOf(bounds: Float64Array): number {
  return bounds[3] - bounds[0] + (bounds[4] - bounds[1]) + (bounds[5] - bounds[2]);
}
