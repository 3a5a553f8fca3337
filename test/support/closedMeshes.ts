import type { Random } from './random';
import type { Corners } from './triangles';
import { each, type Triple } from './triple';

/** Triangles that enclose a volume, with their fronts outside, and points inside. */
export interface ClosedMesh {
  readonly vertices: readonly Triple[];
  readonly triangles: readonly (readonly [number, number, number])[];
  readonly inside: readonly Triple[];
}

export function cornersOf({ vertices, triangles }: ClosedMesh): Corners[] {
  return triangles.map(([a, b, c]) => [vertices[a], vertices[b], vertices[c]]);
}

/** The mesh with each vertex and each point inside moved. */
export function mapped(mesh: ClosedMesh, move: (point: Triple) => Triple): ClosedMesh {
  return { ...mesh, vertices: mesh.vertices.map(move), inside: mesh.inside.map(move) };
}

/** An icosahedron around 0, each of whose triangles is split into four a number of times. */
export function icosphere(levels: number, random: Random): ClosedMesh {
  const g = (1 + Math.sqrt(5)) / 2;
  const vertices: Triple[] = [];
  for (const s of [-1, 1]) for (const t of [-g, g]) vertices.push([0, s, t], [s, t, 0], [t, 0, s]);
  const near = (i: number, j: number) => Math.hypot(...each((k) => vertices[i][k] - vertices[j][k])) < 2.1;
  let triangles: [number, number, number][] = [];
  for (let a = 0; a < 12; a++)
    for (let b = a + 1; b < 12; b++)
      for (let c = b + 1; c < 12; c++)
        if (near(a, b) && near(b, c) && near(c, a)) triangles.push(outward(vertices, [a, b, c]));
  for (let level = 0; level < levels; level++) {
    const middles = new Map<string, number>();
    const middle = (i: number, j: number): number => {
      const key = `${Math.min(i, j)} ${Math.max(i, j)}`;
      const known = middles.get(key);
      if (known !== undefined) return known;
      const sum = each((k) => vertices[i][k] + vertices[j][k]);
      const size = Math.hypot(...sum) / Math.hypot(1, g);
      middles.set(key, vertices.length);
      return vertices.push(each((k) => sum[k] / size)) - 1;
    };
    triangles = triangles.flatMap(([a, b, c]): [number, number, number][] => {
      const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
      return [
        [a, ab, ca],
        [ab, b, bc],
        [ca, bc, c],
        [ab, bc, ca],
      ];
    });
  }
  const inside = Array.from({ length: 8 }, () => random.triple(-0.7, 0.7));
  return { vertices, triangles, inside };
}

/**
 * A tube of rings along a trefoil, that closes both ways. Its vertices are a little uneven. The points inside are on the
 * curve in the middle.
 */
export function knot(rings: number, sides: number, random: Random): ClosedMesh {
  const vertices: Triple[] = [];
  const triangles: [number, number, number][] = [];
  const inside: Triple[] = [];
  for (let ring = 0; ring < rings; ring++) {
    const angle = (4 * Math.PI * ring) / rings;
    const [cos, sin, wave] = [Math.cos(angle), Math.sin(angle), Math.cos(1.5 * angle)];
    const radius = 2 + wave;
    const center: Triple = [radius * cos, radius * sin, Math.sin(1.5 * angle)];
    inside.push(center);
    for (let side = 0; side < sides; side++) {
      const around = (2 * Math.PI * side) / sides;
      const size = 0.4 + random.between(-0.02, 0.02);
      // Rings are upright, along the radius and along z: across a curve that mostly goes around.
      const [out, up] = [size * Math.cos(around), size * Math.sin(around)];
      vertices.push([center[0] + out * cos, center[1] + out * sin, center[2] + up]);
      const [here, ahead, next] = [ring * sides, ((ring + 1) % rings) * sides, (side + 1) % sides];
      triangles.push([here + side, ahead + side, here + next], [here + next, ahead + side, ahead + next]);
    }
  }
  return { vertices, triangles, inside };
}

function outward(vertices: readonly Triple[], [a, b, c]: [number, number, number]): [number, number, number] {
  const [p, q, r] = [vertices[a], vertices[b], vertices[c]];
  const volume =
    p[0] * (q[1] * r[2] - q[2] * r[1]) + p[1] * (q[2] * r[0] - q[0] * r[2]) + p[2] * (q[0] * r[1] - q[1] * r[0]);
  return volume > 0 ? [a, b, c] : [a, c, b];
}

/**
 * The surface of some cubes of a lattice, grown from one by random neighbours. Two triangles for each square between a
 * cube and none. The points inside are the middles of the cubes and of the squares, edges and corners between cubes, so
 * rays from there go along squares.
 */
export function cubes(count: number, random: Random): ClosedMesh {
  const solid = new Map<string, Triple>([['0,0,0', [0, 0, 0]]]);
  while (solid.size < count) {
    const from = random.pick([...solid.values()]);
    const axis = random.axis();
    const side = random.sign();
    const cube = each((k) => from[k] + (k === axis ? side : 0));
    solid.set(cube.join(), cube);
  }
  const vertices: Triple[] = [];
  const places = new Map<string, number>();
  const vertex = (point: Triple): number => {
    const place = places.get(point.join()) ?? vertices.push(point) - 1;
    places.set(point.join(), place);
    return place;
  };
  const triangles: [number, number, number][] = [];
  for (const cube of solid.values()) {
    for (const axis of [0, 1, 2]) {
      for (const side of [0, 1]) {
        const beside = each((k) => cube[k] + (k === axis ? 2 * side - 1 : 0));
        if (solid.has(beside.join())) continue;
        const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
        const at = (i: number, j: number) =>
          vertex(each((k) => cube[k] + (k === axis ? side : k === u ? i : k === v ? j : 0)));
        const [a, b, c, d] =
          side === 1 ? [at(0, 0), at(1, 0), at(1, 1), at(0, 1)] : [at(0, 0), at(0, 1), at(1, 1), at(1, 0)];
        triangles.push([a, b, c], [a, c, d]);
      }
    }
  }
  // Every half step of the lattice around which all cubes are solid.
  const halves = new Map<string, Triple>();
  for (const cube of solid.values()) {
    for (const x of [0, 0.5, 1])
      for (const y of [0, 0.5, 1])
        for (const z of [0, 0.5, 1]) {
          const point: Triple = [cube[0] + x, cube[1] + y, cube[2] + z];
          if (around(point).every((near) => solid.has(near.join()))) halves.set(point.join(), point);
        }
  }
  return { vertices, triangles, inside: [...halves.values()] };
}

/** The cubes that a point is in, or on the surface of. */
function around(point: Triple): Triple[] {
  const of = (value: number) => (Number.isInteger(value) ? [value - 1, value] : [Math.floor(value)]);
  return of(point[0]).flatMap((x) => of(point[1]).flatMap((y) => of(point[2]).map((z): Triple => [x, y, z])));
}
