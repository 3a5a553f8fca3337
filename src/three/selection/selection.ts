import type { BoxScene, IdSet } from 'slabtree';
import { type Camera, Matrix4, type Object3D, Vector3 } from 'three';
import type { ObjectsById } from '../boxes/objectsById';
import { type BoxNumbers, visitElements } from '../elements/elementTree';
import type { GeometryMeshes } from '../meshes/geometryMeshes';
import { cutsNothing, drawnParts, type SpacePart } from '../rays/clipping';
import { isWithin } from '../rays/graphOrder';
import { type BoxSource, worldMatrixOf } from '../sources/boxSource';
import { type DrawnElements, drawnElementsOf, groupsOf } from '../sources/drawnElements';
import type { Area, Side } from './area';
import { AreaInSpace, cornersOf } from './areaInSpace';
import { cutBody } from './convexBody';
import type { SeenObjects } from '../rays/seenObjects';
import { SelectedIds } from './selectedIds';
import type { SelectChoice } from './selectOptions';

const EVERYWHERE: readonly SpacePart[] = [[]];

const matrix = /* @__PURE__ */ new Matrix4();
const corner = /* @__PURE__ */ new Vector3();
const corners: number[] = [];

/** Where several bodies are; null if there are none. */
type SideOfSome = Side | null;

/**
 * Finds what an area of a camera's picture selects.
 *
 * An object is convex bodies: its box, or its triangles, segments or points. What clipping cuts away of a body is left out. The
 * rest is in the area, outside, or meets the edge; and so is the whole object.
 *
 * The boxes are first compared with the planes around the area. What is behind any of them is not selected. Then comes the box
 * itself: if that is in the area or outside, so is all that is in it.
 */
export class Selection {
  readonly #area: Area;
  readonly #space: AreaInSpace;
  readonly #choice: SelectChoice;
  readonly #meshes: GeometryMeshes;
  readonly #mask: number;
  /** Whether anything is cut away from anything. */
  readonly #isCut: boolean;

  constructor(area: Area, camera: Camera, choice: SelectChoice, meshes: GeometryMeshes) {
    this.#area = area;
    this.#space = new AreaInSpace(area, camera);
    this.#choice = choice;
    this.#meshes = meshes;
    this.#mask = camera.layers.mask;
    this.#isCut = choice.clipping !== null && !cutsNothing(choice.clipping);
  }

  /** @param seen what is not hidden; null if that does not matter. */
  ids(scene: BoxScene, objects: ObjectsById, seen: SeenObjects | null): IdSet {
    if (this.#area.bounds.isEmpty()) return new SelectedIds([], new Set());
    const { inside, crossing, edges } = scene.cull(this.#space.planes, { mask: this.#mask });
    const both = [inside, crossing];
    // Of a rectangle, the planes are all there is: what is in front of all of them is in it.
    if (!this.#area.isRectangle || this.#isCut) return this.#choose(both, both, objects, seen);
    if (this.#choice.isPrecise) return this.#choose(both, [crossing], objects, seen);
    // A box that only one of them cuts is partly in the rectangle.
    return this.#choice.isWindow
      ? this.#choose([inside], [], objects, seen)
      : this.#choose(both, [edges], objects, seen);
  }

  /**
   * The ids of what is in the area, and counts.
   *
   * @param candidates ids of what may be in the area.
   * @param open those of them of which that is not known.
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

  /** `'crossing'` selects what has a point in the area, `'window'` what is wholly in it. */
  #isSelected(side: SideOfSome): boolean {
    return side !== null && side >= (this.#choice.isWindow ? 1 : 0);
  }

  /** Whether it is known what is selected, whatever other bodies there are. */
  #isKnown(side: SideOfSome): boolean {
    return side !== null && this.#isSelected(side) !== this.#choice.isWindow;
  }

  #sideOf(source: BoxSource, instance: number): SideOfSome {
    const { object } = source;
    const shape = source.boundsOf?.(instance) ?? 0;
    // It has been hidden or deleted since the last update.
    if (shape < 0) return null;
    worldMatrixOf(source, instance, matrix);
    const { min, max } = source.boundsAt(shape);
    cornersOf(matrix, min.x, min.y, min.z, max.x, max.y, max.z, corners);
    const side = this.#sideOfBody(corners, this.#partsOf(object));
    // Where a part of the box is left, all that is in it may be cut away.
    const isDecided = side === null || side === -1 || (side === 1 && !this.#isCut);
    const drawn = isDecided || !this.#choice.isPrecise ? null : drawnElementsOf(source, instance, this.#meshes);
    return drawn === null ? side : this.#sideOfElements(drawn, object);
  }

  /** Stops as soon as it is known what is selected. The matrix places the elements. */
  #sideOfElements(drawn: DrawnElements, object: Object3D): SideOfSome {
    const { isWindow } = this.#choice;
    const tree = drawn.hasGroups ? null : drawn.tree;
    if (tree !== null) this.#space.place(matrix);
    let side = null as SideOfSome;
    const leavesOut = (...box: BoxNumbers): boolean => {
      if (this.#isKnown(side)) return true;
      const all = this.#space.sideOfAll(...box);
      // Of what is cut away, it does not matter where it is.
      const isDecided = this.#isCut ? all === -1 && !isWindow : all !== 0;
      if (isDecided) side = joined(side, all);
      return isDecided;
    };
    for (const { elements, materialIndex } of groupsOf(drawn)) {
      const parts = this.#partsOf(object, materialIndex);
      visitElements(elements, tree, leavesOut, (element) => {
        corners.length = 3 * elements.size;
        for (let k = 0; k < elements.size; k++) {
          drawn
            .read(elements.vertexOf(element, k), corner)
            .applyMatrix4(matrix)
            .toArray(corners, 3 * k);
        }
        side = joined(side, this.#sideOfBody(corners, parts));
        return this.#isKnown(side);
      });
      if (this.#isKnown(side)) break;
    }
    return side;
  }

  /** The parts of space in which an object is drawn: see `drawnParts`. */
  #partsOf(object: Object3D, materialIndex?: number): readonly SpacePart[] {
    const { clipping } = this.#choice;
    return this.#isCut && clipping !== null ? drawnParts(object, clipping, materialIndex) : EVERYWHERE;
  }

  /** Where a body is, as far as it is in one of the parts of space. */
  #sideOfBody(points: number[], parts: readonly SpacePart[]): SideOfSome {
    let side: SideOfSome = null;
    for (const planes of parts) {
      let left = points;
      for (const plane of planes) left = cutBody(left, plane);
      if (left.length > 0) side = joined(side, this.#space.sideOf(left));
    }
    return side;
  }
}

/** Where two things are together. */
function joined(a: SideOfSome, b: SideOfSome): SideOfSome {
  if (a === null || b === null) return a ?? b;
  return a === b ? a : 0;
}
