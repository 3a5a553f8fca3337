import type { ConvexShape } from '../../primitives/flat/convexShape';
import { boundsGap, boundsTolerance, contactOf } from '../../primitives/query/contactOf';
import { NO_TRIANGLE } from '../meshes/rayVisitor';
import { sweptTriangles } from '../meshes/sweptTriangles';
import { duringWalk, type Tree } from '../tree/tree';
import { ShapeCandidates, type ShapeSelection, type ShapeVisitor } from './shapeCandidates';
import { type RayWalk, walkRay } from './walkRay';

/** Which contacts of a shape count. */
export interface ContactSelection extends ShapeSelection {
  /** The largest gap between the shape and what it nearly touches. */
  readonly within: number;
}

/** A contact of a shape: see SceneContact. */
export interface FoundContact {
  readonly id: number;
  readonly triangle: number;
  readonly depth: number;
  /** The point and the normal. */
  readonly numbers: Float64Array;
}

/** The contact of a placeholder, which stands for all that is in an absent tile. */
const NOWHERE = /* @__PURE__ */ new Float64Array(6);
const STILL = /* @__PURE__ */ new Float64Array(3);

/** A search for the contacts of a shape, and its working space. */
export class ShapeContacts implements ShapeVisitor {
  readonly #candidates = new ShapeCandidates();
  readonly isFirstEnough = false;
  #within = 0;
  #found: FoundContact[] = [];

  get shape(): ConvexShape {
    return this.#candidates.pair.a;
  }

  /** Returns the contacts of the shape, in the order of the ids, and then of the triangles. */
  find(
    tree: Tree,
    selection: ContactSelection,
    walk: RayWalk = walkRay,
    inMesh = sweptTriangles,
  ): readonly FoundContact[] {
    const { within, filter } = selection;
    this.#within = within;
    this.#found = [];
    const way = { way: STILL, tMax: 0, margin: within };
    this.#candidates.visitAll(tree, way, { ...selection, filter: undefined }, this, walk, inMesh);
    const found = this.#found;
    const { boxes } = tree;
    if (found.length > 1) {
      found.sort((a, b) => (a.id === b.id ? a.triangle - b.triangle : boxes.comesBefore(a.id, b.id) ? -1 : 1));
    }
    if (filter === undefined) return found;
    // The filter may make queries, which would overwrite the working space of the walk, so it is called afterwards.
    return duringWalk(tree, () => found.filter(({ id, triangle }) => filter(id, triangle)));
  }

  meet(id: number, triangle: number): number {
    const { pair } = this.#candidates;
    if (boundsGap(pair.a, pair.b) > this.#within + boundsTolerance(pair.a, pair.b)) return 0;
    const depth = contactOf(pair, this.#within);
    if (depth >= -this.#within) this.#found.push({ id, triangle, depth, numbers: pair.contact.slice() });
    return 0;
  }

  meetPlaceholder(id: number): number {
    this.#found.push({ id, triangle: NO_TRIANGLE, depth: Infinity, numbers: NOWHERE });
    return 0;
  }

  enterInstance(): void {
    // Contacts do not depend on the side of a triangle.
  }
}
