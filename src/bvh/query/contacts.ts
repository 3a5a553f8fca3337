import type { ConvexShape } from '../../primitives/flat/convexShape';
import { boundsGap, boundsTolerance } from '../../primitives/query/contacts/boundsContact';
import { contactOf } from '../../primitives/query/contacts/contactOf';
import { type Feature, MetFeature } from '../../primitives/query/metFeature';
import { NO_TRIANGLE } from '../meshes/rayVisitor';
import { duringWalk, type Tree } from '../tree/tree';
import { ShapeCandidates, type ShapeSelection, type ShapeVisitor, type ShapeWalk, walkShape } from './shapeCandidates';

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
  readonly feature: Feature;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly normalX: number;
  readonly normalY: number;
  readonly normalZ: number;
  readonly faceX: number;
  readonly faceY: number;
  readonly faceZ: number;
}

/** The contact of a placeholder, which stands for all that is in an absent tile. */
const NOWHERE: FoundContact = {
  id: -1,
  triangle: NO_TRIANGLE,
  depth: Infinity,
  feature: 'vertex',
  x: 0,
  y: 0,
  z: 0,
  normalX: 0,
  normalY: 0,
  normalZ: 0,
  faceX: 0,
  faceY: 0,
  faceZ: 0,
};
const STILL = /* @__PURE__ */ new Float64Array(3);

/** A search for the contacts of a shape, and its working space. */
export class ShapeContacts implements ShapeVisitor {
  readonly #candidates = new ShapeCandidates();
  readonly isFirstEnough = false;
  readonly firstOf = null;
  readonly #met = new MetFeature();
  #within = 0;
  #found: FoundContact[] = [];

  get shape(): ConvexShape {
    return this.#candidates.pair.a;
  }

  /** Returns the contacts of the shape, in the order of the ids, and then of the triangles. */
  find(tree: Tree, selection: ContactSelection, walk: ShapeWalk = walkShape): readonly FoundContact[] {
    const { within, filter } = selection;
    this.#within = within;
    this.#found = [];
    const way = { way: STILL, tMax: 0, margin: within };
    // The filter is called after the walk: it may make queries, which would overwrite the working space of the walk.
    const unfiltered = filter === undefined ? selection : { ...selection, filter: undefined };
    this.#candidates.visitAll(tree, way, unfiltered, this, walk);
    const found = this.#found;
    const { boxes } = tree;
    if (found.length > 1) {
      found.sort((a, b) => (a.id === b.id ? a.triangle - b.triangle : boxes.comesBefore(a.id, b.id) ? -1 : 1));
    }
    if (filter === undefined) return found;
    return duringWalk(tree, () => found.filter(({ id, triangle }) => filter(id, triangle)));
  }

  meet(id: number, triangle: number): number {
    const { pair } = this.#candidates;
    if (boundsGap(pair.a, pair.b) > this.#within + boundsTolerance(pair.a, pair.b)) return 0;
    const depth = contactOf(pair, this.#within);
    if (!(depth >= -this.#within)) return 0;
    const { contact: c } = pair;
    this.#met.find(pair.b, c, null);
    const { name: feature, faceNormal: face } = this.#met;
    this.#found.push({
      id,
      triangle,
      depth,
      feature,
      x: c[0],
      y: c[1],
      z: c[2],
      normalX: c[3],
      normalY: c[4],
      normalZ: c[5],
      faceX: face[0],
      faceY: face[1],
      faceZ: face[2],
    });
    return 0;
  }

  meetPlaceholder(id: number): number {
    this.#found.push({ ...NOWHERE, id });
    return 0;
  }

  takeFirst(): number {
    return 0;
  }

  enterInstance(): void {
    // Contacts do not depend on the side of a triangle.
  }
}
