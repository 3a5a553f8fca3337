import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBackend } from '../../../src/bvh/backend/createBackend';
import { MeshStore } from '../../../src/bvh/meshes/meshStore';
import type { StoredMesh } from '../../../src/bvh/meshes/storedMesh';
import { sumAreas } from '../../../src/bvh/tree/areas';
import { backends } from '../../support/compare';
import { meshAmong, meshKinds } from '../../support/meshScenes';
import { Random } from '../../support/random';
import { search } from '../../support/runs';
import { boundsOf } from '../../../src/bvh/meshes/placeCorners';

/** The bits of all nodes in use. */
function wordsOf({ nodes }: StoredMesh): Int32Array {
  return nodes.int32.slice(0, nodes.count * 64);
}

describe('refitTriangles', () => {
  it.each(meshKinds)('a refitted mesh has the same bits and areas on all backends: %s', async (kind) => {
    await search(
      0.5,
      fc.property(fc.nat(), (seed) => {
        const random = new Random(seed);
        const { positions, index } = meshAmong(random, kind);
        const by = random.pick([0, 1e-3, 0.1]);
        const at = random.pick([0, 0, 1e6]);
        const moved = positions.map((value) => value + at + random.between(-by, by));
        const [js, wasm] = backends.map((name) => {
          const { memory, triangles } = createBackend(name);
          const store = new MeshStore(memory);
          const mesh = store.add(positions, index ?? null);
          store.update(triangles);
          store.setPositions(mesh, moved, triangles);
          store.update(triangles);
          return { words: wordsOf(mesh), areas: triangles.refit(mesh), sum: triangles.sumAreas(mesh), mesh };
        });
        expect(wasm.words).toEqual(js.words);
        expect(wordsOf(wasm.mesh)).toEqual(wasm.words);
        expect(wasm.areas).toBe(js.areas);
        expect(wasm.sum).toBe(sumAreas(js.mesh.nodes, 0, js.mesh.nodes.count, true));
        expect(wasm.mesh.bounds).toEqual(boundsOf(moved, index ?? null));
        expect(wasm.mesh.bounds).toEqual(js.mesh.bounds);
      }),
    );
  });
});

describe('placeCorners', () => {
  it.each([
    [Float32Array, Float32Array],
    [Float64Array, Float64Array],
    [Float64Array, Float32Array],
  ])('moved vertices have the same corners on all backends: %o by %o', (Stored, Given) => {
    const index = Uint32Array.of(4, 1, 2, 1, 4, 3);
    for (const name of backends) {
      const { memory, triangles } = createBackend(name);
      const store = new MeshStore(memory);
      const positions = new Stored(15);
      const mesh = store.add(positions, index);
      // No triangle has the first vertex.
      const moved = Given.from([-9, 9, 9, 1, -0, 3, 4, -5, 6, -7, -0, 0.1, 0.25, 2, 8]);
      store.setPositions(mesh, moved, triangles);
      const corners = Array.from(mesh.vertices ?? []).flatMap((vertex) => [
        ...moved.subarray(3 * vertex, 3 * vertex + 3),
      ]);
      expect([...mesh.corners]).toEqual(corners);
      expect(mesh.bounds).toEqual(boundsOf(moved, index));
    }
  });
});
