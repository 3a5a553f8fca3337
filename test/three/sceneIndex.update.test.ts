import { BatchedMesh, BoxGeometry, Matrix4, type Mesh, type Object3D, OrthographicCamera, Plane, Vector3 } from 'three';
import { SceneIndex } from 'slabtree/three';
import { describe, expect, it } from 'vitest';
import { muteWarnings } from '../support/muteWarnings';
import { search } from '../support/runs';
import { changeScene } from '../support/three/changes';
import { requireSame } from '../support/three/compare';
import { batchAt, byBoxes, cubeAt, instancesAt, rayAt, rootOf } from '../support/three/cubes';
import { raycasterAmong } from '../support/three/rays';
import { GeneratedScene } from '../support/three/scenes';
import { seeds } from '../support/three/seeds';
import { skinnedCube } from '../support/three/skinnedCube';

muteWarnings();

/** Looks down on the plane z = 0, 50 units to each side. */
function cameraAbove(): OrthographicCamera {
  const camera = new OrthographicCamera(-50, 50, 50, -50, 0.1, 100);
  camera.position.z = 10;
  camera.updateMatrixWorld();
  return camera;
}

describe('SceneIndex.update', () => {
  it('an update leaves out an object with a field isNotIndexed, but not what is below it', () => {
    const [cube, below] = [cubeAt(0, 0, 2), cubeAt(0, 0)];
    Object.assign(cube, { isNotIndexed: true }).add(below);
    const index = SceneIndex.from(rootOf(cube));
    index.update();
    expect(index.boxes.size).toBe(1);
    expect(index.raycastAll(rayAt(0.1, 0.2)).map(({ object }) => object)).toEqual([below]);
  });

  it('an update leaves out hidden objects and everything below them, until they are shown again', () => {
    const cube = cubeAt(0, 0);
    const group = rootOf(cube);
    const index = SceneIndex.from(rootOf(group));
    for (const object of [cube, group]) {
      object.visible = false;
      index.update();
      expect(index.raycast(rayAt(0, 0), byBoxes)).toBeNull();
      object.visible = true;
      index.update();
      expect(index.raycast(rayAt(0, 0), byBoxes)?.object).toBe(cube);
    }
  });

  it('an update finds an object that moved while it was hidden', () => {
    const cube = cubeAt(0, 0);
    const index = SceneIndex.from(rootOf(cube));
    cube.visible = false;
    index.update();
    cube.position.x = 5;
    index.update();
    cube.visible = true;
    index.update();
    expect(index.raycast(rayAt(5, 0), byBoxes)?.object).toBe(cube);
    expect(index.boxes.size).toBe(1);
  });

  it('an update follows an object, instances and a batch to other layers', () => {
    const raycaster = rayAt(0, 0);
    for (const object of [cubeAt(0, 0), instancesAt([0, 0]), batchAt([0, 0])]) {
      const index = SceneIndex.from(rootOf(object));
      object.layers.set(3);
      index.update();
      raycaster.layers.set(0);
      expect(index.raycast(raycaster, byBoxes)).toBeNull();
      raycaster.layers.set(3);
      expect(index.raycast(raycaster, byBoxes)?.object).toBe(object);
    }
  });

  it('an update follows an object from one group to another, hidden or not', () => {
    const cube = cubeAt(0, 0);
    const [hidden, moved] = [rootOf(cube), rootOf()];
    hidden.visible = false;
    moved.position.x = 5;
    const index = SceneIndex.from(rootOf(hidden, moved));
    expect(index.boxes.size).toBe(0);
    moved.add(cube);
    index.update();
    expect(index.raycast(rayAt(5, 0), byBoxes)?.object).toBe(cube);
    hidden.add(cube);
    index.update();
    expect(index.boxes.size).toBe(0);
  });

  it('an update follows a geometry that is replaced, or whose bounding box is computed again', () => {
    const [mesh, instances] = [cubeAt(0, 0), instancesAt([0, 10])];
    const index = SceneIndex.from(rootOf(mesh, instances));
    for (const { geometry } of [mesh, instances]) {
      geometry.attributes.position.applyMatrix4(new Matrix4().makeScale(3, 1, 1));
      geometry.computeBoundingBox();
    }
    index.update();
    expect(index.raycast(rayAt(1.4, 0), byBoxes)?.object).toBe(mesh);
    expect(index.raycast(rayAt(1.4, 10), byBoxes)?.object).toBe(instances);
    mesh.geometry = new BoxGeometry(1, 1, 1);
    index.update();
    expect(index.raycast(rayAt(1.4, 0), byBoxes)).toBeNull();
    expect(index.raycast(rayAt(0.4, 0), byBoxes)?.object).toBe(mesh);
  });

  it('an update follows the bounding box of a SkinnedMesh, which depends on its pose', () => {
    const { mesh, bone } = skinnedCube();
    const index = SceneIndex.from(rootOf(mesh));
    expect(index.raycast(rayAt(0, 0), byBoxes)?.object).toBe(mesh);
    bone.position.x = 5;
    mesh.updateMatrixWorld(true);
    index.update();
    expect(index.raycast(rayAt(5, 0), byBoxes)).toBeNull();
    mesh.computeBoundingBox();
    mesh.computeBoundingSphere();
    index.update();
    expect(index.raycast(rayAt(5, 0), byBoxes)?.object).toBe(mesh);
    expect(index.raycast(rayAt(5, 0), { precise: true })?.object).toBe(mesh);
    expect(index.raycast(rayAt(0, 0), byBoxes)).toBeNull();
  });

  it('an update keeps a flat object for culls and splits, though no precise ray hits it', () => {
    const cube = cubeAt(0, 3);
    const index = SceneIndex.from(rootOf(cube));
    const plane = new Plane(new Vector3(0, 1, 0), 0);
    for (const [x, y, z] of [
      [1, 1, 0],
      [0, 1, 1],
      [1, 0, 0],
    ]) {
      cube.scale.set(x, y, z);
      index.update();
      expect(index.cull(cameraAbove()).inside.toArray()).toEqual([{ object: cube }]);
      expect(index.split(plane).front.toArray()).toEqual([{ object: cube }]);
      expect(index.raycast(rayAt(0, 3), { precise: true })).toBeNull();
    }
    cube.scale.set(1, 1, 1);
    cube.rotation.z = Math.PI / 4;
    index.update();
    expect(index.raycast(rayAt(0.65, 3), byBoxes)?.object).toBe(cube);
    expect(index.raycast(rayAt(0.4, 3.4), byBoxes)).toBeNull();
  });

  it.each([
    ['a scale of 0', (cube: Object3D) => cube.scale.set(0, 0, 0)],
    ['a position of NaN', (cube: Object3D) => cube.position.set(NaN, 0, 0)],
    ['a scale of NaN', (cube: Object3D) => cube.scale.set(1, NaN, 1)],
    ['an infinite position', (cube: Object3D) => cube.position.set(0, Infinity, 0)],
  ])('an update leaves out only the object with %s, until it has a good one', (_, spoil) => {
    const [cube, other] = [cubeAt(0, 0), cubeAt(5, 0)];
    const index = SceneIndex.from(rootOf(cube, other));
    spoil(cube);
    index.update();
    expect(index.boxes.size).toBe(1);
    expect(index.raycast(rayAt(5, 0), byBoxes)?.object).toBe(other);
    cube.position.set(0, 0, 0);
    cube.scale.set(1, 1, 1);
    index.update();
    expect(index.raycast(rayAt(0, 0), byBoxes)?.object).toBe(cube);
  });

  it('an update that finds no change keeps sets valid', () => {
    const index = SceneIndex.from(rootOf(cubeAt(0, 0), instancesAt([0, 3], [0, 6]), batchAt([0, 9])));
    const { inside } = index.cull(cameraAbove());
    index.update();
    expect(inside.toArray()).toHaveLength(4);
  });

  it('an update does not change world matrices if the root has matrixWorldAutoUpdate false', () => {
    const cube = cubeAt(0, 0);
    const root = rootOf(cube);
    root.matrixWorldAutoUpdate = false;
    const index = SceneIndex.from(root);
    cube.position.x = 5;
    index.update();
    expect(index.raycast(rayAt(0, 0), byBoxes)?.object).toBe(cube);
    root.updateMatrixWorld();
    index.update();
    expect(index.raycast(rayAt(5, 0), byBoxes)?.object).toBe(cube);
  });
});

