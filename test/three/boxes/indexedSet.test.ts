import {
  type Camera,
  Group,
  Matrix4,
  type Object3D,
  OrthographicCamera,
  PerspectiveCamera,
  Plane,
  SkinnedMesh,
  Sprite,
  Vector3,
  WebGPUCoordinateSystem,
} from 'three';
import { frustumFromMatrix, planeSide } from 'slabtree';
import { type IndexedSet, SceneIndex } from 'slabtree/three';
import { describe, expect, it } from 'vitest';
import { muteWarnings } from '../../support/muteWarnings';
import { search } from '../../support/runs';
import type { Random } from '../../support/random';
import { changeScene } from '../../support/three/changes';
import { cubeAt, rootOf } from '../../support/three/cubes';
import { type Part, partsOf } from '../../support/three/loop';
import { boundsOfFog } from '../../support/three/ownBounds';
import { cameraAmong } from '../../support/three/rays';
import { GeneratedScene } from '../../support/three/scenes';
import { seeds } from '../../support/three/seeds';

muteWarnings();

const ROUNDS = 4;

describe('IndexedSet', () => {
  it('split sorts the boxes like a loop of planeSide over all boxes', async () => {
    await search(
      0.4,
      seeds((random, context) => {
        whileItChanges(random, (index) => {
          const plane = planeAmong(random);
          const parts = partsOf(index.root, boundsOfFog);
          const { front, crossing, back } = index.split(plane);
          const onSide = (side: number) => namesOf(parts.filter(({ box }) => planeSide(box, plane) === side));
          expect({ front: namesIn(front), crossing: namesIn(crossing), back: namesIn(back), ...context }).toEqual({
            front: onSide(1),
            crossing: onSide(0),
            back: onSide(-1),
            ...context,
          });
        });
      }),
    );
  });

  it("cull finds the boxes on the camera's layers that lie behind none of its planes", async () => {
    await search(
      0.4,
      seeds((random, context) => {
        whileItChanges(random, (index) => {
          const camera = cameraAmong(random);
          if (random.chance(0.3)) camera.layers.set(random.below(3));
          const isOfWebGpu = random.chance(0.5);
          if (isOfWebGpu) {
            camera.coordinateSystem = WebGPUCoordinateSystem;
            camera.updateProjectionMatrix();
          }
          const planes = frustumFromMatrix(
            new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse),
            isOfWebGpu ? 'webgpu' : 'opengl',
          );
          const sides = partsOf(index.root, boundsOfFog)
            .filter(({ object }) => object.layers.test(camera.layers))
            .map((part) => ({ part, least: Math.min(...planes.map((plane) => planeSide(part.box, plane))) }));
          const withLeast = (side: number) =>
            namesOf(sides.filter(({ least }) => least === side).map(({ part }) => part));
          const { inside, crossing } = index.cull(camera);
          expect({ inside: namesIn(inside), crossing: namesIn(crossing), ...context }).toEqual({
            inside: withLeast(1),
            crossing: withLeast(0),
            ...context,
          });
        });
      }),
    );
  });

  it.each(Object.keys(cameras))('cull finds the boxes between near and far of a camera %s', (kind) => {
    const camera = cameras[kind]();
    camera.updateProjectionMatrix();
    const cubes = [1, 3, 5, 8, 45, 50, 60].map((depth) => cubeAt(0, 0, -depth));
    cubes.forEach((cube) => (cube.name = `at ${-cube.position.z}`));
    const { inside, crossing } = SceneIndex.from(rootOf(...cubes)).cull(camera);
    expect(namesIn(inside)).toEqual(['at 45 ', 'at 8 ']);
    expect(namesIn(crossing)).toEqual(['at 5 ', 'at 50 ']);
  });

  it('a flat object, and an object in a flat group, is found by the axis-aligned box around it', () => {
    const [flat, below, beside] = [cubeAt(0, 3), cubeAt(0, 3), cubeAt(0, -3)];
    flat.scale.z = 0;
    below.rotation.set(1, 2, 3);
    const group = new Group().add(below);
    group.scale.set(0, 1.23, 0);
    const index = SceneIndex.from(rootOf(flat, group, beside));
    const camera = new OrthographicCamera(-9, 9, 9, -9, 1, 20);
    camera.position.z = 10;
    camera.updateMatrixWorld();
    expect(new Set(objectsIn(index.cull(camera).inside))).toEqual(new Set([flat, below, beside]));
    const { front, crossing, back } = index.split(new Plane(new Vector3(0, 1, 0), 0));
    expect(new Set(objectsIn(front))).toEqual(new Set([flat, below]));
    expect(objectsIn(back)).toEqual([beside]);
    expect(crossing.size).toBe(0);
    // The boxes are flat too.
    expect(index.split(new Plane(new Vector3(0, 0, 1), -0.01)).front.size).toBe(0);
    expect(objectsIn(index.split(new Plane(new Vector3(0, 0, 1), -0.01)).back).length).toBe(2);
  });
});

/** A camera as a renderer with a reversed depth buffer changes it. */
class ReversedPerspectiveCamera extends PerspectiveCamera {
  override get reversedDepth(): boolean {
    return true;
  }
}

class ReversedOrthographicCamera extends OrthographicCamera {
  override get reversedDepth(): boolean {
    return true;
  }
}

/** Cameras that look along -z and see from 5 to 50. */
const cameras: Record<string, () => PerspectiveCamera | OrthographicCamera> = {
  'with perspective, for WebGL': () => new PerspectiveCamera(60, 1, 5, 50),
  'with perspective, for WebGPU': () => ofWebGpu(new PerspectiveCamera(60, 1, 5, 50)),
  'with perspective and reversed depth': () => new ReversedPerspectiveCamera(60, 1, 5, 50),
  'without perspective, for WebGL': () => new OrthographicCamera(-5, 5, 5, -5, 5, 50),
  'without perspective, for WebGPU': () => ofWebGpu(new OrthographicCamera(-5, 5, 5, -5, 5, 50)),
  'without perspective and with reversed depth': () => new ReversedOrthographicCamera(-5, 5, 5, -5, 5, 50),
};

function ofWebGpu<Kind extends Camera>(camera: Kind): Kind {
  camera.coordinateSystem = WebGPUCoordinateSystem;
  return camera;
}

function objectsIn(set: IndexedSet): Object3D[] {
  return set.toArray().map(({ object }) => object);
}

function whileItChanges(random: Random, check: (index: SceneIndex) => void): void {
  const scene = new GeneratedScene(random, random.pick(['anywhere', 'grid']), 25, true, random.chance(0.5));
  const index = SceneIndex.from(scene.root, { boundsOf: boundsOfFog });
  for (let round = 0; round < ROUNDS; round++) {
    check(index);
    changeScene(scene, random.pick([1, 6]));
    index.update();
  }
}

/** A plane at random: on the grid, rounding would decide what touches it. */
function planeAmong(random: Random): Plane {
  return new Plane(new Vector3(...random.direction()), random.between(-4, 4));
}

/** The names of a set's objects, without those that {@link partsOf} leaves out. */
function namesIn(set: IndexedSet): string[] {
  const parts = set.toArray();
  expect(set.size).toBe(parts.length);
  return namesOf(parts.filter(({ object }) => !(object instanceof Sprite || object instanceof SkinnedMesh)));
}

function namesOf(parts: readonly (Omit<Part, 'box'> & { object: Object3D })[]): string[] {
  return parts.map(({ object, instanceId, batchId }) => `${object.name} ${instanceId ?? batchId ?? ''}`).sort();
}
