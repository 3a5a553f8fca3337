import { AABB_STRIDE, COLUMNS, OBB_STRIDE, TRANSLATION } from '../../primitives/flat/boxLayout';
import { AABB_32, AABB_64, indexOf, kindOf, makePlace, OBB } from '../layout/nodeLayout';
import { checkBuildMemory } from '../memory/buildMemory';
import type { Block, Memory } from '../memory/memory';
import type { RecordPool } from '../memory/recordPool';
import { BoxRecords, conditionOf, countNarrow, isNarrow, type ObbRecords } from './boxRecords';
import { IdPool } from './idPool';
import { InstanceLists } from './instanceLists';

/** The default mask of a box: it shares a bit with every query mask except 0. */
export const ALL_BITS = 0xffffffff;
/** The place (kind and record index) of an id that no box has. */
const NOWHERE = 0;

/** An order of boxes by their ids, which decides between boxes that are equally near. */
export interface Order {
  comesBefore(id: number, other: number): boolean;
}

export const BY_ID: Order = { comesBefore: (id, other) => id < other };

/** The boxes that another thread stores, in memory that the threads share. */
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
 * Stores the boxes of a scene by id, exactly as given. Each id has a place, a mask and, if it is an instance, a mesh.
 *
 * A place is the kind of a box and the index of its record: see nodeLayout. An AABB is stored as float32 if that holds
 * all six numbers exactly, otherwise as float64. An OBB is stored as float64, with the inverse of its matrix.
 */
