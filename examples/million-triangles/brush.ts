import type { Vec3 } from 'slabtree';
import type { Knot } from './knot';

/** Normals are made anew this much beyond the brush, because triangles at its edge have turned too. */
export const BEYOND = 1.25;

/** One touch of the brush. */
export interface Dab {
  /** In the space of the knot. */
  readonly center: Vec3;
  readonly radius: number;
  /** How far the middle goes outward. Less than 0: inward. */
  readonly height: number;
  /** Red, green and blue, and how much of them the middle takes on, from 0 to 1. */
  readonly color: readonly [red: number, green: number, blue: number];
  readonly strength: number;
}

/**
 * Pushes the vertices under a brush along their normals, and paints them.
 *
 * @param triangles all that overlap the sphere around the dab of `BEYOND` times its radius. So they are all triangles of
 *   each vertex in that sphere, and give its new normal.
 * @returns the vertices that have changed, in order.
 */
export function touch(knot: Knot, triangles: Uint32Array, dab: Dab): Uint32Array {
  const touched = verticesWithin(knot, triangles, dab.center, BEYOND * dab.radius);
  for (const vertex of touched) pushVertex(knot, vertex, dab);
  renewNormals(knot, triangles, touched);
  return touched;
}

function verticesWithin({ positions, index }: Knot, triangles: Uint32Array, center: Vec3, radius: number): Uint32Array {
  const found = new Set<number>();
  for (const triangle of triangles) {
    for (let corner = 3 * triangle; corner < 3 * triangle + 3; corner++) {
      if (squareDistance(positions, index[corner], center) < radius * radius) found.add(index[corner]);
    }
  }
  return Uint32Array.from(found).sort();
}

/** The push and the paint fade smoothly to nothing at the edge of the brush. */
function pushVertex({ positions, normals, colors }: Knot, vertex: number, dab: Dab): void {
  const share = 1 - squareDistance(positions, vertex, dab.center) / (dab.radius * dab.radius);
  if (share <= 0) return;
  const weight = share * share;
  for (let k = 0; k < 3; k++) {
    const at = 3 * vertex + k;
    positions[at] += weight * dab.height * normals[at];
    colors[at] += weight * dab.strength * (dab.color[k] - colors[at]);
  }
}

/** The normal of a vertex is the sum of its triangles' normals, each as long as its triangle is large. */
function renewNormals({ positions, normals, index }: Knot, triangles: Uint32Array, vertices: Uint32Array): void {
  const renewed = new Set(vertices);
  for (const vertex of vertices) normals.fill(0, 3 * vertex, 3 * vertex + 3);
  for (const triangle of triangles) {
    const [a, b, c] = [3 * index[3 * triangle], 3 * index[3 * triangle + 1], 3 * index[3 * triangle + 2]];
    const [ux, uy, uz] = [
      positions[b] - positions[a],
      positions[b + 1] - positions[a + 1],
      positions[b + 2] - positions[a + 2],
    ];
    const [vx, vy, vz] = [
      positions[c] - positions[a],
      positions[c + 1] - positions[a + 1],
      positions[c + 2] - positions[a + 2],
    ];
    for (const corner of [a, b, c]) {
      if (!renewed.has(corner / 3)) continue;
      normals[corner] += uy * vz - uz * vy;
      normals[corner + 1] += uz * vx - ux * vz;
      normals[corner + 2] += ux * vy - uy * vx;
    }
  }
  for (const vertex of vertices) {
    const at = 3 * vertex;
    const length = Math.hypot(normals[at], normals[at + 1], normals[at + 2]);
    for (let k = at; k < at + 3; k++) normals[k] /= length || 1;
  }
}

function squareDistance(positions: Float32Array, vertex: number, { x, y, z }: Vec3): number {
  const at = 3 * vertex;
  return (positions[at] - x) ** 2 + (positions[at + 1] - y) ** 2 + (positions[at + 2] - z) ** 2;
}
