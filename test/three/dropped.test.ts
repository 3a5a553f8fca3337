import {
  BatchedMesh,
  BufferGeometry,
  Float32BufferAttribute,
  InstancedMesh,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  PerspectiveCamera,
  Points,
  PointsMaterial,
  Raycaster,
  Scene,
  SphereGeometry,
  Sprite,
} from 'three';
import { IndexRaycaster, SceneIndex, SceneIndexHelper, VisibleInstances } from 'slabtree/three';
import { computeBoundsTree, disposeBoundsTree } from 'three-mesh-bvh';
import { expect, it } from 'vitest';
import { stillHeld } from '../support/collectGarbage';
import { muteWarnings } from '../support/muteWarnings';
import { rayAt } from '../support/three/cubes';
import { skinnedCube } from '../support/three/skinnedCube';

// Beside the sources is no script for a thread.
muteWarnings();

const canvas = { getBoundingClientRect: () => ({ left: 0, top: 0, width: 20, height: 20 }) };
const middle = { clientX: 10, clientY: 10 };

/** One object of each kind. */
function makeScene(): { scene: Scene; instances: InstancedMesh } {
  const scene = new Scene();
  const geometry = new SphereGeometry(1, 40, 40);
  const instances = new InstancedMesh(geometry, new MeshBasicMaterial(), 3);
  const batch = new BatchedMesh(2, 4000, 12000, new MeshBasicMaterial());
  batch.addInstance(batch.addGeometry(geometry));
  const many = new BufferGeometry().setAttribute('position', new Float32BufferAttribute(new Float32Array(6000), 3));
  const objects: Object3D[] = [
    new Mesh(geometry, new MeshBasicMaterial()),
    instances,
    batch,
    new Points(many, new PointsMaterial()),
    new LineSegments(many, new LineBasicMaterial()),
    new Sprite(),
    skinnedCube().mesh,
  ];
  scene.add(...objects);
  return { scene, instances };
}

it.each(['js', 'wasm'] as const)(
  'an index without references is freed, while its objects live on: %s',
  async (backend) => {
    const { scene, instances } = makeScene();
    const camera = new PerspectiveCamera(50, 1, 0.1, 100);
    camera.position.z = 10;
    camera.updateMatrixWorld();
    const raycaster = new Raycaster();
    const dropped = [...useIndex(), ...(await useIndexAhead())];
    expect(await stillHeld(dropped)).toEqual([]);
    // The scene is as it was, and may have another index.
    expect(SceneIndex.from(scene, { backend }).pick(middle, camera, canvas, { raycaster })).not.toBeNull();

    function useIndex(): WeakRef<object>[] {
      const index = SceneIndex.from(scene, { backend, autoPose: true });
      index.update();
      const indexed = Object.assign(new IndexRaycaster(index), rayAt(0, 0));
      const helper = new SceneIndexHelper(index);
      scene.add(helper);
      expect(indexed.intersectObject(scene)).not.toEqual([]);
      for (const precise of [true, false]) {
        index.pick(middle, camera, canvas, { precise, raycaster, inView: true });
        index.raycastAll(rayAt(0, 0), { precise });
        index.select({ from: middle, to: middle }, camera, canvas, { precise, seenOnly: true });
      }
      index.snap(middle, camera, canvas);
      const visible = new VisibleInstances(instances);
      scene.add(visible);
      const view = index.cull(camera);
      visible.write(view);
      expect(index.boxes.backend).toBe(backend);
      index.markDirty(instances, 0);
      visible.dispose();
      scene.remove(helper, visible);
      return [index, index.boxes, view, indexed].map((each) => new WeakRef<object>(each));
    }

    async function useIndexAhead(): Promise<WeakRef<object>[]> {
      const index = await SceneIndex.fromAsync(scene, { backend });
      index.pick(middle, camera, canvas);
      return [index, index.boxes].map((each) => new WeakRef<object>(each));
    }
  },
);

it.each(['js', 'wasm'] as const)('geometries without references are freed, with their trees: %s', async (backend) => {
  const scene = new Scene();
  const index = SceneIndex.from(scene, { backend, autoPose: true });
  expect(await stillHeld(useGeometries())).toEqual([]);
  expect(index.boxes.size).toBe(0);

  function useGeometries(): WeakRef<object>[] {
    // All sprites share a geometry, which stays.
    const objects = makeScene().scene.children.filter((object): object is Mesh => !(object instanceof Sprite));
    for (const { geometry } of objects) {
      if (geometry.index !== null) computeBoundsTree.call(geometry);
    }
    scene.add(...objects);
    index.update();
    // The second time, there is a tree over points and lines.
    for (let i = 0; i < 2; i++) expect(index.raycastAll(rayAt(0, 0.01 * i))).not.toEqual([]);
    scene.clear();
    index.update();
    return objects
      .flatMap(({ geometry }) => [geometry, geometry.boundsTree ?? geometry])
      .map((each) => new WeakRef<object>(each));
  }
});

it('a disposed tree of three-mesh-bvh is freed, though nothing has been hit since', async () => {
  const { mesh } = skinnedCube();
  const plain = new Mesh(new SphereGeometry(1, 40, 40), new MeshBasicMaterial());
  const index = SceneIndex.from(new Scene().add(plain, mesh), { autoPose: true });
  const geometries = [plain, mesh].map(({ geometry }) => geometry);
  expect(await stillHeld(useTrees())).toEqual([]);
  expect(index.raycastAll(rayAt(0, 0.02)).length).toBeGreaterThan(1);

  function useTrees(): WeakRef<object>[] {
    for (const geometry of geometries) computeBoundsTree.call(geometry);
    expect(index.raycastAll(rayAt(0, 0.01)).length).toBeGreaterThan(1);
    const trees = geometries.map(({ boundsTree }) => new WeakRef<object>(boundsTree ?? {}));
    for (const geometry of geometries) disposeBoundsTree.call(geometry);
    return trees;
  }
});

it('the memory of an index without references is freed', async () => {
  const { scene } = makeScene();
  const memories = memoriesMadeIn(() => SceneIndex.from(scene, { backend: 'wasm' }));
  expect(memories).toHaveLength(1);
  expect(await stillHeld(memories)).toEqual([]);
});

/** The WebAssembly memories that a call makes. */
function memoriesMadeIn(call: () => void): WeakRef<object>[] {
  const { Memory } = WebAssembly;
  const made: WeakRef<object>[] = [];
  WebAssembly.Memory = class extends Memory {
    constructor(descriptor: ConstructorParameters<typeof Memory>[0]) {
      super(descriptor);
      made.push(new WeakRef(this));
    }
  };
  try {
    call();
  } finally {
    WebAssembly.Memory = Memory;
  }
  return made;
}
