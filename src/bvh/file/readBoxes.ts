import { OBB_STRIDE, TRANSLATION } from '../../primitives/flat/boxLayout';
import { isPlaced } from '../../primitives/flat/corners';
import { SAFE_SIZE } from '../../primitives/shapes/matrix4';
import type { BoxStore } from '../boxes/boxStore';
import type { FileOperations } from './fileOperations';
import { FILE_COLUMNS, OBB_FILE_STRIDE } from './fileSections';
import { refuse } from './slabtreeFormatError';
import { AABB_32, AABB_64, indexOf, kindOf, OBB } from '../layout/nodeLayout';
import type { FileHeader } from './fileHeader';

/** How many OBBs of a file one step reads. */
const BATCH = 1024;

/**
 * Turns the OBBs of a file into records, in place. OBBs in a file have no inverse, so they are shorter than records.
 * Goes from the last OBB to the first, so that no OBB is overwritten before it is read. The inverse is computed as for
 * any matrix, so a file cannot contain a wrong inverse.
 */
export function* readObbs(operations: FileOperations, store: BoxStore, count: number): Generator<undefined, void> {
  const { obbs } = store;
  const boxes = new Float64Array(6 * BATCH);
  const matrices = new Float64Array(16 * BATCH);
  for (let end = count; end > 0; end -= BATCH) {
    const first = Math.max(0, end - BATCH);
    const some = end - first;
    for (let i = 0; i < some; i++) takeObb(obbs.data, OBB_FILE_STRIDE * (first + i), boxes, matrices, i);
    const safe = operations.readMatrices(matrices.subarray(0, 16 * some), obbs, first, SAFE_SIZE);
    const read = safe + operations.readMatrices(matrices.subarray(16 * safe, 16 * some), obbs, first + safe, Infinity);
    if (read < some) refuse(`the matrix of oriented box ${first + read} is not finite or is singular`);
    for (let i = 0; i < some; i++) {
      const isSafe = i < safe && isBox(boxes, 6 * i, SAFE_SIZE);
      if (!isSafe && !isBox(boxes, 6 * i, Infinity))
        refuse(`the local box of oriented box ${first + i} is not finite, or its min is greater than its max`);
      const at = OBB_STRIDE * (first + i);
      for (let k = 0; k < 6; k++) obbs.data[at + k] = boxes[6 * i + k];
      if (isSafe) continue;
      store.hasLargeObbs = true;
      if (!isPlaced(obbs.data, at)) refuse(`the corners of oriented box ${first + i} are beyond float64`);
    }
    yield;
  }
}

/** Splits an OBB of a file into its local box and its matrix as 16 numbers. */
function takeObb(data: Float64Array, at: number, boxes: Float64Array, matrices: Float64Array, index: number): void {
  const matrix = 16 * index;
  for (let k = 0; k < 6; k++) boxes[6 * index + k] = data[at + k];
  for (let row = 0; row < 3; row++) {
    matrices[matrix + 12 + row] = data[at + TRANSLATION + row];
    for (let column = 0; column < 3; column++) {
      matrices[matrix + 4 * column + row] = data[at + FILE_COLUMNS + 3 * column + row];
    }
  }
  matrices[matrix + 15] = 1;
}

/** Returns whether the six numbers from `at` on are a box, min before max, with absolute values below `limit`. */
function isBox(b: Float64Array, at: number, limit: number): boolean {
  for (let k = at; k < at + 3; k++) if (!(b[k] > -limit && b[k] <= b[k + 3] && b[k + 3] < limit)) return false;
  return true;
}

/** How many ids of a file one step of a check tests. */
const STEP = 1 << 20;

/**
 * Checks the places of the ids in a file. In the order of ids, the boxes of each kind must have consecutive records,
 * from 0 on, so each record is used exactly once. All ids without a box must be listed as free, each once.
 */
export function* checkPlaces(
  places: Uint32Array,
  freed: readonly number[],
  { ids, aabb32, aabb64, obbs }: FileHeader,
): Generator<undefined, void> {
  const next = [0, 0, 0, 0];
  for (let first = 0; first < ids; first += STEP) {
    checkRecords(places, first, Math.min(first + STEP, ids), next);
    yield;
  }
  if (next[AABB_32] !== aabb32 || next[AABB_64] !== aabb64 || next[OBB] !== obbs) {
    refuse(
      `its places are for ${next.slice(AABB_32).join(', ')} boxes of each kind, but there are other numbers of them`,
    );
  }
  const isFree = new Uint8Array(freed.length === 0 ? 0 : ids);
  for (const id of freed) {
    if (id >= ids || places[id] !== 0 || isFree[id] !== 0)
      refuse(`it lists id ${id} as free, but it is not, or is listed twice`);
    isFree[id] = 1;
  }
}

/**
 * Checks the places of the ids from `first` up to `end`. A function of its own, because engines optimise loops in
 * generators less.
 *
 * @param next for each kind, how many of its records the ids before have.
 */
function checkRecords(places: Uint32Array, first: number, end: number, next: number[]): void {
  for (let id = first; id < end; id++) {
    const place = places[id];
    const kind = kindOf(place);
    if (kind === 0) {
      if (place !== 0) refuse(`the place of id ${id} is ${place}, which has no kind`);
    } else if (indexOf(place) !== next[kind]++) {
      refuse(`the place of id ${id} is ${indexOf(place)} of kind ${kind}, not the next one`);
    }
  }
}

/** Stores the masks of a file's boxes if all have the same mask, and computes the bits that all masks have. */
export function setMasks(boxes: BoxStore, { ids, masks, mask }: FileHeader): void {
  if (masks === 0) {
    boxes.resizeMasks(ids);
    boxes.masks.fill(mask);
    boxes.commonMask = mask;
  } else {
    for (let id = 0; id < ids; id++) {
      if (boxes.has(id)) boxes.commonMask &= boxes.masks[id];
      else if (boxes.masks[id] !== 0) refuse(`id ${id} is free, but has the mask ${boxes.masks[id]}`);
    }
  }
}
