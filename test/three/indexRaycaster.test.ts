import { type Intersection, type Object3D, PerspectiveCamera, Plane, Raycaster, Scene, Vector2, Vector3 } from 'three';
import { DragControls } from 'three/addons/controls/DragControls.js';
import { IndexRaycaster, SceneIndex, SceneIndexHelper } from 'slabtree/three';
import { describe, expect, it, vi } from 'vitest';
import { stillHeld } from '../support/collectGarbage';
import { untyped } from '../support/errors';
import { cubeAt, instancesAt, rayAt, rootOf } from '../support/three/cubes';

/** A cube in front of three instances, in a group of a scene, and an IndexRaycaster that hits the cube first. */
function makeScene() {
  const cube = cubeAt(0, 0, 2);
  const instances = instancesAt([-2, 0], [0, 0], [2, 0]);
  const root = rootOf(cube, instances);
  const scene = new Scene().add(root);
  const index = SceneIndex.from(root);
  const raycaster = Object.assign(new IndexRaycaster(index), rayAt(0.1, 0.2));
  return { cube, instances, root, scene, index, raycaster };
}

const objectsOf = (hits: Intersection[]) => [...new Set(hits.map(({ object }) => object))];

describe('IndexRaycaster', () => {
  it('an IndexRaycaster is a Raycaster with the same arguments', () => {
    const { index } = makeScene();
    const raycaster = new IndexRaycaster(index, new Vector3(1, 2, 3), new Vector3(0, 1, 0), 4, 5);
    expect(raycaster).toBeInstanceOf(Raycaster);
    expect(raycaster).toMatchObject({ index, ray: { origin: { x: 1 }, direction: { y: 1 } }, near: 4, far: 5 });
    expect(new IndexRaycaster(index)).toMatchObject({ near: 0, far: Infinity });
  });

  it.each([undefined, null, {}, new Scene()])('the constructor rejects %s instead of an index', (wrong) => {
    expect(() => new IndexRaycaster(wrong as SceneIndex)).toThrow(/^index must be a SceneIndex, got /);
  });

  it('objects are raycast once along one ray, until the index is updated or the ray changes', () => {
    const { cube, instances, root, scene, index, raycaster } = makeScene();
    const asked = vi.spyOn(cube, 'raycast');
    for (const object of [cube, root, instances, scene, cube]) raycaster.intersectObject(object);
    raycaster.intersectObjects([cube, root]);
    expect(asked).toHaveBeenCalledTimes(1);
    const changes: (() => void)[] = [
      () => {
        index.update();
      },
      () => raycaster.ray.origin.setX(0.2),
      () => raycaster.ray.direction.setX(0.01),
      () => (raycaster.near = 1),
      () => (raycaster.far = 99),
      () => {
        raycaster.layers.enable(3);
      },
      () => (raycaster.camera = new PerspectiveCamera()),
      () => (raycaster.params.Line.threshold = 0.5),
      () => (raycaster.params.Points.threshold = 0.5),
      () => Object.assign(raycaster.params, { Line2: { threshold: 2 } }),
      () => (raycaster.firstHitOnly = true),
      () => (raycaster.hitsInvisible = false),
    ];
    changes.forEach((change, i) => {
      change();
      for (let time = 0; time < 2; time++) raycaster.intersectObject(cube);
      expect(asked).toHaveBeenCalledTimes(2 + i);
    });
  });

  it('an IndexRaycaster uses its own settings, though another has cast through the same index', () => {
    const { cube, instances, index, root, raycaster } = makeScene();
    const behind = Object.assign(new IndexRaycaster(index), rayAt(0.1, 0.2), { near: 9 });
    for (let time = 0; time < 2; time++) {
      expect(objectsOf(raycaster.intersectObject(root))).toEqual([cube, instances]);
      expect(objectsOf(behind.intersectObject(root))).toEqual([instances]);
    }
  });

  it('every call returns hits of its own', () => {
    const { cube, raycaster } = makeScene();
    const [first] = raycaster.intersectObject(cube);
    const { x } = first.point;
    first.point.x = 100;
    first.face?.normal.set(0, 0, 0);
    first.uv?.set(0, 0);
    const [second] = raycaster.intersectObject(cube);
    expect(second.point.x).toBe(x);
    expect(second.face?.normal.z).toBe(1);
    expect(second.uv?.x).toBeGreaterThan(0);
    expect(second).not.toBe(first);
  });

  it('an IndexRaycaster hits invisible objects, as three.js does, unless hitsInvisible is false', () => {
    const { cube, instances, index, root, raycaster } = makeScene();
    const inside = cubeAt(0, 0, 6);
    const group = rootOf(inside);
    group.visible = false;
    root.add(group);
    cube.visible = false;
    index.update();
    expect(objectsOf(raycaster.intersectObject(root))).toEqual([inside, cube, instances]);
    expect(objectsOf(raycaster.intersectObject(inside))).toEqual([inside]);
    raycaster.hitsInvisible = false;
    expect(objectsOf(raycaster.intersectObject(root))).toEqual([instances]);
    expect(raycaster.intersectObject(inside)).toEqual([]);
    cube.visible = true;
    index.update();
    expect(objectsOf(raycaster.intersectObject(root))).toEqual([cube, instances]);
  });

  it('an IndexRaycaster follows marked objects whose descendants become visible or invisible', () => {
    const { cube, root, raycaster } = makeScene();
    const index = SceneIndex.from(root, { autoUpdate: false });
    const marked = Object.assign(new IndexRaycaster(index), raycaster, { index });
    const expectHits = (hits: boolean) => {
      index.markDirty(cube);
      index.update();
      for (const hitsInvisible of [true, false]) {
        marked.hitsInvisible = hitsInvisible;
        expect(marked.intersectObject(root).some(({ object }) => object === cube)).toBe(hits || hitsInvisible);
      }
    };
    expectHits(true);
    cube.visible = false;
    expectHits(false);
    cube.visible = true;
    expectHits(true);
    cube.visible = false;
    expectHits(false);
    cube.removeFromParent();
    index.markDirty(cube);
    index.update();
    marked.hitsInvisible = true;
    expect(marked.intersectObject(root).some(({ object }) => object === cube)).toBe(false);
  });

  it('hits are as of the last update, without objects that have left the root since', () => {
    const { cube, index, raycaster, root } = makeScene();
    cube.position.x = 50;
    cube.updateMatrixWorld();
    const late = cubeAt(0, 0, 5);
    root.add(late);
    late.updateMatrixWorld();
    expect(objectsOf(raycaster.intersectObject(late))).toEqual([]);
    index.update();
    expect(objectsOf(raycaster.intersectObject(late))).toEqual([late]);
    expect(raycaster.intersectObject(cube)).toEqual([]);
    late.removeFromParent();
    expect(objectsOf(raycaster.intersectObject(late))).toEqual([late]);
    raycaster.near = 0.5;
    expect(objectsOf(raycaster.intersectObject(root))).not.toContain(late);
  });

  it('rays do not hit the helper of an index, as in three.js', () => {
    const { index, root, raycaster } = makeScene();
    const helper = new SceneIndexHelper(index);
    root.add(helper);
    index.update();
    expect(raycaster.intersectObject(helper)).toEqual([]);
    expect(rayAt(0.5, 0).intersectObject(helper)).toEqual([]);
  });

  it.each<[string, (raycaster: Raycaster) => void]>([
    ['NaN for near', (raycaster) => (raycaster.near = NaN)],
    ['NaN for far', (raycaster) => (raycaster.far = NaN)],
    ['a direction of length 0', (raycaster) => raycaster.ray.direction.set(0, 0, 0)],
    ['a direction that is NaN', (raycaster) => raycaster.ray.direction.setX(NaN)],
    ['an infinite origin', (raycaster) => raycaster.ray.origin.setX(Infinity)],
  ])('an IndexRaycaster answers like three.js with %s', (_, set) => {
    const { raycaster, root } = makeScene();
    const stock = rayAt(0.1, 0.2);
    for (const each of [raycaster, stock]) set(each);
    expect(objectsOf(raycaster.intersectObject(root))).toEqual(objectsOf(stock.intersectObject(root)));
  });

  it('an IndexRaycaster discards a search if an object throws', () => {
    const { cube, raycaster, root } = makeScene();
    const asked = vi.spyOn(cube, 'raycast').mockImplementation(() => {
      throw new Error('broken');
    });
    for (let time = 0; time < 2; time++) expect(() => raycaster.intersectObject(root)).toThrow('broken');
    asked.mockRestore();
    expect(objectsOf(raycaster.intersectObject(root))).toContain(cube);
  });

  it('hitObjects returns every object if the index cannot answer', () => {
    const { cube, instances, root, raycaster } = makeScene();
    raycaster.far = NaN;
    // Nothing is farther away than NaN.
    expect(raycaster.intersectObject(root)).not.toEqual([]);
    expect(raycaster.hitObjects()).toEqual([root, cube, instances]);
  });

  it('an IndexRaycaster calls no raycast of objects that are not within the given ones, unless it tests them', () => {
    const { cube, instances, root, raycaster } = makeScene();
    const asked = vi.spyOn(cube, 'raycast');
    raycaster.within = new Set([instances]);
    expect(raycaster.hitObjects()).not.toContain(cube);
    raycaster.intersectObject(instances);
    expect(asked).not.toHaveBeenCalled();
    expect(objectsOf(raycaster.intersectObject(root))).toContain(cube);
    raycaster.within = null;
    expect(raycaster.hitObjects()).toContain(cube);
  });

  it('an IndexRaycaster keeps no hits once the index is updated', async () => {
    const { index, raycaster, root } = makeScene();
    const removed = addAndRemove();
    expect(await stillHeld([removed])).toEqual([]);
    expect(raycaster.intersectObject(root)).not.toEqual([]);

    function addAndRemove(): WeakRef<Object3D> {
      const cube = cubeAt(0, 0, 5);
      root.add(cube);
      index.update();
      expect(raycaster.intersectObject(root)[0].object === cube).toBe(true);
      root.remove(cube);
      index.update();
      return new WeakRef(cube);
    }
  });

  it('an IndexRaycaster discards its hits when an update fails', () => {
    const { cube, index, raycaster, root } = makeScene();
    expect(objectsOf(raycaster.intersectObject(root))).toContain(cube);
    root.updateMatrixWorld = () => {
      throw new Error('broken');
    };
    expect(() => {
      index.update();
    }).toThrow('broken');
    const asked = vi.spyOn(cube, 'raycast');
    raycaster.intersectObject(root);
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('the clipping of the index removes hits inside and outside the root', () => {
    const { cube, instances, scene, index, raycaster } = makeScene();
    const beside = cubeAt(0, 0, 6);
    scene.add(beside);
    beside.updateMatrixWorld();
    const plane = new Plane(new Vector3(0, 0, -1), 1);
    index.clipping = { clippingPlanes: [plane] };
    expect(objectsOf(raycaster.intersectObject(scene))).toEqual([instances]);
    // The plane moves, and the ray does not.
    plane.constant = 3;
    expect(objectsOf(raycaster.intersectObject(scene))).toEqual([cube, instances]);
    index.clipping = null;
    expect(objectsOf(raycaster.intersectObject(scene))).toEqual([beside, cube, instances]);
  });

  it('DragControls works with an IndexRaycaster', () => {
    const { cube, scene, index } = makeScene();
    const camera = new PerspectiveCamera(50, 1, 0.1, 100);
    camera.position.z = 10;
    camera.updateMatrixWorld();
    const element = Object.assign(new EventTarget(), {
      style: {},
      getBoundingClientRect: () => ({ left: 0, top: 0, width: 200, height: 200 }),
      setPointerCapture: () => undefined,
      releasePointerCapture: () => undefined,
    });
    const controls = new DragControls([scene], camera, element);
    controls.raycaster = new IndexRaycaster(index);
    const dragged: Object3D[] = [];
    controls.addEventListener('dragstart', ({ object }) => dragged.push(object));
    const pointer = (type: string, x: number) =>
      element.dispatchEvent(
        Object.assign(new Event(type), { clientX: x, clientY: 99, pointerType: 'mouse', button: 0, pointerId: 1 }),
      );
    pointer('pointermove', 101);
    pointer('pointerdown', 101);
    pointer('pointermove', 120);
    pointer('pointerup', 120);
    expect(dragged).toEqual([cube]);
    expect(cube.position.x).toBeGreaterThan(0.5);
    controls.dispose();
  });
});

describe("an object's raycast that calls the IndexRaycaster that called it", () => {
  type Asking = { raycast(raycaster: Raycaster, hits: Intersection[]): unknown };

  it("a nested call about the object's children answers like three.js", () => {
    const { cube, root, scene, raycaster, instances } = makeScene();
    (root as Asking).raycast = (asking, hits) => {
      asking.intersectObject(instances, true, hits);
      asking.intersectObjects([cube], true, hits);
      return false;
    };
    const expected = rayAt(0.1, 0.2).intersectObject(scene);
    expect(raycaster.intersectObject(scene)).toEqual(expected);
    expect(raycaster.intersectObject(root)).toEqual(expected);
    expect(raycaster.intersectObject(cube)).toEqual(rayAt(0.1, 0.2).intersectObject(cube));
  });

  it("a nested call about everything does not recurse: the raycast of the object's class answers", () => {
    const { cube, root, scene, index, raycaster } = makeScene();
    const expected = rayAt(0.1, 0.2).intersectObject(scene);
    const ways: ((asking: Raycaster) => Intersection[])[] = [
      (asking) => asking.intersectObject(root),
      (asking) => asking.intersectObject(scene),
      (asking) => index.raycastAll(asking),
      (asking) => [index.raycast(asking, { precise: true })].filter((hit) => hit !== null),
      (asking) => asking.intersectObject(cube, false),
    ];
    for (const ask of ways) {
      for (const object of [cube, root]) {
        if (object === root && ask === ways[4]) continue;
        (object as Asking).raycast = (asking, hits) => {
          hits.push(...ask(asking));
          return false;
        };
        index.update();
        expect(raycaster.intersectObject(scene)).toEqual(expected);
        expect(index.raycastAll(raycaster)).toEqual(expected);
        Reflect.deleteProperty(object, 'raycast');
        index.update();
      }
    }
  });

  it('a nested call with another ray, as in a portal, answers for that ray', () => {
    const { cube, instances, raycaster, index } = makeScene();
    cube.raycast = (_, hits) => {
      hits.push(...index.raycastAll(rayAt(2.1, 0.2)));
    };
    expect(objectsOf(raycaster.intersectObject(cube))).toEqual([instances]);
  });
});

describe('IndexRaycaster.install', () => {
  const fieldsOf = (raycaster: Raycaster) => Object.fromEntries(Object.entries(raycaster));

  function install() {
    const made = makeScene();
    const raycaster = Object.assign(rayAt(0.1, 0.2), { near: 1, far: 20, firstHitOnly: true });
    const before = fieldsOf(raycaster);
    const { raycaster: installed, uninstall } = IndexRaycaster.install(raycaster, made.index);
    return { ...made, raycaster, before, installed, uninstall };
  }

  it('install returns the same Raycaster, with all its settings', () => {
    const { raycaster, before, installed, index } = install();
    expect(installed).toBe(raycaster);
    for (const [name, value] of Object.entries(before)) expect(Reflect.get(raycaster, name)).toBe(value);
    expect([installed.index, installed.hitsInvisible]).toEqual([index, true]);
  });

  it('an installed Raycaster calls the index, with its settings as they are at each call', () => {
    const { raycaster, installed, scene, cube, instances } = install();
    const asked = vi.spyOn(cube, 'raycast');
    for (const object of [scene, cube]) expect(objectsOf(raycaster.intersectObject(object))).toContain(cube);
    expect(asked).toHaveBeenCalledTimes(1);
    raycaster.near = 8;
    expect(objectsOf(raycaster.intersectObjects([scene]))).toEqual([instances]);
    expect(installed.hitObjects()).toContain(instances);
    expect(installed.hitObjects()).not.toContain(cube);
    raycaster.layers.set(3);
    expect(raycaster.intersectObject(scene)).toEqual([]);
  });

  it('raycasts of objects receive the Raycaster itself', () => {
    const { raycaster, cube, scene } = install();
    const given: Raycaster[] = [];
    cube.raycast = (asking) => given.push(asking);
    raycaster.intersectObject(scene);
    expect(given).toEqual([raycaster]);
    expect(given[0]).toBe(raycaster);
  });

  it('uninstall restores the Raycaster', () => {
    const { raycaster, before, uninstall, scene, cube, index } = install();
    raycaster.far = 30;
    uninstall();
    expect(fieldsOf(raycaster)).toEqual({ ...before, far: 30 });
    // It finds what the index has not seen.
    const late = cubeAt(0, 0, 4);
    cube.add(late);
    late.updateMatrixWorld();
    expect(objectsOf(raycaster.intersectObject(scene))).toContain(late);
    uninstall();
    // Methods of its own come back too.
    const own = Object.assign(raycaster, { intersectObject: () => [] });
    IndexRaycaster.install(own, index).uninstall();
    expect(own.intersectObject()).toEqual([]);
  });

  it('the index that was installed last answers, whoever uninstalls an earlier one', () => {
    const { raycaster, cube, installed, uninstall, scene } = install();
    const last = IndexRaycaster.install(raycaster, SceneIndex.from(cube));
    uninstall();
    expect(installed.index.root).toBe(cube);
    expect(objectsOf(raycaster.intersectObject(cube))).toEqual([cube]);
    last.uninstall();
    expect('index' in raycaster).toBe(false);
    expect(raycaster.intersectObject(scene)).not.toEqual([]);
  });

  it('install accepts an IndexRaycaster, which uses its own index again later', () => {
    const { raycaster, index, cube } = makeScene();
    const other = SceneIndex.from(cube);
    const { uninstall } = IndexRaycaster.install(raycaster, other);
    expect(raycaster.index).toBe(other);
    uninstall();
    expect(raycaster.index).toBe(index);
  });

  it('install rejects anything but a Raycaster and an index', () => {
    const { index } = makeScene();
    expect(() => IndexRaycaster.install(untyped({}), index)).toThrow('raycaster must be a three.js Raycaster');
    expect(() => IndexRaycaster.install(new Raycaster(), untyped({}))).toThrow('index must be a SceneIndex');
  });
});

it('setFromCamera aims an IndexRaycaster', () => {
  const { cube, raycaster, scene } = makeScene();
  const camera = new PerspectiveCamera(50, 1, 0.1, 100);
  camera.position.z = 10;
  camera.updateMatrixWorld();
  raycaster.setFromCamera(new Vector2(0.01, 0.02), camera);
  expect(raycaster.intersectObject(scene)[0].object).toBe(cube);
});
