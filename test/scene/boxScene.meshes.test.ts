import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareMeshRay } from '../support/compareMeshes';
import { meshKinds, meshScenesOf, rayAtMeshes } from '../support/meshScenes';
import { Random } from '../support/random';
import { search } from '../support/runs';

const RAYS = 12;

describe('every ray query meets the triangles of instances as the plain loop does', () => {
  it.each(meshKinds)('over %s', async (kind) => {
    let hits = 0;
    await search(
      0.4,
      fc.property(fc.nat(), (seed) => {
        const random = new Random(seed);
        const made = meshScenesOf(random, kind);
        for (let i = 0; i < RAYS; i++) hits += compareMeshRay(made, rayAtMeshes(random, made.loop));
      }),
    );
    expect(hits).toBeGreaterThan(0);
  });

  it.each(meshKinds)('over %s, for every combination of options', async (kind) => {
    await search(
      0.4,
      fc.property(fc.nat(), (seed) => {
        const random = new Random(seed);
        const made = meshScenesOf(random, kind);
        for (let i = 0; i < RAYS; i++) {
          const tMin = random.pick([0, -Infinity, -1, 0.5]);
          compareMeshRay(made, rayAtMeshes(random, made.loop), {
            tMin,
            tMax: random.pick([Infinity, Math.max(tMin, -3) + 1, 0.5 + Math.max(tMin, 0)]),
            side: random.pick(['front', 'back', 'both']),
            ...(random.chance(0.3) && { mask: random.pick([1, 2]) }),
            ...(random.chance(0.3) && { boxesOnly: true }),
            ...(random.chance(0.3) && { filter: (id, triangle) => (id + triangle) % 3 !== 0 }),
          });
        }
      }),
    );
  });
});
