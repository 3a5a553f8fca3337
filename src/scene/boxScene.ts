import { buildSah } from '../bvh/buildSah';
import { cullByPlanes } from '../bvh/cullByPlanes';
import { LeafStore } from '../bvh/leafStore';
import { createRayBuffer, type RayBuffer, SOLID, T_MAX, T_MIN } from '../bvh/rayBuffer';
import { ClosestHit, raycast } from '../bvh/raycast';
import { raycastAll } from '../bvh/raycastAll';
import { raycastAny } from '../bvh/raycastAny';
import type { RaySelection } from '../bvh/raySelection';
import { splitByPlane } from '../bvh/splitByPlane';
import { statistics, type TreeStatistics } from '../bvh/statistics';
import type { Tree } from '../bvh/tree';
import { worldBoundsOfAll } from '../bvh/worldBounds';
import type { Aabb } from '../primitives/aabb';
import { checkAabb, checkPlane, checkRay, show } from '../primitives/check';
import { elementsOf, type Matrix4 } from '../primitives/matrix4';
import { invertPlacement, type Obb } from '../primitives/obb';
import type { Plane } from '../primitives/plane';
import type { Ray } from '../primitives/ray';
import { type Camera, type Pointer, screenRay } from '../primitives/screenRay';
import { vec3 } from '../primitives/vec3';
import { checkBoxes, checkMask, checkMatrices, checkRayNumbers, type Numbers } from './checkInput';
import { describeHit, type Hit } from './hit';
import { type IdSet, type SceneClock, SubtreeIdSet } from './idSet';
import { type PickOptions, type RaycastOptions, selectionOf } from './raycastOptions';

/** What runs the queries. */
export type Backend = 'js';

export interface BoxSceneOptions {
  /** `'auto'`, the default, takes the fastest there is. The answers are the same, to the last bit. */
  backend?: 'auto' | Backend;
}

export interface ManyHits {
  /** The id of the closest hit of each ray, -1 where nothing is hit. */
  ids: Int32Array;
  /** Its t, Infinity where nothing is hit. */
  ts: Float64Array;
}

export interface MaskOption {
  /** Only boxes that share a bit with it; without it all boxes. */
  mask?: number;
}

const ALL_BITS = 0xffffffff;
const NO_OPTIONS = {};

/**
 * A set of boxes, axis-aligned and oriented, that answers queries exactly as a float64 loop over all of them would.
 *
 * Changes are cheap and are applied together by the next query, or by `commit`. Bad input throws a `TypeError` or
 * `RangeError` that names it, and leaves the scene as it was.
 */
export class BoxScene {
  readonly #leaves = new LeafStore();
  readonly #clock: SceneClock = { changes: 0 };
  readonly #ray = createRayBuffer();
  readonly #closest = new ClosestHit();
  readonly #inverse = new Float64Array(9);
  #tree: Tree | null = null;
  #bounds: Float64Array | null = null;

  /** @throws RangeError where the backend is not to be had. */
  constructor({ backend = 'auto' }: BoxSceneOptions = {}) {
    if (backend !== 'auto' && (backend as string) !== 'js') {
      throw new RangeError(`options.backend must be 'auto' or 'js', got ${show(backend)}`);
    }
  }

  /** Which backend runs. */
  get backend(): Backend {
    return 'js';
  }

  /** How many boxes there are. */
  get size(): number {
    return this.#leaves.size;
  }

