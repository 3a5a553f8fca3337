import { BufferGeometry, Group, Line, LineBasicMaterial, type Object3D, Vector3 } from 'three';
import { SceneIndex } from 'slabtree/three';
import { describe, expect, it } from 'vitest';
import { stillHeld } from '../support/collectGarbage';
import { search } from '../support/runs';
import { changeScene } from '../support/three/changes';
import { requireSame } from '../support/three/compare';
import { batchAt, byBoxes, cubeAt, instancesAt, matrixAt, rayAt, rootOf } from '../support/three/cubes';
import { raycasterAmong } from '../support/three/rays';
import { GeneratedScene } from '../support/three/scenes';
import { seeds } from '../support/three/seeds';

describe('an index with autoUpdate false', () => {
  it('the index holds everything from the start', () => {
    const cube = cubeAt(0, 0);
    const index = SceneIndex.from(rootOf(cube), { autoUpdate: false });
    expect(index.autoUpdate).toBe(false);
    expect(index.raycast(rayAt(0, 0), byBoxes)?.object).toBe(cube);
  });

  it('the index finds a moved object once it is marked', () => {
    const cube = cubeAt(0, 0);
    const index = SceneIndex.from(rootOf(cube), { autoUpdate: false });
    cube.position.x = 5;
    index.update();
    expect(index.raycast(rayAt(0, 0), byBoxes)?.object).toBe(cube);
    index.markDirty(cube);
    expect(index.raycast(rayAt(0, 0), byBoxes)?.object).toBe(cube);
    index.update();
    expect(index.raycast(rayAt(0, 0), byBoxes)).toBeNull();
    expect(index.raycast(rayAt(5, 0), byBoxes)?.object).toBe(cube);
  });

  it('the index finds an added or removed object once it is marked', () => {
    const cube = cubeAt(0, 0);
    const root = rootOf();
    const index = SceneIndex.from(root, { autoUpdate: false });
    root.add(cube);
    index.update();
    expect(index.boxes.size).toBe(0);
    index.markDirty(cube);
    index.update();
    expect(index.raycast(rayAt(0, 0), byBoxes)?.object).toBe(cube);
    root.remove(cube);
    index.update();
    expect(index.boxes.size).toBe(1);
    index.markDirty(cube);
    index.update();
    expect(index.boxes.size).toBe(0);
  });

  it('the index finds a hidden or shown object once it is marked', () => {
    const cube = cubeAt(0, 0);
    const index = SceneIndex.from(rootOf(cube), { autoUpdate: false });
    cube.visible = false;
    index.update();
    expect(index.boxes.size).toBe(1);
    index.markDirty(cube);
    index.update();
    expect(index.boxes.size).toBe(0);
    cube.visible = true;
    index.update();
    expect(index.boxes.size).toBe(0);
    index.markDirty(cube);
    index.update();
    expect(index.raycast(rayAt(0, 0), byBoxes)?.object).toBe(cube);
  });

  it('an update checks everything below a marked object', () => {
    const [near, far] = [cubeAt(0, 0), cubeAt(3, 0)];
    const inner = rootOf(far);
    const outer = rootOf(near, inner);
    const index = SceneIndex.from(rootOf(outer), { autoUpdate: false });
    outer.position.y = 5;
    index.markDirty(outer);
    index.update();
    expect(index.raycast(rayAt(0, 5), byBoxes)?.object).toBe(near);
    expect(index.raycast(rayAt(3, 5), byBoxes)?.object).toBe(far);
    far.visible = false;
    inner.add(cubeAt(6, 0));
    index.markDirty(outer);
    index.update();
    expect(index.raycast(rayAt(3, 5), byBoxes)).toBeNull();
    expect(index.raycast(rayAt(6, 5), byBoxes)).not.toBeNull();
    outer.removeFromParent();
    index.markDirty(outer);
    index.update();
    expect(index.boxes.size).toBe(0);
  });

  it('an update ignores marked objects that are below an invisible one, or outside the root', () => {
    const hidden = cubeAt(0, 0);
    const above = new Group().add(hidden);
    above.visible = false;
    const index = SceneIndex.from(rootOf(above), { autoUpdate: false });
    index.markDirty(hidden);
    index.markDirty(cubeAt(1, 0));
    index.update();
    expect(index.boxes.size).toBe(0);
  });

  it('an update follows the parents of a marked object', () => {
    const cube = cubeAt(0, 0);
    const outer = rootOf(rootOf(cube));
    const index = SceneIndex.from(rootOf(outer), { autoUpdate: false });
    outer.position.x = 5;
    index.markDirty(cube);
    index.update();
    expect(index.raycast(rayAt(5, 0), byBoxes)?.object).toBe(cube);
  });

  it('an update checks the whole root, and nothing else, when an object above it is marked', () => {
    const [near, far] = [cubeAt(0, 0), cubeAt(3, 0)];
    const root = rootOf(near, far);
    const world = rootOf(root, cubeAt(0, 9));
    for (const above of [world, rootOf(world)]) {
      const index = SceneIndex.from(root, { autoUpdate: false });
      world.position.x += 5;
      index.markDirty(above);
      index.update();
      expect(index.boxes.size).toBe(2);
      expect(index.raycast(rayAt(world.position.x, 0), byBoxes)?.object).toBe(near);
      expect(index.raycast(rayAt(world.position.x + 3, 0), byBoxes)?.object).toBe(far);
      near.visible = false;
      index.markDirty(above);
      index.update();
      expect(index.boxes.size).toBe(1);
      near.visible = true;
    }
  });

  it('an update checks a marked object once, not in later updates', () => {
    const cube = cubeAt(0, 0);
    const index = SceneIndex.from(rootOf(cube), { autoUpdate: false });
    index.markDirty(cube);
    index.update();
    cube.position.x = 5;
    index.update();
    expect(index.raycast(rayAt(0, 0), byBoxes)?.object).toBe(cube);
  });

  it('an update checks everything again once autoUpdate is true', () => {
    const [cube, added] = [cubeAt(0, 0), cubeAt(8, 0)];
    const root = rootOf(cube);
    const index = SceneIndex.from(root, { autoUpdate: false });
    cube.position.x = 5;
    root.add(added);
    index.autoUpdate = true;
    index.update();
    expect(index.raycast(rayAt(5, 0), byBoxes)?.object).toBe(cube);
    expect(index.raycast(rayAt(8, 0), byBoxes)?.object).toBe(added);
  });

  it('an update frees what is removed, also if it was found when autoUpdate was true', async () => {
    const root = rootOf();
    const index = SceneIndex.from(root, { autoUpdate: false });
    const removed = addAndRemove();
    expect(await stillHeld([removed])).toEqual([]);
    expect(index.boxes.size).toBe(0);

    function addAndRemove(): WeakRef<object> {
      const cube = cubeAt(0, 0);
      root.add(cube);
      index.autoUpdate = true;
      index.update();
      index.autoUpdate = false;
      root.remove(cube);
      index.markDirty(cube);
      index.update();
      return new WeakRef(cube);
    }
  });

  it('precise rays answer like a new index, as long as every change is marked', async () => {
    await search(
      0.5,
      seeds((random, context) => {
        const scene = new GeneratedScene(random, 'anywhere', 25, true);
        const index = SceneIndex.from(scene.root, { autoUpdate: false, backend: random.pick(['js', 'wasm']) });
        const changes: string[] = [];
        for (let round = 0; round < 4; round++) {
          changes.push(
            ...changeScene(scene, random.pick([1, 6]), (object, instance) => {
              index.markDirty(object, instance);
            }),
          );
          index.update();
          const fresh = SceneIndex.from(scene.root);
          expect({ size: index.boxes.size, changes, ...context }).toEqual({
            size: fresh.boxes.size,
            changes,
            ...context,
          });
          for (let i = 0; i < 40; i++) {
            const raycaster = raycasterAmong(random, scene.root);
            const found = index.raycast(raycaster, { precise: true });
            const expected = fresh.raycast(raycaster, { precise: true });
            requireSame(found, expected, raycaster, { ...context, changes });
          }
        }
      }),
    );
  });
});

