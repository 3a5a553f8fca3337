import type { BoxScene } from 'slabtree';
import type { Box3, BufferGeometry, Object3D } from 'three';
import { copyChanged } from '../math';
import type { BoxSource, DrawnObject } from '../sources/boxSource';
import { NONE } from './objectsById';

/** Offsets in the row of an object: first its world matrix, then its local box, the mask of its layers, and the id of its box. */
const BOX = 16;
const MASK = 22;
const ID = 23;
const LENGTH = 24;

/** The number of the row for objects without boxes. This row has no data. */
export const NO_ROW = 0;

const corners: number[] = [];

/** The boxes of one object: one box, or one per instance. */
export interface ObjectBoxes {
  readonly source: BoxSource;
  /** The number of the object's row in {@link ObjectRows}. */
  row: number;
  /** Makes the next update place the box of an instance again, or the boxes of all instances if no instance is given. */
  markDirty(instance?: number): void;
  /**
   * Moves the boxes to the present place of the object, whose world matrix must be up to date. Returns whether the whole object
   * has changed; changes of single instances do not count.
   */
  update(): boolean;
  /** Computes an object's vertices by its bones and morph targets. The next update fits the box to these vertices. */
  pose?(): void;
  /** Removes all boxes of the object from the scene. No other method may be called after this. */
  remove(): void;
}

/**
 * The table of the objects that have boxes, with one row per object. The row of an object without instances also has the matrix,
 * the local box and the mask with which its box was placed. All rows are in one array, so an update reads memory sequentially. A
 * row is settled while the object's box depends only on the numbers in the row: an update then only compares these numbers.
 */
export class ObjectRows {
  /** For each row, the boxes of its object. Null if the row is free. */
  readonly boxes: (ObjectBoxes | null)[] = [null];
  /** For each row, the number of the last traversal of the scene graph that visited its object. */
  visits = new Uint32Array(0);
  /** Whether an object was ever indexed by the box of its geometry, although its raycast is not three.js's. */
  hasOwnRaycasts = false;
  readonly #objects: (Object3D | null)[] = [null];
  /** For each row, fields of its object when the box was last checked: see {@link hasNewTriangles}. */
  readonly #geometries: (BufferGeometry | undefined)[] = [undefined];
  readonly #raycasts: unknown[] = [undefined];
  readonly #influences: unknown[] = [undefined];
  #numbers = new Float64Array(0);
  readonly #free: number[] = [];

  /** Allocates memory for a table of `count` rows. */
  reserve(count: number): void {
    if (count <= this.visits.length) return;
    this.visits = grown(this.visits, new Uint32Array(count));
    this.#numbers = grown(this.#numbers, new Float64Array(LENGTH * count));
  }

  /** Adds a row for the object of these boxes. Until {@link settle}, updates read more of the object than its row has. */
  add(boxes: ObjectBoxes): void {
    const row = this.#free.pop() ?? this.#objects.length;
    if (row >= this.visits.length) this.reserve(2 * row + 16);
    boxes.row = row;
    this.boxes[row] = boxes;
    this.#objects[row] = boxes.source.object;
    this.#geometries[row] = this.#raycasts[row] = this.#influences[row] = undefined;
    this.unsettle(row);
  }

  delete({ row }: ObjectBoxes): void {
    this.#objects[row] = this.boxes[row] = null;
    this.#geometries[row] = this.#raycasts[row] = this.#influences[row] = undefined;
    this.#free.push(row);
  }

  isRowOf(row: number, object: Object3D): boolean {
    return this.#objects[row] === object;
  }

  /**
   * Settles a row: from now on, the box of its object depends only on the numbers in the row.
   * @param mask the mask of the object's layers.
   * @param id the id of the object's box, or NONE.
   */
  settle(row: number, mask: number, id: number): void {
    this.#numbers[LENGTH * row + MASK] = mask;
    this.#numbers[LENGTH * row + ID] = id;
  }

  unsettle(row: number): void {
    this.#numbers[LENGTH * row + MASK] = NaN;
  }

