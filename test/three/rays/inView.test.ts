import {
  type Camera,
  type Intersection,
  LOD,
  Object3D,
  OrthographicCamera,
  PerspectiveCamera,
  Raycaster,
  Vector2,
  Vector3,
} from 'three';
import { type PagePointer, SceneIndex } from 'slabtree/three';
import { describe, expect, it } from 'vitest';
import type { Random } from '../../support/random';
import { search } from '../../support/runs';
import { requireSame } from '../../support/three/compare';
import { byBoxes, cubeAt, rootOf } from '../../support/three/cubes';
import { allOf } from '../../support/three/loop';
import { layersAmong, oddCameraAmong } from '../../support/three/rays';
import { GeneratedScene } from '../../support/three/scenes';
import { seeds } from '../../support/three/seeds';

const SIZE = 200;
const element = { getBoundingClientRect: () => ({ left: 0, top: 0, width: SIZE, height: SIZE }) };
const middle = { clientX: SIZE / 2, clientY: SIZE / 2 };
const inView = { inView: true };

function at<Kind extends PerspectiveCamera | OrthographicCamera>(camera: Kind): Kind {
  camera.position.z = 10;
  camera.updateMatrixWorld();
  return camera;
}

/** How far a hit is along its ray, and how far from the camera's plane that is. */
function depthOf({ distance }: Intersection, { ray }: Raycaster, camera: Camera): number {
  return -ray.at(distance, new Vector3()).applyMatrix4(camera.matrixWorldInverse).z;
}

/** Where an object is drawn, or the edge of the picture that is nearest. */
function placeOf(object: Object3D, camera: Camera): PagePointer {
  const { x, y } = object.getWorldPosition(new Vector3()).project(camera).clampScalar(-1, 1);
  return { clientX: ((1 + x) * SIZE) / 2, clientY: ((1 - y) * SIZE) / 2 };
}

/**
 * A Raycaster through a place of the picture, from the near plane if that is behind the camera. That place is rounded, so it is the
 * one that the index has found.
 */
function throughPicture(
  index: SceneIndex,
  camera: PerspectiveCamera | OrthographicCamera,
  place: PagePointer,
): Raycaster {
  const raycaster = new Raycaster();
  raycaster.setFromCamera(new Vector2((2 * place.clientX) / SIZE - 1, 1 - (2 * place.clientY) / SIZE), camera);
  const { origin, direction } = raycaster.ray;
  if (camera.near < 0) {
    const given = new Raycaster();
    index.pick(place, camera, element, { inView: true, raycaster: given });
    expect(given.ray.origin.distanceTo(origin.clone().addScaledVector(direction, camera.near))).toBeLessThan(1e-12);
    expect(given.ray.direction).toEqual(direction);
    origin.copy(given.ray.origin);
  }
  return raycaster;
}

/** An LOD on a layer, of one level that may be on another. */
function lodAmong(random: Random): LOD {
  const level = cubeAt(0, 0);
  level.layers = layersAmong(random);
  const lod = new LOD().addLevel(level);
  lod.layers = layersAmong(random);
  lod.position.set(...random.triple(-3, 3));
  lod.name = 'lod';
  level.name = 'level';
  return lod;
}

/** How far it is along a ray to the near and to the far plane. */
function rangeOf({ ray }: Raycaster, camera: PerspectiveCamera | OrthographicCamera): [near: number, far: number] {
  const start = ray.origin.clone().applyMatrix4(camera.matrixWorldInverse).z;
  const speed = ray.direction.clone().transformDirection(camera.matrixWorldInverse).z;
  return [Math.max(0, -(camera.near + start) / speed), -(camera.far + start) / speed];
}

