import { randomDirection, seededRandom, type Triple } from '../random';
import { cross, normalize } from '../scenes';
import { fractal } from './noise';

/** A mesh as users have it: 3 numbers a vertex, 3 vertices a triangle. */
export interface MeshNumbers {
  readonly positions: Float32Array;
  readonly index: Uint32Array;
}

/** Hills and valleys: a grid twice as wide as deep. Its cells have side 1. */
export function terrain(triangles: number): MeshNumbers {
  const rows = Math.round(Math.sqrt(triangles / 4));
  return grid(2 * rows, rows, (x, y) => [x, y, 180 * fractal(x / 220, y / 220, 9) ** 1.5]);
}

/** A tube along a trefoil knot, closed. About 700 wide. */
export function knot(triangles: number): MeshNumbers {
  const around = Math.max(3, Math.round(Math.sqrt(triangles / 25)));
  const along = Math.max(3, Math.round(triangles / 2 / around));
  const center = (turn: number): Triple => {
    const radius = 100 * (2 + Math.cos(3 * turn));
    return [radius * Math.cos(2 * turn), radius * Math.sin(2 * turn), 100 * Math.sin(3 * turn)];
  };
  const rings = Array.from({ length: along }, (_, ring) => {
    const turn = (2 * Math.PI * ring) / along;
    const at = center(turn);
    const [x, y, z] = center(turn + 1e-4);
    const forward = normalize([x - at[0], y - at[1], z - at[2]]);
    const side = normalize(cross(forward, at));
    return { at, side, up: cross(side, forward) };
  });
  const vertex = (column: number, row: number): Triple => {
    const { at, side, up } = rings[row % along];
    const angle = (2 * Math.PI * column) / around;
    const [x, y] = [45 * Math.cos(angle), 45 * Math.sin(angle)];
    return [at[0] + x * side[0] + y * up[0], at[1] + x * side[1] + y * up[1], at[2] + x * side[2] + y * up[2]];
  };
  return grid(around, along, vertex, true);
}

/** Small loose triangles in a cube, which grows with their number. */
export function soup(triangles: number): MeshNumbers {
  const random = seededRandom(21);
  const side = 10 * Math.cbrt(triangles);
  return loose(triangles, () => {
    const center = [side * random(), side * random(), side * random()];
    const corner = (): Triple => [
      center[0] + 10 * random() - 5,
      center[1] + 10 * random() - 5,
      center[2] + 10 * random() - 5,
    ];
    return [corner(), corner(), corner()];
  });
}

/** Loose triangles in a cube of side 1,000: 100 to 200 long, half a unit wide, in all directions. */
export function slivers(triangles: number): MeshNumbers {
  const random = seededRandom(22);
  return loose(triangles, () => {
    const center: Triple = [1000 * random(), 1000 * random(), 1000 * random()];
    const along = randomDirection(random);
    const across = normalize(cross(along, randomDirection(random)));
    const half = 50 + 50 * random();
    const from = (direction: Triple, distance: number): Triple => [
      center[0] + distance * direction[0],
      center[1] + distance * direction[1],
      center[2] + distance * direction[2],
    ];
    return [from(along, -half), from(along, half), from(across, 0.5)];
  });
}

/** A grid of columns × rows cells, each of two triangles. */
function grid(
  columns: number,
  rows: number,
  vertex: (column: number, row: number) => Triple,
  isClosed = false,
): MeshNumbers {
  const width = columns + (isClosed ? 0 : 1);
  const height = rows + (isClosed ? 0 : 1);
  const positions = new Float32Array(3 * width * height);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) positions.set(vertex(column, row), 3 * (row * width + column));
  }
  const index = new Uint32Array(6 * columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const right = (column + 1) % width;
      const above = ((row + 1) % height) * width;
      const [a, b, c, d] = [row * width + column, row * width + right, above + right, above + column];
      index.set([a, b, c, a, c, d], 6 * (row * columns + column));
    }
  }
  return { positions, index };
}

function loose(triangles: number, corners: () => [Triple, Triple, Triple]): MeshNumbers {
  const positions = new Float32Array(9 * triangles);
  for (let triangle = 0; triangle < triangles; triangle++) positions.set(corners().flat(), 9 * triangle);
  return { positions, index: Uint32Array.from({ length: 3 * triangles }, (_, at) => at) };
}
