import { describe, expect, it } from 'vitest';
import { BoxScene } from 'slabtree';
import { type ClosedMesh, cubes, icosphere, knot, mapped } from '../support/closedMeshes';
import { backends } from '../support/compare';
import { IDENTITY, placed, rotation, transform } from '../support/matrices';
import { Random } from '../support/random';
import { runsOf } from '../support/runs';
import { each, type Triple } from '../support/triple';

/** So many rays are cast with one call. */
const BLOCK = 50_000;

const meshes: Record<string, (random: Random) => ClosedMesh> = {
  'an icosahedron, subdivided': (random) => icosphere(4, random),
  'a knot': (random) => knot(160, 13, random),
  'cubes of a lattice': (random) => cubes(40, random),
  'cubes of a lattice, far from the origin of the mesh': (random) =>
    mapped(cubes(40, random), (p) => each((k) => p[k] + 1e6)),
};

/** How an instance is placed: a matrix. */
const placements: Record<string, (random: Random) => number[]> = {
  'as it is': () => placed(IDENTITY, [0, 0, 0]),
  rotated: (random) => placed(rotation(random), random.triple(-3, 3)),
  'scaled differently along each axis': (random) => {
    const scale = [random.magnitude(1e-3, 1e3), random.magnitude(1e-3, 1e3), random.magnitude(1e-3, 1e3)];
    return placed(
      rotation(random).map((value, at) => value * Math.abs(scale[Math.floor(at / 3)])),
      random.triple(-3, 3),
    );
  },
  mirrored: () => placed([-1, 0, 0, 0, 1, 0, 0, 0, 1], [1, 2, 3]),
  'mirrored, rotated and sheared': (random) =>
    placed(
      rotation(random).map((value, at) => (at < 3 ? -value : value) + random.between(-0.3, 0.3)),
      random.triple(-3, 3),
    ),
  'far away': (random) => placed(rotation(random), random.triple(-1e6, 1e6)),
};

/** Rays from points inside, aimed at corners, at points of edges and at points of triangles of a placed mesh. */
function raysFromInside(random: Random, { vertices, triangles, inside }: ClosedMesh, count: number): Float64Array {
  const rays = new Float64Array(6 * count);
  for (let i = 0; i < count; i++) {
    const [a, b, c] = random.pick(triangles).map((vertex) => vertices[vertex]);
    const u = random.pick([0, 0, 0.5, random.next()]);
    const v = random.pick([0, 0, 0, (1 - u) * random.next()]);
    const target = each((k) => a[k] + u * (b[k] - a[k]) + v * (c[k] - a[k]));
    const origin = random.pick(inside);
    const speed = random.pick([1, 1, 1e-3, 7]);
    rays.set([...origin, ...each((k) => speed * (target[k] - origin[k]))], 6 * i);
  }
  return rays;
}

describe.each(backends)('rays in closed meshes (%s)', (backend) => {
  describe.each(Object.entries(meshes))('%s', (_, make) => {
    // More than ten million in a long run, of all cases together.
    const count = runsOf(backend === 'wasm' ? 46 : 3);

    it.each(Object.entries(placements))('no ray escapes from a closed mesh, placed %s', (name, place) => {
      for (const Positions of [Float32Array, Float64Array]) {
        const random = new Random(count + name.length);
        const mesh = mapped(make(random), ([x, y, z]) => [...Positions.of(x, y, z)] as unknown as Triple);
        const matrix = place(random);
        const positions = Positions.from(mesh.vertices.flat());
        const scene = new BoxScene({ backend });
        scene.addInstance(scene.addMesh(positions, Uint32Array.from(mesh.triangles.flat())), matrix);
        const world = mapped(mesh, (point) => transform(matrix, point));
        for (let done = 0; done < count; done += BLOCK) {
          const rays = raysFromInside(random, world, Math.min(BLOCK, count - done));
          const escaped = scene.raycastMany(rays).ids.indexOf(-1);
          expect(escaped < 0 ? null : [...rays.subarray(6 * escaped, 6 * escaped + 6)]).toBeNull();
        }
      }
    });
  });
});
