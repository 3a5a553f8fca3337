import { AABB_STRIDE, COLUMNS, INVERSE, OBB_STRIDE } from '../../primitives/flat/boxLayout';
import { AABB_32, AABB_64, indexOf, kindOf } from '../layout/nodeLayout';
import type { Memory } from '../memory/memory';
import { RecordPool } from '../memory/recordPool';

/** The records in which OBBs are stored: see boxLayout. */
export type ObbRecords = RecordPool<Float64Array>;

/** The numbers of all boxes, in three pools of records: AABBs as float32, AABBs as float64, and OBBs. */
export class BoxRecords {
  readonly aabb32: RecordPool<Float32Array>;
  readonly aabb64: RecordPool<Float64Array>;
  readonly obbs: ObbRecords;

  constructor(memory: Memory) {
    this.aabb32 = new RecordPool(memory, Float32Array, 4, AABB_STRIDE);
    this.aabb64 = new RecordPool(memory, Float64Array, 8, AABB_STRIDE);
    this.obbs = new RecordPool(memory, Float64Array, 8, OBB_STRIDE);
  }

  get byteLength(): number {
    return this.aabb32.byteLength + this.aabb64.byteLength + this.obbs.byteLength;
  }

  hasRoom(narrow: number, wide: number, obbs: number): boolean {
    return this.aabb32.hasRoom(narrow) && this.aabb64.hasRoom(wide) && this.obbs.hasRoom(obbs);
  }

  /** Makes room for given numbers of more float32 AABBs, float64 AABBs and OBBs: see {@link RecordPool.reserve}. */
  reserve(narrow: number, wide: number, obbs: number, growth: number): void {
    this.aabb32.reserve(narrow, growth);
    this.aabb64.reserve(wide, growth);
    this.obbs.reserve(obbs, growth);
  }

  /** How many float32 AABBs, float64 AABBs and OBBs the pools have room for. */
  get capacities(): number[] {
    return [this.aabb32.capacity, this.aabb64.capacity, this.obbs.capacity];
  }

  /** Shrinks each pool whose capacity is above its number in `capacities`: float32 AABBs, float64 AABBs, OBBs. */
  shrink(capacities: readonly number[]): void {
    [this.aabb32, this.aabb64, this.obbs].forEach((pool, i) => {
      if (pool.capacity > capacities[i]) pool.fit(capacities[i]);
    });
  }

  release(place: number): void {
    const kind = kindOf(place);
    const pool = kind === AABB_32 ? this.aabb32 : kind === AABB_64 ? this.aabb64 : this.obbs;
    pool.giveBack(indexOf(place));
  }

  clear(): void {
    this.aabb32.clear();
    this.aabb64.clear();
    this.obbs.clear();
  }
}

/** Returns how many AABBs of an array of boxes float32 holds exactly. */
export function countNarrow(boxes: Float32Array | Float64Array): number {
  let narrow = 0;
  for (let at = 0; at < boxes.length; at += AABB_STRIDE) if (isNarrow(boxes, at)) narrow++;
  return narrow;
}

/** Returns whether float32 holds the six numbers of an AABB exactly. */
export function isNarrow(numbers: Float32Array | Float64Array, at: number): boolean {
  if (numbers instanceof Float32Array) return true;
  for (let k = at; k < at + AABB_STRIDE; k++) if (Math.fround(numbers[k]) !== numbers[k]) return false;
  return true;
}

/** Returns the product of two norms: of an OBB's matrix and of the inverse. A norm is the largest absolute row sum. */
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