  /** The smallest box around all boxes, an OBB by its centre and projected extents; null where there are none. */
  get bounds(): Aabb | null {
    this.#bounds ??= worldBoundsOfAll(this.#leaves);
    if (this.#bounds === null) return null;
    const [minX, minY, minZ, maxX, maxY, maxZ] = this.#bounds;
    return { min: vec3(minX, minY, minZ), max: vec3(maxX, maxY, maxZ) };
  }

  /** Bytes that the scene holds: boxes, masks and tree. */
  get byteLength(): number {
    return this.#leaves.byteLength + (this.#tree === null ? 0 : this.#tree.nodes.byteLength);
  }

  /**
   * Adds an axis-aligned box.
   *
   * @param mask 32 bits of which a query's mask must share one; all by default.
   * @returns its id. Ids of removed boxes are given out again.
   */
  addAabb(box: Aabb, mask = ALL_BITS): number {
    checkAabb('box', box);
    checkMask('mask', mask);
    this.#beforeChange();
    const id = this.#leaves.addId(mask);
    this.#writeAabb(id, box);
    return id;
  }

  /** Adds an oriented box; see {@link addAabb}. */
  addObb(box: Obb, mask = ALL_BITS): number {
    checkAabb('box', box);
    invertPlacement('box.matrix', box.matrix, this.#inverse);
    checkMask('mask', mask);
    this.#beforeChange();
    const id = this.#leaves.addId(mask);
    this.#writeObb(id, box);
    return id;
  }

  /**
   * Adds many axis-aligned boxes.
   *
   * @param boxes 6 numbers a box: min x y z, max x y z.
   * @returns the first id; the others follow it.
   */
  addAabbs(boxes: Numbers, mask = ALL_BITS): number {
    checkBoxes('boxes', boxes);
    checkMask('mask', mask);
    this.#beforeChange();
    const leaves = this.#leaves;
    const count = boxes.length / 6;
    const first = leaves.addIds(count, mask);
    if (boxes instanceof Float32Array) leaves.aabb32.reserve(count);
    for (let i = 0, at = 0; i < count; i++, at += 6) {
      leaves.setAabb(first + i, boxes[at], boxes[at + 1], boxes[at + 2], boxes[at + 3], boxes[at + 4], boxes[at + 5]);
    }
    return first;
  }

  /**
   * Adds one local box as many times as there are matrices: the array of an `InstancedMesh` goes in as it is.
   *
   * @param matrices 16 numbers a matrix, column-major, affine.
   * @returns the first id; the others follow it.
   */
  addObbs(box: Aabb, matrices: Numbers, mask = ALL_BITS): number {
    checkAabb('box', box);
    checkMatrices('matrices', matrices, this.#inverse);
    checkMask('mask', mask);
    this.#beforeChange();
    const leaves = this.#leaves;
    const count = matrices.length / 16;
    const first = leaves.addIds(count, mask);
    leaves.obbs.reserve(count);
    for (let i = 0; i < count; i++) {
      const matrix = matrices.subarray(16 * i, 16 * i + 16);
      invertPlacement('matrices', matrix, this.#inverse);
      this.#writeObb(first + i, { min: box.min, max: box.max, matrix });
    }
    return first;
  }

  /** Replaces a box by an axis-aligned one. */
  setAabb(id: number, box: Aabb): void {
    this.#checkId(id);
    checkAabb('box', box);
    this.#beforeChange();
    this.#writeAabb(id, box);
  }

  /** Replaces a box by an oriented one. */
  setObb(id: number, box: Obb): void {
    this.#checkId(id);
    checkAabb('box', box);
    invertPlacement('box.matrix', box.matrix, this.#inverse);
    this.#beforeChange();
    this.#writeObb(id, box);
  }

  /**
   * Moves an oriented box: its local box stays.
   *
   * @throws TypeError where the box is axis-aligned.
   */
  setMatrix(id: number, matrix: Matrix4): void {
    this.#checkId(id);
    if (!this.#leaves.isObb(id)) {
      throw new TypeError(
        `id must be that of an oriented box, got ${id}, which is axis-aligned: use setAabb or setObb`,
      );
    }
    invertPlacement('matrix', matrix, this.#inverse);
    this.#beforeChange();
    this.#leaves.setMatrix(id, elementsOf(matrix), this.#inverse);
  }

  /** Sets the 32 bits of which a query's mask must share one. */
  setMask(id: number, mask: number): void {
    this.#checkId(id);
    checkMask('mask', mask);
    this.#checkNotWalked();
    this.#clock.changes++;
    this.#leaves.masks[id] = mask;
  }

  /** Removes a box; its id is unknown until it is given out again. */
  remove(id: number): void {
    this.#checkId(id);
    this.#beforeChange();
    this.#leaves.remove(id);
  }

  /** Removes all boxes. */
  clear(): void {
    this.#beforeChange();
    this.#leaves.clear();
  }

  /** Whether there is a box with that id. */
  has(id: number): boolean {
    return Number.isInteger(id) && id >= 0 && this.#leaves.has(id);
  }

  /** Applies pending changes now. Every query does so by itself. */
  commit(): void {
    this.committedTree();
  }

  /**
   * The closest box that a ray meets: the smallest t, and among equal ones the smallest id.
   *
   * @returns null where nothing is hit.
   */
  raycast(ray: Ray, options: RaycastOptions = NO_OPTIONS): Hit | null {
    checkRay('ray', ray);
    const selection = selectionOf(options);
    const tree = this.committedTree();
    const buffer = this.#bufferOf(ray, options, selection);
    const closest = selection === null ? this.#closest : new ClosestHit();
    raycast(tree, buffer, selection, closest);
    return closest.id < 0 ? null : describeHit(this.#leaves, buffer, closest.id, closest.t);
  }

  /** Whether a ray meets any box: faster than asking which. */
  raycastAny(ray: Ray, options: RaycastOptions = NO_OPTIONS): boolean {
    checkRay('ray', ray);
    const selection = selectionOf(options);
    const tree = this.committedTree();
    return raycastAny(tree, this.#bufferOf(ray, options, selection), selection);
  }

  /** All boxes that a ray meets, by t, and among equal ones by id. */
  raycastAll(ray: Ray, options: RaycastOptions = NO_OPTIONS): Hit[] {
    checkRay('ray', ray);
    const selection = selectionOf(options);
    const tree = this.committedTree();
    const buffer = this.#bufferOf(ray, options, selection);
    return raycastAll(tree, buffer, selection).map(({ id, t }) => describeHit(this.#leaves, buffer, id, t));
  }

  /**
   * The closest box of each of many rays, as {@link raycast} finds it.
   *
   * @param rays 6 numbers a ray: origin x y z, direction x y z.
   */
  raycastMany(rays: Numbers, options: RaycastOptions = NO_OPTIONS): ManyHits {
    checkRayNumbers('rays', rays);
    const selection = selectionOf(options);
    const tree = this.committedTree();
    const count = rays.length / 6;
    const ids = new Int32Array(count);
    const ts = new Float64Array(count);
    const closest = new ClosestHit();
    const buffer = createRayBuffer();
    writeRange(buffer, options);
    for (let i = 0; i < count; i++) {
      for (let k = 0; k < 6; k++) buffer[k] = rays[6 * i + k];
      raycast(tree, buffer, selection, closest);
      ids[i] = closest.id;
      ts[i] = closest.t;
    }
    return { ids, ts };
  }

  /**
   * The closest box under a screen point: {@link screenRay}, then {@link raycast}. `t` and `distance` count from the near
   * plane, in world units.
   */
  pick(pointer: Pointer, camera: Camera, options: PickOptions = NO_OPTIONS): Hit | null {
    return this.raycast(screenRay(pointer, camera, options.clipSpace), options);
  }

  /** Sorts all boxes by the side of a plane they lie on: in front (where the normal points), crossing or touching, behind. */
  split(plane: Plane, { mask }: MaskOption = NO_OPTIONS): { front: IdSet; crossing: IdSet; back: IdSet } {
    checkPlane('plane', plane);
    if (mask !== undefined) checkMask('options.mask', mask);
    const tree = this.committedTree();
    const { normal, constant } = plane;
    const { front, crossing, back } = splitByPlane(tree, normal.x, normal.y, normal.z, constant);
    return {
      front: new SubtreeIdSet(tree, front, mask, this.#clock),
      crossing: new SubtreeIdSet(tree, crossing, mask, this.#clock),
      back: new SubtreeIdSet(tree, back, mask, this.#clock),
    };
  }

  /**
   * The boxes in a convex volume, a view frustum say, plane by plane: those in front of every plane, and those behind none
   * but crossing or touching some. The latter may, beside an edge of the volume, lie outside it.
   *
   * @param planes normals inward; see frustumFromMatrix. Without planes, all boxes are inside.
   */
  cull(planes: readonly Plane[], { mask }: MaskOption = NO_OPTIONS): { inside: IdSet; crossing: IdSet } {
    if (!isArray(planes)) throw new TypeError(`planes must be an array of planes, got ${show(planes)}`);
    const numbers = new Float64Array(4 * planes.length);
    planes.forEach((plane, i) => {
      checkPlane(`planes[${i}]`, plane);
      const { normal, constant } = plane;
      numbers.set([normal.x, normal.y, normal.z, constant], 4 * i);
    });
    if (mask !== undefined) checkMask('options.mask', mask);
    const tree = this.committedTree();
    const { inside, crossing } = cullByPlanes(tree, numbers);
    return {
      inside: new SubtreeIdSet(tree, inside, mask, this.#clock),
      crossing: new SubtreeIdSet(tree, crossing, mask, this.#clock),
    };
  }

  /** What the tree looks like, for people who tune. */
  statistics(): TreeStatistics {
    return statistics(this.committedTree());
  }

  /**
   * The tree over the boxes as they are now: for this package's own tests, not part of its surface.
   *
   * @internal
   */
  committedTree(): Tree {
    return (this.#tree ??= buildSah(this.#leaves));
  }

  #beforeChange(): void {
    this.#checkNotWalked();
    this.#clock.changes++;
    this.#tree = null;
    this.#bounds = null;
  }

  #checkNotWalked(): void {
    if (this.#tree !== null && this.#tree.walks > 0) {
      throw new Error('a scene cannot be changed by the filter or refine of a query that is under way in it');
    }
  }

  #checkId(id: number): void {
    if (typeof id !== 'number') throw new TypeError(`id must be a number, got ${show(id)}`);
    if (!this.has(id)) throw new RangeError(`id must be that of a box in the scene, got ${id}`);
  }

  #writeAabb(id: number, { min, max }: Aabb): void {
    this.#leaves.setAabb(id, min.x, min.y, min.z, max.x, max.y, max.z);
  }

  /** Stores a box whose matrix has just been inverted. */
  #writeObb(id: number, { min, max, matrix }: Obb): void {
    this.#leaves.setObb(id, min.x, min.y, min.z, max.x, max.y, max.z, elementsOf(matrix), this.#inverse);
  }

  /** A ray as flat numbers, in a buffer of its own where a callback may cast another ray meanwhile. */
  #bufferOf({ origin, direction }: Ray, options: RaycastOptions, selection: RaySelection | null): RayBuffer {
    const buffer = selection === null ? this.#ray : createRayBuffer();
    buffer[0] = origin.x;
    buffer[1] = origin.y;
    buffer[2] = origin.z;
    buffer[3] = direction.x;
    buffer[4] = direction.y;
    buffer[5] = direction.z;
    writeRange(buffer, options);
    return buffer;
  }
}

function isArray(value: unknown): boolean {
  return Array.isArray(value);
}

function writeRange(buffer: RayBuffer, { tMin = 0, tMax = Infinity, solid = false }: RaycastOptions): void {
  buffer[T_MIN] = tMin;
  buffer[T_MAX] = tMax;
  buffer[SOLID] = solid ? 1 : 0;
}
