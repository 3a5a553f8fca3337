import {
  BoxGeometry,
  Group,
  type Intersection,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  PerspectiveCamera,
  type Raycaster,
  Vector3,
} from 'three';
import { SceneIndex } from 'slabtree/three';
import { describe, expect, it } from 'vitest';
import { search } from '../../support/runs';
import { requireSame } from '../../support/three/compare';
import { batchAt, byBoxes, cubeAt, instancesAt, rayAt, rootOf } from '../../support/three/cubes';
import { closestOf } from '../../support/three/loop';
import { raycasterAmong } from '../../support/three/rays';
import { GeneratedScene } from '../../support/three/scenes';
import { seeds } from '../../support/three/seeds';

const precise = { precise: true };
const canvas = { getBoundingClientRect: () => ({ left: 0, top: 0, width: 200, height: 200 }) };

/** Gives an object a raycast that asks an index. three.js then asks nothing below the object. */
function askBy(object: Object3D, ask: (raycaster: Raycaster) => Intersection | null): void {
  object.raycast = (raycaster, hits) => {
    const hit = ask(raycaster);
    if (hit !== null) hits.push(hit);
    return false;
  };
}

/** A cube, and three instances. The middle one lies behind the cube. */
function makeScene() {
  const cube = cubeAt(0, 0, 2);
  const instances = instancesAt([-2, 0], [0, 0], [2, 0]);
  const root = rootOf(cube, instances);
  return { cube, instances, root, index: SceneIndex.from(root) };
}

/** As react-three-fiber finds what is under the pointer: for each object with handlers, each hit once. */
function intersectLikeFiber(objects: readonly Object3D[], raycaster: Raycaster): Intersection[] {
  const seen = new Set<string>();
  return objects
    .flatMap((object) => raycaster.intersectObject(object, true))
    .sort((a, b) => a.distance - b.distance)
    .filter(({ object, index, instanceId }) => {
      const id = `${object.uuid}/${String(index)}${String(instanceId)}`;
      const isNew = !seen.has(id);
      seen.add(id);
      return isNew;
    });
}

describe("a root's raycast that calls the index of the root", () => {
  it('three.js hits what the index hits, once, update after update', () => {
    const { root, index, cube, instances } = makeScene();
    askBy(root, (raycaster) => index.raycast(raycaster, precise));
    for (let round = 0; round < 3; round++) {
      const [first, ...others] = rayAt(0, 0).intersectObject(root, true);
      expect([first.object, first.distance, others]).toEqual([cube, 7.5, []]);
      const [second] = rayAt(2, 0).intersectObject(root, true);
      expect([second.object, second.instanceId, second.distance]).toEqual([instances, 2, 9.5]);
      expect(rayAt(9, 9).intersectObject(root, true)).toEqual([]);
      index.update();
    }
  });

  it('react-three-fiber hits the root once, whichever objects have handlers', () => {
    const { root, index, cube, instances } = makeScene();
    askBy(root, (raycaster) => index.raycast(raycaster, precise));
    index.update();
    for (const objects of [[root], [root, cube], [cube, root, instances]]) {
      const hits = intersectLikeFiber(objects, rayAt(0, 0));
      expect(hits.filter(({ object }) => object === cube)).toHaveLength(1);
      expect(hits[0]).toMatchObject({ object: cube, distance: 7.5 });
    }
    expect(intersectLikeFiber([root], rayAt(0, 0))).toHaveLength(1);
  });

  it("a root's raycast may call raycast of boxes or pick", () => {
    const { root, index, cube } = makeScene();
    const camera = new PerspectiveCamera(50, 1, 0.1, 100);
    camera.position.z = 10;
    camera.updateMatrixWorld();
    const pick = (options: { precise: boolean }) => index.pick({ clientX: 100, clientY: 100 }, camera, canvas, options);
    for (const ask of [
      (raycaster: Raycaster) => index.raycast(raycaster, byBoxes),
      () => pick(precise),
      () => pick(byBoxes),
    ]) {
      askBy(root, ask);
      index.update();
      const hits = rayAt(0, 0).intersectObject(root, true);
      expect(hits.map(({ object }) => object)).toEqual([cube]);
      expect(hits[0].distance).toBe(7.5);
      expect(pick(precise)?.object).toBe(cube);
    }
  });

  it("a root's raycast may update the index before it calls it", () => {
    const { root, index, cube } = makeScene();
    askBy(root, (raycaster) => {
      index.update();
      return index.raycast(raycaster, precise);
    });
    for (const z of [2, 3, -4]) {
      cube.position.z = z;
      const hits = rayAt(0, 0).intersectObject(root, true);
      expect(hits.map(({ distance }) => distance)).toEqual([Math.min(9.5 - z, 9.5)]);
    }
    cube.position.z = 4;
    expect(index.raycast(rayAt(0, 0), precise)?.distance).toBe(5.5);
  });

  it("a root's raycast does not override the raycasts of other objects", () => {
    const { root, index, cube, instances } = makeScene();
    askBy(root, (raycaster) => index.raycast(raycaster, precise));
    cube.raycast = () => undefined;
    index.update();
    const [hit] = rayAt(0, 0).intersectObject(root, true);
    expect([hit.object, hit.instanceId]).toEqual([instances, 1]);
  });

  it("a root's raycast is called in vain at most once per query", () => {
    const { root, index } = makeScene();
    let count = 0;
    askBy(root, (raycaster) => {
      count++;
      return index.raycast(raycaster, precise);
    });
    index.update();
    rayAt(0, 0).intersectObject(root, true);
    expect(count).toBe(2);
  });
});

