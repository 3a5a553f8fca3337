import { afterEach, describe, expect, it, vi } from 'vitest';
import { BoxScene, type BoxSceneOptions, type Mesh } from 'slabtree';
import { Random } from '../support/random';

/** Stands for the limit of 4 GB of WebAssembly memory. What holds at this size holds at 4 GB. */
const LIMIT = 112 * 2 ** 20;
const PAGE = 2 ** 16;
const STEP = 50_000;

class SmallMemory extends WebAssembly.Memory {
  constructor(descriptor: ConstructorParameters<typeof WebAssembly.Memory>[0]) {
    super({ ...descriptor, maximum: LIMIT / PAGE });
  }
}

const random = new Random(1);

function boxes(count: number): Float32Array {
  const numbers = new Float32Array(6 * count);
  for (let i = 0; i < numbers.length; i++) numbers[i] = (i % 6) / 3 + (i % 6 < 3 ? random.below(1000) : 1000);
  return numbers;
}

/** Points with growing gaps. Of the arrangements that were tried, this makes the most nodes: 0.32 per box. */
function groupsOf11(count: number): Float64Array {
  return Float64Array.from({ length: 6 * count }, (_, i) => {
    const point = Math.floor(i / 6);
    return i % 3 === 0 ? 1e6 * Math.floor(point / 11) + 4 ** (point % 11) + 0.1 : 0;
  });
}

const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const box = { min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } };

/** Adds boxes until there is no more room. */
function fill(scene: BoxScene, add: () => unknown): void {
  expect(() => {
    for (;;) add();
  }).toThrow(/^a scene must fit in 4294967296 bytes of WebAssembly memory, wanted \d+: use fewer boxes or /);
  expect(scene.size).toBeGreaterThan(100_000);
}

