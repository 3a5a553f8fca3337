import { sceneFrom, SceneIndex } from 'slabtree/three';
import { RaycastPool } from 'slabtree/workers';
import type { Mesh } from 'three';
import { expect, it } from 'vitest';
import { makeBuilding } from '../../examples/building/building';
import { makeMaterials } from '../../examples/building/materials';
import { Random } from '../support/random';
import { isMesh } from '../support/three/kinds';

const random = new Random(1);
const rays = new Float64Array(6 * 2000);
for (let i = 0; i < rays.length; i += 6) {
  rays.set([random.between(-30, 30), random.between(-2, 24), random.between(-14, 14), ...random.direction()], i);
}

it('a pool of a scene from a graph answers like the scene', async () => {
  const { scene } = sceneFrom(makeBuilding(makeMaterials()), { shared: 'auto' });
  const pool = await RaycastPool.create(scene, { threads: 2 });
  expect(await pool.raycastMany(rays, { triangles: true })).toEqual(scene.raycastMany(rays, { triangles: true }));
  await pool.close();
});

it('a pool of the triangles of an index answers like the index at the time of the call', async () => {
  const building = makeBuilding(makeMaterials());
  const index = SceneIndex.from(building, { shared: 'auto' });
  const pool = await RaycastPool.create(index.triangles, { threads: 1 });
  expect(pool.threads).toBe(1);
  const expected = index.raycastMany(rays);
  const answer = index.raycastManyAsync(rays, pool);
  const parts: Mesh[] = [];
  building.traverse((object) => {
    if (isMesh(object)) parts.push(object);
  });
  parts.forEach((part, i) => {
    if (i % 2 === 0) part.removeFromParent();
    else part.position.y += 1;
  });
  index.update();
  const moved = index.raycastMany(rays);
  expect(moved.ids).not.toEqual(expected.ids);
  expect(await answer).toEqual(expected);
  expect(await index.raycastManyAsync(rays, pool)).toEqual(moved);
  await pool.close();
});