describe('SceneIndex.markDirty of instances', () => {
  it('instance 0 marks the whole object if it has no instances, as IndexedSet.forEach gives it', () => {
    const points = [new Vector3(-1, 0, 0), new Vector3(1, 0, 0)];
    const line = new Line(new BufferGeometry().setFromPoints(points), new LineBasicMaterial());
    const cube = cubeAt(9, 0);
    const group = rootOf(cubeAt(20, 0));
    const index = SceneIndex.from(rootOf(line, cube, group), { autoUpdate: false });
    expect(index.raycast(rayAt(0, 0.5), { precise: true })?.object).toBe(line);
    for (const object of [line, cube, group]) {
      object.position.y = 5;
      index.markDirty(object, 0);
    }
    index.update();
    expect(index.raycast(rayAt(0, 5.5), { precise: true })?.object).toBe(line);
    expect(index.raycast(rayAt(0, 0.5), { precise: true })).toBeNull();
    expect(index.raycast(rayAt(9, 5), byBoxes)?.object).toBe(cube);
    expect(index.raycast(rayAt(20, 5), byBoxes)?.object).toBe(group.children[0]);
  });

  it.each(['in the index', 'hidden', 'not added yet'])(
    'markDirty requires an instance that the object has, with the object %s',
    (where) => {
      const root = rootOf();
      const index = SceneIndex.from(root, { autoUpdate: false });
      const unmarkable: [Object3D, number][] = [
        [cubeAt(0, 0), 3],
        [rootOf(), 1],
        [instancesAt([2, 0], [4, 0]), 2],
        [batchAt([6, 0]), 1],
      ];
      for (const [object] of unmarkable) {
        object.visible = where !== 'hidden';
        if (where !== 'not added yet') root.add(object);
      }
      index.markDirty(root);
      index.update();
      for (const [object, instance] of unmarkable) {
        for (const wrong of [instance, -1, 0.5]) {
          expect(() => {
            index.markDirty(object, wrong);
          }).toThrow(RangeError);
        }
      }
    },
  );

  it('a marked instance of an object that is not indexed yet marks the whole object', () => {
    const root = rootOf();
    const index = SceneIndex.from(root, { autoUpdate: false });
    const mesh = instancesAt([0, 0], [2, 0]);
    root.add(mesh);
    index.markDirty(mesh, 1);
    index.update();
    expect([0, 2].map((x) => index.raycast(rayAt(x, 0), byBoxes)?.instanceId)).toEqual([0, 1]);
  });

  it('an update follows a marked instance even without needsUpdate, with autoUpdate true or false', () => {
    for (const autoUpdate of [false, true]) {
      const mesh = instancesAt([0, 0], [2, 0]);
      const index = SceneIndex.from(rootOf(mesh), { autoUpdate });
      mesh.setMatrixAt(1, matrixAt(2, 5));
      index.update();
      expect(index.raycast(rayAt(2, 5), byBoxes)).toBeNull();
      index.markDirty(mesh, 1);
      index.update();
      expect(index.raycast(rayAt(2, 5), byBoxes)?.instanceId).toBe(1);
      expect(index.raycast(rayAt(2, 0), byBoxes)).toBeNull();
    }
  });

  it('other instances stay where they were until they are marked or needsUpdate is set again', () => {
    const mesh = instancesAt([0, 0], [2, 0], [4, 0]);
    const index = SceneIndex.from(rootOf(mesh));
    for (let i = 0; i < 3; i++) mesh.setMatrixAt(i, matrixAt(2 * i, 5));
    mesh.instanceMatrix.needsUpdate = true;
    index.markDirty(mesh, 1);
    index.update();
    expect(index.raycast(rayAt(2, 5), byBoxes)?.instanceId).toBe(1);
    expect(index.raycast(rayAt(0, 0), byBoxes)?.instanceId).toBe(0);
    index.markDirty(mesh, 0);
    index.update();
    expect(index.raycast(rayAt(0, 5), byBoxes)?.instanceId).toBe(0);
    expect(index.raycast(rayAt(4, 0), byBoxes)?.instanceId).toBe(2);
    mesh.instanceMatrix.needsUpdate = true;
    index.update();
    expect(index.raycast(rayAt(4, 5), byBoxes)?.instanceId).toBe(2);
  });

  it('a marked instance may be one of many, and may be marked twice', () => {
    const mesh = instancesAt([0, 0], [2, 0], [4, 0], [6, 0]);
    const index = SceneIndex.from(rootOf(mesh), { autoUpdate: false });
    for (let i = 0; i < 4; i++) mesh.setMatrixAt(i, matrixAt(2 * i, 5));
    for (const instance of [3, 0, 3]) index.markDirty(mesh, instance);
    index.update();
    expect([0, 2, 4, 6].map((x) => index.raycast(rayAt(x, 5), byBoxes)?.instanceId)).toEqual([
      0,
      undefined,
      undefined,
      3,
    ]);
  });

  it('an update follows a marked instance when its mesh is marked and moved, too', () => {
    const mesh = instancesAt([0, 0], [2, 0]);
    const index = SceneIndex.from(rootOf(mesh), { autoUpdate: false });
    mesh.setMatrixAt(1, matrixAt(2, 5));
    mesh.position.x = 10;
    index.markDirty(mesh, 1);
    index.markDirty(mesh);
    index.update();
    expect(index.raycast(rayAt(10, 0), byBoxes)?.instanceId).toBe(0);
    expect(index.raycast(rayAt(12, 5), byBoxes)?.instanceId).toBe(1);
  });

  it('a marked instance may be gone before the update', () => {
    const mesh = instancesAt([0, 0], [2, 0]);
    const root = rootOf(mesh);
    const index = SceneIndex.from(root, { autoUpdate: false });
    index.markDirty(mesh, 1);
    mesh.count = 1;
    index.update();
    expect(index.boxes.size).toBe(1);
    index.markDirty(mesh, 0);
    root.remove(mesh);
    index.markDirty(mesh);
    index.update();
    expect(index.boxes.size).toBe(0);
  });

  it('a marked instance may be in a batch: moved, hidden, deleted or new', () => {
    const batch = batchAt([0, 0], [2, 0], [4, 0]);
    const index = SceneIndex.from(rootOf(batch), { autoUpdate: false });
    batch.setMatrixAt(0, matrixAt(0, 5));
    batch.setVisibleAt(1, false);
    batch.deleteInstance(2);
    index.update();
    expect(index.boxes.size).toBe(3);
    for (const batchId of [0, 1, 2]) index.markDirty(batch, batchId);
    index.update();
    expect(index.boxes.size).toBe(1);
    expect(index.raycast(rayAt(0, 5), byBoxes)?.batchId).toBe(0);
    const added = batch.addInstance(0);
    batch.setMatrixAt(added, matrixAt(6, 0));
    index.markDirty(batch, added);
    index.update();
    expect(index.raycast(rayAt(6, 0), byBoxes)?.batchId).toBe(added);
  });
});