describe("an object's raycast that calls its index", () => {
  const kinds: [string, (place: [number, number]) => Mesh][] = [
    ['a mesh', (place) => cubeAt(...place)],
    ['instances', (place) => instancesAt([50, 50], place)],
    ['a batch', (place) => batchAt([50, 50], place)],
  ];
  it.each(kinds)("a nested query falls back to the raycast of the object's class: %s", (_, make) => {
    const object = make([0, 0]);
    const root = rootOf(cubeAt(0, 0, -3), object);
    const index = SceneIndex.from(root);
    const expected = index.raycast(rayAt(0, 0), precise);
    askBy(object, (raycaster) => index.raycast(raycaster, precise));
    index.update();
    expect(expected?.object).toBe(object);
    expect(index.raycast(rayAt(0, 0), precise)).toEqual(expected);
    expect(rayAt(0, 0).intersectObject(object, true)).toEqual([expected]);
  });

  it("a nested query falls back to the next raycast up if the class's raycast calls the index, too", () => {
    const asked: string[] = [];
    class Forwarding extends Mesh {
      override raycast(raycaster: Raycaster, hits: Intersection[]): void {
        asked.push('class');
        const hit = index.raycast(raycaster, precise);
        if (hit !== null) hits.push(hit);
      }
    }
    const object = new Forwarding(new BoxGeometry(1, 1, 1), new MeshBasicMaterial());
    const index = SceneIndex.from(rootOf(object));
    askBy(object, (raycaster) => {
      asked.push('object');
      return index.raycast(raycaster, precise);
    });
    expect(index.raycast(rayAt(0, 0), precise)).toMatchObject({ object, distance: 9.5 });
    expect(asked).toEqual(['object', 'class']);
  });

  it("an object's raycast may be one of hundreds that call the index", () => {
    const root = new Group();
    const index = SceneIndex.from(root);
    let count = 0;
    for (let i = 0; i < 300; i++) {
      const object = i % 2 === 0 ? new Group() : cubeAt(0.6 * (i % 3), 0, -i);
      askBy(object, (raycaster) => {
        count++;
        return index.raycast(raycaster, precise);
      });
      root.add(object);
    }
    index.update();
    expect(index.raycast(rayAt(0, 0), precise)?.object).toBe(root.children[3]);
    expect(index.raycast(rayAt(0, 5), precise)).toBeNull();
    // Each is called once, not once by way of every other.
    expect(count).toBeLessThan(400);
  });

  it('a nested query with another ray, as in a portal, is answered', () => {
    const portal = cubeAt(0, 0);
    const beyond = cubeAt(20, 0, -5);
    const index = SceneIndex.from(rootOf(portal, beyond));
    portal.raycast = (_, hits) => {
      const hit = index.raycast(rayAt(20, 0), precise);
      if (hit !== null) hits.push({ ...hit, distance: hit.distance + 1 });
    };
    expect(index.raycast(rayAt(0, 0), precise)).toMatchObject({ object: beyond, distance: 15.5 });
    beyond.visible = false;
    index.update();
    expect(index.raycast(rayAt(0, 0), precise)).toBeNull();
  });

  it("an object's raycast may always query boxes", () => {
    const cube = cubeAt(0, 0);
    const index = SceneIndex.from(rootOf(cube, cubeAt(0, 0, -3)));
    cube.raycast = (raycaster, hits) => {
      // If its own box is the nearest, it is hit a little before it.
      const box = index.raycast(raycaster, byBoxes);
      if (box?.object === cube) hits.push({ ...box, distance: box.distance - 0.25 });
    };
    expect(index.raycast(rayAt(0, 0), precise)).toMatchObject({ object: cube, distance: 9.25 });
  });

  it("an object's raycast that throws leaves the index intact", () => {
    const { root, index, cube } = makeScene();
    let isBroken = true;
    askBy(cube, (raycaster) => {
      const hit = index.raycast(raycaster, precise);
      if (isBroken) throw new Error('broken');
      return hit;
    });
    askBy(root, (raycaster) => index.raycast(raycaster, precise));
    index.update();
    expect(() => index.raycast(rayAt(0, 0), precise)).toThrow('broken');
    isBroken = false;
    expect(index.raycast(rayAt(0, 0), precise)).toMatchObject({ object: cube, distance: 7.5 });
    index.update();
  });

  it("an object's raycast may pick without changing the ray of the outer pick", () => {
    const [left, right] = [cubeAt(-2, 0), cubeAt(2, 0)];
    const index = SceneIndex.from(rootOf(left, right));
    const camera = new PerspectiveCamera(50, 1, 0.1, 100);
    camera.position.z = 10;
    camera.updateMatrixWorld();
    const pickAt = (x: number) => {
      const { x: across } = new Vector3(x, 0, 0.5).project(camera);
      return index.pick({ clientX: 100 + 100 * across, clientY: 100 }, camera, canvas, precise);
    };
    left.raycast = (raycaster, hits) => {
      expect(pickAt(2)?.object).toBe(right);
      Mesh.prototype.raycast.call(left, raycaster, hits);
    };
    expect(pickAt(-2)?.object).toBe(left);
  });
});

