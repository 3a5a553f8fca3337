import type { BoxScene, IdSet } from 'slabtree';
import { type Camera, Matrix4, type Object3D, Vector3 } from 'three';
import type { ObjectsById } from '../boxes/objectsById';
import { beginQuery, type BoxNumbers, visitElements } from '../elements/elementTree';
import type { GeometryMeshes } from '../meshes/geometryMeshes';
import { cutsNothing, drawnParts, type SpacePart } from '../rays/clipping';
import { isWithin } from '../rays/graphOrder';
import { type BoxSource, worldMatrixOf } from '../sources/boxSource';
import { type DrawnElements, drawnElementsOf, groupsOf } from '../sources/drawnElements';
import type { SeenObjects } from '../rays/seenObjects';
import { clipBody } from './convexHull';
import type { PictureArea, Side } from './pictureArea';
import type { SelectChoice } from './selectOptions';
import { SelectionVolume, cornersOf } from './selectionVolume';

const EVERYWHERE: readonly SpacePart[] = [[]];

const matrix = /* @__PURE__ */ new Matrix4();
const corner = /* @__PURE__ */ new Vector3();
const corners: number[] = [];

/** The side of a set of convex bodies as a whole: inside an area, outside, or at its edge. Null if the set is empty. */
type SideOfSome = Side | null;

/**
 * Finds the objects that an area of a camera's picture selects.
 *
 * An object is a set of convex bodies: its box, or its triangles, segments or points. Each body is clipped by the clipping
 * planes, and its side is determined: inside the area, outside, or at the edge. The sides of all bodies give the side of the
 * object.
 *
 * First, boxes are culled by the planes around the area. Then each remaining box is compared with the area: if the box is inside
 * or outside, so are all bodies in it. Otherwise, the bodies are compared.
 */
export class Selection {
  readonly #area: PictureArea;
  readonly #space: SelectionVolume;
  readonly #choice: SelectChoice;
  readonly #meshes: GeometryMeshes;
  readonly #mask: number;
  /** Whether there are clipping planes, which may clip parts of objects. */
  readonly #isCut: boolean;

  constructor(area: PictureArea, camera: Camera, choice: SelectChoice, meshes: GeometryMeshes) {
    this.#area = area;
    this.#space = new SelectionVolume(area, camera);
    this.#choice = choice;
    this.#meshes = meshes;
    this.#mask = camera.layers.mask;
    this.#isCut = choice.clipping !== null && !cutsNothing(choice.clipping);
  }

