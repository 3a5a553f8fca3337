import { seededRandom } from '../site/seededRandom';

/** The kinds of boxes in the city. */
export const GROUND = 0;
export const WALL = 1;
export const TREE = 2;
export const CAR = 3;
/** Street lamps and masts, which glow above 5 m. */
export const LIGHT = 4;

/** The number of blocks along each side of the city, and the metres from one to the next, with a street. */
const BLOCKS = 46;
const PITCH = 44;
const STREET = 13;
/** Half the length of the city along x and z, in metres. */
const HALF = (BLOCKS * PITCH) / 2;
/** Half the width of the river, in metres. */
const HALF_RIVER = 34;

export interface City {
  /** 6 numbers a box, in metres. */
  readonly boxes: Float32Array;
  /** The kind of each box. */
  readonly kinds: Uint8Array;
}

/** Makes the city, about 200,000 boxes. It is the same each time. */
export function makeCity(): City {
  const builder = new Builder();
  builder.add(GROUND, { x: 0, z: 0 }, 4 * HALF, 4 * HALF, -1, 1);
  for (let i = 0; i < BLOCKS; i++) {
    for (let j = 0; j < BLOCKS; j++) {
      const middle = { x: (i + 0.5) * PITCH - HALF, z: (j + 0.5) * PITCH - HALF };
      if (Math.abs(middle.z - riverAt(middle.x)) > HALF_RIVER + PITCH / 2) builder.addBlock(middle);
    }
  }
  return { boxes: new Float32Array(builder.numbers), kinds: new Uint8Array(builder.kinds) };
}

/** Whether a point of the ground is in the river. */
export function isWater(x: number, z: number): boolean {
  return Math.abs(z - riverAt(x)) < HALF_RIVER;
}

/** The z of the middle of the river. */
function riverAt(x: number): number {
  return 150 + 90 * Math.sin(x / 260) + 0.12 * x;
}

interface Place {
  readonly x: number;
  readonly z: number;
}

class Builder {
  readonly numbers: number[] = [];
  readonly kinds: number[] = [];
  readonly #random = seededRandom(11);

  /** Adds a box of a height, whose lower face is at `from`. */
  add(kind: number, { x, z }: Place, width: number, depth: number, from: number, height: number): void {
    this.kinds.push(kind);
    this.numbers.push(x - width / 2, from, z - depth / 2, x + width / 2, from + height, z + depth / 2);
  }

  addBlock(middle: Place): void {
    const size = PITCH - STREET;
    this.#addPavement(middle, size);
    const kind = this.#random();
    if (kind < 0.07) this.#addPark(middle, size);
    else if (kind < 0.25) this.#addTower(middle, size - 4, size - 4);
    else {
      for (const [right, back] of CORNERS) {
        const corner = { x: middle.x + (right * size) / 4, z: middle.z + (back * size) / 4 };
        this.#addTower(corner, this.#between(10, 14.5), this.#between(10, 14.5));
      }
    }
  }

  /** Adds trees, street lamps and parked cars around a block. */
  #addPavement({ x, z }: Place, size: number): void {
    const kerb = size / 2 + 1.2;
    const lane = size / 2 + 3.4;
    for (let i = -4; i <= 4; i++) {
      const along = (i * size) / 9;
      for (const place of [
        { x: x + along, z: z + kerb },
        { x: x + along, z: z - kerb },
        { x: x + kerb, z: z + along },
        { x: x - kerb, z: z + along },
      ]) {
        if (i % 2 === 0) this.#addTree(place);
        else this.add(LIGHT, place, 0.35, 0.35, 0, 6);
      }
      if (this.#random() < 0.6) this.add(CAR, { x: x + along, z: z + lane }, 4.4, 1.9, 0.3, 1.3);
      if (this.#random() < 0.6) this.add(CAR, { x: x + lane, z: z + along }, 1.9, 4.4, 0.3, 1.3);
    }
  }

  #addPark(middle: Place, size: number): void {
    for (let i = 0; i < 70; i++) this.#addTree(this.#near(middle, size * 0.9, size * 0.9));
  }

  #addTree(place: Place): void {
    const trunk = this.#between(1.6, 3.4);
    this.add(TREE, place, 0.5, 0.5, 0, trunk);
    this.add(TREE, place, this.#between(2.4, 4.2), this.#between(2.4, 4.2), trunk, this.#between(2, 4));
  }

  /** Adds a tower, the higher the nearer it is to the middle of the city. High ones have tiers. */
  #addTower(place: Place, width: number, depth: number): void {
    const downtown = Math.exp(-((place.x ** 2 + place.z ** 2) / 240 ** 2));
    const height = this.#between(9, 26) + downtown * 190 * this.#random() ** 1.6;
    const tiers = height > 45 ? 1 + Math.ceil(3 * this.#random()) : 1;
    let top = 0;
    for (let tier = 1; tier <= tiers; tier++) {
      const rise = (height - top) * (tier === tiers ? 1 : this.#between(0.35, 0.7));
      this.add(WALL, place, width, depth, top, rise);
      this.add(WALL, place, width + 0.8, depth + 0.8, top + rise, 0.7);
      top += rise + 0.7;
      width *= this.#between(0.62, 0.85);
      depth *= this.#between(0.62, 0.85);
    }
    for (let unit = this.#between(2, 7); unit > 0; unit--) {
      const onRoof = this.#near(place, width * 0.8, depth * 0.8);
      this.add(WALL, onRoof, this.#between(1, 4), this.#between(1, 4), top, this.#between(0.8, 3));
    }
    if (height > 120) this.add(LIGHT, place, 0.9, 0.9, top, this.#between(14, 34));
  }

  #near({ x, z }: Place, width: number, depth: number): Place {
    return { x: x + width * (this.#random() - 0.5), z: z + depth * (this.#random() - 0.5) };
  }

  #between(least: number, most: number): number {
    return least + (most - least) * this.#random();
  }
}

const CORNERS = [
  [-1, -1],
  [-1, 1],
  [1, -1],
  [1, 1],
] as const;
