import type { BoxScene, IdSet } from 'slabtree';
import { type Camera, Matrix4, type Object3D, type Plane, Vector3, Vector4 } from 'three';
import type { Owners } from '../boxes/owners';
import { type Drawn, drawnOf, groupsOf } from '../sources/drawn';
import { planesAround, viewProjectionOf } from '../camera/viewPlanes';
import { type BoxNumbers, visitElements } from '../elements/elementTree';
import type { GeometryMeshes } from '../meshes/geometryMeshes';
import { cutsNothing, drawnParts, type SpacePart } from '../rays/clipping';
import { isWithin } from '../rays/graphOrder';
import { type BoxSource, worldMatrixOf } from '../sources/boxSource';
import { type Area, boundsOf, PICTURE } from './area';
import { cutBody, distanceTo } from './convexBody';
import type { SeenObjects } from './seenObjects';
import { SelectedIds } from './selectedIds';
import type { SelectChoice } from './selectOptions';

const EVERYWHERE: readonly SpacePart[] = [[]];
/**
 * How far bounds are widened, relative to the sum of the sizes of the terms that a number of their picture comes from. Rounding
 * moves a number by less than 2^-50 of that, in the world and on the way to the picture, and by as much with each cut.
 */
const GRACE = 2 ** -40;

const matrix = /* @__PURE__ */ new Matrix4();
/** The sizes of the numbers that bring a point of an object to the picture. */
const sizes = /* @__PURE__ */ new Matrix4();
const grace = /* @__PURE__ */ new Vector4();
const corner = /* @__PURE__ */ new Vector3();

/**
 * Finds what an area of a camera's picture selects.
 *
 * An object is convex bodies: its box, or its triangles, segments or points. What clipping cuts away of a body is left out. The
 * rest, as far as the camera sees it, has a picture, which is convex. That is compared with the area.
 *
 * First, `planeSide` compares the box with the planes around the area. What is behind any of them is not selected. Of a rectangle,
 * the planes are all there is: what is in front of all of them is in it, and so is a part of a box that only one of them cuts.
 * Next comes the box itself: what is in it is outside the area with it, or inside.
 */
export class Selection {
  readonly #area: Area;
  readonly #choice: SelectChoice;
  readonly #meshes: GeometryMeshes;
  readonly #mask: number;
  readonly #planes: readonly Plane[];
  /** What cuts bodies off: the near and the far plane, and the sides of the view if the area reaches out of the picture. */
  readonly #view: readonly Plane[];
  readonly #viewProjection: Matrix4;
  /** Whether anything is cut away from anything. */
  readonly #isCut: boolean;
  readonly #points: number[] = [];
  readonly #picture: number[] = [];

  constructor(area: Area, camera: Camera, choice: SelectChoice, meshes: GeometryMeshes) {
    const viewProjection = viewProjectionOf(camera);
    this.#area = area;
    this.#choice = choice;
    this.#meshes = meshes;
    this.#mask = camera.layers.mask;
    this.#planes = planesAround(area.bounds, viewProjection, camera);
    this.#view = area.isCutOff ? planesAround(PICTURE, viewProjection, camera) : this.#planes.slice(4);
    this.#viewProjection = viewProjection;
    this.#isCut = choice.clipping !== null && !cutsNothing(choice.clipping);
  }

