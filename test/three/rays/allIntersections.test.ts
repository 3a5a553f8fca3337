import { BufferGeometry, Group, Line, type Object3D, Vector3 } from 'three';
import { IndexRaycaster, SceneIndex } from 'slabtree/three';
import { describe, expect, it } from 'vitest';
import type { Random } from '../../support/random';
import { search } from '../../support/runs';
import { changeScene } from '../../support/three/changes';
import { requireSame, requireSameHits } from '../../support/three/compare';
import { batchAt, byBoxes, cubeAt, instancesAt, rayAt, rootOf } from '../../support/three/cubes';
import { allOf } from '../../support/three/loop';
import { addOwnRaycasts } from '../../support/three/ownRaycasts';
import { boundsOfFog } from '../../support/three/ownBounds';
import { raycasterAmong } from '../../support/three/rays';
import { GeneratedScene, type Placement } from '../../support/three/scenes';
import { seeds } from '../../support/three/seeds';

const RAYS = 40;
const ROUNDS = 3;

const placements: Placement[] = ['anywhere', 'grid'];

/** Leaves out a random third of all objects, every other instance, or every third triangle. */
function filterAmong(random: Random) {
  const seed = random.below(3);
  return random.pick([
    (object: Object3D) => (object.id + seed) % 3 > 0,
    (_: Object3D, instanceId?: number) => ((instanceId ?? 0) + seed) % 2 > 0,
    (_object: Object3D, _instanceId?: number, faceIndex?: number) => ((faceIndex ?? 0) + seed) % 3 > 0,
  ]);
}

describe.each(placements)('SceneIndex.raycastAll, among objects placed: %s', (placement) => {
  it('raycastAll equals intersectObject of all that is visible, and follows every change', async () => {
    await search(
      0.3,
      seeds((random, context) => {
        const scene = new GeneratedScene(random, placement, 25, random.chance(0.7));
        const { root } = scene;
        const index = SceneIndex.from(root, {
          backend: random.pick(['js', 'wasm']),
          boundsOf: random.pick([boundsOfFog, () => undefined]),
        });
        const changes: string[] = [];
        for (let round = 0; round < ROUNDS; round++) {
          for (let i = 0; i < RAYS; i++) {
            const raycaster = raycasterAmong(random, root);
            requireSameHits(index.raycastAll(raycaster), allOf(root, raycaster), raycaster, { ...context, changes });
          }
          changes.push(...changeScene(scene, random.pick([1, 6])));
          index.update();
        }
      }),
      0.6,
    );
  });

  it('raycastAll equals intersectObject also with own raycasts, with the option within and with a filter', async () => {
    await search(
      0.3,
      seeds((random, context) => {
        const scene = new GeneratedScene(random, placement, 25, random.chance(0.7));
        const { root } = scene;
        addOwnRaycasts(scene);
        const index = SceneIndex.from(root, {
          backend: random.pick(['js', 'wasm']),
          boundsOf: random.pick([boundsOfFog, () => undefined]),
        });
        for (let i = 0; i < RAYS; i++) {
          const raycaster = raycasterAmong(random, root);
          const within = random.pick([root, ...scene.objects]);
          const filter = filterAmong(random);
          const expected = allOf(root, raycaster, within).filter(({ object, instanceId, batchId, faceIndex }) =>
            filter(object, instanceId ?? batchId, faceIndex ?? undefined),
          );
          const options = { precise: true, within, filter };
          requireSameHits(index.raycastAll(raycaster, options), expected, raycaster, {
            ...context,
            within: within.name,
          });
          requireSame(index.raycast(raycaster, options), expected.at(0), raycaster, {
            ...context,
            within: within.name,
          });
        }
      }),
      0.6,
    );
  });
});

it('hits of flat lines at a distance of NaN count for an IndexRaycaster, but not for an index', () => {
  const root = rootOf();
  for (let i = 0; i < 30; i++) {
    const isLine = i % 4 === 1;
    const object = isLine
      ? new Line(new BufferGeometry().setFromPoints([new Vector3(-1), new Vector3(1)]))
      : cubeAt(0, 0);
    object.position.z = (i * 5) % 12;
    if (isLine && i % 3 > 0) object.scale.z = 0;
    root.add(object);
  }
  const index = SceneIndex.from(root);
  const stock = rayAt(0.1, 0.2);
  stock.ray.origin.z = 30;
  const indexed = Object.assign(new IndexRaycaster(index), stock);
  const expected = stock.intersectObject(root);
  expect(expected.some(({ distance }) => Number.isNaN(distance))).toBe(true);
  expect(expected.some(({ distance }) => distance > 0)).toBe(true);
  requireSameHits(indexed.intersectObject(root), expected, stock, {});
  const { children } = root;
  requireSameHits(indexed.intersectObjects(children), stock.intersectObjects(children), stock, {});
  // Sorting depends on a NaN among the hits, so what remains is sorted again.
  const remaining = expected.filter(({ distance }) => distance >= 0).sort((a, b) => a.distance - b.distance);
  expect(index.raycastAll(stock).map(({ distance }) => distance)).toEqual(remaining.map(({ distance }) => distance));
  expect(index.raycast(stock)).toEqual(index.raycastAll(stock)[0]);
});

