import type { BoxScene, IdSet } from 'slabtree';
import { type Box3, type Camera, Matrix4, type Object3D, type Plane } from 'three';
import type { Owners } from '../boxes/owners';
import { cutsNothing, drawnParts, type SpacePart } from '../rays/clipping';
import { isWithin } from '../rays/graphOrder';
import { type BoxSource, worldMatrixOf } from '../sources/boxSource';
import type { Area } from './area';
import { cutBody } from './convexBody';
import { someElement } from './elements';
import type { SeenObjects } from './seenObjects';
import { SelectedIds } from './selectedIds';
import type { SelectChoice } from './selectOptions';
import { planesAround, viewProjectionOf } from './selectionPlanes';

const EVERYWHERE: readonly SpacePart[] = [[]];

const matrix = /* @__PURE__ */ new Matrix4();

/**
 * Finds what an area of a camera's picture selects.
 *
 * An object is seen as convex bodies: its box, or its triangles, segments or points. What clipping cuts away of a body is left
 * out. Of the rest, what lies between the near and the far plane has a picture, which is convex, and is compared with the area.
 *
 * First, the box of an object is compared with the planes around the area, by `planeSide`. If it is behind any, the object is not
 * selected.
 */
export class Selection {
  readonly #area: Area;
  readonly #choice: SelectChoice;
  readonly #mask: number;
  readonly #planes: readonly Plane[];
  /** The near and the far plane. */
  readonly #ends: readonly Plane[];
  readonly #viewProjection: readonly number[];
  /** Whether anything is cut away from anything. */
  readonly #isCut: boolean;
  readonly #points: number[] = [];
  readonly #picture: number[] = [];

  constructor(area: Area, camera: Camera, choice: SelectChoice) {
    const viewProjection = viewProjectionOf(camera);
    this.#area = area;
    this.#choice = choice;
    this.#mask = camera.layers.mask;
    this.#planes = planesAround(area, camera, viewProjection);
    this.#ends = this.#planes.slice(4);
    this.#viewProjection = viewProjection.elements;
    this.#isCut = choice.clipping !== null && !cutsNothing(choice.clipping);
  }

  /** @param seen what is not hidden; null if that does not matter. */
  ids(scene: BoxScene, owners: Owners, seen: SeenObjects | null): IdSet {
    const { inside, crossing, edges } = scene.cull(this.#planes, { mask: this.#mask });
    const { filter, top, isEverything, isPrecise, isWindow } = this.#choice;
    const isPlain = isEverything && filter === undefined && seen === null;
    // Of a rectangle, the planes are all there is: what is in front of all is in it. So is a box that only one of them cuts.
    const isDecided = this.#area.isRectangle && !this.#isCut;
    const isBoxDecided = isDecided && !isPrecise;
    const sets = isBoxDecided && isWindow ? [inside] : [inside, crossing];
    const leftOut = new Set<number>();
    for (const set of sets) {
      const isIn = isDecided && set === inside;
      if (isIn && isPlain) continue;
      for (const id of (isBoxDecided && isPlain ? edges : set).toArray()) {
        const source = owners.sourceOf(id);
        const instance = owners.instanceOf(id);
        const { object, instanceName } = source;
        const isSelected =
          (isEverything || isWithin(object, top)) &&
          (seen === null || seen.get(object)?.has(instance) === true) &&
          (isIn || (isBoxDecided && !edges.has(id)) || this.#selects(source, instance)) &&
          filter?.(object, instanceName === null ? undefined : instance, undefined) !== false;
        if (!isSelected) leftOut.add(id);
      }
    }
    return new SelectedIds(sets, leftOut);
  }

  #selects(source: BoxSource, instance: number): boolean {
    const { isPrecise, isWindow } = this.#choice;
    const { object } = source;
    worldMatrixOf(source, instance, matrix);
    const box = source.boundsAt(source.boundsOf?.(instance) ?? 0);
    const isBoxIn = this.#accepts(this.#cornersOf(box), this.#partsOf(object));
    if (!isPrecise || isBoxIn === null) return isBoxIn === true;
    // What is in the box is outside the area with it, or inside. But of what is inside, all may be cut away.
    if (isBoxIn === isWindow && !(isWindow && this.#isCut)) return isBoxIn;
    const parts = new Map<number | undefined, readonly SpacePart[]>();
    let isAnyIn = false;
    const isDecided = someElement(source, instance, matrix, (corners, materialIndex) => {
      let drawn = parts.get(materialIndex);
      if (drawn === undefined) parts.set(materialIndex, (drawn = this.#partsOf(object, materialIndex)));
      const isIn = this.#accepts(corners, drawn);
      if (isIn === true) isAnyIn = true;
      return isIn === !isWindow;
    });
    return isDecided === null ? isBoxIn : isAnyIn && isDecided !== isWindow;
  }

  /** The parts of space in which an object is drawn: see `drawnParts`. */
  #partsOf(object: Object3D, materialIndex?: number): readonly SpacePart[] {
    const { clipping } = this.#choice;
    return this.#isCut && clipping !== null ? drawnParts(object, clipping, materialIndex) : EVERYWHERE;
  }

  /**
   * Whether a body counts as in the area: a part of it for `'crossing'`, all that is left of it for `'window'`. Null if nothing is
   * left.
   */
  #accepts(points: number[], parts: readonly SpacePart[]): boolean | null {
    const { isWindow } = this.#choice;
    let isIn: boolean | null = null;
    for (const planes of parts) {
      let left = points;
      for (const plane of planes) left = cutBody(left, plane);
      if (left.length === 0) continue;
      isIn = this.#isInArea(left);
      if (isIn !== isWindow) break;
    }
    return isIn;
  }

  #isInArea(points: number[]): boolean {
    const { isWindow } = this.#choice;
    let left = points;
    for (const plane of this.#ends) {
      left = cutBody(left, plane);
      if (isWindow && left !== points) return false;
    }
    if (left.length === 0) return false;
    const picture = this.#picture;
    const m = this.#viewProjection;
    picture.length = 0;
    for (let i = 0; i < left.length; i += 3) {
      const x = left[i];
      const y = left[i + 1];
      const z = left[i + 2];
      const w = m[3] * x + m[7] * y + m[11] * z + m[15];
      picture.push((m[0] * x + m[4] * y + m[8] * z + m[12]) / w, (m[1] * x + m[5] * y + m[9] * z + m[13]) / w);
    }
    return this.#area.sideOf(picture) >= (isWindow ? 1 : 0);
  }

  /** The corners of a box in the world, placed by `matrix`. */
  #cornersOf({ min, max }: Box3): number[] {
    const points = this.#points;
    const m = matrix.elements;
    points.length = 0;
    for (let i = 0; i < 8; i++) {
      const x = i & 1 ? max.x : min.x;
      const y = i & 2 ? max.y : min.y;
      const z = i & 4 ? max.z : min.z;
      points.push(
        m[0] * x + m[4] * y + m[8] * z + m[12],
        m[1] * x + m[5] * y + m[9] * z + m[13],
        m[2] * x + m[6] * y + m[10] * z + m[14],
      );
    }
    return points;
  }
}
