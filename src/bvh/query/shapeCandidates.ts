import type { Motion } from '../../primitives/flat/motion';
import { createRayBuffer, writeRange } from '../../primitives/flat/rayBuffer';
import { NO_SIDES, SIDES } from '../../primitives/flat/rayLayout';
import { ShapePair } from '../../primitives/query/shapePair';
import type { SceneMeasure } from '../margins/sceneMeasure';
import { NO_TRIANGLE, type RayVisitor } from '../meshes/rayVisitor';
import { entryOf, sweptTriangles } from '../meshes/sweptTriangles';
import { WorldMesh } from '../meshes/worldMesh';
import { readConvexBox } from '../slots/slotBox';
import type { MeshTree } from '../tree/meshTree';
import type { Tree } from '../tree/tree';
import { walkRay } from './walkRay';

/** Which boxes and triangles a query with a shape may find. */
export interface ShapeSelection {
  /** A query finds only boxes whose mask shares a bit with this mask. If it is undefined, masks do not matter. */
  readonly mask: number | undefined;
  readonly filter: ((id: number, triangle: number) => boolean) | undefined;
  /** Whether an instance counts as its box, not as its triangles. */
  readonly boxesOnly: boolean;
  /** Called for a box that the shape may meet. Returns what the box stands for. Without it, each box stands for itself. */
  readonly contentOf?: (id: number) => BoxContent;
}

/** What a box stands for: itself, a mesh that the matrix of the oriented box places, triangles in the world, or nothing. */
export type BoxContent = 'box' | 'nothing' | MeshTree | WorldTriangles;

/** Triangles in the world that are in no mesh. */
export interface WorldTriangles {
  visit(visitor: WorldTriangleVisitor): void;
}

/** Visits triangles in the world. */
export interface WorldTriangleVisitor {
  /** Returns a lower bound of the measure of everything in some bounds: min x y z, max x y z. Infinity skips the bounds. */
  bounds(bounds: Float64Array): number;
  /** Visits a triangle, given as 9 numbers. Returns a limit: bounds of a greater measure are skipped. */
  visit(corners: Float64Array, triangle: number): number;
}

/** The motion of a shape: it moves from t 0 to `tMax` along `way`, and is inflated by `margin`, in world units. */
export interface ShapeWay {
  readonly way: Float64Array;
  readonly tMax: number;
  readonly margin: number;
}

/** Receives what a shape may meet. Each function returns the largest t that still matters. -Infinity ends the walk. */
export interface ShapeVisitor {
  /** Whether the walk may skip all of several equal boxes but the box with the smallest id. */
  readonly isFirstEnough: boolean;
  /** Called with a box, or a triangle of an instance, in `pair.b`. */
  meet(id: number, triangle: number): number;
  /** Called with a placeholder of an absent tile, in which the shape meets nothing before t. */
  meetPlaceholder(id: number, t: number): number;
  /** Called before the triangles of an instance. */
  enterInstance(tree: Tree, id: number): void;
  /**
   * The motion, if the first hit is enough. A walk may then decide about pairs by closedSweep, and passes the first of its hits to
   * {@link takeFirst}. Otherwise null.
   */
  readonly firstOf: Motion | null;
  /** Called with a hit in the numbers that the kernel exchanges: see FIRST_ID in kernelLayout.ts. */
  takeFirst(numbers: Float64Array): number;
}

/** A function that visits all that a shape may meet: {@link walkShape}, or another with the same answers. */
export type ShapeWalk = (tree: Tree, candidates: ShapeCandidates) => void;

/** The {@link ShapeWalk} in JavaScript. */
export const walkShape: ShapeWalk = (tree, candidates) => {
  walkRay(tree, candidates.path, candidates.maskOf(tree), candidates, candidates.reach);
};

/** Coordinates and gaps are off by less than this share of the numbers involved. It is far more than their rounding. */
const ROUNDING = 2 ** -40;

/** A search for the boxes and triangles that a shape may meet on its way, and its working space. */
export class ShapeCandidates implements RayVisitor {
  /** The shape, and what it may meet. */
  readonly pair = new ShapePair();
  isFirstEnough = false;
  /** The way of the middle of the shape's bounds, and how far the shape reaches from it on each axis. */
  readonly path = createRayBuffer();
  readonly reach = new Float64Array(3);
  /** The distance from the shape's core beyond which nothing matters where the shape is. */
  distance = 0;
  selection: ShapeSelection = { mask: undefined, filter: undefined, boxesOnly: false };
  readonly #world = new WorldMesh();
  #tree: Tree | null = null;
  #visitor: ShapeVisitor | null = null;
  #limit = Infinity;

  /** Visits what the shape may meet, mostly in the order of t. */
  visitAll(
    tree: Tree,
    way: ShapeWay,
    selection: ShapeSelection,
    visitor: ShapeVisitor,
    walk: ShapeWalk = walkShape,
  ): void {
    this.#tree = tree;
    this.selection = selection;
    this.#visitor = visitor;
    this.isFirstEnough = visitor.isFirstEnough;
    this.#limit = way.tMax;
    this.#setPath(tree, way);
    walk(tree, this);
  }

