import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Mesh } from 'slabtree';
import { compareBounds, compareCull, comparePairs, compareSplit } from '../support/compare';
import { compareManyMeshRays, compareMeshNearest, compareMeshOverlap, compareMeshRay } from '../support/compareMeshes';
import { compareSweeps } from '../support/compareSweeps';
import { aabb, obb } from '../support/loop';
import { asBoxes, boundsOfMesh, type LoopInstance, type LoopMesh } from '../support/meshLoop';
import {
  addInstance,
  type MadeMesh,
  matrixAmong,
  meshAmong,
  meshKinds,
  type MeshScenes,
  meshScenesOf,
  pointAmong,
  rayAtMeshes,
  shapeAmong,
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

const instanceAmong = (random: Random, { loop }: MeshScenes): [id: number, LoopInstance] | null =>
  loop.instances.size === 0 ? null : random.pick([...loop.instances]);

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
    const found = instanceAmong(random, world);
    if (found === null) return;
    const [id, instance] = found;
    const matrix = matrixAmong(random);
    for (const scene of world.scenes) scene.setMatrix(id, matrix);
    world.loop.instances.set(id, { ...instance, matrix });
  },
  'set a mask': (random, world) => {
    const found = instanceAmong(random, world);
    if (found === null) return;
    const [id, instance] = found;
    const mask = random.pick([1, 2, 3]);
    for (const scene of world.scenes) scene.setMask(id, mask);
    world.loop.instances.set(id, { ...instance, mask });
  },
  'remove an instance': (random, world) => {
    const found = instanceAmong(random, world);
    if (found === null) return;
    const [id] = found;
    for (const scene of world.scenes) scene.remove(id);
    world.loop.instances.delete(id);
  },
  'make an instance a box': (random, world) => {
    const found = instanceAmong(random, world);
    if (found === null) return;
    const [id, instance] = found;
    for (const scene of world.scenes) scene.setAabb(id, { min: vec([0, 0, 0]), max: vec([1, 1, 1]) });
    world.loop.instances.delete(id);
    world.loop.boxes.set(id, aabb([0, 0, 0], [1, 1, 1], instance.mask));
  },
  'make an instance an oriented box': (random, world) => {
    const found = instanceAmong(random, world);
    if (found === null) return;
    const [id, { mask }] = found;
    const [min, max, matrix] = [random.triple(-1, 0), random.triple(0, 1), matrixAmong(random)];
    const box = obb(min, max, matrix, mask);
    if (box === null) return;
    for (const scene of world.scenes) scene.setObb(id, { min: vec(min), max: vec(max), matrix });
    world.loop.instances.delete(id);
    world.loop.boxes.set(id, box);
  },
  'make a run of instances boxes': (random, world) => {
    const found = instanceAmong(random, world);
    if (found === null) return;
    const ids = runFrom(found[0], world, 3);
    const corners = ids.map(() => [random.triple(-2, 0), random.triple(0, 2)] as const);
    for (const scene of world.scenes) scene.setAabbs(ids[0], Float64Array.from(corners.flat(2)));
    ids.forEach((id, i) => {
      world.loop.boxes.set(id, aabb(...corners[i], world.loop.instances.get(id)?.mask));
      world.loop.instances.delete(id);
    });
  },
  'move a run of instances': (random, world) => {
    const found = instanceAmong(random, world);
    if (found === null) return;
    const ids = runFrom(found[0], world, 8);
    const matrices = ids.map(() => matrixAmong(random));
    for (const scene of world.scenes) scene.setMatrices(ids[0], Float64Array.from(matrices.flat()));
    ids.forEach((id, i) => {
      const instance = world.loop.instances.get(id);
      if (instance !== undefined) world.loop.instances.set(id, { ...instance, matrix: matrices[i] });
    });
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
  optimize: (random, { scenes }) => {
    const budget = random.pick([1, 10, 1000, Infinity]);
    for (const scene of scenes) scene.optimize(budget);
  },
  'remove everything': (random, { scenes, loop }) => {
    if (!random.chance(0.1)) return;
    for (const scene of scenes) scene.clear();
    loop.instances.clear();
    loop.boxes.clear();
  },
};

/** Ids of instances that follow one another. */
function runFrom(first: number, { loop }: MeshScenes, most: number): number[] {
  const ids = [first];
  while (ids.length < most && loop.instances.has(first + ids.length)) ids.push(first + ids.length);
  return ids;
}

/** Questions, one of which is asked after a change. */
const questions: ((random: Random, world: MeshScenes) => void)[] = [
  (random, world) => {
    const options = random.pick([{}, { mask: 2 }, { boxesOnly: true }]);
    for (let i = 0; i < 3; i++) compareMeshRay(world, rayAtMeshes(random, world.loop), options);
    compareSweeps(world, random);
  },
  (random, world) => {
    const rays = Array.from({ length: 9 }, () => rayAtMeshes(random, world.loop));
    compareManyMeshRays(world, [...rays, rays[0], rays[0], rays[0]], random.pick([undefined, 2]));
  },
  (random, world) => {
    const options = random.pick([{}, { mask: 2 }, { boxesOnly: true }]);
    compareMeshNearest(world, pointAmong(random, world), random.pick([1, 3, 40]), options);
  },
  (random, world) => {
    compareMeshOverlap(world, shapeAmong(random, world), random.pick([undefined, 2]));
  },
  (random, { scenes, loop }) => {
    const boxes = asBoxes(loop);
    const planes = [0, 1].map(() => ({ normal: random.direction(), constant: random.between(-3, 3) }));
    compareBounds(scenes, boxes);
    compareSplit(scenes, boxes, planes[0], random.pick([undefined, 2]));
    compareCull(scenes, boxes, planes);
    if (boxes.size < 40) comparePairs(scenes, boxes);
  },
];

function expectBounds({ meshes, loop }: Held): void {
  const [min, max] = boundsOfMesh(loop);
  for (const mesh of meshes) expect(mesh.bounds).toEqual({ min: vec(min), max: vec(max) });
}

it('a scene whose meshes and instances change answers like the plain loop', async () => {
  await search(
    0.25,
    fc.property(fc.nat(), (seed) => {
      const random = new Random(seed);
      const world: MeshScenes = meshScenesOf(random, random.pick(meshKinds));
      const held: Held[] = [];
      changes['add a mesh'](random, world, held);
      for (let step = 0; step < 40; step++) {
        const name = random.pick(Object.keys(changes));
        changes[name](random, world, held);
        if (random.chance(0.4) || world.loop.instances.size === 0) continue;
        random.pick(questions)(random, world);
      }
      for (const mesh of held) expectBounds(mesh);
    }),
  );
});
