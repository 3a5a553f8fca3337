import { COLUMNS, OBB_STRIDE } from '../../primitives/flat/boxLayout';
import { ConvexShape } from '../../primitives/flat/convexShape';
import { createRayBuffer, writeRange } from '../../primitives/flat/rayBuffer';
import { NO_SIDES, SIDES } from '../../primitives/flat/rayLayout';
import { contactNumbers } from '../../primitives/query/contact';
import { type Motion, startsOverlapping, sweepDepth, sweepOf } from '../../primitives/query/sweep';
import { dot } from '../../primitives/shapes/vec3';
import { BY_ID, type Order } from '../boxes/boxStore';
import type { SceneMeasure } from '../margins/sceneMeasure';
import { NO_TRIANGLE, type RayVisitor } from '../meshes/rayVisitor';
import { sweptTriangles, type SweptTriangles } from '../meshes/sweptTriangles';
import { WorldMesh } from '../meshes/worldMesh';
import { readConvexBox } from '../slots/slotBox';
import type { Tree } from '../tree/tree';
import { type RayWalk, walkRay } from './walkRay';

/** Which boxes and triangles a moving shape may hit. */
export interface SweepSelection {
  /** A shape hits only boxes whose mask shares a bit with this mask. If it is undefined, masks do not matter. */
  readonly mask: number | undefined;
  readonly filter: ((id: number, triangle: number) => boolean) | undefined;
  /** Whether a shape hits the box of an instance, not its triangles. */
  readonly boxesOnly: boolean;
}

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

  /** Sets all but the id and the triangle to what `sweepOf` has found. */
  setFound(t: number): void {
    this.t = t;
    this.depth = sweepDepth;
    this.startsOverlapping = startsOverlapping;
    this.contact.set(contactNumbers);
  }

  copy(other: SweptThing): void {
    this.id = other.id;
    this.triangle = other.triangle;
    this.t = other.t;
    this.depth = other.depth;
    this.startsOverlapping = other.startsOverlapping;
    this.contact.set(other.contact);
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

/** Coordinates and gaps are off by less than this share of the numbers involved. It is far more than their rounding. */
const ROUNDING = 2 ** -40;

/** The working space of a sweep: the shape, its motion, and what it meets. */
export class SweepSpace implements RayVisitor {
  readonly shape = new ConvexShape();
  /** A sweep lowers `tMax` to the largest t that still matters. */
  readonly motion: Motion = { way: new Float64Array(3), tMax: 1, margin: 0, ignoresStart: false, side: 0 };
  /** The first hit of {@link findFirst}. */
  readonly first = new SweptThing();
  isFirstEnough = false;
  /** The way of the middle of the shape's bounds, and how far the shape reaches from it on each axis. */
  readonly #path = createRayBuffer();
  readonly #reach = new Float64Array(3);
  readonly #other = new ConvexShape();
  readonly #world = new WorldMesh();
  readonly #found = new SweptThing();
  #tree: Tree | null = null;
  #selection: SweepSelection = { mask: undefined, filter: undefined, boxesOnly: false };
  #inMesh: SweptTriangles = sweptTriangles;
  #take: SweepTaker = () => Infinity;
  #order: Order = BY_ID;

  /** Passes all that the shape hits to `take`, mostly in the order of t. The shape and its motion must be set. */
  run(tree: Tree, selection: SweepSelection, take: SweepTaker, walk: RayWalk = walkRay, inMesh = sweptTriangles): void {
    this.#tree = tree;
    this.#selection = selection;
    // A filter may make queries, which the kernel's walk of a mesh does not survive.
    this.#inMesh = selection.filter === undefined ? inMesh : sweptTriangles;
    this.#take = take;
    this.#setPath(tree);
    walk(tree, this.#path, selection.mask, this, this.#reach);
    this.isFirstEnough = false;
  }

  /** Finds the first hit. */
  findFirst(tree: Tree, selection: SweepSelection, walk: RayWalk = walkRay, inMesh = sweptTriangles): void {
    this.first.id = -1;
    this.first.triangle = NO_TRIANGLE;
    this.first.t = Infinity;
    this.#order = tree.boxes;
    this.isFirstEnough = selection.filter === undefined;
    this.run(tree, selection, this.#takeFirst, walk, inMesh);
  }

  readonly #takeFirst: SweepTaker = (thing) => {
    const { first } = this;
    if (first.id < 0 || comesFirst(thing, first, this.#order)) first.copy(thing);
    return first.t;
  };

  /**
   * Prepares the walk. If `sweepOf` finds a touch at t, the two shapes are no farther apart there than the rounding of their
   * coordinates, and a point of the other shape is within `#reach` of the middle.
   */
  #setPath({ magnitude }: SceneMeasure): void {
    const { bounds, radius } = this.shape;
    const { way, margin, tMax } = this.motion;
    const path = this.#path;
    let size = 0;
    for (let k = 0; k < 3; k++) {
      size = Math.max(size, magnitude[k], Math.abs(bounds[k]), Math.abs(bounds[k + 3]));
    }
    size += radius + margin;
    for (let k = 0; k < 3; k++) {
      path[k] = bounds[k] / 2 + bounds[k + 3] / 2;
      path[k + 3] = way[k];
      this.#reach[k] = bounds[k + 3] / 2 - bounds[k] / 2 + radius + margin + ROUNDING * size + Number.MIN_VALUE;
    }
    const isStill = way[0] === 0 && way[1] === 0 && way[2] === 0;
    // A shape that does not move is met at t 0. The direction of its path does not matter there, but the kernel needs one.
    if (isStill) for (let k = 0; k < 3; k++) path[k + 3] = 1;
    writeRange(0, isStill ? 0 : tMax, true, path);
    path[SIDES] = NO_SIDES;
  }

  /** Called for each box whose bounds the shape may touch. */
  visit(id: number, t: number): number {
    const tree = this.#tree;
    if (tree === null) return -Infinity;
    const { boxes } = tree;
    if (id < boxes.placeholders) return this.#visitPlaceholder(id, t);
    if (!this.#selection.boxesOnly && this.#world.setInstance(tree, id)) this.#visitTriangles(tree, id);
    else {
      readConvexBox(boxes, id, this.#other);
      this.#sweep(id, NO_TRIANGLE);
    }
    return this.motion.tMax;
  }

  #visitPlaceholder(id: number, t: number): number {
    const found = this.#found;
    found.id = id;
    found.triangle = NO_TRIANGLE;
    found.t = Math.max(t, 0);
    // Of hits at t 0, the deepest counts: anything in the placeholder may be deeper.
    found.depth = Infinity;
    return (this.motion.tMax = this.#take(found));
  }

  #visitTriangles(tree: Tree, id: number): void {
    const { motion } = this;
    const { side } = motion;
    const world = this.#world;
    const { obbs } = tree.boxes;
    // In a mirrored instance, the corners of a front go round clockwise.
    if (side !== 0 && isMirroring(obbs.data, tree.boxes.obbRecord(id) * OBB_STRIDE)) motion.side = -side;
    this.#inMesh(tree, id, world, this.#path, this.#reach, motion.tMax, (place) => {
      const { mesh } = world;
      if (mesh === null) return -Infinity;
      world.writeCorners(place);
      this.#other.setTriangle(world.corners);
      this.#sweep(id, mesh.triangles[place]);
      // The filter may have run a query that moved the arrays of the mesh.
      if (this.#selection.filter !== undefined) world.setInstance(tree, id);
      return motion.tMax;
    });
    motion.side = side;
  }

  #sweep(id: number, triangle: number): void {
    const t = sweepOf(this.shape, this.#other, this.motion);
    if (Number.isNaN(t)) return;
    const found = this.#found;
    found.id = id;
    found.triangle = triangle;
    found.setFound(t);
    const { filter } = this.#selection;
    if (filter === undefined || filter(id, triangle)) this.motion.tMax = this.#take(found);
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
