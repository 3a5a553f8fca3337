import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Backend, BoxScene, type FloatArray, type Mesh, SlabtreeFormatError } from 'slabtree';
import { validate } from '../../src/bvh/tree/validate';
import { INTERNALS } from '../../src/scene/internals';
import { icosphere } from '../support/closedMeshes';
import { compareMeshRay } from '../support/compareMeshes';
import { addBox, backends, show } from '../support/compare';
import { compareAnswers } from '../support/compareAnswers';
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
import { mutateSlabFile, sealed } from '../support/mutateSlabFile';
import { Random } from '../support/random';
import { readSlabFile, sectionsOfSlabFile, type SlabFile, zerosOfSlabFile } from '../support/readSlabFile';
import { search } from '../support/runs';
import { each, vec } from '../support/triple';

/** A scene with meshes that has seen some changes, what it should hold, and its meshes in order. */
interface MadeScene {
  readonly scene: BoxScene;
  readonly loop: MeshLoop;
  readonly meshes: { readonly made: MadeMesh; readonly mesh: Mesh; readonly loop: LoopMesh }[];
}

function sceneWithMeshes(random: Random, backend: Backend, count = 1 + random.below(4)): MadeScene {
  const scene = new BoxScene({ backend });
  const loop = createMeshLoop();
  const meshes: MadeScene['meshes'] = [];
  const addMesh = (): void => {
    const made = meshAmong(random, random.pick(meshKinds));
    const mesh = scene.addMesh(made.positions, made.index);
    meshes.push({ made, mesh, loop: { triangles: [...made.loop.triangles] } });
  };
  for (let i = 0; i < count; i++) addMesh();
  for (let i = random.below(10); i >= 0; i--) {
    const { mesh, loop: own } = random.pick(meshes);
    addInstance([scene], [mesh], matrixAmong(random), random.pick([1, 2, 3]), own, loop);
    if (!random.chance(0.4)) continue;
    const corner = random.triple(-2, 2);
    const box = aabb(
      corner,
      each((k) => corner[k] + 1),
      random.pick([1, 3]),
    );
    loop.boxes.set(addBox(scene, box), box);
  }
  if (random.chance(0.5)) {
    scene.commit();
    deform(scene, random.pick(meshes), random);
    for (const id of [...loop.instances.keys()].slice(1)) {
      if (!random.chance(0.3)) continue;
      scene.remove(id);
      loop.instances.delete(id);
    }
    const unplaced = meshes.filter(({ loop: own }) => [...loop.instances.values()].every(({ mesh }) => mesh !== own));
    for (const gone of unplaced) {
      if (!random.chance(0.5)) continue;
      scene.removeMesh(gone.mesh);
      meshes.splice(meshes.indexOf(gone), 1);
    }
    if (random.chance(0.5)) addMesh();
  }
  return { scene, loop, meshes };
}

/** Gives all vertices of a mesh other positions. */
function deform(
  scene: BoxScene,
  { made, mesh, loop }: MadeScene['meshes'][number],
  random: Random,
  by = random.magnitude(1e-3, 10),
): void {
  const positions: FloatArray = made.positions.map((x) => x + by * random.between(-1, 1));
  scene.setPositions(mesh, positions);
  loop.triangles = trianglesOf(positions, made.index);
}

/** Fails unless scenes answer like the loop. */
function compareWithLoop(scenes: BoxScene[], loop: MeshLoop, random: Random): void {
  for (let i = 0; i < 4; i++) {
    compareMeshRay({ scenes, loop }, rayAtMeshes(random, loop), {
      ...(random.chance(0.3) && { mask: random.pick([1, 2]) }),
      ...(random.chance(0.2) && { boxesOnly: true }),
    });
  }
  const point = random.triple(-3, 3);
  const sphere = { center: vec(random.triple(-3, 3)), radius: random.between(0, 2) };
  for (const scene of scenes) {
    expect(scene.nearest(vec(point), { count: 3 })).toEqual(nearestOfMeshes(loop, point, false).slice(0, 3));
    const overlapping = overlapOfMeshes(loop, sphere);
    expect(new Set(scene.overlap(sphere))).toEqual(new Set(overlapping.keys()));
  }
}

function copiesOf(scene: BoxScene): BoxScene[] {
  const file = scene.serialize();
  return backends.map((backend) => BoxScene.deserialize(file, { backend }));
}

function same(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.from(a).equals(b);
}

