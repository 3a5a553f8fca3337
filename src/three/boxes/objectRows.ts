import type { BoxScene } from 'slabtree';
import type { Box3, BufferGeometry, Object3D } from 'three';
import { copyChanged } from '../math';
import type { KeptBoxes } from './keptBoxes';
import { NONE } from './owners';

/** Where the parts of a row begin: a world matrix, a local box, the mask of the layers, and the id of the box. */
const BOX = 16;
const MASK = 22;
const ID = 23;
const LENGTH = 24;

/** The row of all objects without boxes. Nothing is in it. */
export const NO_ROW = 0;

const corners: number[] = [];

/**
 * The objects that have boxes: a row for each. Those without instances also have numbers in it: what the box was placed from. All are
 * in one array, so an update that compares with them reads memory in a row. The row is settled while the box depends on nothing but
 * these numbers.
 */
export class ObjectRows {
  /** By row, the boxes of the object; null if the row is free. */
  readonly boxes: (KeptBoxes | null)[] = [null];
  /** By row, the number of the walk over the graph that last visited the object. */
  visits = new Uint32Array(0);
  readonly #objects: (Object3D | null)[] = [null];
  #numbers = new Float64Array(0);
  readonly #free: number[] = [];

  /** Makes room for so many rows. */
  reserve(count: number): void {
    if (count <= this.visits.length) return;
    this.visits = grown(this.visits, new Uint32Array(count));
    this.#numbers = grown(this.#numbers, new Float64Array(LENGTH * count));
  }

  /** Gives an object a row. Its numbers mean nothing yet. */
  add(boxes: KeptBoxes): void {
    const row = this.#free.pop() ?? this.#objects.length;
    if (row >= this.visits.length) this.reserve(2 * row + 16);
    boxes.row = row;
    this.boxes[row] = boxes;
    this.#objects[row] = boxes.source.object;
    this.unsettle(row);
  }

  delete({ row }: KeptBoxes): void {
    this.#objects[row] = this.boxes[row] = null;
    this.#free.push(row);
  }

  isRowOf(row: number, object: Object3D): boolean {
    return this.#objects[row] === object;
  }

  /** @param id the box, or NONE. */
  settle(row: number, mask: number, id: number): void {
    this.#numbers[LENGTH * row + MASK] = mask;
    this.#numbers[LENGTH * row + ID] = id;
  }

  unsettle(row: number): void {
    this.#numbers[LENGTH * row + MASK] = NaN;
  }

  /**
   * Brings the box of a settled row to where the object is, if the object has only moved or is as it was. Otherwise returns false,
   * and changes nothing.
   */
  follow(row: number, object: Object3D & { geometry?: BufferGeometry }, scene: BoxScene): boolean {
    const numbers = this.#numbers;
    const at = LENGTH * row;
    if (object.layers.mask !== numbers[at + MASK]) return false;
    const bounds = object.geometry?.boundingBox ?? null;
    if (bounds === null || !isSameBox(bounds, numbers, at + BOX)) return false;
    const { elements } = object.matrixWorld;
    return isSameMatrix(elements, numbers, at) || this.#move(at, elements, scene);
  }

  /** Whether the numbers are those of the row. NaN is equal to nothing. */
  isSame(row: number, elements: readonly number[], bounds: Box3): boolean {
    const at = LENGTH * row;
    return isSameMatrix(elements, this.#numbers, at) && isSameBox(bounds, this.#numbers, at + BOX);
  }

  /** Returns whether any of the numbers has changed. */
  keep(row: number, elements: readonly number[], { min, max }: Box3): boolean {
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
      // The matrix flattens the box or is not finite, or a query runs.
      return false;
    }
    for (let i = 0; i < 16; i++) this.#numbers[at + i] = elements[i];
    return true;
  }
}

/** Written out: this takes less time than a loop. What moves most is compared first. */
function isSameMatrix(m: readonly number[], seen: Float64Array, at: number): boolean {
  return (
    m[12] === seen[at + 12] &&
    m[13] === seen[at + 13] &&
    m[14] === seen[at + 14] &&
    m[0] === seen[at] &&
    m[1] === seen[at + 1] &&
    m[2] === seen[at + 2] &&
    m[3] === seen[at + 3] &&
    m[4] === seen[at + 4] &&
    m[5] === seen[at + 5] &&
    m[6] === seen[at + 6] &&
    m[7] === seen[at + 7] &&
    m[8] === seen[at + 8] &&
    m[9] === seen[at + 9] &&
    m[10] === seen[at + 10] &&
    m[11] === seen[at + 11] &&
    m[15] === seen[at + 15]
  );
}

function isSameBox({ min, max }: Box3, seen: Float64Array, at: number): boolean {
  return (
    min.x === seen[at] &&
    min.y === seen[at + 1] &&
    min.z === seen[at + 2] &&
    max.x === seen[at + 3] &&
    max.y === seen[at + 4] &&
    max.z === seen[at + 5]
  );
}

function grown<Numbers extends Uint32Array | Float64Array>(numbers: Numbers, larger: Numbers): Numbers {
  larger.set(numbers);
  return larger;
}