  /**
   * Moves the box of an object, whose row is settled by {@link settle}, to the object's present world matrix. Returns false and
   * changes nothing if anything else about the object has changed, or if the scene rejects the matrix.
   */
  follow(row: number, object: DrawnObject & Object3D, scene: BoxScene): boolean {
    const numbers = this.#numbers;
    const at = LENGTH * row;
    if (object.layers.mask !== numbers[at + MASK]) return false;
    const { geometry } = object;
    if (geometry !== this.#geometries[row] || object.raycast !== this.#raycasts[row]) return false;
    if (object.morphTargetInfluences !== this.#influences[row]) return false;
    const bounds = geometry?.boundingBox ?? null;
    if (bounds === null || !isSameBox(bounds, numbers, at + BOX)) return false;
    const { elements } = object.matrixWorld;
    return isSameMatrix(elements, numbers, at) || this.#move(at, elements, scene);
  }

  /**
   * Returns whether an object has another geometry, raycast or morph influences than at the last call. Rays then must not go on to
   * the mesh to which they have linked its box.
   *
   * @param geometry the drawn geometry: of a posed object, the geometry of the pose.
   */
  hasNewTriangles(row: number, geometry: BufferGeometry | undefined, object: DrawnObject): boolean {
    const { raycast, morphTargetInfluences } = object;
    const isSame = geometry === this.#geometries[row] && raycast === this.#raycasts[row];
    if (isSame && morphTargetInfluences === this.#influences[row]) return false;
    this.#geometries[row] = geometry;
    this.#raycasts[row] = raycast;
    this.#influences[row] = morphTargetInfluences;
    return true;
  }

  /** Whether a matrix and a box equal those in the row. NaN equals nothing. */
  isSame(row: number, elements: readonly number[], bounds: Box3): boolean {
    const at = LENGTH * row;
    return isSameMatrix(elements, this.#numbers, at) && isSameBox(bounds, this.#numbers, at + BOX);
  }

  /** Writes a world matrix and a local box to a row. Returns whether any number in the row has changed. */
  store(row: number, elements: readonly number[], { min, max }: Box3): boolean {
    const at = LENGTH * row;
    min.toArray(corners);
    max.toArray(corners, 3);
    const isMoved = copyChanged(elements, this.#numbers, at);
    return copyChanged(corners, this.#numbers, at + BOX) || isMoved;
  }

  #move(at: number, elements: readonly number[], scene: BoxScene): boolean {
    const id = this.#numbers[at + ID];
    if (id === NONE) return false;
    try {
      scene.setMatrix(id, elements);
    } catch {
      // The scene throws if the matrix is not finite or flattens the box, or if a query is running.
      return false;
    }
    for (let i = 0; i < 16; i++) this.#numbers[at + i] = elements[i];
    return true;
  }
}

/** Whether a world matrix equals the one in a row. Unrolled, for speed. Compares the translation first: it changes most often. */
function isSameMatrix(m: readonly number[], row: Float64Array, at: number): boolean {
  return (
    m[12] === row[at + 12] &&
    m[13] === row[at + 13] &&
    m[14] === row[at + 14] &&
    m[0] === row[at] &&
    m[1] === row[at + 1] &&
    m[2] === row[at + 2] &&
    m[3] === row[at + 3] &&
    m[4] === row[at + 4] &&
    m[5] === row[at + 5] &&
    m[6] === row[at + 6] &&
    m[7] === row[at + 7] &&
    m[8] === row[at + 8] &&
    m[9] === row[at + 9] &&
    m[10] === row[at + 10] &&
    m[11] === row[at + 11] &&
    m[15] === row[at + 15]
  );
}

function isSameBox({ min, max }: Box3, row: Float64Array, at: number): boolean {
  return (
    min.x === row[at] &&
    min.y === row[at + 1] &&
    min.z === row[at + 2] &&
    max.x === row[at + 3] &&
    max.y === row[at + 4] &&
    max.z === row[at + 5]
  );
}

function grown<Numbers extends Uint32Array | Float64Array>(numbers: Numbers, larger: Numbers): Numbers {
  larger.set(numbers);
  return larger;
}
