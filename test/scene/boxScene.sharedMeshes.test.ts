import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BoxScene, type Mesh } from 'slabtree';
import { addBox, backends } from '../support/compare';
import { compareMeshRay } from '../support/compareMeshes';
import { compareSweeps } from '../support/compareSweeps';
import { aabb } from '../support/loop';
import { createMeshLoop, type LoopMesh, type MeshLoop, nearestOfMeshes, overlapOfMeshes } from '../support/meshLoop';
import {
  addInstance,
  type MadeMesh,
  matrixAmong,
  meshAmong,
  meshKinds,
  rayAtMeshes,
  trianglesOf,
} from '../support/meshScenes';
import { Random } from '../support/random';
import { search } from '../support/runs';
import { each, vec } from '../support/triple';

/** A copy of a loop that later changes do not reach. */
function frozen({ boxes, instances }: MeshLoop): MeshLoop {
  const meshes = new Map<LoopMesh, LoopMesh>();
  const copyOf = (mesh: LoopMesh): LoopMesh => {
    const copy = meshes.get(mesh) ?? { triangles: mesh.triangles };
    meshes.set(mesh, copy);
    return copy;
  };
  return {
    boxes: new Map(boxes),
    instances: new Map([...instances].map(([id, one]) => [id, { ...one, mesh: copyOf(one.mesh) }])),
  };
}

function compareAll(scenes: BoxScene[], loop: MeshLoop, meshes: readonly number[], random: Random): void {
  for (const scene of scenes) {
    expect(scene.size).toBe(loop.boxes.size + loop.instances.size);
    expect(scene.meshes.map(({ triangleCount }) => triangleCount)).toEqual(meshes);
  }
  if (loop.instances.size === 0) return;
  for (let i = 0; i < 2; i++) compareMeshRay({ scenes, loop }, rayAtMeshes(random, loop));
  compareSweeps({ scenes, loop }, random);
  const point = random.triple(-3, 3);
  const sphere = { center: vec(random.triple(-3, 3)), radius: random.between(0, 2) };
  const nearest = nearestOfMeshes(loop, point, false).slice(0, 2);
  const overlapping = new Set(overlapOfMeshes(loop, sphere).keys());
  for (const scene of scenes) {
    expect(scene.nearest(vec(point), { count: 2 })).toEqual(nearest);
    expect(new Set(scene.overlap(sphere))).toEqual(overlapping);
  }
}

