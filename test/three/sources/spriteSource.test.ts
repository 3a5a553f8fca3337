import fc from 'fast-check';
import { SceneIndex } from 'slabtree/three';
import {
  type Camera,
  Group,
  Mesh,
  OrthographicCamera,
  PerspectiveCamera,
  PlaneGeometry,
  Raycaster,
  Sprite,
  Vector2,
  Vector3,
} from 'three';
import { expect, it } from 'vitest';
import { SpriteSource } from '../../../src/three/sources/spritesAndLods';
import { Random } from '../../support/random';
import { search } from '../../support/runs';

it('the cube of a sprite reaches its farthest corner, by a square root that all engines round alike', async () => {
  await search(
    4,
    fc.property(fc.nat(), (seed) => {
      const random = new Random(seed);
      const [width, height] = random.triple(0.1, 10);
      const sprite = new Sprite();
      sprite.scale.set(2 * width, 2 * height, 1);
      sprite.updateMatrixWorld();
      const { min, max } = new SpriteSource(sprite).boundsAt();
      const radius = Math.sqrt(width * width + height * height);
      expect(max).toEqual(new Vector3(radius, radius, radius));
      expect(min).toEqual(new Vector3(-radius, -radius, -radius));
    }),
  );
});

function cameraIn(parent: Group, camera: Camera = new PerspectiveCamera(60, 1, 0.1, 100)): Camera {
  camera.position.set(0.3, 0.2, 6);
  parent.add(camera);
  parent.updateMatrixWorld(true);
  return camera;
}

function scaledBy(x: number, y: number, z: number): Group {
  const group = new Group();
  group.scale.set(x, y, z);
  return group;
}

function stale(): Camera {
  const camera = cameraIn(new Group());
  camera.matrixWorld.makeTranslation(0.5, 0, 6);
  return camera;
}

const turned = new Group();
turned.rotation.set(0.3, 0.7, -0.2);

function sheared(): Group {
  const inner = turned.clone(false);
  scaledBy(2, 1, 1).add(inner).updateMatrixWorld(true);
  return inner;
}

it.each<[name: string, camera: Camera]>([
  ['no scale', cameraIn(turned)],
  ['one scale', cameraIn(scaledBy(3, 3, 3))],
  ['a scale below 1', cameraIn(scaledBy(0.2, 0.2, 0.2))],
  ['another scale on each axis', cameraIn(scaledBy(2.5, 0.5, 1.5))],
  ['a mirroring scale', cameraIn(scaledBy(-1, 1, 1))],
  ['a shear', cameraIn(sheared())],
  ['a scale, orthographic', cameraIn(scaledBy(2, 3, 1), new OrthographicCamera(-3, 3, 3, -3, 0.1, 100))],
  ['an inverse that is out of date', stale()],
])('rays hit sprites where Raycaster hits them, from a camera with %s', (_, camera) => {
  const root = new Group();
  for (const [x, y, size] of [
    [0, 0, 1],
    [1.5, 1, 2],
    [-1, 0.5, 0.5],
  ]) {
    const sprite = new Sprite();
    sprite.position.set(x, y, -x);
    sprite.scale.set(size, size / 2, 1);
    sprite.center.set(0.2, 0.7);
    root.add(sprite);
  }
  const wall = new Mesh(new PlaneGeometry(50, 50));
  wall.position.z = -4;
  root.add(wall);
  const index = SceneIndex.from(root);
  // Boxes for a camera without a scale, first.
  const raycaster = new Raycaster();
  raycaster.setFromCamera(new Vector2(), cameraIn(new Group()));
  index.raycast(raycaster);
  let count = 0;
  for (let i = 0; i < 441; i++) {
    raycaster.setFromCamera(new Vector2((i % 21) / 10 - 1, Math.floor(i / 21) / 10 - 1), camera);
    const expected = raycaster.intersectObject(root);
    expect(index.raycastAll(raycaster)).toEqual(expected);
    expect(index.raycast(raycaster)).toEqual(expected.at(0) ?? null);
    if (expected.some(({ object }) => object instanceof Sprite)) count++;
  }
  expect(count).toBeGreaterThan(0);
});
