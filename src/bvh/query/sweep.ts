import { COLUMNS, OBB_STRIDE } from '../../primitives/flat/boxLayout';
import type { ConvexShape } from '../../primitives/flat/convexShape';
import { Motion } from '../../primitives/flat/motion';
import { KeptSpans, MetFeature } from '../../primitives/query/metFeature';
import type { ShapePair } from '../../primitives/query/shapePair';
import { hasClosedForm } from '../../primitives/query/sweeps/closedSweep';
import { sweepOf } from '../../primitives/query/sweeps/sweepOf';
import { dot } from '../../primitives/shapes/vec3';
import { BY_ID, type Order } from '../boxes/boxStore';
import {
  FIRST_CONTACT,
  FIRST_CORE,
  FIRST_ID,
  FIRST_ORIENTED,
  FIRST_SPANS,
  FIRST_T,
  FIRST_TRIANGLE,
} from '../layout/kernelLayout';
import { NO_TRIANGLE } from '../meshes/rayVisitor';
import type { Tree } from '../tree/tree';
import { ShapeCandidates, type ShapeSelection, type ShapeVisitor, type ShapeWalk, walkShape } from './shapeCandidates';

/** What a moving shape hits: see SweepHit. */
export class SweptThing {
  /** The id of the box or instance, or -1 if the shape hits nothing. `t` is then Infinity. */
  id = -1;
  triangle = NO_TRIANGLE;
  t = Infinity;
  depth = 0;
  startsOverlapping = false;
  /** The point and the normal. */
  readonly contact = new Float64Array(6);
  /** What the shape has hit: its features follow from its spans. */
  readonly other = new KeptSpans();

  reset(): void {
    this.id = -1;
    this.triangle = NO_TRIANGLE;
    this.t = Infinity;
  }

  /** Sets the hit to what `sweepOf` has found for a pair. */
  setFound(id: number, triangle: number, t: number, { b, depth, startsOverlapping, contact }: ShapePair): void {
    this.id = id;
    this.triangle = triangle;
    this.t = t;
    this.depth = depth;
    this.startsOverlapping = startsOverlapping;
    this.contact.set(contact);
    this.other.keep(b);
  }

  /** Sets the hit to what the kernel has found: see FIRST_ID in kernelLayout.ts. */
  setDecided(numbers: Float64Array, margin: number): void {
    const { contact, other } = this;
    this.id = numbers[FIRST_ID];
    this.triangle = numbers[FIRST_TRIANGLE];
    this.t = numbers[FIRST_T];
    this.depth = 0 - margin;
    this.startsOverlapping = false;
    for (let i = 0; i < 6; i++) contact[i] = numbers[FIRST_CONTACT + i];
    other.core = numbers[FIRST_CORE];
    other.isOriented = numbers[FIRST_ORIENTED] !== 0;
    for (let i = 0; i < 9; i++) other.spans[i] = numbers[FIRST_SPANS + i];
  }

  /** Sets the hit to a placeholder, with infinite depth. At t 0 the deepest hit comes first, and the absent tile may hold a deeper one. */
  setPlaceholder(id: number, t: number): void {
    this.id = id;
    this.triangle = NO_TRIANGLE;
    this.t = t;
    this.depth = Infinity;
  }

  copy(other: SweptThing): void {
    this.id = other.id;
    this.triangle = other.triangle;
    this.t = other.t;
    this.depth = other.depth;
    this.startsOverlapping = other.startsOverlapping;
    this.contact.set(other.contact);
    this.other.keep(other.other);
  }
}

/** Receives what a shape hits. Returns the largest t that still matters. -Infinity ends the sweep. */
export type SweepTaker = (thing: SweptThing) => number;

/** Returns whether one hit comes before another: by t, then at t 0 by depth, the deepest first, then by id and triangle. */
export function comesFirst(a: SweptThing, b: SweptThing, order: Order): boolean {
  if (a.t !== b.t) return a.t < b.t;
  if (a.t === 0 && a.depth !== b.depth) return a.depth > b.depth;
  if (a.id !== b.id) return order.comesBefore(a.id, b.id);
  return a.triangle < b.triangle;
}