describe('SceneIndex.pick with the option inView', () => {
  it.each(['without a raycaster', 'with one'])(
    'a pick in view equals a loop of Raycaster over what the camera draws, %s',
    async (kind) => {
      const counts = { hits: 0, left: 0, differ: 0 };
      await search(
        0.6,
        seeds((random, context) => {
          const { root, objects } = new GeneratedScene(random, 'anywhere', 25, true);
          objects.push(lodAmong(random));
          root.add(objects[objects.length - 1]);
          const index = SceneIndex.from(root, { backend: random.pick(['js', 'wasm']) });
          for (let i = 0; i < 20; i++) {
            const camera = oddCameraAmong(random);
            if (random.chance(0.5)) {
              camera.near = random.between(0.1, 14);
              camera.far = camera.near + random.between(1, 14);
            }
            camera.updateProjectionMatrix();
            const place = placeOf(random.pick(objects), camera);
            const expected = throughPicture(index, camera, place);
            expected.layers.mask = camera.layers.mask;
            const raycaster = new Raycaster();
            if (kind === 'with one') {
              if (random.chance(0.3)) raycaster.near = random.between(0, 12);
              if (random.chance(0.3)) raycaster.far = raycaster.near + random.between(0, 12);
              if (random.chance(0.5)) raycaster.layers = layersAmong(random);
              raycaster.params.Line.threshold = raycaster.params.Points.threshold = 0.2;
              const { near, far, layers, params } = raycaster;
              Object.assign(expected, { near, far, layers, params });
            }
            const hits = allOf(root, expected);
            const depths = hits.map((hit) => depthOf(hit, expected, camera));
            const isOnEdge = (depth: number) =>
              [camera.near, camera.far].some((edge) => Math.abs(depth - edge) < 1e-9 * (1 + Math.abs(edge)));
            if (depths.some(isOnEdge)) continue;
            const drawn = hits.filter(
              ({ object }, n) =>
                object.layers.test(camera.layers) && depths[n] >= camera.near && depths[n] <= camera.far,
            );
            const [near, far] = rangeOf(expected, camera);
            expected.near = Math.max(expected.near, near);
            expected.far = Math.min(expected.far, far);
            const first = allOf(root, expected).find(({ object }) => object.layers.test(camera.layers));
            const options = kind === 'with one' ? { inView: true, raycaster } : inView;
            requireSame(index.pick(place, camera, element, options), first, expected, context);
            if (first?.distance !== drawn.at(0)?.distance) counts.differ++;
            if (first !== undefined) counts.hits++;
            if (first?.distance !== hits.at(0)?.distance) counts.left++;
          }
        }),
      );
      // Usually 20 or more. One seed in a hundred draws only ten.
      expect(Math.min(counts.hits, counts.left)).toBeGreaterThan(3);
      // The sphere that three.js tests first from `near` on is too small around a sheared mesh.
      expect(counts.differ).toBeLessThan(1 + counts.hits / 50);
    },
  );

  it('a pick in view hits boxes between the near and the far plane, too', async () => {
    let hits = 0;
    await search(
      0.4,
      seeds((random, context) => {
        const { root, objects } = new GeneratedScene(random, 'anywhere', 25, true);
        const index = SceneIndex.from(root);
        for (let i = 0; i < 20; i++) {
          const camera = oddCameraAmong(random);
          const place = placeOf(random.pick(objects), camera);
          const expected = throughPicture(index, camera, place);
          expected.layers.mask = camera.layers.mask;
          [expected.near, expected.far] = rangeOf(expected, camera);
          const found = index.pick(place, camera, element, { ...byBoxes, ...inView });
          requireSame(found, index.raycast(expected, byBoxes), expected, context);
          if (found !== null) hits++;
        }
      }),
    );
    expect(hits).toBeGreaterThan(10);
  });

  it('a pick in view leaves out what is before the near plane or behind the far plane', () => {
    const cubes = [cubeAt(0, 0, 9), cubeAt(0, 0, 4), cubeAt(0, 0, -4)];
    const index = SceneIndex.from(rootOf(...cubes));
    for (const [near, far, found] of [
      [0.1, 100, 0],
      [2, 100, 1],
      // Between the front and the back of the cube: its front is not drawn, and its back is not hit.
      [6, 100, 2],
      [7, 13, null],
    ] as const) {
      for (const camera of [
        at(new PerspectiveCamera(50, 1, near, far)),
        at(new OrthographicCamera(-1, 1, 1, -1, near, far)),
      ]) {
        const pick = (options = {}) => index.pick(middle, camera, element, options);
        expect(pick()?.object).toBe(cubes[0]);
        expect(pick(inView)?.object ?? null).toBe(found === null ? null : cubes[found]);
      }
    }
  });

  it('a pick in view hits what an orthographic camera draws behind itself', () => {
    const behind = cubeAt(0, 0, 14);
    const index = SceneIndex.from(rootOf(cubeAt(0, 0), behind));
    const camera = at(new OrthographicCamera(-1, 1, 1, -1, -10, 50));
    expect(index.pick(middle, camera, element)?.distance).toBe(9.5);
    // The ray begins at the near plane, z = 20.
    const hit = index.pick(middle, camera, element, inView);
    expect(hit?.object).toBe(behind);
    expect(hit?.distance).toBeCloseTo(5.5, 12);
  });

  it('a pick in view hits what is on a layer of the camera, and of a given raycaster', () => {
    const [near, far] = [cubeAt(0, 0, 4), cubeAt(0, 0, -4)];
    near.layers.set(1);
    far.layers.enable(2);
    const index = SceneIndex.from(rootOf(near, far));
    const camera = at(new PerspectiveCamera(50, 1, 0.1, 100));
    const raycaster = new Raycaster();
    for (const options of [{}, byBoxes]) {
      const pick = (more = {}) =>
        index.pick(middle, camera, element, { ...options, ...inView, ...more })?.object ?? null;
      camera.layers.set(1);
      expect(index.pick(middle, camera, element, options)?.object).toBe(far);
      expect([pick(), pick({ raycaster })]).toEqual([near, null]);
      camera.layers.set(0);
      raycaster.layers.set(2);
      expect([pick(), pick({ raycaster }), pick({ raycaster, filter: () => false })]).toEqual([far, far, null]);
      raycaster.layers.set(1);
      expect(pick({ raycaster })).toBeNull();
      raycaster.layers.set(0);
      camera.layers.enable(1);
      expect([pick(), pick({ raycaster })]).toEqual([near, far]);
      camera.layers.set(0);
    }
  });

  it('a pick in view leaves out hits on objects of other layers, with a raycaster or without', () => {
    const hidden = cubeAt(0, 0);
    hidden.layers.set(1);
    const asking = new Object3D();
    asking.raycast = (...args) => {
      hidden.raycast(...args);
    };
    const camera = at(new PerspectiveCamera(50, 1, 0.1, 100));
    for (const object of [new LOD().addLevel(hidden), asking]) {
      const index = SceneIndex.from(rootOf(object));
      for (const options of [{}, { raycaster: new Raycaster() }]) {
        expect(index.pick(middle, camera, element, options)?.object).toBe(hidden);
        expect(index.pick(middle, camera, element, { ...inView, ...options })).toBeNull();
      }
      hidden.removeFromParent();
    }
  });

  it('near and far of a raycaster start at a near plane behind the camera, as distances do', () => {
    const index = SceneIndex.from(rootOf(cubeAt(0, 0)));
    const camera = at(new OrthographicCamera(-1, 1, 1, -1, -10, 50));
    const raycaster = new Raycaster();
    const pick = (near: number, far: number) =>
      index.pick(middle, camera, element, { ...inView, raycaster: Object.assign(raycaster, { near, far }) })?.distance;
    expect(pick(0, Infinity)).toBeCloseTo(19.5, 12);
    expect(pick(19, 20)).toBeCloseTo(19.5, 12);
    expect([pick(0, 19), pick(20, 99)]).toEqual([undefined, undefined]);
  });

  it('a pick in view hits nothing where the pointer has left the picture', () => {
    const index = SceneIndex.from(cubeAt(0, 0));
    const camera = at(new OrthographicCamera(-0.25, 0.25, 0.25, -0.25, 0.1, 100));
    for (const [clientX, clientY, isInPicture] of [
      [SIZE, 0, true],
      [SIZE + 1, 0, false],
      [0, -1, false],
    ] as const) {
      expect(index.pick({ clientX, clientY }, camera, element)).not.toBeNull();
      expect(index.pick({ clientX, clientY }, camera, element, inView) !== null).toBe(isInPicture);
    }
  });

  it('a pick in view sets the ray of a raycaster, and restores its near, far and layers, also on errors', () => {
    const cube = cubeAt(0, 0);
    const index = SceneIndex.from(rootOf(cube));
    const camera = at(new PerspectiveCamera(50, 1, 2, 50));
    const raycaster = new Raycaster(undefined, undefined, 1, 70);
    const seen: number[][] = [];
    cube.raycast = ({ near, far }) => {
      seen.push([near, far]);
      if (seen.length > 1) throw new Error('broken');
    };
    const pick = () => index.pick(middle, camera, element, { ...inView, raycaster });
    expect(pick()).toBeNull();
    expect(pick).toThrow('broken');
    expect(raycaster).toMatchObject({ near: 1, far: 70, layers: { mask: 1 }, camera });
    expect(raycaster.ray.origin).toEqual(camera.position);
    expect(seen[0][0]).toBeCloseTo(2, 12);
    expect(seen[0][1]).toBeCloseTo(50, 12);
    // The next pick is not in view.
    Reflect.deleteProperty(cube, 'raycast');
    cube.layers.set(0);
    camera.near = 9.9;
    camera.updateProjectionMatrix();
    expect(index.pick(middle, camera, element)?.object).toBe(cube);
  });
});