export class BoxStore implements Order {
  readonly memory: Memory;
  places: Uint32Array = new Uint32Array(0);
  masks: Uint32Array = new Uint32Array(0);
  /** For each box id, the number of its mesh plus 1, or 0 if it has no mesh. Empty until the scene has an instance. */
  meshes: Uint32Array = new Uint32Array(0);
  /**
   * An upper bound of ‖M‖·‖N‖ over all instances, where M is the linear part of an instance's matrix, N is its inverse,
   * and ‖·‖ is the largest absolute row sum. It only grows, until all boxes are removed: see margins/guardReach.ts.
   */
  meshCondition = 0;
  /**
   * Whether the scene has, or has had, an OBB with a number of at least SAFE_SIZE: see primitives/shapes/matrix4.ts.
   * Only the removal of all boxes resets the flag.
   */
  hasLargeObbs = false;
  /**
   * For each box id in a scene of which this store holds some tiles, the box's id in the whole scene. The smaller
   * global id decides between boxes that are equally near. Null in scenes without tiles, where the ids decide.
   */
  globalIds: Float64Array | null = null;
  /**
   * Ids below this number are placeholders of absent tiles, not boxes. Each placeholder has its own slot in the tree.
   * Rays and `nearest` find it at the least distance at which its tile may hold a box. So hits before it do not depend
   * on the tile.
   */
  placeholders = 0;
  /** The bits that the masks of all boxes have. A query whose mask has one of these bits selects all boxes. */
  commonMask = ALL_BITS;
  readonly aabb32: RecordPool<Float32Array>;
  readonly aabb64: RecordPool<Float64Array>;
  readonly obbs: ObbRecords;
  readonly ids = new IdPool();
  readonly #records: BoxRecords;
  readonly #instances = new InstanceLists();
  readonly #places: Block;
  readonly #masks: Block;
  readonly #meshes: Block;

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
    this.#records = new BoxRecords(memory);
    this.aabb32 = this.#records.aabb32;
    this.aabb64 = this.#records.aabb64;
    this.obbs = this.#records.obbs;
  }

  /** How many boxes the scene has. */
  get size(): number {
    return this.ids.used;
  }

  /** An upper limit of the box ids: every id in use is less than this number. */
  get idLimit(): number {
    return this.ids.limit;
  }

  get byteLength(): number {
    return this.#records.byteLength + this.places.byteLength + this.masks.byteLength + this.meshes.byteLength;
  }

  /** Makes the store read the boxes that another thread stores. This thread must not change them. */
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
   * Returns a new id for a box, which the caller sets next. Throws and changes nothing if memory has no room for a box.
   */
  addId(mask: number): number {
    this.#reserve(this.ids.limitAfter(1), 1, 1, 1);
    const id = this.ids.take();
    this.setMask(id, mask);
    return id;
  }

  /** Returns the first of `count` new consecutive ids. The caller has made room for them, and sets their boxes next. */
  #addIds(count: number, mask: number): number {
    const first = this.ids.takeRun(count);
    this.masks.fill(mask, first, first + count);
    this.commonMask &= mask;
    return first;
  }

  /** Makes room for at least `count` more OBBs, and for exactly `count` if the store has none yet. */
  reserveObbs(count: number): void {
    this.#reserve(this.ids.limitAfter(count), 0, 0, count);
  }

  /**
   * Makes room for at least `count` more AABBs, and for exactly `count` if the store has none yet.
   *
   * @param narrow how many of the AABBs float32 holds exactly.
   */
  reserveAabbs(count: number, narrow: number): void {
    this.#reserve(this.ids.limitAfter(count), narrow, count - narrow, 0);
  }

  /** Adds AABBs, 6 numbers each, and returns the first id. Throws and adds none if there is no room for all of them. */
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
      for (let i = 0; i < count; i++) this.places[first + i] = makePlace(AABB_32, record + i);
    }
    return first;
  }

  /** Returns the mask to test boxes with. Undefined if there is no mask, or if all boxes share a bit with the mask. */
  maskToTest(mask: number | undefined): number | undefined {
    return mask === undefined || (mask & this.commonMask) !== 0 ? undefined : mask;
  }

  /** Makes room for exactly `count` places of boxes, which a reader of files fills in. */
  resizePlaces(count: number): void {
    this.#places.resize(count * 4);
  }

  /** Makes room for exactly `count` masks of boxes, which a reader of files fills in. */
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
    this.#records.clear();
  }

  /** Stores, as the box of an id, the AABB whose six numbers start at `at` in an array: min x y z, max x y z. */
  setAabb(id: number, box: Float32Array | Float64Array, at: number): void {
    const kind = isNarrow(box, at) ? AABB_32 : AABB_64;
    const pool = kind === AABB_32 ? this.aabb32 : this.aabb64;
    const record = this.#place(id, kind, pool) * AABB_STRIDE;
    const { data } = pool;
    for (let k = 0; k < AABB_STRIDE; k++) data[record + k] = box[at + k];
  }

  /** Stores AABBs as the boxes of consecutive ids. Throws and changes nothing if memory has no room for all of them. */
  setAabbs(first: number, count: number, boxes: Float32Array | Float64Array): void {
    if (boxes instanceof Float32Array && this.#isRun(first, count)) {
      this.aabb32.data.set(boxes, indexOf(this.places[first]) * AABB_STRIDE);
      return;
    }
    let narrow = 0;
    let wide = 0;
    for (let i = 0; i < count; i++) {
      const kind = isNarrow(boxes, i * AABB_STRIDE) ? AABB_32 : AABB_64;
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

  /** Writes an AABB to the record at a place. The record must have the precision that the AABB needs. */
  #writeAabb(place: number, box: Float32Array | Float64Array, at: number): void {
    const data = this.aabbsAt(place);
    const record = indexOf(place) * AABB_STRIDE;
    for (let k = 0; k < AABB_STRIDE; k++) data[record + k] = box[at + k];
  }

  /** Returns the array of all AABB records of the kind of a place: float32 or float64. */
  aabbsAt(place: number): Float32Array | Float64Array {
    return kindOf(place) === AABB_32 ? this.aabb32.data : this.aabb64.data;
  }

  /** Returns whether consecutive ids have consecutive float32 records, as boxes added together usually have. */
  #isRun(first: number, count: number): boolean {
    const place = this.places[first];
    for (let i = 0; i < count; i++) if (this.places[first + i] !== place + i) return false;
    return kindOf(place) === AABB_32;
  }

  /** Stores, as the box of an id, the OBB whose numbers are in `record`. */
  setObb(id: number, record: Float64Array): void {
    const at = this.#place(id, OBB, this.obbs) * OBB_STRIDE;
    this.obbs.data.set(record, at);
  }

  /** Copies the matrix and the inverse matrix in `record` to the OBB of an id, whose local box stays. */
  setMatrix(id: number, record: Float64Array): void {
    const at = indexOf(this.places[id]) * OBB_STRIDE;
    const { data } = this.obbs;
    for (let k = TRANSLATION; k < OBB_STRIDE; k++) data[at + k] = record[k];
    if (this.meshes.length !== 0) this.coverMatrices(id, 1);
  }

  /** Raises {@link meshCondition}, a bound of matrix norms, after the matrices of consecutive ids were written. */
  coverMatrices(first: number, count: number): void {
    if (this.meshes.length === 0) return;
    const before = this.meshCondition;
    for (let id = first; id < first + count; id++) {
      if (this.meshes[id] === 0) continue;
      const condition = conditionOf(this.obbs.data, indexOf(this.places[id]) * OBB_STRIDE);
      // The comparison is negated so that a product of matrix norms that is NaN, from an overflow, counts as Infinity.
      if (!(condition <= this.meshCondition)) this.meshCondition = condition < Infinity ? 2 * condition : Infinity;
    }
    // BoundKernel.bind then passes the new bound to the kernel.
    if (this.meshCondition !== before) this.memory.invalidate();
  }

  /** Adds `count` OBBs with the local box `box`, and returns the first id. The caller sets their matrices next. */
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
   * Adds instances of a mesh, and returns the first id. The instances are OBBs whose local box is the bounds of the
   * mesh. The caller sets their matrices next.
   *
   * @param mesh the number of the mesh.
   */
  addInstances(mesh: number, bounds: Float64Array, count: number, mask: number): number {
    if (this.meshes.length === 0) this.resizeMeshes(Math.max(this.places.length, 1));
    const first = this.addObbs(bounds, count, mask);
    this.meshes.fill(mesh + 1, first, first + count);
    this.#instances.add(mesh, first, count);
    return first;
  }

  /** Returns the ids of the instances of a mesh: see InstanceLists. */
  instancesOf(mesh: number): readonly number[] {
    return this.#instances.of(mesh, this.meshes);
  }

  /** Returns the number of the mesh of an id, or -1 if the id is a box without a mesh. */
  meshOf(id: number): number {
    return this.meshes.length === 0 ? -1 : this.meshes[id] - 1;
  }

  setLocalBoxes(ids: readonly number[], box: Float64Array): void {
    for (const id of ids) this.obbs.data.set(box, indexOf(this.places[id]) * OBB_STRIDE);
  }

  copyObb(id: number, record: Float64Array): void {
    const at = indexOf(this.places[id]) * OBB_STRIDE;
    record.set(this.obbs.data.subarray(at, at + OBB_STRIDE));
  }

  copyLocalBox(id: number, record: Float64Array): void {
    const at = indexOf(this.places[id]) * OBB_STRIDE;
    for (let k = 0; k < AABB_STRIDE; k++) record[k] = this.obbs.data[at + k];
  }

  /** Returns the matrix that places a box, 16 numbers by column. An AABB counts as moved from the origin to its min. */
  matrixOf(id: number): Float64Array<ArrayBuffer> {
    const matrix = new Float64Array(16);
    const place = this.places[id];
    if (kindOf(place) === OBB) {
      this.copyMatrix(id, matrix);
      return matrix;
    }
    const data = this.aabbsAt(place);
    const at = indexOf(place) * AABB_STRIDE;
    for (let k = 0; k < 3; k++) {
      matrix[5 * k] = 1;
      matrix[12 + k] = data[at + k];
    }
    matrix[15] = 1;
    return matrix;
  }

  /** Copies the matrix of an OBB, 16 numbers by column. */
  copyMatrix(id: number, out: Float64Array): void {
    const { data } = this.obbs;
    const at = indexOf(this.places[id]) * OBB_STRIDE;
    for (let row = 0; row < 3; row++) {
      out[row] = data[at + COLUMNS + row];
      out[4 + row] = data[at + COLUMNS + 3 + row];
      out[8 + row] = data[at + COLUMNS + 6 + row];
      out[12 + row] = data[at + TRANSLATION + row];
    }
    out[15] = 1;
  }

  /** Copies the local box of an OBB, or an AABB itself: min x y z, max x y z. */
  copyBounds(id: number, out: Float64Array): void {
    const place = this.places[id];
    const isOriented = kindOf(place) === OBB;
    const data = isOriented ? this.obbs.data : this.aabbsAt(place);
    const at = indexOf(place) * (isOriented ? OBB_STRIDE : AABB_STRIDE);
    for (let k = 0; k < AABB_STRIDE; k++) out[k] = data[at + k];
  }

  obbRecord(id: number): number {
    return indexOf(this.places[id]);
  }

  /** Returns how many of the `count` ids from `first` on have OBB records that follow one another. */
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

  /** Returns whether two ids have equal boxes, bit for bit, and place the same mesh if they are instances. */
  areSame(id: number, otherId: number): boolean {
    const place = this.places[id];
    if (place === NOWHERE || this.meshOf(id) !== this.meshOf(otherId)) return false;
    const other = this.places[otherId];
    if (kindOf(place) !== kindOf(other)) return false;
    const isObb = kindOf(place) === OBB;
    const data = isObb ? this.obbs.data : this.aabbsAt(place);
    const stride = isObb ? OBB_STRIDE : AABB_STRIDE;
    const a = indexOf(place) * stride;
    const b = indexOf(other) * stride;
    // Object.is distinguishes the numbers -0 and 0 of two boxes. Boxes hold no NaN.
    for (let k = 0; k < stride; k++) if (!Object.is(data[a + k], data[b + k])) return false;
    return true;
  }

  isObb(id: number): boolean {
    return kindOf(this.places[id]) === OBB;
  }

  /**
   * Makes room for ids below `idLimit` and for given numbers of more records. Checks that a tree over all boxes has
   * room, too. Throws and changes nothing without room.
   */
  #reserve(idLimit: number, narrow: number, wide: number, obbs: number): void {
    if (idLimit <= this.places.length && this.#records.hasRoom(narrow, wide, obbs)) return;
    try {
      this.#grow(idLimit, narrow, wide, obbs, 1.5);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      // Memory still grows by 2% more than needed: without that, every further box would move all boxes again.
      this.#grow(idLimit, narrow, wide, obbs, 1.02);
    }
  }

  #grow(idLimit: number, narrow: number, wide: number, obbs: number, growth: number): void {
    const before = this.#records.capacities;
    const ids = this.places.length;
    try {
      this.#records.reserve(narrow, wide, obbs, growth);
      if (idLimit > ids) this.#fitIds(Math.max(idLimit, Math.ceil(ids * growth), 16));
      // Memory must have room to build a tree over as many boxes as can be added before the store grows again.
      checkBuildMemory(this.memory, this.places.length);
    } catch (error) {
      this.#records.shrink(before);
      if (this.masks.length > ids) this.#fitIds(ids);
      // Moved blocks have left gaps in memory. Compaction joins the gaps, which may make room for a retry or a build.
      this.memory.compact();
      throw error;
    }
  }

  /** Makes room for the places and masks of exactly `count` ids. */
  #fitIds(count: number): void {
    const before = this.places.length;
    this.#masks.resize(count * 4);
    if (this.meshes.length !== 0) this.resizeMeshes(count);
    this.#places.resize(count * 4);
    this.places.fill(NOWHERE, before);
  }

  /** Makes room for the mesh numbers of exactly `count` ids: once there is an instance, as many ids as have places. */
  resizeMeshes(count: number): void {
    const before = this.meshes.length;
    this.#meshes.resize(count * 4);
    this.meshes.fill(0, before);
  }

  /**
   * Returns the index of the id's record in `pool`. Takes a new record unless the id's old record is of the kind
   * `kind`.
   */
  #place(id: number, kind: number, pool: RecordPool<Float32Array> | RecordPool<Float64Array>): number {
    const place = this.places[id];
    if (this.meshes.length !== 0) this.meshes[id] = 0;
    return kindOf(place) === kind ? indexOf(place) : this.#placeAnew(id, kind, pool);
  }

  /** Gives an id a new record in `pool`. A separate method, so that engines inline #place, run for every moved box. */
  #placeAnew(id: number, kind: number, pool: RecordPool<Float32Array> | RecordPool<Float64Array>): number {
    if (!pool.hasRoom(1)) {
      this.#reserve(this.idLimit, Number(kind === AABB_32), Number(kind === AABB_64), Number(kind === OBB));
    }
    const index = pool.take();
    if (this.places[id] !== NOWHERE) this.#release(id);
    this.places[id] = makePlace(kind, index);
    return index;
  }

  #release(id: number): void {
    this.#records.release(this.places[id]);
    this.places[id] = NOWHERE;
    if (this.meshes.length !== 0) this.meshes[id] = 0;
  }
}