it.each([
  ['negative', -3],
  ['NaN', NaN],
])('a hit of an own raycast at a distance that is %s does not count for any ray of an index', (_, distance) => {
  const odd = cubeAt(0, 0, 1);
  odd.raycast = (_raycaster, hits) => {
    hits.push({ distance, point: new Vector3(), object: odd });
  };
  const cube = cubeAt(0, 0);
  const index = SceneIndex.from(rootOf(odd, cube));
  const ray = rayAt(0.1, 0.2);
  expect(index.raycastAll(ray).map(({ object }) => object)).toEqual([cube]);
  expect(index.raycast(ray)?.object).toBe(cube);
  const only = (object: Object3D) => object === odd;
  expect(index.raycastAll(ray, { filter: only })).toEqual([]);
  expect(index.raycast(ray, { filter: only })).toBeNull();
  expect(index.raycastAny(ray, { filter: only })).toBe(false);
  expect(new IndexRaycaster(index, ray.ray.origin, ray.ray.direction).intersectObject(odd)).toHaveLength(1);
});

describe('SceneIndex.raycastAll with the option within', () => {
  it('raycastAll finds nothing within an object outside the root, and everything within one above it', () => {
    const root = rootOf(cubeAt(0, 0));
    const above = rootOf(root);
    const beside = rootOf(cubeAt(0, 0));
    above.add(beside);
    const index = SceneIndex.from(root);
    for (const precise of [false, true]) {
      expect(index.raycast(rayAt(0.1, 0.2), { precise, within: beside })).toBeNull();
      expect(index.raycastAll(rayAt(0.1, 0.2), { precise, within: beside })).toEqual([]);
      expect(index.raycast(rayAt(0.1, 0.2), { precise, within: above })?.object).toBe(root.children[0]);
      expect(index.raycastAll(rayAt(0.1, 0.2), { precise, within: above })).not.toEqual([]);
    }
  });

  it('raycastAll within an object does not call the raycasts of other objects', () => {
    const cube = cubeAt(0, 0);
    cube.raycast = () => expect.fail('asked');
    const group = rootOf(cubeAt(0, 0));
    const index = SceneIndex.from(rootOf(cube, group));
    expect(index.raycastAll(rayAt(0.1, 0.2), { within: group })).toHaveLength(1);
    expect(index.raycast(rayAt(0.1, 0.2), { within: group, precise: true })).not.toBeNull();
  });

  it('raycastAll does not find what has left the object since the last update', () => {
    const cube = cubeAt(0, 0);
    const [group, other] = [rootOf(cube), new Group()];
    const index = SceneIndex.from(rootOf(group, other));
    other.add(cube);
    expect(index.raycastAll(rayAt(0.1, 0.2), { within: group })).toEqual([]);
    expect(index.raycastAll(rayAt(0.1, 0.2), { within: other })).toHaveLength(1);
    cube.removeFromParent();
    expect(index.raycastAll(rayAt(0.1, 0.2))).toEqual([]);
  });
});

it('the filter receives the object, the instance and no triangle', () => {
  const root = rootOf(cubeAt(0, 0), instancesAt([0, 0]), batchAt([5, 5], [0, 0]));
  const seen: unknown[] = [];
  const filter = (...args: unknown[]) => seen.push(args) < 0;
  const index = SceneIndex.from(root);
  expect(index.raycast(rayAt(0.1, 0.2), { ...byBoxes, filter })).toBeNull();
  const [cube, instances, batch] = root.children;
  expect(seen).toHaveLength(3);
  expect(seen).toEqual(
    expect.arrayContaining([
      [cube, undefined, undefined],
      [instances, 0, undefined],
      [batch, 1, undefined],
    ]),
  );
});

it('raycastAll finds each box once, nearest first, within the limits of filter and within', () => {
  const [near, middle, far] = [cubeAt(0, 0, 4), cubeAt(0, 0), cubeAt(0, 0, -4)];
  const group = rootOf(far, near);
  const index = SceneIndex.from(rootOf(middle, group));
  const objects = (options: object) =>
    index.raycastAll(rayAt(0.1, 0.2), { precise: false, ...options }).map(({ object }) => object);
  expect(objects({})).toEqual([near, middle, far]);
  expect(objects({ within: group })).toEqual([near, far]);
  expect(objects({ filter: (object: Object3D) => object !== near })).toEqual([middle, far]);
  expect(index.raycast(rayAt(0.1, 0.2), { ...byBoxes, within: middle })?.object).toBe(middle);
  expect(index.raycastAll(rayAt(0.1, 0.2), byBoxes)[0]).toEqual(index.raycast(rayAt(0.1, 0.2), byBoxes));
});