describe.each(backends)('shared scenes with meshes (%s)', (backend) => {
  it('readers get answers about meshes from the last commit, whatever has changed since', async () => {
    await search(
      0.2,
      fc.property(fc.nat(), (seed) => {
        const random = new Random(seed);
        const scene = new BoxScene({ backend, shared: true });
        const loop = createMeshLoop();
        const meshes: { mesh: Mesh; made: MadeMesh; own: LoopMesh }[] = [];
        let committed: MeshLoop | null = null;
        let counts: number[] = [];
        let readers: BoxScene[] = [];
        // The first handle is made at any point of the history. It commits only if nothing has been committed.
        let steps = random.below(30);
        const step = (): void => {
          if (steps-- !== 0) return;
          readers = backends.map((other) => BoxScene.attach(scene.handle(), { backend: other }));
          if (committed !== null) return;
          committed = frozen(loop);
          counts = meshes.map(({ mesh }) => mesh.triangleCount);
        };
        step();
        for (let turn = 0; turn < 12; turn++) {
          for (let changes = random.below(4); changes >= 0; changes--) {
            step();
            const what = random.below(6);
            const some = meshes.at(random.below(Math.max(1, meshes.length)));
            if (some === undefined || what === 0) {
              const made = meshAmong(random, random.pick(meshKinds));
              const mesh = scene.addMesh(made.positions, made.index);
              meshes.push({ mesh, made, own: { triangles: [...made.loop.triangles] } });
            } else if (what === 1) {
              const by = random.magnitude(1e-3, 10);
              const positions = some.made.positions.map((x) => x + by * random.between(-1, 1));
              scene.setPositions(some.mesh, positions);
              some.own.triangles = trianglesOf(positions, some.made.index);
            } else if (what === 2) {
              for (const [id, { mesh }] of loop.instances) {
                if (mesh !== some.own) continue;
                scene.remove(id);
                loop.instances.delete(id);
              }
              if (random.chance(0.5)) continue;
              scene.removeMesh(some.mesh);
              meshes.splice(meshes.indexOf(some), 1);
            } else if (what === 3) {
              const corner = random.triple(-2, 2);
              const box = aabb(
                corner,
                each((k) => corner[k] + 1),
              );
              loop.boxes.set(addBox(scene, box), box);
            } else addInstance([scene], [some.mesh], matrixAmong(random), 1, some.own, loop);
          }
          step();
          if (committed !== null) compareAll(readers, committed, counts, random);
          const now = meshes.map(({ mesh }) => mesh.triangleCount);
          if (random.chance(0.5)) compareAll([scene], loop, now, random);
          if (random.chance(0.3)) continue;
          scene.commit();
          committed = frozen(loop);
          counts = now;
          step();
          compareAll(readers.slice(random.below(2)), committed, counts, random);
        }
        for (const reader of readers) {
          const copy = BoxScene.deserialize(reader.serialize(), { backend });
          if (committed !== null) compareAll([copy], committed, counts, random);
          reader.detach();
        }
      }),
    );
  });

  const triangle = new Float32Array([0, 0, 0, 4, 0, 0, 0, 4, 0]);
  const along = { origin: { x: 1, y: 1, z: -5 }, direction: { x: 0, y: 0, z: 1 } };

  it('a shared scene releases meshes that it has published and that are gone before a query', () => {
    const scene = new BoxScene({ backend, shared: true });
    const mesh = scene.addMesh(triangle);
    scene.addInstance(mesh);
    scene.commit();
    const reader = BoxScene.attach(scene.handle());
    expect(reader.raycast(along)?.t).toBe(5);
    const other = scene.addMesh(triangle);
    scene.commit();
    expect(reader.meshes).toHaveLength(2);
    scene.removeMesh(other);
    scene.commit();
    expect(reader.raycast(along)?.t).toBe(5);
    reader.detach();
  });

  it('the arrays of a mesh stay for every version that is read, until none is', () => {
    const scene = new BoxScene({ backend, shared: true });
    const mesh = scene.addMesh(triangle);
    scene.addInstance(mesh);
    const readers: BoxScene[] = [];
    const expected: (number | undefined)[] = [];
    for (let z = 0; z < 5; z++) {
      // The boxes change in every version, and the mesh only in some.
      if (z % 2 === 0)
        scene.setPositions(
          mesh,
          triangle.map((x, i) => (i % 3 === 2 ? z : x)),
        );
      scene.addAabb({ min: vec([9, 9, z]), max: vec([10, 10, 10]) });
      scene.commit();
      const reader = BoxScene.attach(scene.handle());
      expected.push(reader.raycast(along)?.t);
      // It holds its version while a query is under way.
      readers.push(reader);
    }
    expect(expected).toEqual([5, 5, 7, 7, 9]);
    for (let i = 0; i < 3; i++) {
      let inner: (number | undefined)[] = [];
      readers[0].raycast(along, {
        filter: () => {
          scene.setPositions(
            mesh,
            triangle.map((x, k) => (k % 3 === 2 ? 20 + i : x)),
          );
          scene.commit();
          inner = [readers[0].raycast(along)?.t, readers[1].raycast(along)?.t];
          return true;
        },
      });
      expect(inner).toEqual([i === 0 ? 9 : 24 + i, 25 + i]);
    }
  });

  it('memory stops growing while a mesh is deformed', () => {
    const scene = new BoxScene({ backend, shared: true });
    const positions = new Float32Array(9 * 2000).map((_, i) => Math.sin(i));
    const mesh = scene.addMesh(positions);
    scene.addInstance(mesh);
    const handle = scene.handle();
    const reader = BoxScene.attach(handle);
    const bytes = (): number => (handle.memory as WebAssembly.Memory).buffer.byteLength;
    const step = (i: number): void => {
      scene.setPositions(
        mesh,
        positions.map((x) => x + i),
      );
      scene.commit();
      expect(reader.meshes[0].bounds).toEqual(mesh.bounds);
    };
    for (let i = 0; i < 5; i++) step(i);
    const before = bytes();
    for (let i = 0; i < 20; i++) step(i);
    expect(bytes()).toBe(before);
  });

  it('a reader returns the same object for the same mesh until it is removed', () => {
    const scene = new BoxScene({ backend, shared: true });
    const meshes = [1, 2].map((count) => scene.addMesh(new Float32Array(9 * count)));
    scene.addInstance(meshes[1]);
    const reader = BoxScene.attach(scene.handle(), { backend });
    const [first, second] = reader.meshes;
    expect(reader.meshOf(0)).toBe(second);
    scene.removeMesh(meshes[0]);
    const third = scene.addMesh(new Float32Array(27));
    scene.setPositions(meshes[1], new Float32Array(18).fill(3));
    expect(reader.meshes).toEqual([first, second]);
    scene.commit();
    expect(reader.meshes[0]).toBe(second);
    expect(reader.meshes.map(({ triangleCount }) => triangleCount)).toEqual([2, 3]);
    expect(reader.meshes[1]).not.toBe(first);
    expect(second.bounds).toEqual({ min: vec([3, 3, 3]), max: vec([3, 3, 3]) });
    expect(third.triangleCount).toBe(3);
    for (const change of [
      () => reader.addMesh(new Float32Array(9)),
      () => reader.addInstance(second),
      () => {
        reader.setPositions(second, new Float32Array(18));
      },
      () => {
        reader.removeMesh(reader.meshes[1]);
      },
    ]) {
      expect(change).toThrow('an attached scene is read-only');
    }
  });
});