describe('several indexes', () => {
  it('indexes may be nested: one of a part and one of the whole scene, each called by its root', () => {
    const { root: part, index: indexOfPart, cube } = makeScene();
    askBy(part, (raycaster) => indexOfPart.raycast(raycaster, precise));
    const behind = cubeAt(0, 0, -5);
    const root = rootOf(part, behind);
    const index = SceneIndex.from(root);
    askBy(root, (raycaster) => index.raycast(raycaster, precise));
    for (let round = 0; round < 2; round++) {
      expect(rayAt(0, 0).intersectObject(root, true)).toMatchObject([{ object: cube, distance: 7.5 }]);
      expect(rayAt(0, 0).intersectObject(part, true)).toMatchObject([{ object: cube, distance: 7.5 }]);
      index.update();
      indexOfPart.update();
    }
    cube.position.x = 50;
    part.children[1].visible = false;
    index.update();
    indexOfPart.update();
    expect(rayAt(0, 0).intersectObject(root, true)).toMatchObject([{ object: behind, distance: 14.5 }]);
  });

  it('indexes may call one another', () => {
    const [left, right] = [cubeAt(0, 0), cubeAt(0, 0, 1)];
    const root = rootOf(left, right);
    const [first, second] = [SceneIndex.from(root), SceneIndex.from(root)];
    askBy(left, (raycaster) => second.raycast(raycaster, precise));
    askBy(right, (raycaster) => first.raycast(raycaster, precise));
    for (const index of [first, second]) {
      expect(index.raycast(rayAt(0, 0), precise)).toMatchObject({ object: right, distance: 8.5 });
    }
  });
});

/** Calls the raycast of an object's class. */
function raycastOfClass(object: Object3D, raycaster: Raycaster, hits: Intersection[]): void {
  const { prototype } = object.constructor as { prototype: Object3D };
  prototype.raycast.call(object, raycaster, hits);
}

describe('raycasts that call the index, on objects all over a scene', () => {
  /** Ways in which people make objects ask an index. None adds hits to those of the object's class. */
  const ways: ((object: Object3D, index: SceneIndex) => void)[] = [
    (object, index) => {
      askBy(object, (raycaster) => index.raycast(raycaster, precise));
    },
    (object, index) => {
      askBy(object, (raycaster) => {
        const hit = index.raycast(raycaster, precise);
        return hit?.object === object ? hit : null;
      });
    },
    (object, index) => {
      object.raycast = (raycaster, hits) => {
        index.raycast(raycaster, precise);
        raycastOfClass(object, raycaster, hits);
      };
    },
  ];

  it('nested queries do not change the answers of the index', async () => {
    await search(
      0.5,
      seeds((random, context) => {
        const { root, objects } = new GeneratedScene(random, 'anywhere', 25, true);
        const index = SceneIndex.from(root, { backend: random.pick(['js', 'wasm']) });
        const rays = Array.from({ length: 20 }, () => raycasterAmong(random, root));
        const expected = rays.map((ray) => closestOf(root, ray));
        for (const object of [root, ...objects]) {
          if (!Object.hasOwn(object, 'raycast') && random.chance(0.4)) random.pick(ways)(object, index);
        }
        index.update();
        rays.forEach((ray, i) => {
          requireSame(index.raycast(ray, precise), expected[i], ray, context);
        });
      }),
    );
  });
});
