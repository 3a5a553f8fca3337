import { AABB_STRIDE, COLUMNS, INVERSE, OBB_STRIDE, TRANSLATION } from '../../primitives/flat/boxLayout';
import { closestPointOnAabb, closestPointOnObb } from '../../primitives/query/closestPoint';
import type { FlatShape } from '../../primitives/flat/flatShape';
import { shapeOverlapsAabb, shapeOverlapsObb } from '../../primitives/query/overlaps';
import { aabbSide, obbSide, type Side } from '../../primitives/query/planeSide';
import type { RayBuffer } from '../../primitives/flat/rayBuffer';
import { aabbHit } from '../../primitives/query/raycastAabb';
import { obbHit } from '../../primitives/query/raycastObb';
import { AABB_32, AABB_64, indexOf, kindOf, OBB, placeOf } from '../layout/nodeLayout';
import type { Block, Memory } from '../memory/memory';
import { RecordPool } from '../memory/recordPool';
import { checkBuildMemory } from '../memory/buildMemory';
import { IdPool } from './idPool';
import type { Order } from './order';

/** The mask that shares a bit with every other mask except 0. */
export const ALL_BITS = 0xffffffff;
/** The place of an unused id. */
const NOWHERE = 0;

/** The records of OBBs: see boxLayout. */
export type ObbRecords = RecordPool<Float64Array>;

/** Boxes that another thread has stored, in memory that this thread can read. */
export interface StoredBoxes {
  readonly places: Uint32Array;
  readonly masks: Uint32Array;
  readonly meshes: Uint32Array;
  readonly meshCondition: number;
  readonly aabb32: Float32Array;
  readonly aabb64: Float64Array;
  readonly obbs: Float64Array;
  readonly globalIds: Float64Array | null;
  readonly commonMask: number;
  readonly size: number;
  readonly idLimit: number;
}

/**
 * The boxes by id, exactly as given, and the tests that decide in float64.
 *
 * An AABB is stored as float32 if that holds all six numbers exactly, otherwise as float64. An OBB is stored as
 * float64, with the inverse of its matrix. A place says which kind it is, and where: see nodeLayout.
 */
export class BoxStore implements Order {
  readonly memory: Memory;
  places: Uint32Array = new Uint32Array(0);
  masks: Uint32Array = new Uint32Array(0);
  /** For each id, the number of the mesh that it places, plus 1. 0 for a box. Empty until there is an instance. */
  meshes: Uint32Array = new Uint32Array(0);
  /**
   * At least ‖M‖·‖N‖ of every instance, with M the linear part of its matrix, N the inverse, and the norms those of the
   * largest row. It only grows, until all boxes are removed: see margins/guardReach.ts.
   */
  meshCondition = 0;
  /**
   * Whether an OBB has, or has had, a number that is not smaller than SAFE_SIZE: see primitives/shapes/matrix4.ts. It stays
   * true until all boxes are removed.
   */
  hasLargeObbs = false;
  /**
   * A number for each id: of boxes that are equally near, the one with the smaller number counts. Null if the ids do, as in
   * all scenes but those of tiles.
   */
  globalIds: Float64Array | null = null;
  /**
   * Ids below this are no boxes. They stand for tiles that are absent, in slots of their own. Rays and `nearest` find one
   * where something in its slot may be at the earliest: what they find before it is the answer, whatever is in the tile.
   */
  placeholders = 0;
  /** The bits that all masks have. If the mask of a query shares one of them, the query is for all boxes. */
  commonMask = ALL_BITS;
  readonly aabb32: RecordPool<Float32Array>;
  readonly aabb64: RecordPool<Float64Array>;
  readonly obbs: ObbRecords;
  readonly ids = new IdPool();
  readonly #places: Block;
  readonly #masks: Block;
  readonly #meshes: Block;
  /** The ids that place each mesh, and perhaps some that no longer do. Null until it is needed. */
  #instances: Map<number, Set<number>> | null = null;

