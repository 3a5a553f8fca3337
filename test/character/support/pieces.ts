import type { Aabb, Vec3 } from 'slabtree';

/** A box, along the axes if it has no matrix. */
export interface BoxPiece extends Aabb {
  readonly kind: 'box';
  readonly matrix?: readonly number[];
}

/** A mesh: what no box can be, such as a wedge or a piece of a hill. */
export interface MeshPiece {
  readonly kind: 'mesh';
  /** The corners, in world space. */
  readonly corners: readonly Vec3[];
  /** Three corners a triangle, counterclockwise from outside. */
  readonly index: readonly number[];
}

/** A part of a course, as plain geometry. */
export type Piece = BoxPiece | MeshPiece;

export const RADIANS = Math.PI / 180;

export function at(x: number, y: number, z: number): Vec3 {
  return { x, y, z };
}

/** A box along the axes, by its range along each. */
export function block(x: [number, number], y: [number, number], z: [number, number]): BoxPiece {
  return { kind: 'box', min: at(x[0], y[0], z[0]), max: at(x[1], y[1], z[1]) };
}

/** A plate whose upper side leads from one height to another. It goes on by `before` and `behind`, into the floor. */
export function ramp(
  [x0, y0]: [number, number],
  [x1, y1]: [number, number],
  z: [number, number],
  { thick = 0.4, before = 0, behind = 0 } = {},
): BoxPiece {
  const long = Math.hypot(x1 - x0, y1 - y0);
  const c = (x1 - x0) / long;
  const s = (y1 - y0) / long;
  return {
    kind: 'box',
    min: at(-before, -thick, z[0]),
    max: at(long + behind, 0, z[1]),
    matrix: [c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, x0, y0, 0, 1],
  };
}

/** A box that is turned around y by an angle, from x towards -z, and then moved to a place. */
export function turned(box: Aabb, degrees: number, { x, y, z }: Vec3 = at(0, 0, 0)): BoxPiece {
  const c = Math.cos(degrees * RADIANS);
  const s = Math.sin(degrees * RADIANS);
  return { kind: 'box', min: box.min, max: box.max, matrix: [c, 0, -s, 0, 0, 1, 0, 0, s, 0, c, 0, x, y, z, 1] };
}

/** A convex prism: a polygon in x and y, counterclockwise, stretched along z. */
export function prism(polygon: readonly (readonly [number, number])[], [near, far]: [number, number]): MeshPiece {
  const count = polygon.length;
  const corners = [near, far].flatMap((z) => polygon.map(([x, y]) => at(x, y, z)));
  const index: number[] = [];
  for (let i = 0; i < count; i++) {
    const next = (i + 1) % count;
    index.push(i, next, next + count, i, next + count, i + count);
    if (i > 1) index.push(0, i, i - 1, count, count + i - 1, count + i);
  }
  return { kind: 'mesh', corners, index };
}

/** A column: a regular prism along y around a point. */
export function column({ x, y, z }: Vec3, radius: number, height: number, sides: number): MeshPiece {
  const polygon = Array.from({ length: sides }, (_, i): [number, number] => {
    const angle = (2 * Math.PI * i) / sides;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
  const { corners, index } = prism(polygon, [0, height]);
  // x, y, z becomes y, z, x, which keeps the sides of the triangles.
  return { kind: 'mesh', corners: corners.map((corner) => at(x + corner.y, y + corner.z, z + corner.x)), index };
}

/** Flat quads over a grid of cells, two triangles each: every cell is a piece, open below. */
export function cells(
  [columns, rows]: [number, number],
  size: number,
  height: (x: number, z: number) => number,
): MeshPiece[] {
  const pieces: MeshPiece[] = [];
  for (let i = 0; i < columns; i++) {
    for (let j = 0; j < rows; j++) {
      const corner = (di: number, dj: number) => {
        const x = size * (i + di);
        const z = size * (j + dj);
        return at(x, height(x, z), z);
      };
      const corners = [corner(0, 0), corner(0, 1), corner(1, 1), corner(1, 0)];
      pieces.push({ kind: 'mesh', corners, index: [0, 1, 2, 0, 2, 3] });
    }
  }
  return pieces;
}

const BOX_QUADS = [
  [0, 4, 6, 2],
  [1, 3, 7, 5],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 2, 3, 1],
  [4, 5, 7, 6],
];
const BOX_INDEX = BOX_QUADS.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]);

/** Returns the corners of a piece in world space, and three of them for each triangle. */
export function meshOf(piece: Piece): { corners: readonly Vec3[]; index: readonly number[] } {
  if (piece.kind === 'mesh') return piece;
  const { min, max, matrix } = piece;
  const corners = Array.from({ length: 8 }, (_, i) =>
    moved(at(i & 1 ? max.x : min.x, i & 2 ? max.y : min.y, i & 4 ? max.z : min.z), matrix),
  );
  return { corners, index: BOX_INDEX };
}

function moved(point: Vec3, m?: readonly number[]): Vec3 {
  if (m === undefined) return point;
  const { x, y, z } = point;
  return at(
    m[0] * x + m[4] * y + m[8] * z + m[12],
    m[1] * x + m[5] * y + m[9] * z + m[13],
    m[2] * x + m[6] * y + m[10] * z + m[14],
  );
}