describe('BoxScene at its memory limit', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  const created = (options: BoxSceneOptions = {}): BoxScene => {
    vi.stubGlobal('WebAssembly', Object.assign(Object.create(WebAssembly), { Memory: SmallMemory }));
    return new BoxScene({ backend: 'wasm', ...options });
  };

  const groups = groupsOf11(STEP);
  const matrices = Float32Array.from({ length: 16 * STEP }, (_, i) => identity[i % 16]);

  const ways: [name: string, add: (scene: BoxScene) => unknown][] = [
    ['filled by the thousand', (scene) => scene.addAabbs(boxes(STEP))],
    ['filled by groups that use nodes badly', (scene) => scene.addAabbs(groups)],
    ['filled one by one', (scene) => scene.addAabb(box)],
    ['filled with oriented boxes', (scene) => scene.addObbs(box, matrices)],
    [
      'filled, and built each time',
      (scene) => {
        scene.addAabbs(boxes(2 * STEP));
        scene.commit();
      },
    ],
  ];

  it.each(ways)('a full scene can still be built, queried, written and changed: %s', (_, add) => {
    const scene = created();
    fill(scene, () => add(scene));
    const { size } = scene;
    const ray = { origin: { x: -1, y: 0.5, z: 0.5 }, direction: { x: 1, y: 0, z: 0 } };
    scene.setAabb(0, box);
    expect(scene.raycast(ray)?.t).toBe(1);
    // This throws if the tree is not valid.
    expect(BoxScene.deserialize(scene.serialize()).size).toBe(size);
    for (let id = 1; id < size; id++) scene.remove(id);
    expect(scene.raycastAll(ray)).toHaveLength(1);
    expect(scene.addAabb(box)).toBeLessThan(size);
  });

  it('a full scene can be read from its file and changed, while a larger file is rejected', () => {
    // With the real WebAssembly memory.
    const larger = new BoxScene({ backend: 'wasm' });
    const scene = created();
    fill(scene, () => {
      scene.addAabbs(boxes(STEP));
      larger.addAabbs(boxes(STEP));
    });
    const file = scene.serialize();
    const { size } = scene;
    scene.clear();
    const read = BoxScene.deserialize(file, { backend: 'wasm' });
    for (let id = 0; id < size; id++) read.setAabb(id, box);
    expect(read.raycast({ origin: { x: -1, y: 0.5, z: 0.5 }, direction: { x: 1, y: 0, z: 0 } })?.t).toBe(1);
    larger.addAabbs(boxes(2 * STEP));
    expect(() => BoxScene.deserialize(larger.serialize(), { backend: 'wasm' })).toThrow(/must fit in/);
  });

  it('a full shared scene can be queried and written, and throws if there is no room for a copy', () => {
    const scene = created({ shared: true });
    fill(scene, () => {
      scene.addAabbs(boxes(STEP));
      scene.commit();
      scene.handle();
    });
    const { size } = scene;
    const reader = BoxScene.attach(scene.handle());
    for (const each of [scene, reader]) {
      expect(BoxScene.deserialize(each.serialize()).size).toBe(size);
    }
    expect(() => {
      scene.setAabb(0, box);
    }).toThrow(/must fit in/);
    scene.clear();
    expect(scene.addAabb(box)).toBe(0);
  });

  /** A strip of triangles between two rows of vertices. */
  function strip(triangles: number): Float32Array {
    return Float32Array.from({ length: 9 * triangles }, (_, i) => {
      const [triangle, corner, axis] = [Math.floor(i / 9), Math.floor(i / 3) % 3, i % 3];
      const vertex = triangle + corner;
      return axis === 0 ? vertex : axis === 1 ? vertex % 2 : 0;
    });
  }

  const manyMeshes: [name: string, triangles: number, before: (scene: BoxScene) => unknown][] = [
    ['small ones', 400, () => undefined],
    ['large ones', 20_000, () => undefined],
    ['large ones, beside boxes that have no tree yet', 20_000, (scene) => scene.addAabbs(boxes(6 * STEP))],
  ];

  it.each(manyMeshes)(
    'a scene full of meshes without trees can still be built and queried: %s',
    (_, triangles, before) => {
      const scene = created();
      before(scene);
      const positions = strip(triangles);
      const placed: { mesh: Mesh; id: number }[] = [];
      expect(() => {
        for (;;) {
          const mesh = scene.addMesh(positions);
          placed.push({ mesh, id: scene.addInstance(mesh) });
        }
      }).toThrow(/must fit in/);
      expect(placed.length).toBeGreaterThan(1);
      const [{ mesh, id }] = placed;
      const ray = { origin: { x: 5.1, y: 0.5, z: -3 }, direction: { x: 0, y: 0, z: 1 } };
      expect(scene.raycast(ray)).toMatchObject({ t: 3, id });
      // What the trees were owed is free again.
      scene.remove(id);
      scene.removeMesh(mesh);
      expect(scene.addMesh(positions).triangleCount).toBe(triangles);
    },
  );

  it('a scene has room for more meshes if they are committed one by one, and the error says so', () => {
    const positions = strip(20_000);
    const count = (isCommitted: boolean): number => {
      const scene = created();
      const add = () => {
        for (;;) {
          scene.addMesh(positions);
          if (isCommitted) scene.commit();
        }
      };
      expect(add).toThrow(
        /use fewer boxes or triangles, or backend 'js'\. \d+ bytes are kept free for trees of meshes that are still to be built, and most trees take less: commit\(\) before you add more$/,
      );
      return scene.meshes.length;
    };
    expect(count(true)).toBeGreaterThan(1.2 * count(false));
  });

  it('the error does not mention meshes if none is to be built', () => {
    const scene = created();
    scene.addMesh(strip(400));
    scene.commit();
    expect(() => {
      for (;;) scene.addAabbs(boxes(STEP));
    }).toThrow(/use fewer boxes or triangles, or backend 'js'$/);
  });

  it('a scene has room for a small mesh after a large one failed, or when a large one is removed', () => {
    const scene = created();
    const small = strip(400);
    scene.addMesh(small);
    expect(() => scene.addMesh(strip(700_000))).toThrow(/must fit in/);
    const large = scene.addMesh(strip(300_000));
    scene.removeMesh(large);
    scene.addMesh(small);
    // What is left is as much as before: for 300,000 triangles, or for these boxes.
    scene.addAabbs(boxes(8 * STEP));
    expect(scene.addMesh(small).triangleCount).toBe(400);
  });
});
