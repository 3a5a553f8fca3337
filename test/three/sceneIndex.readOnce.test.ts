import { PerspectiveCamera, Raycaster, Vector3 } from 'three';
import { SceneIndex, selectionPlanes } from 'slabtree/three';
import { describe, expect, it } from 'vitest';
import { readableOnce } from '../support/hostileArguments';
import { cubeAt, rayAt, rootOf } from '../support/three/cubes';
import { indexCalls } from '../support/three/indexCalls';

const root = rootOf(cubeAt(0, 0));
const index = SceneIndex.from(root);
const camera = new PerspectiveCamera();
const size = { left: 0, top: 0, width: 100, height: 100 };

describe('arguments of SceneIndex', () => {
  it.each(indexCalls)('%s reads each argument once and uses the values that it checked', async (_, given, call) => {
    const plainly = await call(...(given as never[]));
    expect(await call(...(given.map(readableOnce) as never[]))).toEqual(plainly);
  });

  it('a query uses the Raycaster as it was at the start, though a raycast of an object changes it', () => {
    const [near, far] = [cubeAt(0, 0, 3), cubeAt(0, 0, -3)];
    const itsIndex = SceneIndex.from(rootOf(near, far));
    for (const precise of [false, true]) {
      const raycaster = new Raycaster(new Vector3(0, 0, 10), new Vector3(0, 0, -1), 8);
      near.raycast = (given) => {
        given.ray.origin.set(50, 50, 50);
        given.layers.set(7);
      };
      far.raycast = (_, hits) => {
        hits.push({ distance: 12.5, point: new Vector3(), object: far });
      };
      expect(itsIndex.raycast(raycaster, { precise })).toMatchObject({ distance: 12.5, object: far });
    }
  });
});

describe('the place of the element', () => {
  const from = { clientX: 10, clientY: 10 };
  const to = { clientX: 90, clientY: 90 };

  it.each<[string, (element: { getBoundingClientRect: () => typeof size }) => unknown]>([
    ['pick', (element) => index.pick(from, camera, element)],
    ['snap', (element) => index.snap(from, camera, element)],
    ['select', (element) => index.select({ from, to }, camera, element, { seenOnly: true })],
    ['select, with a lasso', (element) => index.select({ points: [from, to, from] }, camera, element)],
    ['selectionPlanes', (element) => selectionPlanes({ from, to }, camera, element)],
  ])('%s measures the place of the element once', (_, call) => {
    let count = 0;
    call({ getBoundingClientRect: () => ({ ...size, left: 100 * count++ }) });
    expect(count).toBe(1);
  });
});

it('a bad argument is rejected before the given Raycaster is changed', () => {
  const raycaster = rayAt(0, 0);
  const element = { getBoundingClientRect: () => size };
  const bad = new PerspectiveCamera(NaN);
  expect(() => index.pick({ clientX: 0, clientY: NaN }, camera, element, { raycaster })).toThrow(RangeError);
  expect(() => index.pick({ clientX: 0, clientY: 0 }, bad, element, { raycaster })).toThrow(RangeError);
  expect(raycaster.ray).toEqual(rayAt(0, 0).ray);
});
