import { ConvexShape } from '../../primitives/flat/convexShape';
import { FlatShape } from '../../primitives/flat/flatShape';
import { createRayBuffer, writeRange } from '../../primitives/flat/rayBuffer';
import { AABB_SHAPE } from '../../primitives/flat/frameLayout';
import { writeAabbFrame } from '../../primitives/flat/boxFrame';
import { contactNumbers, contactOf } from '../../primitives/query/contact';
import { NO_TRIANGLE } from '../meshes/rayVisitor';
import { sweptTriangles, type SweptTriangles } from '../meshes/sweptTriangles';
import { WorldMesh } from '../meshes/worldMesh';
import { readConvexBox } from '../slots/slotBox';
import type { Tree } from '../tree/tree';
import { overlap } from './overlap';
import { type SlotSet, writeIdsOfSet } from './slotSet';

/** Which contacts of a shape count. */
export interface ContactSelection {
  /** The largest gap between the shape and what it nearly touches. */
  readonly within: number;
  readonly mask: number | undefined;
  readonly filter: ((id: number, triangle: number) => boolean) | undefined;
  /** Whether a shape meets the box of an instance, not its triangles. */
  readonly boxesOnly: boolean;
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

/** Contacts are off by less than this share of the numbers involved. */
const ROUNDING = 2 ** -40;

/** The working space of a search for contacts. */
export class ContactSpace {
  readonly shape = new ConvexShape();
  readonly #other = new ConvexShape();
  /** A box that holds all that is within reach of the shape. */
  readonly #around = new FlatShape();
  readonly #path = createRayBuffer();
  readonly #reach = new Float64Array(3);
  readonly #world = new WorldMesh();

  /** Returns the contacts of the shape, in the order of the ids, and then of the triangles. */
  find(
    tree: Tree,
    selection: ContactSelection,
    overlapWalk: typeof overlap = overlap,
    inMesh: SweptTriangles = sweptTriangles,
  ): FoundContact[] {
    const { boxesOnly, filter } = selection;
    const mask = tree.boxes.maskToTest(selection.mask);
    this.#setAround(tree, selection.within);
    const found: FoundContact[] = [];
    for (const id of idsInOrder(tree, overlapWalk(tree, this.#around, true), mask)) {
      if (id < tree.boxes.placeholders) found.push({ id, triangle: NO_TRIANGLE, depth: Infinity, numbers: NOWHERE });
      else if (boxesOnly || !this.#world.setInstance(tree, id)) this.#meetBox(tree, id, selection, found);
      else this.#meetTriangles(tree, id, selection, inMesh, found);
    }
    return filter === undefined ? found : found.filter(({ id, triangle }) => filter(id, triangle));
  }

  #setAround({ magnitude }: Tree, within: number): void {
    const { bounds, radius, size } = this.shape;
    const { record, frame } = this.#around;
    this.#around.kind = AABB_SHAPE;
    const reach = radius + within;
    const pad = ROUNDING * (Math.max(size, magnitude[0], magnitude[1], magnitude[2]) + reach);
    for (let k = 0; k < 3; k++) {
      record[k] = Math.max(bounds[k] - reach - pad, -Number.MAX_VALUE);
      record[k + 3] = Math.min(bounds[k + 3] + reach + pad, Number.MAX_VALUE);
    }
    writeAabbFrame(record, 0, frame);
    // The walk of a mesh follows a moving shape. This one stops at t 0, whatever its direction.
    for (let k = 0; k < 3; k++) {
      this.#path[k] = bounds[k] / 2 + bounds[k + 3] / 2;
      this.#path[k + 3] = 1;
      this.#reach[k] = bounds[k + 3] / 2 - bounds[k] / 2 + reach + pad;
    }
    writeRange(0, 0, true, this.#path);
  }

  #meetBox({ boxes }: Tree, id: number, selection: ContactSelection, found: FoundContact[]): void {
    readConvexBox(boxes, id, this.#other);
    this.#meet(id, NO_TRIANGLE, selection, found);
  }

  #meetTriangles(
    tree: Tree,
    id: number,
    selection: ContactSelection,
    inMesh: SweptTriangles,
    found: FoundContact[],
  ): void {
    const first = found.length;
    const world = this.#world;
    inMesh(tree, id, world, this.#path, this.#reach, 0, (place) => {
      const { mesh, corners } = world;
      if (mesh === null) return -Infinity;
      world.writeCorners(place);
      if (!this.#mayReach(corners)) return 0;
      this.#other.setTriangle(corners);
      this.#meet(id, mesh.triangles[place], selection, found);
      return 0;
    });
    if (found.length - first < 2) return;
    const inOrder = found.splice(first).sort((a, b) => a.triangle - b.triangle);
    found.push(...inOrder);
  }

  /** Returns whether the bounds of a triangle, given as 9 numbers, meet the box around the shape. */
  #mayReach(corners: Float64Array): boolean {
    const { record } = this.#around;
    for (let k = 0; k < 3; k++) {
      const min = Math.min(corners[k], corners[k + 3], corners[k + 6]);
      const max = Math.max(corners[k], corners[k + 3], corners[k + 6]);
      if (min > record[k + 3] || max < record[k]) return false;
    }
    return true;
  }

  #meet(id: number, triangle: number, { within }: ContactSelection, found: FoundContact[]): void {
    const depth = contactOf(this.shape, this.#other, true);
    if (depth >= -within) found.push({ id, triangle, depth, numbers: contactNumbers.slice() });
  }
}

function idsInOrder(tree: Tree, slots: SlotSet, mask: number | undefined): Uint32Array {
  const ids = new Uint32Array(slots.boxes);
  writeIdsOfSet(tree, slots, ids);
  const { boxes } = tree;
  const wanted = mask === undefined ? ids : ids.filter((id) => (boxes.masks[id] & mask) !== 0);
  return wanted.length < 2 ? wanted : wanted.sort((a, b) => (a === b ? 0 : boxes.comesBefore(a, b) ? -1 : 1));
}
