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

it.each(['js', 'wasm'] as const)('an index that is dropped is freed, while all else lives on: %s', async (backend) => {
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
});

it('the memory of an index that is dropped is freed', async () => {
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