describe('files with meshes', () => {
  it.each(backends)(
    'a scene from a file answers like the loop, continues like the original, and writes the same file (%s)',
    async (backend) => {
      await search(
        1,
        fc.property(fc.nat(), (seed) => {
          const random = new Random(seed);
          const { scene, loop, meshes } = sceneWithMeshes(random, backend);
          const file = scene.serialize();
          const copies = copiesOf(scene);
          for (const copy of copies) expect(same(copy.serialize(), file)).toBe(true);
          compareWithLoop(copies, loop, random);
          // The same deformation of each, which takes the vertices in the order of addMesh.
          const which = random.below(meshes.length);
          const state = random.below(1e6);
          for (const copy of [scene, ...copies]) {
            deform(copy, { ...meshes[which], mesh: copy.meshes[which] }, new Random(state), 0.5);
          }
          compareWithLoop([scene, ...copies], loop, random);
          for (const copy of copies) {
            expect(copy.addMesh(new Float32Array(9)).triangleCount).toBe(1);
            for (const id of loop.instances.keys()) copy.remove(id);
            for (const mesh of copy.meshes) copy.removeMesh(mesh);
            expect(copy.meshes).toEqual([]);
          }
        }),
      );
    },
  );

  it('meshes keep their order in a file, and each instance its mesh', async () => {
    for (const backend of backends) {
      const scene = new BoxScene({ backend });
      const meshes = [1, 2, 3, 4].map((count) => scene.addMesh(new Float32Array(9 * count)));
      scene.removeMesh(meshes[1]);
      const late = scene.addMesh(new Float64Array(45));
      const box = scene.addAabb({ min: vec([0, 0, 0]), max: vec([1, 1, 1]) });
      const instance = scene.addInstance(late);
      expect(scene.meshes).toEqual([meshes[0], meshes[2], meshes[3], late]);
      expect(scene.meshes[3]).toBe(late);
      expect([scene.meshOf(box), scene.meshOf(instance)]).toEqual([null, late]);
      expect(() => scene.meshOf(7)).toThrow('id must be the id of a box in the scene, got 7');
      const chunks = [scene.serialize()];
      for (const copy of [...copiesOf(scene), await BoxScene.deserializeStream(chunks, { backend })]) {
        expect(copy.meshes.map(({ triangleCount }) => triangleCount)).toEqual([1, 3, 4, 5]);
        expect(copy.meshes[3]).toBe(copy.meshes[3]);
        expect([copy.meshOf(box), copy.meshOf(instance)]).toEqual([null, copy.meshes[3]]);
        expect(() => scene.addInstance(copy.meshes[0])).toThrow('must be a mesh of this scene');
        copy.addInstance(copy.meshes[0]);
        copy.setPositions(copy.meshes[3], new Float64Array(45).fill(2));
        expect(copy.meshes[3].bounds).toEqual({ min: vec([2, 2, 2]), max: vec([2, 2, 2]) });
        // Its numbers are float64, and stay so.
        expect(() => {
          copy.setPositions(copy.meshes[0], new Float64Array(9));
        }).toThrow('positions must be a Float32Array');
      }
    }
  });

  it('a file with meshes may arrive in chunks of any size', async () => {
    const random = new Random(5);
    const { scene, loop } = sceneWithMeshes(random, 'js');
    const file = scene.serialize();
    for (const length of [1, 63, 1000]) {
      const chunks: Uint8Array[] = [];
      for (let at = 0; at < file.length; at += length) chunks.push(file.subarray(at, at + length));
      const copies = await Promise.all(backends.map((backend) => BoxScene.deserializeStream(chunks, { backend })));
      compareWithLoop(copies, loop, random);
      for (const copy of copies) expect(same(copy.serialize(), file)).toBe(true);
    }
  });

  it('a file has at most 80 bytes a triangle', () => {
    const { vertices, triangles } = icosphere(5, new Random(1));
    const scene = new BoxScene();
    scene.addMesh(Float32Array.from(vertices.flat()), Uint32Array.from(triangles.flat()));
    expect(scene.serialize().byteLength / triangles.length).toBeLessThanOrEqual(80);
  });

  it('a scene from a file is rebuilt when the original would be', () => {
    const { vertices, triangles } = icosphere(3, new Random(1));
    const positions = Float64Array.from(vertices.flat());
    for (const backend of backends) {
      const scene = new BoxScene({ backend });
      const mesh = scene.addMesh(positions, Uint32Array.from(triangles.flat()));
      scene.addInstance(mesh);
      scene.commit();
      const random = new Random(2);
      for (let step = 1; step < 6; step++) {
        const [copy] = copiesOf(scene);
        const moved = positions.map((x) => x + 0.1 * step * random.between(-1, 1));
        scene.setPositions(mesh, moved);
        copy.setPositions(copy.meshes[0], moved);
        expect(same(copy.serialize(), scene.serialize())).toBe(true);
      }
    }
  });
});