  /** @param seen what is not hidden; null if that does not matter. */
  ids(scene: BoxScene, owners: Owners, seen: SeenObjects | null): IdSet {
    if (this.#area.bounds.isEmpty()) return new SelectedIds([], new Set());
    const { inside, crossing, edges } = scene.cull(this.#planes, { mask: this.#mask });
    const { filter, top, isEverything, isPrecise, isWindow } = this.#choice;
    const isPlain = isEverything && filter === undefined && seen === null;
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
    const { min, max } = source.boundsAt(source.boundsOf?.(instance) ?? 0);
    this.#placeBox(min.x, min.y, min.z, max.x, max.y, max.z);
    const isBoxIn = this.#accepts(this.#points, this.#partsOf(object));
    // Of what is inside, all may be cut away.
    if (!isPrecise || isBoxIn === null || (isBoxIn === isWindow && !(isWindow && this.#isCut))) return isBoxIn === true;
    const drawn = drawnOf(source, instance, this.#meshes);
    return drawn === null ? isBoxIn : this.#selectsAny(drawn, object);
  }

  /** Whether any element is in the area, or, for `'window'`, all that are drawn. The matrix places them. */
  #selectsAny(drawn: Drawn, object: Object3D): boolean {
    const { isWindow } = this.#choice;
    const tree = drawn.hasGroups ? null : drawn.tree;
    if (tree !== null) sizes.multiplyMatrices(sizesOf(this.#viewProjection), sizesOf(matrix));
    const found = { isAnyIn: false, isKnown: false };
    const corners: number[] = [];
    const leavesOut = (...box: BoxNumbers): boolean => {
      const side = this.#sideOfBox(...box);
      const isAllIn = side > 0 && !this.#isCut;
      found.isAnyIn ||= isAllIn;
      return isWindow ? isAllIn : side < 0;
    };
    for (const { elements, materialIndex } of groupsOf(drawn)) {
      const parts = this.#partsOf(object, materialIndex);
      visitElements(elements, tree, leavesOut, (element) => {
        for (let k = 0; k < elements.size; k++) {
          drawn
            .read(elements.vertexOf(element, k), corner)
            .applyMatrix4(matrix)
            .toArray(corners, 3 * k);
        }
        const isIn = this.#accepts(corners, parts);
        found.isAnyIn ||= isIn === true;
        return (found.isKnown ||= isIn === !isWindow);
      });
    }
    return found.isKnown ? !isWindow : found.isAnyIn;
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
    let left = points;
    for (const plane of this.#view) {
      if (this.#choice.isWindow && sideOf(left, plane, 0) < 1) return false;
      left = cutBody(left, plane);
    }
    if (left.length === 0) return false;
    this.#project(left);
    return this.#area.sideOf(this.#picture) >= (this.#choice.isWindow ? 1 : 0);
  }

  /** Returns the least w. */
  #project(points: readonly number[]): number {
    const picture = this.#picture;
    const m = this.#viewProjection.elements;
    let least = Infinity;
    picture.length = 0;
    for (let i = 0; i < points.length; i += 3) {
      const x = points[i];
      const y = points[i + 1];
      const z = points[i + 2];
      const w = m[3] * x + m[7] * y + m[11] * z + m[15];
      picture.push((m[0] * x + m[4] * y + m[8] * z + m[12]) / w, (m[1] * x + m[5] * y + m[9] * z + m[13]) / w);
      least = Math.min(least, w);
    }
    return least;
  }

  /** Writes the corners of a box in the world, placed by `matrix`. */
  #placeBox(minX: number, minY: number, minZ: number, maxX: number, maxY: number, maxZ: number): void {
    const points = this.#points;
    const m = matrix.elements;
    points.length = 0;
    for (let i = 0; i < 8; i++) {
      const x = i & 1 ? maxX : minX;
      const y = i & 2 ? maxY : minY;
      const z = i & 4 ? maxZ : minZ;
      points.push(
        m[0] * x + m[4] * y + m[8] * z + m[12],
        m[1] * x + m[5] * y + m[9] * z + m[13],
        m[2] * x + m[6] * y + m[10] * z + m[14],
      );
    }
  }

  /**
   * Where all bodies in a box are, rounding included: 1 if they are in the area, -1 if they are outside, 0 if that is not known.
   *
   * The picture of a point is off by no more than a sum of two terms: how far its x or y is off, and its w times the size of the
   * picture, both divided by w. The bounds of the box's picture are widened by that.
   */
  #sideOfBox(minX: number, minY: number, minZ: number, maxX: number, maxY: number, maxZ: number): -1 | 0 | 1 {
    this.#placeBox(minX, minY, minZ, maxX, maxY, maxZ);
    grace.set(Math.max(-minX, maxX), Math.max(-minY, maxY), Math.max(-minZ, maxZ), 1);
    grace.applyMatrix4(sizes).multiplyScalar(GRACE);
    for (const plane of this.#view) {
      const side = sideOf(this.#points, plane, grace.x + grace.y + grace.z + grace.w);
      if (side < 1) return side;
    }
    const w = this.#project(this.#points) - grace.w;
    if (!(w > 0)) return 0;
    const [left, bottom, right, top] = boundsOf(this.#picture);
    const size = Math.max(-left, -bottom, right, top);
    const room = (grace.x + grace.y + size * grace.w) / w;
    const [minU, minV, maxU, maxV] = [left - room, bottom - room, right + room, top + room];
    return this.#area.sideOf([minU, minV, maxU, minV, maxU, maxV, minU, maxV]);
  }
}

function sizesOf({ elements }: Matrix4): Matrix4 {
  return new Matrix4().fromArray(elements.map(Math.abs));
}

/** On which side of a plane points are if all are farther from it than a distance; otherwise 0. */
function sideOf(points: readonly number[], plane: Plane, distance: number): -1 | 0 | 1 {
  let side: -1 | 0 | 1 = 0;
  for (let i = 0; i < points.length; i += 3) {
    const at = distanceTo(plane, points[i], points[i + 1], points[i + 2]);
    const sideOfPoint = at > distance ? 1 : at < -distance ? -1 : 0;
    if (sideOfPoint === 0 || sideOfPoint === -side) return 0;
    side = sideOfPoint;
  }
  return side;
}
