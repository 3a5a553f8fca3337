import fc from 'fast-check';
import { BoxScene } from 'slabtree';
import { SceneIndex } from 'slabtree/three';
import {
  type Camera,
  Group,
  Mesh,
  OrthographicCamera,
  PerspectiveCamera,
  PlaneGeometry,
  Points,
  PointsMaterial,
  Raycaster,
  Sprite,
  SpriteMaterial,
  Vector2,
  Vector3,
} from 'three';
import { expect, it, onTestFinished, vi } from 'vitest';
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

/** Sprites, one of them with one size at any distance, before a wall. */
function spritesBeforeWall(): Group {
  const root = new Group();
  for (const [x, y, size] of [
    [0, 0, 1],
    [1.5, 1, 2],
    [-1, 0.5, 0.5],
  ]) {
    const sprite = new Sprite(new SpriteMaterial({ sizeAttenuation: size < 2 }));
    sprite.position.set(x, y, -x);
    sprite.scale.set(size, size / 2, 1);
    sprite.center.set(0.2, 0.7);
    root.add(sprite);
  }
  const wall = new Mesh(new PlaneGeometry(50, 50));
  wall.position.z = -4;
  root.add(wall);
  return root;
}

/** The ray with the given number of 441 across the view of a camera. */
function rayThrough(camera: Camera, i: number): Raycaster {
  const raycaster = new Raycaster();
  raycaster.setFromCamera(new Vector2((i % 21) / 10 - 1, Math.floor(i / 21) / 10 - 1), camera);
  return raycaster;
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
  const root = spritesBeforeWall();
  const index = SceneIndex.from(root);
  // A camera without a scale, first.
  index.raycast(rayThrough(cameraIn(new Group()), 220));
  let count = 0;
  for (let i = 0; i < 441; i++) {
    const raycaster = rayThrough(camera, i);
    const expected = raycaster.intersectObject(root);
    expect(index.raycastAll(raycaster)).toEqual(expected);
    expect(index.raycast(raycaster)).toEqual(expected.at(0) ?? null);
    if (expected.some(({ object }) => object instanceof Sprite)) count++;
  }
  expect(count).toBeGreaterThan(0);
});

it('rays of two cameras in turn, one with a scale, hit sprites like Raycaster and move no box', () => {
  const root = spritesBeforeWall();
  root.add(new Points(new PlaneGeometry(4, 4, 8, 8), new PointsMaterial()));
  const index = SceneIndex.from(root);
  const cameras = [cameraIn(new Group()), cameraIn(scaledBy(2.5, 0.5, 1.5))];
  const addAabb = vi.spyOn(BoxScene.prototype, 'addAabb');
  onTestFinished(() => {
    addAabb.mockRestore();
  });
  let placed = 0;
  for (let i = 0; i < 441; i++) {
    const raycaster = rayThrough(cameras[i % 2], i);
    raycaster.params.Points.threshold = 0.1;
    expect(index.raycastAll(raycaster)).toEqual(raycaster.intersectObject(root));
    // The rays of both cameras begin equally far from the middle.
    if (i === 1) placed = addAabb.mock.calls.length;
  }
  expect(placed).toBeGreaterThan(0);
  expect(addAabb).toHaveBeenCalledTimes(placed);
});

it('a raycast that queries the index with a scaled camera finds the sprites of that camera', () => {
  const root = spritesBeforeWall();
  const asking = new Mesh(new PlaneGeometry(50, 50));
  asking.position.z = 4;
  // A layer of its own: its raycast does not call itself.
  asking.layers.set(1);
  root.add(asking);
  const index = SceneIndex.from(root);
  const [plain, scaled] = [cameraIn(new Group()), cameraIn(scaledBy(2.5, 0.5, 1.5))];
  let count = 0;
  for (let i = 0; i < 441; i += 7) {
    const inner = rayThrough(scaled, i);
    const expected = inner.intersectObject(root);
    asking.raycast = () => {
      expect(index.raycastAll(inner)).toEqual(expected);
      if (expected.some(({ object }) => object instanceof Sprite)) count++;
    };
    const outer = rayThrough(plain, i);
    outer.layers.enable(1);
    index.raycast(outer);
  }
  expect(count).toBeGreaterThan(0);
});