describe('files without meshes', () => {
  const old = Uint8Array.from(readFileSync(join(import.meta.dirname, 'files', 'version1.slab')));

  it('a file without meshes has version 1, also once all meshes are removed', () => {
    for (const backend of backends) {
      const scene = BoxScene.deserialize(old, { backend });
      expect(same(scene.serialize(), old)).toBe(true);
      expect(scene.meshes).toEqual([]);
      const mesh = scene.addMesh(new Float32Array(9));
      expect(readSlabFile(scene.serialize()).version).toBe(2);
      scene.removeMesh(mesh);
      expect(same(scene.serialize(), old)).toBe(true);
    }
  });

  it('a file of version 1 can still be read', () => {
    const { boxes, free, version } = readSlabFile(old);
    expect([boxes.size, free, version]).toEqual([57, [7, 3, 40], 1]);
    const scenes = backends.map((backend) => BoxScene.deserialize(old, { backend }));
    compareAnswers(scenes, boxes, new Random(1));
    for (const scene of scenes) expect(scene.addAabb({ min: vec([0, 0, 0]), max: vec([1, 1, 1]) })).toBe(40);
  });
});

/** What a file holds, as a loop. */
function loopOf({ boxes, placed, meshes }: SlabFile): MeshLoop {
  const loop = createMeshLoop();
  const own = meshes.map(({ triangles }): LoopMesh => ({ triangles: [...triangles] }));
  for (const [id, box] of boxes) {
    const mesh = own.at(placed.get(id) ?? own.length);
    if (mesh === undefined) loop.boxes.set(id, box);
    else if (box.matrix !== null) loop.instances.set(id, { mesh, matrix: box.matrix, mask: box.mask });
  }
  return loop;
}

describe('a reader of meshes written from docs/format.md alone', () => {
  it('a file holds exactly the meshes and their instances, and trees over their triangles', async () => {
    await search(
      0.5,
      fc.property(fc.nat(), fc.constantFrom(...backends), (seed, backend) => {
        const { scene, loop, meshes } = sceneWithMeshes(new Random(seed), backend);
        const file = readSlabFile(scene.serialize());
        expect(show([...loopOf(file).instances].sort(([a], [b]) => a - b))).toEqual(
          show([...loop.instances].sort(([a], [b]) => a - b)),
        );
        expect(file.meshes.map(({ triangles }) => triangles)).toEqual(meshes.map(({ loop: own }) => own.triangles));
        for (const [i, { isFloat32, isIndexed, vertices, triangles, held }] of file.meshes.entries()) {
          const { positions, index } = meshes[i].made;
          expect([isFloat32, isIndexed]).toEqual([positions instanceof Float32Array, index !== undefined]);
          expect(vertices.length).toBe(positions.length / 3);
          expect([...held].sort((a, b) => a - b)).toEqual([...triangles.keys()]);
        }
      }),
    );
  });
});

/** The scene in some bytes, or null if they are rejected with a SlabtreeFormatError. */
function load(bytes: Uint8Array, backend: Backend): BoxScene | null {
  try {
    return BoxScene.deserialize(bytes, { backend });
  } catch (error) {
    if (error instanceof SlabtreeFormatError) return null;
    throw error;
  }
}