  /**
   * Returns the ids of the boxes whose objects the area selects.
   *
   * @param seen the objects that are not hidden behind meshes; null if hidden objects count too.
   */
  ids(scene: BoxScene, objects: ObjectsById, seen: SeenObjects | null): IdSet {
    beginQuery();
    if (this.#area.bounds.isEmpty()) return new SelectedIds([], new Set());
    const { inside, crossing, edges } = scene.cull(this.#space.planes, { mask: this.#mask });
    const both = [inside, crossing];
    // Without clipping, the planes bound a rectangular area exactly: a box in front of all planes is inside the area.
    if (!this.#area.isRectangle || this.#isCut) return this.#choose(both, both, objects, seen);
    if (this.#choice.isPrecise) return this.#choose(both, [crossing], objects, seen);
    // A box that crosses only one plane is partly inside the area. A box that crosses several (`edges`) may be outside.
    return this.#choice.isWindow
      ? this.#choose([inside], [], objects, seen)
      : this.#choose(both, [edges], objects, seen);
  }

  /**
   * Returns the ids of those candidates that the area and all options select.
   *
   * @param candidates ids of boxes that may be in the area.
   * @param open the candidates that must be compared with the area. All other candidates are in the area.
   */
  #choose(candidates: IdSet[], open: IdSet[], objects: ObjectsById, seen: SeenObjects | null): IdSet {
    const { filter, top, isEverything } = this.#choice;
    const allCount = isEverything && filter === undefined && seen === null;
    const leftOut = new Set<number>();
    const isOpen = new SelectedIds(open, new Set());
    for (const set of allCount ? open : candidates) {
      for (const id of set.toArray()) {
        const source = objects.sourceOf(id);
        const instance = objects.instanceOf(id);
        const { object, instanceName } = source;
        const isSelected =
          (isEverything || isWithin(object, top)) &&
          (seen === null || seen.has(source, instance)) &&
          (!isOpen.has(id) || this.#isSelected(this.#sideOf(source, instance))) &&
          filter?.(object, instanceName === null ? undefined : instance, undefined) !== false;
        if (!isSelected) leftOut.add(id);
      }
    }
    return new SelectedIds(candidates, leftOut);
  }

  /** Whether the option `mode` selects an object that is on this side of the area's edge: inside, outside, or at the edge. */
  #isSelected(side: SideOfSome): boolean {
    return side !== null && side >= (this.#choice.isWindow ? 1 : 0);
  }

  /** Whether the side of some bodies of an object decides if it is selected, whatever the sides of the other bodies are. */
  #isDecided(side: SideOfSome): boolean {
    return side !== null && this.#isSelected(side) !== this.#choice.isWindow;
  }

  #sideOf(source: BoxSource, instance: number): SideOfSome {
    const { object } = source;
    const shape = source.boundsOf?.(instance) ?? 0;
    // An instance that was hidden or deleted after the last update has no box.
    if (shape < 0) return null;
    worldMatrixOf(source, instance, matrix);
    const { min, max } = source.boundsAt(shape);
    cornersOf(matrix, min.x, min.y, min.z, max.x, max.y, max.z, corners);
    const side = this.#sideOfBody(corners, this.#partsOf(object));
    // If clipping planes cut a box inside the area, they may clip away all bodies in it, so the bodies must be compared.
    const isDecided = side === null || side === -1 || (side === 1 && !this.#isCut);
    const drawn = isDecided || !this.#choice.isPrecise ? null : drawnElementsOf(source, instance, this.#meshes);
    return drawn === null ? side : this.#sideOfElements(drawn, object);
  }

  /**
   * Returns the side of all bodies that an object draws, placed by the module's `matrix`. Stops once the selection is decided.
   */
  #sideOfElements(drawn: DrawnElements, object: Object3D): SideOfSome {
    const { isWindow } = this.#choice;
    const tree = drawn.hasGroups ? null : drawn.tree;
    if (tree !== null) this.#space.place(matrix);
    let side = null as SideOfSome;
    const skips = (...box: BoxNumbers): boolean => {
      if (this.#isDecided(side)) return true;
      const all = this.#space.sideOfAll(...box);
      // Clipping planes may clip away all bodies in the box. The side of the box then counts only if it is outside, and only in
      // the mode in which bodies outside select nothing.
      const isDecided = this.#isCut ? all === -1 && !isWindow : all !== 0;
      if (isDecided) side = joined(side, all);
      return isDecided;
    };
    for (const { elements, materialIndex } of groupsOf(drawn)) {
      const parts = this.#partsOf(object, materialIndex);
      visitElements(elements, tree, skips, (element) => {
        corners.length = 3 * elements.size;
        for (let k = 0; k < elements.size; k++) {
          drawn
            .read(elements.vertexOf(element, k), corner)
            .applyMatrix4(matrix)
            .toArray(corners, 3 * k);
        }
        side = joined(side, this.#sideOfBody(corners, parts));
        return this.#isDecided(side);
      });
      if (this.#isDecided(side)) break;
    }
    return side;
  }

  /** Returns the parts of space that the clipping planes leave of an object: see `drawnParts`. */
  #partsOf(object: Object3D, materialIndex?: number): readonly SpacePart[] {
    const { clipping } = this.#choice;
    return this.#isCut && clipping !== null ? drawnParts(object, clipping, materialIndex) : EVERYWHERE;
  }

  /** Returns the side of a convex body, of which only the part in each of the given parts of space counts. */
  #sideOfBody(points: number[], parts: readonly SpacePart[]): SideOfSome {
    let side: SideOfSome = null;
    for (const planes of parts) {
      let left = points;
      for (const plane of planes) left = clipBody(left, plane);
      if (left.length > 0) side = joined(side, this.#space.sideOf(left));
    }
    return side;
  }
}

/** Returns where the union of two sets of bodies is: on the side of both (1 inside, -1 outside), or 0 if the sides differ. */
function joined(a: SideOfSome, b: SideOfSome): SideOfSome {
  if (a === null || b === null) return a ?? b;
  return a === b ? a : 0;
}

/** The ids of several sets, without those in `leftOut`. Like the sets themselves, it throws once the scene has changed. */
class SelectedIds implements IdSet {
  readonly #sets: readonly IdSet[];
  readonly #leftOut: ReadonlySet<number>;

  /**
   * @param sets the sets whose ids are joined.
   * @param leftOut ids to leave out. Each of them must be in exactly one of the sets.
   */
  constructor(sets: readonly IdSet[], leftOut: ReadonlySet<number>) {
    this.#sets = sets;
    this.#leftOut = leftOut;
  }

  get size(): number {
    return this.#sets.reduce((sum, { size }) => sum + size, 0) - this.#leftOut.size;
  }

  has(id: number): boolean {
    return this.#sets.some((set) => set.has(id)) && !this.#leftOut.has(id);
  }

  toArray(): Uint32Array {
    const ids = new Uint32Array(this.size);
    let count = 0;
    this.forEach((id) => (ids[count++] = id));
    return ids;
  }

  forEach(visit: (id: number) => void): void {
    for (const set of this.#sets) {
      set.forEach((id) => {
        if (!this.#leftOut.has(id)) visit(id);
      });
    }
  }

  [Symbol.iterator](): Iterator<number> {
    return this.toArray().values();
  }
}