  constructor(memory: Memory) {
    this.memory = memory;
    this.#places = memory.allocate(0, (buffer, byteOffset, byteLength) => {
      this.places = new Uint32Array(buffer, byteOffset, byteLength / 4);
    });
    this.#masks = memory.allocate(0, (buffer, byteOffset, byteLength) => {
      this.masks = new Uint32Array(buffer, byteOffset, byteLength / 4);
    });
    this.#meshes = memory.allocate(0, (buffer, byteOffset, byteLength) => {
      this.meshes = new Uint32Array(buffer, byteOffset, byteLength / 4);
    });
    this.aabb32 = new RecordPool(memory, Float32Array, 4, AABB_STRIDE);
    this.aabb64 = new RecordPool(memory, Float64Array, 8, AABB_STRIDE);
    this.obbs = new RecordPool(memory, Float64Array, 8, OBB_STRIDE);
  }

  /** How many boxes there are. */
  get size(): number {
    return this.ids.used;
  }

  /** Every id in use is less than this. */
  get idLimit(): number {
    return this.ids.limit;
  }

  get byteLength(): number {
    const records = this.aabb32.byteLength + this.aabb64.byteLength + this.obbs.byteLength;
    return records + this.places.byteLength + this.masks.byteLength + this.meshes.byteLength;
  }

  /** Shows boxes that are stored elsewhere. They are only read. */
  show(stored: StoredBoxes): void {
    const { places, masks, meshes, meshCondition, aabb32, aabb64, obbs, globalIds, commonMask, size, idLimit } = stored;
    this.places = places;
    this.masks = masks;
    this.meshes = meshes;
    this.meshCondition = meshCondition;
    this.aabb32.data = aabb32;
    this.aabb64.data = aabb64;
    this.obbs.data = obbs;
    this.globalIds = globalIds;
    this.commonMask = commonMask;
    this.ids.used = size;
    this.ids.limit = idLimit;
  }

  has(id: number): boolean {
    return id < this.idLimit && this.places[id] !== NOWHERE;
  }

  /**
   * Returns an id for a box that is about to be set. Makes room for the box first: if there is none, nothing has
   * changed.
   */
  addId(mask: number): number {
    this.#reserve(this.ids.limitAfter(1), 1, 1, 1);
    const id = this.ids.take();
    this.setMask(id, mask);
    return id;
  }

  /** Returns the first of `count` ids in a row, for boxes that are about to be set. There must be room for them. */
  #addIds(count: number, mask: number): number {
    const first = this.ids.takeRun(count);
    this.masks.fill(mask, first, first + count);
    this.commonMask &= mask;
    return first;
  }

  /** Makes room for exactly that many more OBBs, if there are none yet. */
  reserveObbs(count: number): void {
    this.#reserve(this.ids.limitAfter(count), 0, 0, count);
  }

  /** Makes room for exactly that many more AABBs, of which so many fit in float32, if there are none yet. */
  reserveAabbs(count: number, narrow: number): void {
    this.#reserve(this.ids.limitAfter(count), narrow, count - narrow, 0);
  }

  /** Adds AABBs, 6 numbers each, and returns the first id. If there is no room for all of them, nothing has changed. */
  addAabbs(boxes: Float32Array | Float64Array, mask: number): number {
    const count = boxes.length / AABB_STRIDE;
    const narrow = countNarrow(boxes);
    this.reserveAabbs(count, narrow);
    const first = this.#addIds(count, mask);
    const record = narrow === count ? this.aabb32.takeRun(count) : -1;
    if (record < 0) {
      for (let i = 0; i < count; i++) this.setAabb(first + i, boxes, i * AABB_STRIDE);
    } else {
      this.aabb32.data.set(boxes, record * AABB_STRIDE);
      for (let i = 0; i < count; i++) this.places[first + i] = placeOf(AABB_32, record + i);
    }
    return first;
  }

  /** Makes room for exactly that many places. For the places of a file. */
  resizePlaces(count: number): void {
    this.#places.resize(count * 4);
  }

  /** Makes room for exactly that many masks. */
  resizeMasks(count: number): void {
    this.#masks.resize(count * 4);
  }

  setMask(id: number, mask: number): void {
    this.masks[id] = mask;
    this.commonMask &= mask;
  }

  remove(id: number): void {
    this.#release(id);
    this.ids.giveBack(id);
  }

  clear(): void {
    this.commonMask = ALL_BITS;
    this.ids.clear();
    this.#places.resize(0);
    this.#masks.resize(0);
    this.#meshes.resize(0);
    this.meshCondition = 0;
    this.hasLargeObbs = false;
    this.aabb32.clear();
    this.aabb64.clear();
    this.obbs.clear();
  }

  /** Sets a box to the six numbers from `at`: min x y z, max x y z. */
  setAabb(id: number, box: Float32Array | Float64Array, at: number): void {
    const kind = isFloat32(box, at) ? AABB_32 : AABB_64;
    const pool = kind === AABB_32 ? this.aabb32 : this.aabb64;
    const record = this.#place(id, kind, pool) * AABB_STRIDE;
    const { data } = pool;
    for (let k = 0; k < AABB_STRIDE; k++) data[record + k] = box[at + k];
  }

  /** Sets the boxes of consecutive ids. If there is no room for all of them, nothing has changed. */
  setAabbs(first: number, count: number, boxes: Float32Array | Float64Array): void {
    if (boxes instanceof Float32Array && this.#isRun(first, count)) {
      this.aabb32.data.set(boxes, indexOf(this.places[first]) * AABB_STRIDE);
      return;
    }
    let narrow = 0;
    let wide = 0;
    for (let i = 0; i < count; i++) {
      const kind = isFloat32(boxes, i * AABB_STRIDE) ? AABB_32 : AABB_64;
      if (kindOf(this.places[first + i]) === kind) continue;
      if (kind === AABB_32) narrow++;
      else wide++;
    }
    if (narrow + wide === 0) {
      for (let i = 0; i < count; i++) this.#writeAabb(this.places[first + i], boxes, i * AABB_STRIDE);
      return;
    }
    this.#reserve(this.idLimit, narrow, wide, 0);
    for (let i = 0; i < count; i++) this.setAabb(first + i, boxes, i * AABB_STRIDE);
  }

  /** Writes six numbers into the record at a place, which must be of their kind. */
  #writeAabb(place: number, box: Float32Array | Float64Array, at: number): void {
    const data = this.#aabbsOf(place);
    const record = indexOf(place) * AABB_STRIDE;
    for (let k = 0; k < AABB_STRIDE; k++) data[record + k] = box[at + k];
  }

  /** The records of AABBs of the kind at a place. */
  #aabbsOf(place: number): Float32Array | Float64Array {
    return kindOf(place) === AABB_32 ? this.aabb32.data : this.aabb64.data;
  }

  /** Whether consecutive ids have consecutive float32 boxes. That is so if they were added together. */
  #isRun(first: number, count: number): boolean {
    const place = this.places[first];
    for (let i = 0; i < count; i++) if (this.places[first + i] !== place + i) return false;
    return kindOf(place) === AABB_32;
  }

  /** Makes a box an OBB with this record. */
  setObb(id: number, record: Float64Array): void {
    const at = this.#place(id, OBB, this.obbs) * OBB_STRIDE;
    this.obbs.data.set(record, at);
  }

  /** Copies the matrix of a record, and everything derived from it, to an OBB. */
  setMatrix(id: number, record: Float64Array): void {
    const at = indexOf(this.places[id]) * OBB_STRIDE;
    const { data } = this.obbs;
    for (let k = TRANSLATION; k < OBB_STRIDE; k++) data[at + k] = record[k];
    if (this.meshes.length !== 0) this.coverMatrices(id, 1);
  }

  /** Call this when the matrices of consecutive ids have been set by somebody else. */
  coverMatrices(first: number, count: number): void {
    if (this.meshes.length === 0) return;
    const before = this.meshCondition;
    for (let id = first; id < first + count; id++) {
      if (this.meshes[id] === 0) continue;
      const condition = conditionOf(this.obbs.data, indexOf(this.places[id]) * OBB_STRIDE);
      // Written so that NaN, from an overflow, counts as Infinity.
      if (!(condition <= this.meshCondition)) this.meshCondition = condition < Infinity ? 2 * condition : Infinity;
    }
    // Whoever keeps a copy of the number is told by this that something has changed.
    if (this.meshCondition !== before) this.#meshes.resize(this.meshes.byteLength);
  }

  /** Adds OBBs with the same local box and returns the first id. Their matrices are about to be set. */
  addObbs(box: Float64Array, count: number, mask: number): number {
    this.reserveObbs(count);
    const first = this.#addIds(count, mask);
    for (let id = first; id < first + count; id++) {
      const at = this.#place(id, OBB, this.obbs) * OBB_STRIDE;
      for (let k = 0; k < AABB_STRIDE; k++) this.obbs.data[at + k] = box[k];
    }
    return first;
  }

  /**
   * Adds OBBs that place a mesh, as {@link addObbs} does. Their local boxes are the bounds of the mesh.
   *
   * @param mesh the number of the mesh.
   */
  addInstances(mesh: number, bounds: Float64Array, count: number, mask: number): number {
    if (this.meshes.length === 0) this.resizeMeshes(Math.max(this.places.length, 1));
    const first = this.addObbs(bounds, count, mask);
    this.meshes.fill(mesh + 1, first, first + count);
    if (this.#instances !== null)
      for (let id = first; id < first + count; id++) listInstance(this.#instances, mesh, id);
    return first;
  }

  /** The ids that place a mesh. But for the first time, this takes time for those only. */
  instancesOf(mesh: number): readonly number[] {
    const ids = (this.#instances ??= listInstances(this.meshes)).get(mesh) ?? new Set();
    for (const id of ids) if (this.meshOf(id) !== mesh) ids.delete(id);
    return [...ids];
  }

  /** The number of the mesh that an id places, or -1 if it is a box. */
  meshOf(id: number): number {
    return this.meshes.length === 0 ? -1 : this.meshes[id] - 1;
  }

  /** Sets the local boxes of OBBs. */
  setLocalBoxes(ids: readonly number[], box: Float64Array): void {
    for (const id of ids) this.obbs.data.set(box, indexOf(this.places[id]) * OBB_STRIDE);
  }

  /** Copies the record of an OBB. */
  copyObb(id: number, record: Float64Array): void {
    const at = indexOf(this.places[id]) * OBB_STRIDE;
    record.set(this.obbs.data.subarray(at, at + OBB_STRIDE));
  }

  /** Copies the local box of an OBB to a record. */
  copyLocalBox(id: number, record: Float64Array): void {
    const at = indexOf(this.places[id]) * OBB_STRIDE;
    for (let k = 0; k < AABB_STRIDE; k++) record[k] = this.obbs.data[at + k];
  }

  /** The index of an OBB's record. */
  obbRecord(id: number): number {
    return indexOf(this.places[id]);
  }

  /** How many consecutive ids, from `first` and up to `count`, have consecutive OBB records. */
  obbRun(first: number, count: number): number {
    const place = this.places[first];
    let run = 1;
    while (run < count && this.places[first + run] === place + run) run++;
    return run;
  }

  comesBefore(id: number, other: number): boolean {
    const { globalIds } = this;
    return globalIds === null ? id < other : globalIds[id] < globalIds[other];
  }

  /** Whether two boxes are stored and are the same, bit for bit. No instances are: they may place different meshes. */
  areSame(id: number, otherId: number): boolean {
    const place = this.places[id];
    const other = this.places[otherId];
    if (place === NOWHERE || kindOf(place) !== kindOf(other)) return false;
    if (this.meshOf(id) >= 0 || this.meshOf(otherId) >= 0) return false;
    const isObb = kindOf(place) === OBB;
    const data = isObb ? this.obbs.data : this.#aabbsOf(place);
    return areSameRecords(data, indexOf(place), indexOf(other), isObb ? OBB_STRIDE : AABB_STRIDE);
  }

  isObb(id: number): boolean {
    return kindOf(this.places[id]) === OBB;
  }

  /** `t` where the ray hits the box at a place, or NaN. This is the exact test of the primitives. */
  hit(place: number, ray: RayBuffer): number {
    const at = indexOf(place);
    return kindOf(place) === OBB
      ? obbHit(this.obbs.data, at * OBB_STRIDE, ray)
      : aabbHit(this.#aabbsOf(place), at * AABB_STRIDE, ray);
  }

  /** The side of a plane that the box at a place is on. This is the exact test of the primitives. */
  side(place: number, normalX: number, normalY: number, normalZ: number, constant: number): Side {
    const at = indexOf(place);
    return kindOf(place) === OBB
      ? obbSide(this.obbs.data, at * OBB_STRIDE, normalX, normalY, normalZ, constant)
      : aabbSide(this.#aabbsOf(place), at * AABB_STRIDE, normalX, normalY, normalZ, constant);
  }

  /**
   * Writes the point of the box at a place that is nearest to a point, and returns its distance. This is the exact
   * computation of the primitives.
   */
  closestPoint(place: number, x: number, y: number, z: number, out: Float64Array): number {
    const at = indexOf(place);
    return kindOf(place) === OBB
      ? closestPointOnObb(this.obbs.data, at * OBB_STRIDE, x, y, z, out)
      : closestPointOnAabb(this.#aabbsOf(place), at * AABB_STRIDE, x, y, z, out);
  }

  /** Whether the box at a place overlaps a shape. This is the exact test of the primitives. */
  overlaps(place: number, shape: FlatShape): boolean {
    const at = indexOf(place);
    return kindOf(place) === OBB
      ? shapeOverlapsObb(shape, this.obbs.data, at * OBB_STRIDE)
      : shapeOverlapsAabb(shape, this.#aabbsOf(place), at * AABB_STRIDE);
  }

  /**
   * Makes room for ids below a limit and for that many more records. Also checks that there is room for a tree over all
   * boxes. If there is not, nothing has changed.
   */
  #reserve(idLimit: number, narrow: number, wide: number, obbs: number): void {
    const hasRecords = this.aabb32.hasRoom(narrow) && this.aabb64.hasRoom(wide) && this.obbs.hasRoom(obbs);
    if (hasRecords && idLimit <= this.places.length) return;
    try {
      this.#grow(idLimit, narrow, wide, obbs, 1.5);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      // Grow by less, but by something: otherwise each further box would move them all again.
      this.#grow(idLimit, narrow, wide, obbs, 1.02);
    }
  }

  #grow(idLimit: number, narrow: number, wide: number, obbs: number, growth: number): void {
    const { aabb32, aabb64, obbs: obbPool } = this;
    const before = [aabb32.capacity, aabb64.capacity, obbPool.capacity];
    const ids = this.places.length;
    try {
      aabb32.reserve(narrow, growth);
      aabb64.reserve(wide, growth);
      obbPool.reserve(obbs, growth);
      if (idLimit > ids) this.#fitIds(Math.max(idLimit, Math.ceil(ids * growth), 16));
      // Enough for all boxes that can be added before it grows again.
      checkBuildMemory(this.memory, this.places.length);
    } catch (error) {
      [aabb32, aabb64, obbPool].forEach((pool, kind) => {
        if (pool.capacity > before[kind]) pool.fit(before[kind]);
      });
      if (this.masks.length > ids) this.#fitIds(ids);
      // Moved blocks have left gaps. The next try or the next build needs them joined.
      this.memory.compact();
      throw error;
    }
  }

  /** Makes room for exactly that many ids. */
  #fitIds(count: number): void {
    const before = this.places.length;
    this.#masks.resize(count * 4);
    if (this.meshes.length !== 0) this.resizeMeshes(count);
    this.#places.resize(count * 4);
    this.places.fill(NOWHERE, before);
  }

  /** Makes room to note the meshes of exactly that many ids. From the first instance on, there is as much as for places. */
  resizeMeshes(count: number): void {
    const before = this.meshes.length;
    this.#meshes.resize(count * 4);
    this.meshes.fill(0, before);
  }

  /**
   * Returns the index of the id's record in a pool. It keeps its record if that is of this kind, otherwise it gets a
   * new one.
   */
  #place(id: number, kind: number, pool: RecordPool<Float32Array> | RecordPool<Float64Array>): number {
    const place = this.places[id];
    if (this.meshes.length !== 0) this.meshes[id] = 0;
    return kindOf(place) === kind ? indexOf(place) : this.#placeAnew(id, kind, pool);
  }

  /** A function of its own keeps #place small, which runs for every box that moves. */
  #placeAnew(id: number, kind: number, pool: RecordPool<Float32Array> | RecordPool<Float64Array>): number {
    if (!pool.hasRoom(1)) {
      this.#reserve(this.idLimit, Number(kind === AABB_32), Number(kind === AABB_64), Number(kind === OBB));
    }
    const index = pool.take();
    if (this.places[id] !== NOWHERE) this.#release(id);
    this.places[id] = placeOf(kind, index);
    return index;
  }

  #release(id: number): void {
    const place = this.places[id];
    const kind = kindOf(place);
    const pool = kind === AABB_32 ? this.aabb32 : kind === AABB_64 ? this.aabb64 : this.obbs;
    pool.giveBack(indexOf(place));
    this.places[id] = NOWHERE;
    if (this.meshes.length !== 0) this.meshes[id] = 0;
  }
}