/** Throws unless a scene is valid and answers like one that was built from what its file holds. */
function requireSound(scene: BoxScene, bytes: Uint8Array, random: Random): void {
  validate(scene[INTERNALS].currentTree());
  const file = readSlabFile(bytes);
  const loop = loopOf(file);
  const built = new BoxScene({ backend: 'js' });
  const meshes = file.meshes.map(({ isFloat32, triangles }) =>
    built.addMesh((isFloat32 ? Float32Array : Float64Array).from(triangles.flat(2))),
  );
  const ids: number[] = [];
  for (const [id, box] of file.boxes) {
    const mesh = meshes.at(file.placed.get(id) ?? meshes.length);
    ids.push(id);
    if (mesh === undefined || box.matrix === null) addBox(built, box);
    else built.addInstance(mesh, box.matrix, box.mask);
  }
  if (loop.instances.size === 0) return;
  for (let i = 0; i < 3; i++) {
    const { origin, direction } = rayAtMeshes(random, loop);
    if (direction.every((x) => x === 0) || ![...origin, ...direction].every(Number.isFinite)) continue;
    const ray = { origin: vec(origin), direction: vec(direction) };
    const hits = built.raycastAll(ray).map((hit) => ({ ...hit, id: ids[hit.id] }));
    const key = ({ t, id, triangle }: (typeof hits)[number]): number[] => [t, id, triangle];
    const sorted = (list: typeof hits): string =>
      show(list.sort((a, b) => key(a)[0] - key(b)[0] || key(a)[1] - key(b)[1]));
    expect(sorted(scene.raycastAll(ray))).toBe(sorted(hits));
    const near = scene.nearest(vec(origin), { count: 99 });
    const expected = built.nearest(vec(origin), { count: 99 }).map((one) => ({ ...one, id: ids[one.id] }));
    const order = (list: typeof near): string => show(list.sort((a, b) => a.distance - b.distance || a.id - b.id));
    expect(order(near)).toBe(order(expected));
  }
}

/** The file of a small scene with meshes. */
function fileOf(seed: number): Uint8Array {
  for (let next = seed; ; next += 100) {
    const { scene, meshes } = sceneWithMeshes(new Random(next), 'js', 2);
    if (meshes.every(({ mesh }) => mesh.triangleCount < 40)) return scene.serialize();
  }
}

const files = [1, 2, 3, 4, 5, 6].map(fileOf);
const small = files.reduce((least, file) => (file.length < least.length ? file : least));

describe('damaged files with meshes', () => {
  it('a file with meshes that is cut off anywhere is rejected', () => {
    for (let length = 0; length < small.length; length++) {
      expect(() => BoxScene.deserialize(small.subarray(0, length), { backend: 'js' })).toThrow(SlabtreeFormatError);
    }
  });

  it('a file with meshes and any flipped bit is rejected', () => {
    const bytes = small.slice();
    for (let at = 0; at < bytes.length; at++) {
      const bit = 1 << (at & 7);
      bytes[at] ^= bit;
      expect(load(bytes, 'js')).toBeNull();
      bytes[at] ^= bit;
    }
    expect(load(bytes, 'js')).not.toBeNull();
  });
});