/** A sweep of a shape, and its working space. */
export class ShapeSweep implements ShapeVisitor {
  readonly #candidates = new ShapeCandidates();
  /** The motion of the shape. A sweep lowers `tMax` to the largest t that still matters. */
  readonly motion = new Motion();
  /** The first hit of {@link findFirst}, until the next sweep. */
  first = new SweptThing();
  /** Working space for the features of hits. */
  readonly met = new MetFeature();
  isFirstEnough = false;
  firstOf: Motion | null = null;
  #found = new SweptThing();
  #filter: ShapeSelection['filter'];
  #take: SweepTaker = () => Infinity;
  #order: Order = BY_ID;
  #side = 0;

  get shape(): ConvexShape {
    return this.#candidates.pair.a;
  }

  /** Passes all that the shape hits to `take`, mostly in the order of t. The shape and its motion must be set. */
  run(tree: Tree, selection: ShapeSelection, take: SweepTaker, walk: ShapeWalk = walkShape): void {
    this.#filter = selection.filter;
    this.#take = take;
    this.#side = this.motion.side;
    this.#candidates.visitAll(tree, this.motion, selection, this, walk);
  }

  /** Finds the first hit. */
  findFirst(tree: Tree, selection: ShapeSelection, walk: ShapeWalk = walkShape): void {
    this.first.reset();
    this.#order = tree.boxes;
    this.isFirstEnough = selection.filter === undefined;
    this.firstOf = this.isFirstEnough && hasClosedForm(this.shape, this.motion) ? this.motion : null;
    this.run(tree, selection, this.#takeFirst, walk);
    this.isFirstEnough = false;
    this.firstOf = null;
  }

  readonly #takeFirst: SweepTaker = (found) => {
    const { first } = this;
    if (first.id < 0 || comesFirst(found, first, this.#order)) {
      // They change places, which saves copying the numbers.
      this.first = found;
      this.#found = first;
    }
    return this.first.t;
  };

  meet(id: number, triangle: number): number {
    const { motion } = this;
    const { pair } = this.#candidates;
    const t = sweepOf(pair, motion);
    if (Number.isNaN(t)) return motion.tMax;
    if (this.#filter === undefined || this.#filter(id, triangle)) {
      this.#found.setFound(id, triangle, t, pair);
      motion.tMax = this.#take(this.#found);
    }
    return motion.tMax;
  }

  takeFirst(numbers: Float64Array): number {
    this.#found.setDecided(numbers, this.motion.margin);
    this.motion.tMax = this.#take(this.#found);
    return this.motion.tMax;
  }

  meetPlaceholder(id: number, t: number): number {
    this.#found.setPlaceholder(id, t);
    this.motion.tMax = this.#take(this.#found);
    return this.motion.tMax;
  }

  /** Sets which side of triangles counts. Swaps the sides in a mirrored instance, whose fronts have clockwise corners. */
  enterInstance({ boxes }: Tree, id: number): void {
    if (this.#side === 0) return;
    // An instance whose matrix is flat is stored as an axis-aligned box. It counts as not mirrored.
    const isMirrored = boxes.isObb(id) && isMirroring(boxes.obbs.data, boxes.obbRecord(id) * OBB_STRIDE);
    this.motion.side = isMirrored ? -this.#side : this.#side;
  }
}

/** Returns whether the matrix of an OBB's record mirrors. */
function isMirroring(obbs: Float64Array, at: number): boolean {
  const m = at + COLUMNS;
  const x = obbs[m + 4] * obbs[m + 8] - obbs[m + 5] * obbs[m + 7];
  const y = obbs[m + 5] * obbs[m + 6] - obbs[m + 3] * obbs[m + 8];
  const z = obbs[m + 3] * obbs[m + 7] - obbs[m + 4] * obbs[m + 6];
  return dot(obbs[m], obbs[m + 1], obbs[m + 2], x, y, z) < 0;
}