/** The ids that place each mesh. */
function listInstances(meshes: Uint32Array): Map<number, Set<number>> {
  const lists = new Map<number, Set<number>>();
  for (let id = 0; id < meshes.length; id++) if (meshes[id] !== 0) listInstance(lists, meshes[id] - 1, id);
  return lists;
}

function listInstance(lists: Map<number, Set<number>>, mesh: number, id: number): void {
  const list = lists.get(mesh);
  if (list === undefined) lists.set(mesh, new Set([id]));
  else list.add(id);
}

/** The product of the norms of an OBB's matrix and of its inverse. A norm is the largest sum of sizes in a row. */
export function conditionOf(b: Float64Array, at: number): number {
  let size = 0;
  let inverse = 0;
  for (let k = 0; k < 3; k++) {
    const row = at + INVERSE + 3 * k;
    const column = at + COLUMNS + k;
    size = Math.max(size, Math.abs(b[column]) + Math.abs(b[column + 3]) + Math.abs(b[column + 6]));
    inverse = Math.max(inverse, Math.abs(b[row]) + Math.abs(b[row + 1]) + Math.abs(b[row + 2]));
  }
  return size * inverse;
}

/** How many of these AABBs float32 holds exactly. */
export function countNarrow(boxes: Float32Array | Float64Array): number {
  let narrow = 0;
  for (let at = 0; at < boxes.length; at += AABB_STRIDE) if (isFloat32(boxes, at)) narrow++;
  return narrow;
}

function areSameRecords(data: Float32Array | Float64Array, a: number, b: number, stride: number): boolean {
  // Unlike ===, this tells -0 from 0. There is no NaN.
  for (let k = 0; k < stride; k++) if (!Object.is(data[a * stride + k], data[b * stride + k])) return false;
  return true;
}

/** Whether float32 holds six numbers exactly. */
function isFloat32(numbers: Float32Array | Float64Array, at: number): boolean {
  if (numbers instanceof Float32Array) return true;
  for (let k = at; k < at + AABB_STRIDE; k++) if (Math.fround(numbers[k]) !== numbers[k]) return false;
  return true;
}