describe('manipulated files with meshes and correct checksums', () => {
  it('a file with meshes and any change is rejected, or its scene is valid', async () => {
    const outcomes = { accepted: 0, refused: 0 };
    await search(
      30,
      fc.property(fc.nat(), fc.nat(), (which, seed) => {
        const random = new Random(seed);
        const bytes = mutateSlabFile(files[which % files.length], random);
        const scenes = (random.chance(0.2) ? backends : (['js'] as const)).map((backend) => load(bytes, backend));
        const [scene] = scenes;
        if (scenes.some((other) => (other === null) !== (scene === null))) throw new Error('the backends do not agree');
        outcomes[scene === null ? 'refused' : 'accepted']++;
        for (const other of scenes) if (other !== null) requireSound(other, bytes, random);
      }),
    );
    expect(outcomes.accepted).toBeGreaterThan(outcomes.refused / 50);
    expect(outcomes.refused).toBeGreaterThan(outcomes.accepted / 2);
  });

  it('a file with meshes whose padding is not 0 is rejected', () => {
    const scene = new BoxScene();
    scene.addAabb({ min: vec([0, 0, 0]), max: vec([1, 1, 1]) }, 5);
    // No triangle has the vertices 3 and 5.
    const mesh = scene.addMesh(
      Float64Array.from({ length: 18 }, (_, i) => i / 7),
      new Uint16Array([0, 1, 2, 4, 2, 1]),
    );
    scene.addInstance(mesh);
    scene.addInstance(scene.addMesh(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0])));
    scene.remove(0);
    for (const file of [scene.serialize(), ...files.slice(0, 2)]) {
      for (const at of zerosOfSlabFile(file)) {
        for (const backend of at % 16 === 0 ? backends : (['js'] as const)) {
          const bytes = file.slice();
          bytes[at] = 1 << (at % 8);
          expect(load(sealed(bytes), backend), `byte ${at}`).toBeNull();
        }
      }
    }
  });

  it('a file with a part of another file is rejected, or its scene is valid', async () => {
    await search(
      4,
      fc.property(fc.nat(), (seed) => {
        const random = new Random(seed);
        const bytes = random.pick(files).slice();
        const other = random.pick(files);
        const names = Object.keys(sectionsOfSlabFile(bytes));
        const name = random.pick(names);
        const into = sectionsOfSlabFile(bytes)[name];
        const from = sectionsOfSlabFile(other)[name] as typeof into | undefined;
        if (from === undefined) return;
        const length = Math.min(into.count * into.bytes, from.count * from.bytes);
        bytes.set(other.subarray(from.at, from.at + length), into.at);
        sealed(bytes);
        const scene = load(bytes, random.pick(backends));
        if (scene !== null) requireSound(scene, bytes, random);
      }),
    );
  });

  /** Two triangles, and where they are placed. */
  const plain = (): Uint8Array => {
    const scene = new BoxScene();
    const square = scene.addMesh(
      new Float32Array([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]),
      new Uint16Array([0, 1, 2, 0, 2, 3]),
    );
    scene.addInstance(square);
    return scene.serialize();
  };

  const spoil = (change: (view: DataView, at: (name: string) => number) => void): Uint8Array => {
    const bytes = plain();
    const sections = sectionsOfSlabFile(bytes);
    change(new DataView(bytes.buffer), (name) => sections[name].at);
    return sealed(bytes);
  };

  it.each<[string, Parameters<typeof spoil>[0], string]>([
    [
      'a triangle points outside its mesh',
      (view, at) => {
        view.setUint32(at('index 0'), 1 << 20, true);
      },
      'a triangle has vertex 1048576',
    ],
    [
      'a position is NaN',
      (view, at) => {
        view.setUint32(at('positions 0') + 4, 0x7fffffff, true);
      },
      'not finite',
    ],
    [
      'a triangle has moved out of its slot',
      (view, at) => {
        view.setFloat32(at('nodes 0'), 1e30, true);
      },
      'is too large for its slot',
    ],
    [
      'a node reaches far beyond its triangles, where rounding would lose them',
      (view, at) => {
        view.setFloat32(at('nodes 0'), -1e30, true);
      },
      'reaches beyond its triangles',
    ],
    [
      'a leaf is at a place that does not exist',
      (view, at) => {
        view.setInt32(at('nodes 0') + 192, -1e6, true);
      },
      'the triangle at 999999 does not exist',
    ],
    [
      'a leaf holds more triangles than a slot can',
      (view, at) => {
        view.setInt32(at('nodes 0') + 224, 5, true);
      },
      'a slot of a mesh holds 5 triangles',
    ],
    [
      'a triangle has two places',
      (view, at) => {
        view.setUint32(at('order 0'), view.getUint32(at('order 0') + 4, true), true);
      },
      'has two places',
    ],
    [
      'an id places a mesh that does not exist',
      (view, at) => {
        view.setUint32(at('placed'), 77, true);
      },
      'id 0 places mesh 76',
    ],
    [
      'the local box of an instance is not that of its mesh',
      (view, at) => {
        view.setFloat64(at('oriented'), -1e9, true);
      },
      'is not that of the mesh',
    ],
    [
      'a mesh has no triangles',
      (view, at) => {
        view.setUint32(at('meshes'), 0, true);
      },
      'a mesh cannot have 0 triangles',
    ],
    [
      'a mesh has too many',
      (view, at) => {
        view.setUint32(at('meshes'), 1e9, true);
      },
      'but its content takes',
    ],
    [
      'it says that there are more meshes',
      (view) => {
        view.setUint32(164, 2, true);
      },
      'a mesh cannot have',
    ],
    [
      'it says that there are fewer meshes',
      (view) => {
        view.setUint32(164, 0, true);
      },
      'but its content takes',
    ],
  ])('a file with meshes is rejected if %s', (_, change, reason) => {
    for (const backend of backends) {
      const read = (): BoxScene => BoxScene.deserialize(spoil(change), { backend });
      expect(read).toThrow(SlabtreeFormatError);
      expect(read).toThrow(reason);
    }
  });

  it('the reader allocates only what the received bytes justify, whatever the header says', () => {
    const bytes = files[0].slice();
    const view = new DataView(bytes.buffer);
    const { meshes } = sectionsOfSlabFile(bytes);
    view.setUint32(meshes.at, 1e9, true);
    view.setUint32(meshes.at + 4, 3e9, true);
    view.setUint32(meshes.at + 16, 0, true);
    const end = sectionsOfSlabFile(bytes).end.at;
    view.setBigUint64(16, BigInt(end), true);
    sealed(bytes);
    for (const backend of backends) expect(load(bytes, backend)).toBeNull();
  });
});
