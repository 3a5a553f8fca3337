import fc from 'fast-check';
import { type Backend, BoxScene, type Mesh } from 'slabtree';
import { expect, it } from 'vitest';
import { validate } from '../../../src/bvh/tree/validate';
import { INTERNALS } from '../../../src/scene/internals';
import { addBox, backends } from '../../support/compare';
import {
  compareManyMeshRays,
  compareMeshNearest,
  compareMeshOverlap,
  compareMeshRay,
} from '../../support/compareMeshes';
import { aabb } from '../../support/loop';
import { createMeshLoop, type LoopInstance, type MeshLoop } from '../../support/meshLoop';
import {
  type MadeMesh,
  matrixAmong,
  meshAmong,
  meshKinds,
  pointAmong,
  rayAtMeshes,
  shapeAmong,
} from '../../support/meshScenes';
import { Random } from '../../support/random';
import { search } from '../../support/runs';
import { residentOf, idsAmong, type Part, tiledOf, withGlobalIds } from '../../support/tiles';
import { each } from '../../support/triple';

/** A part of a scene, and the loop over what is in it. */
interface LoopPart extends Part {
  readonly loop: MeshLoop;
}

/** Instances of a few meshes and a few boxes, cut at random. Instances of one mesh may be in several parts. */
function partsOf(random: Random, meshes: readonly MadeMesh[]): { parts: LoopPart[]; limit: number } {
  const placed = Array.from({ length: random.pick([1, 2, 6, 20]) }, (): [MadeMesh, LoopInstance] => {
    const mesh = random.pick(meshes);
    return [mesh, { mesh: mesh.loop, matrix: matrixAmong(random), mask: random.pick([1, 2, 3, 0xffffffff]) }];
  });
  for (let i = random.below(4); i > 0; i--) placed.push(random.pick(placed));
  const boxes = Array.from({ length: random.pick([0, 0, 3, 30]) }, () => {
    const min = random.triple(-3, 3);
    return aabb(
      min,
      each((k) => min[k] + random.next()),
    );
  });
  const { ids, limit } = idsAmong(random, placed.length + boxes.length);
  const parts = Array.from({ length: random.pick([1, 2, 5]) }, () => ({
    scene: new BoxScene({ backend: 'js' }),
    own: [] as number[],
    added: new Map<MadeMesh, Mesh>(),
    loop: createMeshLoop(),
  }));
  for (const id of ids) {
    const { scene, own, added, loop } = random.pick(parts);
    own.push(id);
    const one = random.chance(boxes.length / (placed.length + boxes.length)) ? boxes.pop() : undefined;
    const [mesh, instance] = placed.at(-1) ?? [];
    if (one !== undefined || mesh === undefined || instance === undefined) {
      const box = one ?? boxes.pop();
      if (box === undefined) throw new Error('there are as many ids as shapes');
      addBox(scene, box);
      loop.boxes.set(id, box);
      continue;
    }
    placed.pop();
    const known = added.get(mesh) ?? scene.addMesh(mesh.positions, mesh.index);
    added.set(mesh, known);
    scene.addInstance(known, instance.matrix, instance.mask);
    loop.instances.set(id, instance);
  }
  const used = parts.filter(({ own }) => own.length > 0);
  return { parts: used.map(({ scene, own, loop }) => ({ scene, ids: Float64Array.from(own), loop })), limit };
}

it.each(meshKinds)('a ray hits the triangles of the instances in memory, over %s', async (kind) => {
  const property = fc.property(fc.nat(), (seed) => {
    const random = new Random(seed);
    const meshes = Array.from({ length: 1 + random.below(3) }, () => meshAmong(random, kind));
    const { parts, limit } = partsOf(random, meshes);
    const tiled = tiledOf(parts);
    const both = backends.map((backend: Backend) => residentOf(tiled, limit, backend));
    const scenes = both.map(withGlobalIds);
    for (let step = 0; step < 6; step++) {
      const tile = random.below(parts.length);
      for (const grafted of both) {
        if (grafted.tree.has(tile)) grafted.prune(tile);
        else grafted.graft(tile, tiled.tiles[tile].bytes, tiled.tiles[tile].ids);
      }
      const loop = createMeshLoop();
      parts.forEach((part, number) => {
        if (!both[0].tree.has(number)) return;
        for (const [id, box] of part.loop.boxes) loop.boxes.set(id, box);
        for (const [id, instance] of part.loop.instances) loop.instances.set(id, instance);
      });
      for (const { scene } of both) validate(scene[INTERNALS].currentTree(), true);
      const whole = createMeshLoop();
      for (const part of parts) for (const [id, instance] of part.loop.instances) whole.instances.set(id, instance);
      const made = { scenes, loop };
      const asked = { scenes, loop: loop.instances.size > 0 ? loop : whole };
      if (asked.loop.instances.size === 0) return;
      const mask = random.pick([undefined, undefined, 1, 2]);
      for (let i = 0; i < 4; i++) {
        const ray = rayAtMeshes(random, asked.loop);
        compareMeshRay(made, ray, {
          side: random.pick(['front', 'back', 'both']),
          ...(random.chance(0.2) && { boxesOnly: true }),
          ...(random.chance(0.3) && { mask: random.pick([1, 2]) }),
          ...(random.chance(0.3) && { filter: (id, triangle) => (id + triangle) % 3 !== 0 }),
        });
      }
      const rays = Array.from({ length: 20 }, () => rayAtMeshes(random, asked.loop));
      compareManyMeshRays(made, rays, mask);
      compareMeshNearest(made, pointAmong(random, asked), random.pick([1, 2, 40]), {
        boxesOnly: random.chance(0.3),
        ...(mask !== undefined && { mask }),
      });
      compareMeshOverlap(made, shapeAmong(random, asked), mask);
    }
    const bytes = both.map(({ tree }) => tree.byteLength);
    expect(bytes[0]).toBe(bytes[1]);
  });
  await search(0.25, property);
});

it('unloaded tiles keep no mesh, and others use their memory', () => {
  const random = new Random(3);
  const mesh = meshAmong(random, 'a sphere');
  const parts = Array.from({ length: 3 }, (_, i) => {
    const scene = new BoxScene({ backend: 'js' });
    scene.addInstance(scene.addMesh(mesh.positions, mesh.index));
    return { scene, ids: Float64Array.of(i) };
  });
  const tiled = tiledOf(parts);
  for (const backend of backends) {
    const grafted = residentOf(tiled, 3, backend);
    const { meshes, boxes } = grafted.scene[INTERNALS];
    let largest = 0;
    for (let i = 0; i < 30; i++) {
      const tile = i % 3;
      grafted.graft(tile, tiled.tiles[tile].bytes, tiled.tiles[tile].ids);
      expect(meshes.inOrder.size).toBe(1);
      expect(grafted.tree.byteLength).toBe(grafted.tree.bytesOf(tile));
      grafted.prune(tile);
      if (i === 2) largest = grafted.scene.byteLength;
    }
    expect(meshes.inOrder.size).toBe(0);
    expect(boxes.meshes.length).toBe(0);
    expect(grafted.tree.byteLength).toBe(0);
    expect(grafted.scene.byteLength).toBeLessThanOrEqual(largest);
  }
});
