import { BufferAttribute, BufferGeometry } from 'three';
import { type Grid, indexOf, type Knot } from './knot';

/** So many places between two runs of changed vertices are sent along, because each run has its own call. */
const GAP = 128;

/** A geometry whose numbers are those of a knot. */
export function geometryOf({ positions, normals, colors, index }: Knot): BufferGeometry {
  return new BufferGeometry()
    .setAttribute('position', new BufferAttribute(positions, 3))
    .setAttribute('normal', new BufferAttribute(normals, 3))
    .setAttribute('color', new BufferAttribute(colors, 3, true))
    .setIndex(new BufferAttribute(index, 1));
}

/** Sends these vertices, in order, to the graphics card with the next frame. Without them: all. */
export function sendVertices({ attributes }: BufferGeometry, vertices?: Uint32Array): void {
  for (const attribute of [attributes.position, attributes.normal, attributes.color] as BufferAttribute[]) {
    if (vertices === undefined) attribute.clearUpdateRanges();
    else for (const [first, count] of runsOf(vertices)) attribute.addUpdateRange(3 * first, 3 * count);
    attribute.needsUpdate = true;
  }
}

/** Runs of numbers that are close together: the first number of each, and its length. */
export function runsOf(vertices: Uint32Array): [first: number, count: number][] {
  const runs: [number, number][] = [];
  for (const vertex of vertices) {
    const last = runs.at(-1);
    if (last && vertex - (last[0] + last[1]) < GAP) last[1] = vertex + 1 - last[0];
    else runs.push([vertex, 1]);
  }
  return runs;
}

/** The same knot with few triangles, for copies that are small on screen: some vertices of the grid. */
export class CoarseKnot {
  readonly knot: Knot;
  readonly #fine: Knot;

  constructor(fine: Knot, { rings, sides }: Grid) {
    const grid = { rings: Math.min(rings, fine.grid.rings), sides: Math.min(sides, fine.grid.sides) };
    const numbers = 3 * grid.rings * grid.sides;
    this.#fine = fine;
    this.knot = {
      grid,
      positions: new Float32Array(numbers),
      normals: new Float32Array(numbers),
      colors: new Uint8Array(numbers),
      index: indexOf(grid),
    };
    this.follow();
  }

  /** Takes on the shape and the paint of the fine knot. */
  follow(): void {
    const { grid, positions, normals, colors } = this.knot;
    const fine = this.#fine;
    let at = 0;
    for (let i = 0; i < grid.rings; i++) {
      const ring = Math.floor((i * fine.grid.rings) / grid.rings);
      for (let j = 0; j < grid.sides; j++) {
        const from = 3 * (ring * fine.grid.sides + Math.floor((j * fine.grid.sides) / grid.sides));
        for (let k = 0; k < 3; k++, at++) {
          positions[at] = fine.positions[from + k];
          normals[at] = fine.normals[from + k];
          colors[at] = fine.colors[from + k];
        }
      }
    }
  }
}
