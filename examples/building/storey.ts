import { type BufferGeometry, Group, type Material, Mesh } from 'three';

/** In meters: a house of so many storeys, which lie above one another from y = 0 on. Its middle is at x = z = 0. */
export const STOREYS = 6;
export const HEIGHT = 3.4;
export const LENGTH = 42;
export const WIDTH = 18;

/** Thicknesses. */
export const SLAB = 0.3;
export const WALL = 0.3;

/** The kinds of parts, in the order of a building site. */
export const kinds = [
  'slab',
  'column',
  'wall',
  'partition',
  'window',
  'pane',
  'door',
  'stair',
  'railing',
  'pipe',
  'fitting',
] as const;
export type Kind = (typeof kinds)[number];

export type Materials = Readonly<Record<Kind, Material>>;

/** One storey while it is built. */
export class Storey extends Group {
  readonly #materials: Materials;
  readonly #counts = new Map<Kind, number>();

  /** @param number from 0 on. */
  constructor(number: number, materials: Materials) {
    super();
    this.#materials = materials;
    this.name = number === 0 ? 'Ground floor' : `Storey ${number}`;
    this.position.y = number * HEIGHT;
  }

  /** Adds a part at a place in the storey. Returns it, to be turned. */
  put(kind: Kind, geometry: BufferGeometry, x: number, y: number, z: number): Mesh {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    const part = new Mesh(geometry, this.#materials[kind]);
    part.name = `${this.name}, ${kind} ${count}`;
    part.position.set(x, y, z);
    this.add(part);
    return part;
  }
}
