import { BoxScene, type Plane } from 'slabtree';
import { Box3, type BufferGeometry, type Ray, Vector3 } from 'three';
import { type ElementKind, Elements } from './elements';
import { sortInSpace } from './sortInSpace';

/** How many elements are in a block. Fewer take more memory, and with more a query reads more of them. */
const BLOCK = 32;
/** Fewer elements than this are faster asked one by one. */
const FEW = 256;
/** From this many blocks on, building the tree in WebAssembly is worth a memory of its own. */
const MANY_BLOCKS = 4096;
/** The boxes are enlarged by a little more than is asked for, so that they stay when the camera moves or zooms a little. */
const ROOM = 1.5;

const start = /* @__PURE__ */ new Vector3();
const end = /* @__PURE__ */ new Vector3();
const box = /* @__PURE__ */ new Box3();

/** What is drawn of a geometry, in one way, and the tree over it. */
export interface Known {
  readonly elements: Elements;
  tree: ElementTree | null;
}

const known = /* @__PURE__ */ new WeakMap<BufferGeometry, Partial<Record<ElementKind, Known>>>();

/** The elements of a geometry, sorted into blocks of neighbours, and a scene of boxes around these, in the geometry's own space. */
export class ElementTree {
  readonly elements: Elements;
  /** All elements are this near to the origin. NaN or infinite if one of them is nowhere. */
  readonly extent: number;
  /** The numbers of the elements, block after block. */
  readonly #order: Uint32Array;
  /** The box of each block, 6 numbers each. */
  readonly #boxes: Float64Array;
  readonly #scene: BoxScene;
  /** By how much the boxes in the scene are larger. */
  #reach = NaN;
  /** How many searches are under way. What they call may search again. */
  #searches = 0;

  constructor(elements: Elements) {
    this.elements = elements;
    const { count } = elements;
    const blocks = Math.ceil(count / BLOCK);
    const middles = new Float32Array(3 * count);
    for (let element = 0; element < count; element++) {
      elements.readStart(element, start);
      if (elements.kind !== 'points') start.lerp(elements.readEnd(element, end), 0.5);
      start.toArray(middles, 3 * element);
    }
    this.#order = sortInSpace(middles, BLOCK);
    this.#boxes = new Float64Array(6 * blocks);
    this.#scene = new BoxScene({ backend: blocks < MANY_BLOCKS ? 'js' : 'auto' });
    let extent = 0;
    for (let block = 0; block < blocks; block++) {
      box.makeEmpty();
      for (let i = BLOCK * block; i < Math.min(count, BLOCK * (block + 1)); i++) {
        // Reading the middles of neighbours is faster than reading points from here and there.
        if (elements.kind === 'points') box.expandByPoint(start.fromArray(middles, 3 * i));
        else
          box
            .expandByPoint(elements.readStart(this.#order[i], start))
            .expandByPoint(elements.readEnd(this.#order[i], end));
      }
      box.min.toArray(this.#boxes, 6 * block);
      box.max.toArray(this.#boxes, 6 * block + 3);
      extent = Math.max(extent, box.min.length(), box.max.length());
    }
    this.extent = extent;
  }

  /** The numbers of blocks are below this. */
  get blockCount(): number {
    return this.#boxes.length / 6;
  }

  elementsOf(block: number): Uint32Array {
    return this.#order.subarray(BLOCK * block, BLOCK * (block + 1));
  }

  /**
   * Tells of the blocks whose boxes are no farther than `reach` from a part of a ray, the nearest first.
   *
   * @param meet returns t of the closest hit in a block, or null. Farther blocks are left out then.
   * @returns whether it was possible: another search, still under way, may need the boxes as they are.
   */
  search(ray: Ray, reach: number, tMin: number, tMax: number, meet: (block: number) => number | null): boolean {
    if (!this.#enlarge(reach)) return false;
    this.#searches++;
    try {
      this.#scene.raycast(ray, {
        tMin,
        tMax,
        solid: true,
        refine: (block, t) => {
          const found = meet(block);
          return found === null ? null : Math.max(found, t);
        },
      });
    } finally {
      this.#searches--;
    }
    return true;
  }

  /** Tells of elements among which all are that have a part in front of all planes, or on them. */
  visitWithin(planes: readonly Plane[], visit: (element: number) => void): void {
    if (this.#scene.size === 0) this.#enlarge(0);
    const { inside, crossing } = this.#scene.cull(planes);
    for (const block of [...inside, ...crossing]) for (const element of this.elementsOf(block)) visit(element);
  }

  #enlarge(reach: number): boolean {
    if (reach <= this.#reach && ROOM * ROOM * reach >= this.#reach) return true;
    if (this.#searches > 0) return false;
    this.#reach = ROOM * reach;
    const larger = this.#boxes.map((bound, i) => (i % 6 < 3 ? bound - this.#reach : bound + this.#reach));
    if (this.#scene.size === 0) this.#scene.addAabbs(larger);
    else this.#scene.setAabbs(0, larger);
    return true;
  }
}

/**
 * What is drawn of a geometry, in one way. Its tree is made when it is asked for the second time, kept for all objects that draw the
 * geometry, and dropped after a change: geometry that changes every frame is not worth a tree, and few elements are not.
 */
export function elementsOf(geometry: BufferGeometry, kind: ElementKind): Known {
  let ofGeometry = known.get(geometry);
  if (ofGeometry === undefined) known.set(geometry, (ofGeometry = {}));
  const found = ofGeometry[kind];
  if (found?.elements.isCurrent !== true)
    return (ofGeometry[kind] = { elements: new Elements(geometry, kind), tree: null });
  if (found.elements.count >= FEW) found.tree ??= new ElementTree(found.elements);
  return found;
}
