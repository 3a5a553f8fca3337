import { aabbSide, obbSide, type Side } from '../primitives/planeSide';
import { obbHit } from '../primitives/raycastObb';
import { slabHit } from '../primitives/slabs';
import { IdPool } from './idPool';
import { AABB_32, AABB_64, INDEX_MASK, KIND_SHIFT, OBB } from './nodeLayout';
import { type RayBuffer, SOLID, T_MAX, T_MIN } from './rayBuffer';
import { RecordPool } from './recordPool';

/** Numbers in an AABB's record: min x y z, max x y z. */
export const AABB_STRIDE = 6;

/** Numbers in an OBB's record: the local box, then three columns and the translation of its matrix, then the inverse. */
export const OBB_STRIDE = 27;
export const COLUMNS = 6;
export const TRANSLATION = 15;
export const INVERSE = 18;

/** The place of an id that is not in use. */
const NOWHERE = 0;

/**
 * The boxes by id, exactly as they were given, and the tests that decide in float64.
 *
 * An AABB is kept as float32 where that holds all six numbers to the last bit, and as float64 otherwise; an OBB as float64
 * with the inverse of its matrix beside it. A place says which, and where: see nodeLayout.
 */
export class LeafStore {
  places = new Uint32Array(0);
  masks = new Uint32Array(0);
  readonly aabb32 = new RecordPool((length) => new Float32Array(length), AABB_STRIDE);
  readonly aabb64 = new RecordPool((length) => new Float64Array(length), AABB_STRIDE);
  readonly obbs = new RecordPool((length) => new Float64Array(length), OBB_STRIDE);
  readonly #ids = new IdPool();

  /** How many boxes there are. */
  get size(): number {
    return this.#ids.used;
  }

  /** Every id in use is below this. */
  get idLimit(): number {
    return this.#ids.limit;
  }

  get byteLength(): number {
    const records = this.aabb32.byteLength + this.aabb64.byteLength + this.obbs.byteLength;
    return records + this.places.byteLength + this.masks.byteLength;
  }

  has(id: number): boolean {
    return id < this.idLimit && this.places[id] !== NOWHERE;
  }

  /** An id for a box that is about to be set. */
  addId(mask: number): number {
    const id = this.#ids.take();
    this.#reserveIds(this.idLimit, Math.ceil(this.places.length * 1.5));
    this.masks[id] = mask;
    return id;
  }

  /** The first of `count` ids in a row, for boxes that are about to be set. */
  addIds(count: number, mask: number): number {
    if (count === 0) return this.idLimit;
    const first = this.#ids.takeRun(count);
    this.#reserveIds(this.idLimit, 0);
    this.masks.fill(mask, first, first + count);
    return first;
  }

  remove(id: number): void {
    this.#release(id);
    this.#ids.giveBack(id);
  }

  clear(): void {
    this.#ids.clear();
    this.places = new Uint32Array(0);
    this.masks = new Uint32Array(0);
    this.aabb32.clear();
    this.aabb64.clear();
    this.obbs.clear();
  }

  setAabb(id: number, minX: number, minY: number, minZ: number, maxX: number, maxY: number, maxZ: number): void {
    const kind =
      isFloat32(minX) && isFloat32(minY) && isFloat32(minZ) && isFloat32(maxX) && isFloat32(maxY) && isFloat32(maxZ)
        ? AABB_32
        : AABB_64;
    const pool = kind === AABB_32 ? this.aabb32 : this.aabb64;
    const at = this.#place(id, kind, pool) * AABB_STRIDE;
    const data = pool.data;
    data[at] = minX;
    data[at + 1] = minY;
    data[at + 2] = minZ;
    data[at + 3] = maxX;
    data[at + 4] = maxY;
    data[at + 5] = maxZ;
  }

  /** Sets the local box and the matrix; the inverse of its linear part comes computed, nine numbers row by row. */
  setObb(
    id: number,
    minX: number,
    minY: number,
    minZ: number,
    maxX: number,
    maxY: number,
    maxZ: number,
    matrix: ArrayLike<number>,
    inverse: Float64Array,
  ): void {
    const at = this.#place(id, OBB, this.obbs) * OBB_STRIDE;
    const data = this.obbs.data;
    data[at] = minX;
    data[at + 1] = minY;
    data[at + 2] = minZ;
    data[at + 3] = maxX;
    data[at + 4] = maxY;
    data[at + 5] = maxZ;
    this.#writeMatrix(at, matrix, inverse);
  }

  /** Sets the matrix of an OBB, which keeps its local box. */
  setMatrix(id: number, matrix: ArrayLike<number>, inverse: Float64Array): void {
    this.#writeMatrix((this.places[id] & INDEX_MASK) * OBB_STRIDE, matrix, inverse);
  }

  isObb(id: number): boolean {
    return this.places[id] >>> KIND_SHIFT === OBB;
  }