describe('ids of an index', () => {
  it('each id represents one object or instance, after any changes', async () => {
    await search(
      0.3,
      seeds((random, context) => {
        const scene = new GeneratedScene(random, 'anywhere', 20, true);
        const index = SceneIndex.from(scene.root);
        for (let round = 0; round < 4; round++) {
          const { front, crossing, back } = index.split(new Plane(new Vector3(...random.direction()), 0));
          const ids = [front, crossing, back].flatMap((set) => [...set.ids.toArray()]);
          const described = [front, crossing, back].flatMap((set) => set.toArray());
          const fresh = SceneIndex.from(scene.root);
          const expected = fresh.split(new Plane(new Vector3(0, 0, 1), 1e9)).front.toArray();
          expect(ids).toHaveLength(index.boxes.size);
          expect({ described: ids.map((id) => index.at(id)), ...context }).toEqual({ described, ...context });
          expect({ names: namesOf(described), ...context }).toEqual({ names: namesOf(expected), ...context });
          changeScene(scene, 6);
          index.update();
        }
      }),
    );
  });

  it('ids are those of index.boxes, and are rejected once the box is gone', () => {
    const [cube, instances] = [cubeAt(0, 0), instancesAt([3, 0], [6, 0])];
    const index = SceneIndex.from(rootOf(cube, instances));
    const at = (x: number) =>
      [...index.boxes.overlap({ center: { x, y: 0, z: 0 }, radius: 0.1 })].map((id) => index.at(id));
    expect(at(0)).toEqual([{ object: cube }]);
    expect(at(6)).toEqual([{ object: instances, instanceId: 1 }]);
    const id = index.boxes.raycast(rayAt(0, 0).ray)?.id ?? -1;
    expect(index.at(id).object).toBe(cube);
    cube.visible = false;
    index.update();
    expect(at(0)).toEqual([]);
    expect(() => index.at(id)).toThrow(RangeError);
    expect(at(3)).toEqual([{ object: instances, instanceId: 0 }]);
  });
});

