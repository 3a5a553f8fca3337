import { createFrame, writeAabbFrame, writeObbFrame } from '../../primitives/flat/boxFrame';
import { OBB_STRIDE } from '../../primitives/flat/boxLayout';
import { aabbOverlapsAabb, FrameOffset, framesOverlap } from '../../primitives/query/separatingAxes';
import { Reusable } from '../../primitives/reusable';
import type { BoxStore } from '../boxes/boxStore';
import { writeWorldBounds } from '../boxes/worldBounds';
import {
  CHILD,
  CONTENT,
  EMPTY,
  IN_SLOT,
  indexOf,
  kindOf,
  MAX_X,
  MAX_Y,
  MAX_Z,
  MIN_X,
  MIN_Y,
  MIN_Z,
  NODE_SHIFT,
  OBB,
  WIDTH,
} from '../layout/nodeLayout';
import { PAIR_STACK } from '../layout/queryLayout';
import type { Tree } from '../tree/tree';

/**
 * Finds all pairs of boxes that overlap. If there is a mask, both boxes of a pair must share a bit with the mask.
 *
 * Every pair of boxes has a lowest node that holds both, in or below two of its slots. So the slots of each node are
 * compared with each other. If the bounds of two slots overlap, everything below one slot is compared with everything
 * below the other, descending on both sides at once.
 *
 * @returns two ids per pair, the smaller first.
 */
export function pairs(tree: Tree, mask: number | undefined): Uint32Array {
  const search = searches.take();
  const found = search.find(tree, mask);
  searches.giveBack(search);
  return found;
}

/** A search for pairs, and its working space. */
class PairSearch {
  /** A stack of pairs of slots whose bounds overlap. The boxes below the two slots of a pair must still be compared. */
  readonly #stack = new Int32Array(2 * PAIR_STACK);
  #top = 0;
  /** The pairs of overlapping boxes found so far, two ids each. */
  #found = new Uint32Array(0);
  #length = 0;
  readonly #boundsA = new Float64Array(6);
  readonly #boundsB = new Float64Array(6);
  readonly #frameA = createFrame();
  readonly #frameB = createFrame();
  readonly #between = new FrameOffset();

  find(tree: Tree, mask: number | undefined): Uint32Array {
    const { int32 } = tree.nodes;
    const stack = this.#stack;
    this.#found = new Uint32Array(1024);
    this.#length = 0;
    this.#top = 0;
    for (let node = 0; node < tree.nodes.count; node++) {
      const first = node << NODE_SHIFT;
      for (let slot = first; slot < first + WIDTH && int32[slot + CHILD] !== EMPTY; slot++) {
        this.#compare(tree, slot, slot + 1, first + WIDTH, mask);
      }
      while (this.#top > 0) {
        this.#top -= 2;
        const a = stack[this.#top];
        const b = stack[this.#top + 1];
        const firstOfA = int32[a + CHILD] << NODE_SHIFT;
        const firstOfB = int32[b + CHILD] << NODE_SHIFT;
        if (int32[a + CHILD] < 0) this.#compare(tree, a, firstOfB, firstOfB + WIDTH, mask);
        else if (int32[b + CHILD] < 0) this.#compare(tree, b, firstOfA, firstOfA + WIDTH, mask);
        else {
          for (let slot = firstOfA; slot < firstOfA + WIDTH && int32[slot + CHILD] !== EMPTY; slot++) {
            if (slotsOverlap(tree.nodes.float32, slot, b)) this.#compare(tree, slot, firstOfB, firstOfB + WIDTH, mask);
          }
        }
      }
    }
    const all = this.#found.slice(0, this.#length);
    this.#found = new Uint32Array(0);
    return all;
  }

  /**
   * Compares a slot with the slots of one node. Adds the pairs of boxes that overlap to the result. Pushes onto the stack
   * the pairs of slots whose bounds overlap, if either slot has a child node.
   */
  #compare(tree: Tree, slot: number, from: number, end: number, mask: number | undefined): void {
    const { float32, int32 } = tree.nodes;
    const child = int32[slot + CHILD];
    for (let other = from; other < end; other++) {
      const otherChild = int32[other + CHILD];
      if (otherChild === EMPTY) return;
      if (!slotsOverlap(float32, slot, other)) continue;
      if (child >= 0 || otherChild >= 0) {
        this.#stack[this.#top++] = slot;
        this.#stack[this.#top++] = other;
      } else if (sharesBits(tree, ~child, ~otherChild, mask) && this.#boxesOverlap(tree, slot, other)) {
        this.#add(~child, ~otherChild);
      }
    }
  }

  /**
   * Returns whether the boxes in two slots overlap, by the exact test. The bounds of the slots must overlap.
   *
   * If the bounds of both slots are the boxes themselves, to the last bit once the tree's origin is added, the boxes
   * overlap: adding the origin and rounding is monotonic, as was subtracting the origin.
   */
  #boxesOverlap({ nodes: { int32 }, boxes }: Tree, a: number, b: number): boolean {
    if (kindOf(int32[a + CONTENT] | int32[b + CONTENT]) === IN_SLOT) return true;
    const placeA = boxes.places[~int32[a + CHILD]];
    const placeB = boxes.places[~int32[b + CHILD]];
    if (kindOf(placeA) !== OBB && kindOf(placeB) !== OBB) {
      writeWorldBounds(boxes, placeA, this.#boundsA);
      writeWorldBounds(boxes, placeB, this.#boundsB);
      return aabbOverlapsAabb(this.#boundsA, 0, this.#boundsB, 0);
    }
    this.#writeFrame(boxes, placeA, this.#frameA);
    this.#writeFrame(boxes, placeB, this.#frameB);
    return framesOverlap(this.#frameA, this.#frameB, this.#between);
  }

  #writeFrame(boxes: BoxStore, place: number, out: Float64Array): void {
    if (kindOf(place) === OBB) {
      writeObbFrame(boxes.obbs.data, indexOf(place) * OBB_STRIDE, out);
    } else {
      writeWorldBounds(boxes, place, this.#boundsA);
      writeAabbFrame(this.#boundsA, 0, out);
    }
  }

  #add(a: number, b: number): void {
    if (this.#length === this.#found.length) {
      const grown = new Uint32Array(2 * this.#found.length);
      grown.set(this.#found);
      this.#found = grown;
    }
    this.#found[this.#length++] = Math.min(a, b);
    this.#found[this.#length++] = Math.max(a, b);
  }
}

const searches = /* @__PURE__ */ new Reusable(() => new PairSearch());

function slotsOverlap(float32: Float32Array, a: number, b: number): boolean {
  return (
    float32[a + MIN_X] <= float32[b + MAX_X] &&
    float32[a + MAX_X] >= float32[b + MIN_X] &&
    float32[a + MIN_Y] <= float32[b + MAX_Y] &&
    float32[a + MAX_Y] >= float32[b + MIN_Y] &&
    float32[a + MIN_Z] <= float32[b + MAX_Z] &&
    float32[a + MAX_Z] >= float32[b + MIN_Z]
  );
}

function sharesBits({ boxes: { masks } }: Tree, a: number, b: number, mask: number | undefined): boolean {
  return mask === undefined || ((masks[a] & mask) !== 0 && (masks[b] & mask) !== 0);
}
