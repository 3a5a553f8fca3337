import { Ray, Vector3 } from 'three';
import { SceneIndex } from 'slabtree/three';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { search } from '../../support/runs';
import { changeScene } from '../../support/three/changes';
import { compareRaycast, requireSameHits } from '../../support/three/compare';
import { cubeAt, rayAt, rootOf } from '../../support/three/cubes';
import { allOf } from '../../support/three/loop';
import { raycasterAmong } from '../../support/three/rays';
import { GeneratedScene, type Placement } from '../../support/three/scenes';
import { seeds } from '../../support/three/seeds';

const RAYS = 40;
const ROUNDS = 3;

const placements: Placement[] = ['anywhere', 'grid'];

const original = Object.getOwnPropertyDescriptor(Ray.prototype, 'intersectTriangle');

let calls = 0;

/**
 * Möller and Trumbore, "Fast, minimum storage ray-triangle intersection", 1997. three.js has used other formulas. They differ in
 * the last bits of a hit, and in whether a ray along an edge hits.
 */
function intersectTriangle(
  this: Ray,
  a: Vector3,
  b: Vector3,
  c: Vector3,
  backfaceCulling: boolean,
  target: Vector3,
): Vector3 | null {
  calls++;
  const { origin, direction } = this;
  const ab = new Vector3().subVectors(b, a);
  const ac = new Vector3().subVectors(c, a);
  const p = new Vector3().crossVectors(direction, ac);
  // It is above 0 if the ray hits the front, and 0 if the ray is parallel to the triangle.
  const determinant = ab.dot(p);
  if (determinant === 0 || (backfaceCulling && determinant < 0)) return null;
  const fromA = new Vector3().subVectors(origin, a);
  const u = fromA.dot(p) / determinant;
  const q = fromA.cross(ab);
  const v = direction.dot(q) / determinant;
  const distance = ac.dot(q) / determinant;
  // Written so that NaN fails.
  return u >= 0 && v >= 0 && u + v <= 1 && distance >= 0 ? this.at(distance, target) : null;
}

beforeAll(() => {
  Ray.prototype.intersectTriangle = intersectTriangle;
});

afterAll(() => {
  if (original !== undefined) Object.defineProperty(Ray.prototype, 'intersectTriangle', original);
});

describe.each(placements)('another Ray.intersectTriangle, among objects placed: %s', (placement) => {
  it('rays equal Raycaster if an application replaces Ray.intersectTriangle, and follow every change', async () => {
    await search(
      0.5,
      seeds((random, context) => {
        const scene = new GeneratedScene(random, placement, 25, random.chance(0.7));
        const { root } = scene;
        const index = SceneIndex.from(root, { backend: random.pick(['js', 'wasm']) });
        const changes: string[] = [];
        for (let round = 0; round < ROUNDS; round++) {
          for (let i = 0; i < RAYS; i++) {
            const raycaster = raycasterAmong(random, root);
            compareRaycast(index, raycaster, { ...context, changes });
            requireSameHits(index.raycastAll(raycaster), allOf(root, raycaster), raycaster, { ...context, changes });
          }
          changes.push(...changeScene(scene, random.pick([1, 6])));
          index.update();
        }
      }),
    );
  });
});

it('a precise ray calls the replaced Ray.intersectTriangle', () => {
  const index = SceneIndex.from(rootOf(cubeAt(0, 0)));
  calls = 0;
  expect(index.raycast(rayAt(0.1, 0.2))).not.toBeNull();
  expect(calls).toBeGreaterThan(0);
});