it('both backends give the same answers, after any changes', async () => {
  await search(
    0.3,
    seeds((random, context) => {
      const scene = new GeneratedScene(random, random.pick(['anywhere', 'grid']), 25, true);
      const [js, wasm] = (['js', 'wasm'] as const).map((backend) => SceneIndex.from(scene.root, { backend }));
      expect([js.boxes.backend, wasm.boxes.backend]).toEqual(['js', 'wasm']);
      for (let round = 0; round < 3; round++) {
        expect(wasm.boxes.size).toBe(js.boxes.size);
        for (let i = 0; i < 30; i++) {
          const raycaster = raycasterAmong(random, scene.root);
          const precise = random.chance(0.5);
          requireSame(wasm.raycast(raycaster, { precise }), js.raycast(raycaster, { precise }), raycaster, context);
        }
        changeScene(scene, 6);
        js.update();
        wasm.update();
      }
    }),
  );
});

function namesOf(parts: readonly { object: Object3D; instanceId?: number; batchId?: number }[]): string[] {
  return parts.map(({ object, instanceId, batchId }) => `${object.name} ${instanceId ?? batchId ?? ''}`).sort();
}

describe('an update while a query runs', () => {
  const objects = {
    'a mesh': () => cubeAt(0, 0),
    instances: () => instancesAt([0, 0], [2, 0]),
    'a batch': () => batchAt([0, 0], [2, 0]),
  };
  const changes: Record<string, (object: Mesh) => void> = {
    'is added': (object) => object.parent?.add(cubeAt(0, 0, 3)),
    moves: (object) => object.position.setZ(4),
    'gets other layers': (object) => {
      object.layers.set(1);
    },
    'is removed': (object) => object.removeFromParent(),
    'gets another geometry': (object) => {
      if (object instanceof BatchedMesh) object.setGeometryIdAt(0, object.addGeometry(new BoxGeometry(1, 1, 9)));
      else object.geometry = new BoxGeometry(1, 1, 9);
    },
  };
  const cases = Object.keys(objects).flatMap((kind) => Object.keys(changes).map((change) => [kind, change] as const));

  it.each(cases)('an update during a query throws, and the next one catches up: %s %s', (kind, change) => {
    const object: Mesh = objects[kind as keyof typeof objects]();
    const root = rootOf(object);
    const index = SceneIndex.from(root);
    const filter = () => {
      changes[change](object);
      index.update();
      return true;
    };
    expect(() => index.raycast(rayAt(0, 0), { ...byBoxes, filter })).toThrow('cannot be changed');
    index.update();
    const fresh = SceneIndex.from(root);
    expect(index.boxes.size).toBe(fresh.boxes.size);
    const distances = (from: SceneIndex) =>
      from.raycastAll(rayAt(0, 0), { precise: false }).map(({ distance }) => distance);
    expect(distances(index)).toEqual(distances(fresh));
  });
});
