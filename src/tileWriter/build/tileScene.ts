import { BoxScene, type Mesh } from 'slabtree';
import { CHILD, EMPTY, MAX_X, MIN_X, OBB, WIDTH } from '../../bvh/layout/nodeLayout';
import type { SceneMeasure } from '../../bvh/margins/sceneMeasure';
import { INTERNALS } from '../../scene/internals';
import type { Tree } from '../../bvh/tree/tree';
import { type BoxRecords, kindAt, maskAt, meshAt, numbersAt } from '../spill/boxRecords';
import { readMesh } from '../spill/spilledMeshes';

/** The serialized scene of a tile, and the bounds of the root node of its tree. */
export interface BuiltScene {
  readonly bytes: Uint8Array;
  readonly bounds: Float64Array;
}

/** Builds the scenes of tiles, one after another, in the same `BoxScene`. */
export class TileScene {
  readonly #measure: SceneMeasure;
  /** The descriptor of the temporary file of meshes. */
  readonly #meshFile: number;
  readonly #scene = new BoxScene();
  /** The meshes of the tile that is being built, by their places in the file of meshes. */
  readonly #meshes = new Map<number, Mesh>();

  /** @param measure the measure of all boxes of the file of tiles. */
  constructor(measure: SceneMeasure, meshFile: number) {
    this.#measure = measure;
    this.#meshFile = meshFile;
  }

  /** Returns the scene of a tile. @param places the byte at which each box's record begins, in the order of the boxes' ids. */
  build(records: BoxRecords, places: Float64Array): BuiltScene {
    const scene = this.#scene;
    scene.clear();
    for (const mesh of this.#meshes.values()) scene.removeMesh(mesh);
    this.#meshes.clear();
    for (let from = 0; from < places.length;) {
      const end = endOfRun(records, places, from);
      this.#add(records, places.subarray(from, end));
      from = end;
    }
    const bytes = scene[INTERNALS].serializeWithin(this.#measure);
    return { bytes, bounds: rootBounds(scene[INTERNALS].currentTree()) };
  }

  /** Adds boxes to the scene with one call. Masks that differ from the mask of the first box are set one by one. */
  #add(records: BoxRecords, places: Float64Array): void {
    const mask = maskAt(records, places[0]);
    const first = this.#addWith(records, places, mask);
    for (let i = 1; i < places.length; i++) {
      const own = maskAt(records, places[i]);
      if (own !== mask) this.#scene.setMask(first + i, own);
    }
  }

  #addWith(records: BoxRecords, places: Float64Array, mask: number): number {
    if (kindAt(records, places[0]) !== OBB) {
      const boxes = new Float64Array(6 * places.length);
      places.forEach((at, i) => {
        boxes.set(numbersAt(records, at), 6 * i);
      });
      return this.#scene.addAabbs(boxes, mask);
    }
    const matrices = new Float64Array(16 * places.length);
    places.forEach((at, i) => {
      writeMatrix(numbersAt(records, at), matrices, 16 * i);
    });
    const mesh = meshAt(records, places[0]);
    if (mesh >= 0) return this.#scene.addInstances(this.#meshAt(mesh), matrices, mask);
    const [minX, minY, minZ, maxX, maxY, maxZ] = numbersAt(records, places[0]);
    const box = { min: { x: minX, y: minY, z: minZ }, max: { x: maxX, y: maxY, z: maxZ } };
    return this.#scene.addObbs(box, matrices, mask);
  }

  #meshAt(place: number): Mesh {
    const known = this.#meshes.get(place);
    if (known !== undefined) return known;
    const { positions, index } = readMesh(this.#meshFile, place);
    const mesh = this.#scene.addMesh(positions, index);
    this.#meshes.set(place, mesh);
    return mesh;
  }
}

/** Returns the end of a run of boxes that one call can add: all are axis-aligned, or all have equal local boxes and meshes. */
function endOfRun(records: BoxRecords, places: Float64Array, from: number): number {
  const isObb = kindAt(records, places[from]) === OBB;
  const mesh = meshAt(records, places[from]);
  const box = numbersAt(records, places[from]);
  let end = from + 1;
  for (; end < places.length; end++) {
    const at = places[end];
    if ((kindAt(records, at) === OBB) !== isObb) break;
    if (isObb && (meshAt(records, at) !== mesh || !haveSameBox(box, numbersAt(records, at)))) break;
  }
  return end;
}

/** Returns whether two local boxes are equal bit for bit: 0 and -0 differ. */
function haveSameBox(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  for (let k = 0; k < 6; k++) if (!Object.is(a[k], b[k])) return false;
  return true;
}

/** Writes the 4 × 4 matrix of an oriented box to `out`. @param numbers the box's local box, translation and three columns. */
function writeMatrix(numbers: ArrayLike<number>, out: Float64Array, at: number): void {
  for (let column = 0; column < 3; column++) {
    for (let k = 0; k < 3; k++) out[at + 4 * column + k] = numbers[9 + 3 * column + k];
  }
  for (let k = 0; k < 3; k++) out[at + 12 + k] = numbers[6 + k];
  out[at + 15] = 1;
}

/** Returns the bounds of the used slots of a tree's root: min x y z, max x y z, relative to the origin. */
function rootBounds({ nodes: { float32, int32 } }: Tree): Float64Array {
  const bounds = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  for (let slot = 0; slot < WIDTH; slot++) {
    if (int32[CHILD + slot] === EMPTY) continue;
    for (let k = 0; k < 3; k++) {
      bounds[k] = Math.min(bounds[k], float32[MIN_X + WIDTH * k + slot]);
      bounds[k + 3] = Math.max(bounds[k + 3], float32[MAX_X + WIDTH * k + slot]);
    }
  }
  return bounds;
}