  /** Returns the mask of the selection if it excludes any box of a tree. */
  maskOf({ boxes }: Tree): number | undefined {
    return boxes.maskToTest(this.selection.mask);
  }

  /** Whether the query calls functions of the user, which may make other queries. */
  get hasCallback(): boolean {
    return this.selection.filter !== undefined || this.selection.contentOf !== undefined;
  }

  /**
   * Prepares the walk. If a query finds a touch at t, the two shapes are no farther apart there than the rounding of their
   * coordinates, and a point of the other shape is within `reach` of the middle.
   */
  #setPath({ magnitude }: SceneMeasure, { way, tMax, margin }: ShapeWay): void {
    const { bounds, radius, size } = this.pair.a;
    const path = this.path;
    const largest = Math.max(size, magnitude[0], magnitude[1], magnitude[2]) + radius + margin;
    this.distance = radius + margin + ROUNDING * largest;
    // A shape that does not move is met at t 0. The direction of its path does not matter there, but the kernel needs one.
    const isStill = tMax === 0 || (way[0] === 0 && way[1] === 0 && way[2] === 0);
    for (let k = 0; k < 3; k++) {
      path[k] = bounds[k] / 2 + bounds[k + 3] / 2;
      path[k + 3] = isStill ? 1 : way[k];
      this.reach[k] = bounds[k + 3] / 2 - bounds[k] / 2 + this.distance + Number.MIN_VALUE;
    }
    writeRange(0, isStill ? 0 : tMax, true, path);
    path[SIDES] = NO_SIDES;
  }

  /** Called for each box whose bounds the shape may touch. */
  visit(id: number, t: number): number {
    const tree = this.#tree;
    const visitor = this.#visitor;
    if (tree === null || visitor === null) return -Infinity;
    const { boxesOnly, contentOf } = this.selection;
    if (id < tree.boxes.placeholders) this.#limit = visitor.meetPlaceholder(id, Math.max(t, 0));
    else if (!boxesOnly && this.#world.setInstance(tree, id)) this.#visitTriangles(tree, id, visitor);
    else {
      const content = contentOf?.(id) ?? 'box';
      if (content === 'box') {
        readConvexBox(tree.boxes, id, this.pair.b);
        this.#limit = visitor.meet(id, NO_TRIANGLE);
      } else if (content !== 'nothing') {
        if ('visit' in content) this.#visitWorld(tree, id, content, visitor);
        else if (this.#world.setMesh(content, tree, id)) this.#visitTriangles(tree, id, visitor);
      }
    }
    return this.#limit;
  }

  /** Called before {@link visitTriangle} for an instance. */
  enterInstance(id: number): void {
    if (this.#tree !== null) this.#visitor?.enterInstance(this.#tree, id);
  }

  /** Called for a triangle whose bounds the shape may touch. Its nine numbers in the world begin at `at`. */
  visitTriangle(id: number, triangle: number, corners: Float64Array, at: number): number {
    const { b } = this.pair;
    for (let i = 0; i < 9; i++) b.vertices[i] = corners[at + i];
    b.setTriangle(b.vertices);
    this.#limit = this.#visitor?.meet(id, triangle) ?? -Infinity;
    return this.#limit;
  }

  /** The motion of a sweep whose first hit is enough, or null: see {@link ShapeVisitor.firstOf}. */
  get firstOf(): Motion | null {
    return this.#visitor?.firstOf ?? null;
  }

  /** Takes the first hit of a walk that has decided about pairs: see {@link ShapeVisitor.takeFirst}. */
  takeFirst(numbers: Float64Array): number {
    this.#limit = this.#visitor?.takeFirst(numbers) ?? -Infinity;
    return this.#limit;
  }

  #visitWorld(tree: Tree, id: number, content: WorldTriangles, visitor: ShapeVisitor): void {
    visitor.enterInstance(tree, id);
    content.visit({
      bounds: (bounds) => entryOf(bounds, this.path, this.reach, this.#limit),
      visit: (corners, triangle) => {
        this.pair.b.setTriangle(corners);
        if (entryOf(this.pair.b.bounds, this.path, this.reach, this.#limit) <= this.#limit) {
          this.#limit = visitor.meet(id, triangle);
        }
        return this.#limit;
      },
    });
  }

  #visitTriangles(tree: Tree, id: number, visitor: ShapeVisitor): void {
    const world = this.#world;
    const { mesh } = world;
    visitor.enterInstance(tree, id);
    sweptTriangles(world, this.path, this.reach, this.#limit, (place) => {
      // A filter may have had the mesh read anew, with fewer triangles. What has not been visited by then is left out.
      if (mesh === null || place >= mesh.triangles.length) return -Infinity;
      this.pair.b.setTriangle(world.corners);
      this.#limit = visitor.meet(id, mesh.triangles[place]);
      // The filter may have run a query that moved the arrays of the mesh.
      if (this.selection.filter !== undefined) world.setMesh(mesh, tree, id);
      return this.#limit;
    });
  }
}