  /** Where the ray meets the box at a place, or NaN: the primitives' own test, which decides. */
  hit(place: number, ray: RayBuffer): number {
    const at = place & INDEX_MASK;
    switch (place >>> KIND_SHIFT) {
      case AABB_32:
        return hitAabb(this.aabb32.data, at * AABB_STRIDE, ray);
      case AABB_64:
        return hitAabb(this.aabb64.data, at * AABB_STRIDE, ray);
      default:
        return hitObb(this.obbs.data, at * OBB_STRIDE, ray);
    }
  }

  /** The side of a plane that the box at a place lies on: the primitives' own test, which decides. */
  side(place: number, normalX: number, normalY: number, normalZ: number, constant: number): Side {
    const at = place & INDEX_MASK;
    switch (place >>> KIND_SHIFT) {
      case AABB_32:
        return sideOfAabb(this.aabb32.data, at * AABB_STRIDE, normalX, normalY, normalZ, constant);
      case AABB_64:
        return sideOfAabb(this.aabb64.data, at * AABB_STRIDE, normalX, normalY, normalZ, constant);
      default:
        return sideOfObb(this.obbs.data, at * OBB_STRIDE, normalX, normalY, normalZ, constant);
    }
  }

  #reserveIds(needed: number, preferred: number): void {
    if (needed <= this.places.length) return;
    const length = Math.max(needed, preferred, 16);
    const places = new Uint32Array(length);
    const masks = new Uint32Array(length);
    places.set(this.places);
    masks.set(this.masks);
    this.places = places;
    this.masks = masks;
  }

  /** The index of the id's record in a pool: the one it has, where it is of that kind already, or a new one. */
  #place(id: number, kind: number, pool: RecordPool<Float32Array> | RecordPool<Float64Array>): number {
    const place = this.places[id];
    if (place >>> KIND_SHIFT === kind) return place & INDEX_MASK;
    if (place !== NOWHERE) this.#release(id);
    const index = pool.take();
    this.places[id] = ((kind << KIND_SHIFT) | index) >>> 0;
    return index;
  }

  #release(id: number): void {
    const place = this.places[id];
    const kind = place >>> KIND_SHIFT;
    const pool = kind === AABB_32 ? this.aabb32 : kind === AABB_64 ? this.aabb64 : this.obbs;
    pool.giveBack(place & INDEX_MASK);
    this.places[id] = NOWHERE;
  }

  #writeMatrix(at: number, m: ArrayLike<number>, inverse: Float64Array): void {
    const data = this.obbs.data;
    for (let column = 0; column < 4; column++) {
      for (let row = 0; row < 3; row++) data[at + COLUMNS + 3 * column + row] = m[4 * column + row];
    }
    data.set(inverse, at + INVERSE);
  }
}

function isFloat32(value: number): boolean {
  return Math.fround(value) === value;
}

function hitAabb(b: Float32Array | Float64Array, at: number, ray: RayBuffer): number {
  return slabHit(
    b[at],
    b[at + 1],
    b[at + 2],
    b[at + 3],
    b[at + 4],
    b[at + 5],
    ray[0],
    ray[1],
    ray[2],
    ray[3],
    ray[4],
    ray[5],
    ray[T_MIN],
    ray[T_MAX],
    ray[SOLID] !== 0,
  );
}

function hitObb(b: Float64Array, at: number, ray: RayBuffer): number {
  return obbHit(
    b[at],
    b[at + 1],
    b[at + 2],
    b[at + 3],
    b[at + 4],
    b[at + 5],
    b,
    at + INVERSE,
    ray[0] - b[at + TRANSLATION],
    ray[1] - b[at + TRANSLATION + 1],
    ray[2] - b[at + TRANSLATION + 2],
    ray[3],
    ray[4],
    ray[5],
    ray[T_MIN],
    ray[T_MAX],
    ray[SOLID] !== 0,
  );
}

function sideOfAabb(
  b: Float32Array | Float64Array,
  at: number,
  normalX: number,
  normalY: number,
  normalZ: number,
  constant: number,
): Side {
  return aabbSide(b[at], b[at + 1], b[at + 2], b[at + 3], b[at + 4], b[at + 5], normalX, normalY, normalZ, constant);
}

function sideOfObb(
  b: Float64Array,
  at: number,
  normalX: number,
  normalY: number,
  normalZ: number,
  constant: number,
): Side {
  const c = at + COLUMNS;
  return obbSide(
    b[at],
    b[at + 1],
    b[at + 2],
    b[at + 3],
    b[at + 4],
    b[at + 5],
    b[c],
    b[c + 1],
    b[c + 2],
    b[c + 3],
    b[c + 4],
    b[c + 5],
    b[c + 6],
    b[c + 7],
    b[c + 8],
    b[c + 9],
    b[c + 10],
    b[c + 11],
    normalX,
    normalY,
    normalZ,
    constant,
  );
}
