import { describe, expect, it } from 'vitest';
import { BoxScene } from 'slabtree';
import { type ClosedMesh, cubes, icosphere, mapped } from '../support/closedMeshes';
import { backends } from '../support/compare';
import { Random } from '../support/random';
import { runsOf } from '../support/runs';
import { each } from '../support/triple';

/** Rays from points inside, aimed at corners, at points of edges and at points of triangles of a mesh. */
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

function sceneOf({ vertices, triangles }: ClosedMesh, backend: 'js' | 'wasm'): BoxScene {
  const scene = new BoxScene({ backend });
  const mesh = scene.addMesh(Float64Array.from(vertices.flat()), Uint32Array.from(triangles.flat()));
  scene.addInstance(mesh);
  return scene;
}

describe.each(backends)('no ray escapes from a closed mesh (%s)', (backend) => {
  const meshes: [string, (random: Random) => ClosedMesh][] = [
    ['a sphere of many triangles', (random) => icosphere(4, random)],
    ['cubes of a lattice', (random) => cubes(40, random)],
    ['cubes of a lattice, far from the origin', (random) => mapped(cubes(40, random), (p) => each((k) => p[k] + 1e6))],
  ];

  it.each(meshes)('%s', (_, make) => {
    // Ten million in a long run, of all meshes and backends together.
    const count = Math.round(runsOf(1) * (backend === 'wasm' ? 640 : 40));
    const random = new Random(count);
    const mesh = make(random);
    const scene = sceneOf(mesh, backend);
    for (let done = 0; done < count; done += 100_000) {
      const rays = raysFromInside(random, mesh, Math.min(100_000, count - done));
      const { ids } = scene.raycastMany(rays);
      const escaped = ids.indexOf(-1);
      expect(escaped < 0 ? null : [...rays.subarray(6 * escaped, 6 * escaped + 6)]).toBeNull();
    }
  });
});
