import { type Kind, KINDS } from './kinds';
import type { Cell } from './spiral';

/** Each block of the city has so many boxes, so that the id of a box tells its block. */
export const BLOCK_BOXES = 1000;
/** From one block to the next, in metres: a block, and the streets to its west and north. */
export const PITCH = 100;
/** The width of a street. */
export const STREET = 16;

/** All coordinates are multiples of this. So they are the same in float32, and boxes that touch have the same numbers. */
const GRAIN = 1 / 64;

/** A part of the ground of a block, in metres from its north-west corner. */
export interface Rectangle {
  readonly x: number;
  readonly z: number;
  readonly width: number;
  readonly depth: number;
}

/** The boxes of one block, in the order of their ids. y points up. */
export class CityBlock {
  /** Six numbers a box: the least x, y and z, and the greatest. */
  readonly boxes = new Float64Array(6 * BLOCK_BOXES);
  /** The kind of each box, by its number. */
  readonly kinds = new Uint8Array(BLOCK_BOXES);
  readonly #x: number;
  readonly #z: number;
  #count = 0;

  constructor({ column, row }: Cell) {
    this.#x = PITCH * (column - 0.5);
    this.#z = PITCH * (row - 0.5);
  }

  /** How many boxes can still be added. */
  get room(): number {
    return BLOCK_BOXES - this.#count;
  }

  /** Adds a box on a part of the ground. */
  add(kind: Kind, { x, z, width, depth }: Rectangle, bottom: number, height: number): void {
    if (this.room === 0) throw new RangeError('the block is full');
    const at = 6 * this.#count;
    this.boxes[at] = rounded(this.#x + x);
    this.boxes[at + 1] = rounded(bottom);
    this.boxes[at + 2] = rounded(this.#z + z);
    this.boxes[at + 3] = rounded(this.#x + x + width);
    this.boxes[at + 4] = rounded(bottom + height);
    this.boxes[at + 5] = rounded(this.#z + z + depth);
    this.kinds[this.#count] = KINDS.indexOf(kind);
    this.#count++;
  }
}

function rounded(coordinate: number): number {
  return Math.round(coordinate / GRAIN) * GRAIN;
}

/** A rectangle without a margin. */
export function inset({ x, z, width, depth }: Rectangle, margin: number): Rectangle {
  return { x: x + margin, z: z + margin, width: width - 2 * margin, depth: depth - 2 * margin };
}

/** A square with its middle at a point. */
export function squareAt(x: number, z: number, size: number): Rectangle {
  return { x: x - size / 2, z: z - size / 2, width: size, depth: size };
}
