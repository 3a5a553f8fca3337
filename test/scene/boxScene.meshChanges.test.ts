import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Mesh } from 'slabtree';
import { compareMeshRay } from '../support/compareMeshes';
import { aabb } from '../support/loop';
import { boundsOfMesh, type LoopMesh, nearestOfMeshes } from '../support/meshLoop';
import {
  addInstance,
  type MadeMesh,
  matrixAmong,
  meshAmong,
  meshKinds,
  type MeshScenes,
  meshScenesOf,
  rayAtMeshes,
  trianglesOf,
} from '../support/meshScenes';
import { Random } from '../support/random';
import { search } from '../support/runs';
import { each, vec } from '../support/triple';

/** A mesh that the scenes have, and what the loop knows of it. */
interface Held {
  readonly made: MadeMesh;
  readonly loop: LoopMesh;
  /** Of each scene. */
  readonly meshes: readonly Mesh[];
}

type Change = (random: Random, world: MeshScenes, held: Held[]) => void;

const idAmong = (random: Random, { loop }: MeshScenes): number | undefined =>
  loop.instances.size === 0 ? undefined : random.pick([...loop.instances.keys()]);

const changes: Record<string, Change> = {
  'add a mesh': (random, { scenes }, held) => {
    const made = meshAmong(random, random.pick(meshKinds));
    const meshes = scenes.map((scene) => scene.addMesh(made.positions, made.index));
    held.push({ made, loop: made.loop, meshes });
  },
  'add an instance': (random, { scenes, loop }, held) => {
    const { meshes, loop: mesh } = random.pick(held);
    addInstance(scenes, meshes, matrixAmong(random), random.pick([1, 3]), mesh, loop);
  },
  'add many instances': (random, { scenes, loop }, held) => {
    const { meshes, loop: mesh } = random.pick(held);
    const matrices = Array.from({ length: random.below(30) }, () => matrixAmong(random));
    const firsts = scenes.map((scene, i) => scene.addInstances(meshes[i], Float64Array.from(matrices.flat()), 3));
    matrices.forEach((matrix, i) => loop.instances.set(firsts[0] + i, { mesh, matrix, mask: 3 }));
  },
  'move an instance': (random, world) => {
    const id = idAmong(random, world);
    const instance = id === undefined ? undefined : world.loop.instances.get(id);
    if (id === undefined || instance === undefined) return;
    const matrix = matrixAmong(random);
    for (const scene of world.scenes) scene.setMatrix(id, matrix);
    world.loop.instances.set(id, { ...instance, matrix });
  },
  'set a mask': (random, world) => {
    const id = idAmong(random, world);
    const instance = id === undefined ? undefined : world.loop.instances.get(id);
    if (id === undefined || instance === undefined) return;
    const mask = random.pick([1, 2, 3]);
    for (const scene of world.scenes) scene.setMask(id, mask);
    world.loop.instances.set(id, { ...instance, mask });
  },
  'remove an instance': (random, world) => {
    const id = idAmong(random, world);
    if (id === undefined) return;
    for (const scene of world.scenes) scene.remove(id);
    world.loop.instances.delete(id);
  },
  'make an instance a box': (random, world) => {
    const id = idAmong(random, world);
    const instance = id === undefined ? undefined : world.loop.instances.get(id);
    if (id === undefined || instance === undefined) return;
    for (const scene of world.scenes) scene.setAabb(id, { min: vec([0, 0, 0]), max: vec([1, 1, 1]) });
    world.loop.instances.delete(id);
    world.loop.boxes.set(id, aabb([0, 0, 0], [1, 1, 1], instance.mask));
  },
  'add a box': (random, { scenes, loop }) => {
    const min = random.triple(-3, 3);
    const max = each((k) => min[k] + random.next());
    const ids = scenes.map((scene) => scene.addAabb({ min: vec(min), max: vec(max) }));
    loop.boxes.set(ids[0], aabb(min, max));
  },
  'remove a box': (random, { scenes, loop }) => {
    if (loop.boxes.size === 0) return;
    const id = random.pick([...loop.boxes.keys()]);
    for (const scene of scenes) scene.remove(id);
    loop.boxes.delete(id);
  },
  'deform a mesh': (random, { scenes }, held) => {
    const { made, loop, meshes } = random.pick(held);
    const by = random.pick([1e-3, 1, 30]);
    const positions = made.positions.map((value) => value + random.between(-by, by));
    scenes.forEach((scene, i) => {
      scene.setPositions(meshes[i], positions);
    });
    loop.triangles = trianglesOf(positions, made.index);
  },
  'remove a mesh': (random, { scenes, loop }, held) => {
    if (held.length < 2) return;
    const at = random.below(held.length);
    const { meshes, loop: mesh } = held[at];
    for (const [id, instance] of loop.instances) {
      if (instance.mesh !== mesh) continue;
      expect(() => {
        scenes[0].removeMesh(meshes[0]);
      }).toThrow('must not be placed');
      for (const scene of scenes) scene.remove(id);
      loop.instances.delete(id);
    }
    scenes.forEach((scene, i) => {
      scene.removeMesh(meshes[i]);
    });
    held.splice(at, 1);
  },
  commit: (_, { scenes }) => {
    for (const scene of scenes) scene.commit();
  },
  'remove everything': (random, { scenes, loop }) => {
    if (!random.chance(0.1)) return;
    for (const scene of scenes) scene.clear();
    loop.instances.clear();
    loop.boxes.clear();
  },
};

function expectBounds({ meshes, loop }: Held): void {
  const [min, max] = boundsOfMesh(loop);
  for (const mesh of meshes) expect(mesh.bounds).toEqual({ min: vec(min), max: vec(max) });
}

describe('a scene whose meshes and instances change', () => {
  it('answers like the plain loop over what it has now', async () => {
    await search(
      0.5,
      fc.property(fc.nat(), (seed) => {
        const random = new Random(seed);
        const world: MeshScenes = meshScenesOf(random, random.pick(meshKinds));
        const held: Held[] = [];
        changes['add a mesh'](random, world, held);
        for (let step = 0; step < 30; step++) {
          const name = random.pick(Object.keys(changes));
          changes[name](random, world, held);
          if (random.chance(0.4) || world.loop.instances.size === 0) continue;
          for (let i = 0; i < 3; i++) {
            const ray = rayAtMeshes(random, world.loop);
            compareMeshRay(world, ray, random.pick([{}, { mask: 2 }, { boxesOnly: true }]));
            const near = nearestOfMeshes(world.loop, ray.origin, false).slice(0, 3);
            for (const scene of world.scenes) expect(scene.nearest(vec(ray.origin), { count: 3 })).toEqual(near);
          }
        }
        for (const mesh of held) expectBounds(mesh);
      }),
    );
  });
});
