import { describe, expect, it } from 'vitest';
import { createBackend } from '../../../src/bvh/backend/createBackend';
import { MeshStore } from '../../../src/bvh/meshes/meshStore';
import type { StoredMesh } from '../../../src/bvh/meshes/storedMesh';
import { backends } from '../../support/compare';
import { Random } from '../../support/random';
import type { Triple } from '../../support/triple';

/** So many that most are not in the bins of the first splits: see layout/binning.ts. */
const COUNT = 3000;

type Place = (random: Random, i: number) => { readonly at: Triple; readonly size: Triple };

const anywhere = (random: Random): Triple => [random.between(0, 9), random.between(0, 9), random.between(0, 9)];
const tight = (random: Random): Triple => [random.between(0, 1e-3), random.between(0, 1e-3), random.between(0, 1e-3)];

const kinds: Record<string, Place> = {
  'triangles of one size': (random) => ({ at: anywhere(random), size: [0.1, 0.1, 0.1] }),
  'long ones that overlap on two axes': (random) => ({ at: anywhere(random), size: [8, 0.01, 9] }),
  'a flat field': (_, i) => ({ at: [i % 60, Math.floor(i / 60), 0], size: [1, 1, 0] }),
  'a dense heap, and a far one outside the sample': (random, i) => ({
    at: i === 1234 ? [1e3, 1e3, 1e3] : tight(random),
    size: [1e-4, 1e-4, 1e-4],
  }),
  'all of them at one place': () => ({ at: [1, 2, 3], size: [1, 1, 1] }),
};

function positionsOf(place: Place, count = COUNT): Float32Array {
  const random = new Random(3);
  const positions = new Float32Array(9 * count);
  for (let i = 0; i < count; i++) {
    const { at, size } = place(random, i);
    for (let corner = 0; corner < 3; corner++) {
      for (let k = 0; k < 3; k++) positions[9 * i + 3 * corner + k] = at[k] + random.between(0, size[k]);
    }
  }
  return positions;
}

function built(positions: Float32Array, backend: (typeof backends)[number]): { mesh: StoredMesh; areas: number } {
  const { memory, triangles } = createBackend(backend);
  const store = new MeshStore(memory);
  const mesh = store.add(positions, null);
  store.update(triangles);
  return { mesh, areas: triangles.sumAreas(mesh) };
}

describe('the tree over the triangles of a large mesh', () => {
  it.each(Object.entries(kinds))('it is the same on all backends, and has each triangle once: %s', (_, place) => {
    const positions = positionsOf(place);
    const [js, wasm] = backends.map((backend) => built(positions, backend).mesh);
    expect(wasm.nodes.int32.slice(0, wasm.nodes.count * 64)).toEqual(js.nodes.int32.slice(0, js.nodes.count * 64));
    expect([...wasm.triangles]).toEqual([...js.triangles]);
    expect([...js.triangles].sort((a, b) => a - b)).toEqual(Array.from({ length: COUNT }, (_, i) => i));
    js.triangles.forEach((triangle, at) => {
      expect(js.corners.subarray(9 * at, 9 * at + 9)).toEqual(positions.subarray(9 * triangle, 9 * triangle + 9));
    });
  });

  it.each(backends)('a heap is split as well beside a triangle far away that no sample has: %s', (backend) => {
    const near = built(
      positionsOf((random) => ({ at: tight(random), size: [1e-4, 1e-4, 1e-4] })),
      backend,
    );
    const far = built(positionsOf(kinds['a dense heap, and a far one outside the sample']), backend);
    // Without the root, which is not counted.
    expect(far.areas).toBeLessThan(1.2 * near.areas);
  });
});
