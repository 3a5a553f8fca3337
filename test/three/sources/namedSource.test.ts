import type { Object3D } from 'three';
import {
  Box3,
  Box3Helper,
  BufferGeometry,
  Group,
  InstancedBufferAttribute,
  InstancedMesh,
  Mesh,
  MeshBasicMaterial,
  OrthographicCamera,
  Plane,
  Points,
  PointsMaterial,
  Sphere,
  SphereGeometry,
  Vector3,
} from 'three';
import { IndexRaycaster, SceneIndex, type SceneIndexOptions, VisibleInstances } from 'slabtree/three';
import { acceleratedRaycast, computeBoundsTree, disposeBoundsTree } from 'three-mesh-bvh';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { compareRaycast } from '../../support/three/compare';
import { batchAt, cubeAt, instancesAt, matrixAt, rayAt, rootOf } from '../../support/three/cubes';
import { boundsOfFog, Cloud, Fog, Stream, Swarm } from '../../support/three/ownBounds';
import { skinnedCube } from '../../support/three/skinnedCube';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Twenty pixels are one unit of the world, seen along -z from z = 10: pixel (0, 0) is at (-10, 10). */
const element = { getBoundingClientRect: () => ({ left: 0, top: 0, width: 400, height: 400 }) };
const pixelAt = (x: number, y: number) => ({ clientX: 20 * x + 200, clientY: 200 - 20 * y });

/** Sees x and y from -10 to 10. */
function cameraAbove(): OrthographicCamera {
  const camera = new OrthographicCamera(-10, 10, 10, -10, 0, 20);
  camera.position.z = 10;
  camera.updateMatrixWorld();
  return camera;
}

const sphereAt = (x: number, y: number, radius = 0.5) => new Sphere(new Vector3(x, y, 0), radius);
const boxOf = (minX: number, minY: number, maxX: number, maxY: number) =>
  new Box3(new Vector3(minX, minY, -0.5), new Vector3(maxX, maxY, 0.5));

/** What is hit at a place: the object of the closest box, and that of the closest precise hit. */
function hitAt(index: SceneIndex, x: number, y: number): [box: unknown, precise: unknown] {
  const [box, precise] = [false, true].map((precise) => index.raycast(rayAt(x, y), { precise })?.object ?? null);
  compareRaycast(index, rayAt(x, y), { x, y });
  return [box, precise];
}

/** Things at (5, 5) and (7, 5), which are not where their geometry is, around (0, 0). */
const makers: [name: string, make: () => Cloud | Swarm][] = [
  ['a mesh that draws more than its geometry', () => new Cloud(sphereAt(5, 5), sphereAt(7, 5))],
  ['instances whose matrices are elsewhere', () => new Swarm(matrixAt(5, 5), matrixAt(7, 5))],
];

describe.each(makers)('%s', (_, make) => {
  it('every query finds the object where its own bounding box is', () => {
    const object = make();
    object.computeBoundingBox();
    const index = SceneIndex.from(rootOf(object, cubeAt(-5, -5)));
    expect(index.boxes.size).toBe(2);
    expect(hitAt(index, 5.1, 5.1)).toEqual([object, object]);
    // Between both, there is only the box.
    expect(hitAt(index, 6, 5)).toEqual([object, null]);
    expect(hitAt(index, 0.1, 0.1)).toEqual([null, null]);
    const raycaster = rayAt(7.1, 5.1);
    const expected = raycaster.intersectObject(index.root, true);
    expect(expected.length).toBeGreaterThan(0);
    expect(index.raycastAll(raycaster)).toEqual(expected);
    const indexed = Object.assign(new IndexRaycaster(index), raycaster);
    expect(indexed.intersectObject(index.root, true)).toEqual(expected);
    expect(index.pick(pixelAt(7.1, 5.1), cameraAbove(), element, { precise: true })?.object).toBe(object);

    expect(index.cull(cameraAbove()).inside.toArray()).toContainEqual({ object });
    const { front, back } = index.split(new Plane(new Vector3(1, 0, 0), -3));
    expect([front.toArray(), back.size]).toEqual([[{ object }], 1]);
    const near = [...index.boxes.overlap({ center: { x: 6, y: 5, z: 0 }, radius: 0.1 })].map((id) => index.at(id));
    expect(near).toEqual([{ object }]);
    expect(index.snap(pixelAt(5.5, 5.5), cameraAbove(), element, { to: ['vertex', 'edge'] })).toBeNull();
  });

  it("select uses the object's box, also with precise and with seenOnly", () => {
    const object = make();
    object.computeBoundingBox();
    const index = SceneIndex.from(rootOf(object));
    const select = (minX: number, minY: number, maxX: number, maxY: number, options: object) => {
      const area = { from: pixelAt(minX, minY), to: pixelAt(maxX, maxY) };
      return index.select(area, cameraAbove(), element, options).toArray();
    };
    for (const precise of [false, true]) {
      for (const seenOnly of [false, true]) {
        const options = { precise, seenOnly };
        expect(select(4, 4, 8, 6, options)).toEqual([{ object }]);
        expect(select(-1, -1, 1, 1, options)).toEqual([]);
        expect(select(4, 4, 8, 6, { ...options, mode: 'window' })).toEqual([{ object }]);
        expect(select(4, 4, 6, 6, { ...options, mode: 'window' })).toEqual([]);
      }
    }
    const wall = cubeAt(6, 5, 3);
    wall.scale.set(6, 6, 1);
    index.root.add(wall);
    index.update();
    for (const precise of [false, true]) {
      expect(select(4, 4, 8, 6, { precise, seenOnly: true })).toEqual([{ object: wall }]);
    }
  });

  it("every precise ray calls the object's raycast while it has no bounding box, and nothing else finds it", () => {
    const object = make();
    const raycast = vi.spyOn(object, 'raycast');
    const index = SceneIndex.from(rootOf(object));
    expect(hitAt(index, 5.1, 5.1)).toEqual([null, object]);
    expect(hitAt(index, 0.1, 0.1)).toEqual([null, null]);
    expect(index.cull(cameraAbove()).inside.size).toBe(0);
    expect(object.boundingBox).toBeNull();

    object.computeBoundingBox();
    raycast.mockClear();
    expect(index.raycast(rayAt(0.1, 0.1), { precise: true })).toBeNull();
    expect(raycast).toHaveBeenCalledTimes(1);
    index.update();
    raycast.mockClear();
    expect(index.raycast(rayAt(0.1, 0.1), { precise: true })).toBeNull();
    expect(raycast).not.toHaveBeenCalled();
    expect(hitAt(index, 5.1, 5.1)).toEqual([object, object]);

    object.boundingBox = null;
    index.update();
    expect(hitAt(index, 5.1, 5.1)).toEqual([null, object]);
    expect(index.boxes.size).toBe(0);
  });

  it("an update follows the object's moves, the changes of its bounding box, its arrival and removal", () => {
    const object = make();
    object.computeBoundingBox();
    const root = rootOf(object);
    const index = SceneIndex.from(root);
    object.position.x = -10;
    index.update();
    expect(hitAt(index, -4.9, 5.1)).toEqual([object, object]);
    expect(hitAt(index, 5.1, 5.1)).toEqual([null, null]);
    object.boundingBox?.min.set(-9, -9, -1);
    index.update();
    expect(hitAt(index, -15, -5)).toEqual([object, null]);
    object.boundingBox?.makeEmpty();
    index.update();
    expect(index.boxes.size).toBe(0);
    object.computeBoundingBox();
    object.layers.set(1);
    index.update();
    expect(index.raycast(rayAt(-4.9, 5.1), { precise: false })).toBeNull();
    object.layers.set(0);
    for (const isVisible of [false, true]) {
      object.visible = isVisible;
      index.update();
      expect(index.boxes.size).toBe(Number(isVisible));
    }
    root.remove(object);
    index.update();
    expect([index.boxes.size, hitAt(index, -4.9, 5.1)]).toEqual([0, [null, null]]);
  });

  it('an object with an infinite box gets every precise ray, and one with a box of NaN a warning', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const object = make();
    object.boundingBox = new Box3(new Vector3(-Infinity, 0, 0), new Vector3(Infinity, 1, 1));
    const index = SceneIndex.from(rootOf(object));
    expect(hitAt(index, 5.1, 5.1)).toEqual([null, object]);
    expect(warn).not.toHaveBeenCalled();
    object.boundingBox.min.x = NaN;
    index.update();
    expect(index.raycast(rayAt(5.1, 5.1), { precise: true })).toBeNull();
    expect(String(warn.mock.calls[0][0])).toContain('is not indexed: its bounding box must be finite numbers');
    object.computeBoundingBox();
    index.update();
    expect(hitAt(index, 5.1, 5.1)).toEqual([object, object]);
  });

  it('an update with autoUpdate false follows the object where it is marked', () => {
    const object = make();
    object.computeBoundingBox();
    const index = SceneIndex.from(rootOf(object), { autoUpdate: false });
    object.boundingBox?.max.set(9, 9, 1);
    index.update();
    expect(hitAt(index, 8.5, 8.5)).toEqual([null, null]);
    index.markDirty(object);
    index.update();
    expect(hitAt(index, 8.5, 8.5)).toEqual([object, null]);
    object.boundingBox = null;
    index.markDirty(index.root);
    index.update();
    expect(hitAt(index, 5.1, 5.1)).toEqual([null, object]);
  });
});

describe('a bounding box that cannot be read', () => {
  it('an unreadable bounding box counts as one that is not computed yet, until it can be read', () => {
    const warn = vi.spyOn(console, 'warn');
    const [stream, cube] = [new Stream(sphereAt(5, 5)), cubeAt(-5, -5)];
    const index = SceneIndex.from(rootOf(stream, cube));
    expect(hitAt(index, 5.1, 5.1)).toEqual([null, stream]);
    cube.position.x = 3;
    index.update();
    expect(hitAt(index, 3.1, -5.1)).toEqual([cube, cube]);
    stream.computeBoundingBox();
    index.update();
    expect(hitAt(index, 5.1, 5.1)).toEqual([stream, stream]);
    stream.forgetBoundingBox();
    index.update();
    expect(hitAt(index, 5.1, 5.1)).toEqual([null, stream]);
    expect(warn).not.toHaveBeenCalled();
  });

  it("an object with three.js's raycast then has the box of its geometry", () => {
    const stream = new Stream(sphereAt(5, 5));
    stream.changeRaycast();
    const index = SceneIndex.from(rootOf(stream, cubeAt(-5, -5)));
    expect(hitAt(index, 0.1, 0.2)).toEqual([stream, stream]);
    expect(hitAt(index, 5.1, 5.1)).toEqual([null, null]);
    stream.computeBoundingBox();
    index.update();
    expect(hitAt(index, 5.1, 5.1)).toEqual([stream, null]);
  });

  it.each<[string, object]>([
    ['no corners', { isBox3: true }],
    ['a corner that is null', { isBox3: true, min: new Vector3(), max: null }],
  ])('a bounding box with %s is none', (_, boundingBox) => {
    const cloud = Object.assign(new Cloud(sphereAt(0, 0)), { boundingBox });
    expect(hitAt(SceneIndex.from(rootOf(cloud)), 0.1, 0.2)).toEqual([cloud, cloud]);
    expect(() => SceneIndex.from(rootOf(cubeAt(0, 0)), { boundsOf: () => boundingBox as Box3 })).toThrow(
      'options.boundsOf must return a three.js Box3, null or undefined',
    );
  });

  it('a bounding box may have corners and no methods', () => {
    const boundingBox = { isBox3: true, min: { x: 4, y: 4, z: -1 }, max: { x: 6, y: 6, z: 1 } };
    const cloud = Object.assign(new Cloud(sphereAt(5, 5)), { boundingBox });
    expect(hitAt(SceneIndex.from(rootOf(cloud)), 5.1, 5.1)).toEqual([cloud, cloud]);
  });
});

it('an update follows a raycast that a mesh with an own bounding box gets or loses later', () => {
  for (const isComputed of [false, true]) {
    const cloud = new Cloud(sphereAt(5, 5));
    cloud.changeRaycast();
    if (isComputed) cloud.computeBoundingBox();
    const index = SceneIndex.from(rootOf(cloud));
    const box = isComputed ? cloud : null;
    for (let round = 0; round < 2; round++) {
      expect(hitAt(index, 0.1, 0.2)).toEqual([cloud, cloud]);
      expect(hitAt(index, 5.1, 5.1)).toEqual([box, null]);
      cloud.changeRaycast();
      index.update();
      expect(hitAt(index, 0.1, 0.2)).toEqual([null, null]);
      expect(hitAt(index, 5.1, 5.1)).toEqual([box, cloud]);
      cloud.changeRaycast();
      index.update();
    }
  }
});

it('a new bounding box of a mesh with an own raycast is followed once the mesh is marked', () => {
  const cloud = new Cloud(sphereAt(5, 5));
  Reflect.deleteProperty(cloud, 'boundingBox');
  const index = SceneIndex.from(rootOf(cloud));
  // The box of its geometry.
  expect(index.raycast(rayAt(0.1, 0.1), { precise: false })?.object).toBe(cloud);
  cloud.boundingBox = null;
  cloud.computeBoundingBox();
  index.markDirty(cloud);
  index.update();
  expect(hitAt(index, 5.1, 5.1)).toEqual([cloud, cloud]);
  expect(hitAt(index, 0.1, 0.1)).toEqual([null, null]);
});

describe('an InstancedMesh with a raycast of its own', () => {
  it('an InstancedMesh has a box for each instance while it has matrices, and is one object without them', () => {
    const mesh = instancesAt([5, 5], [7, 5]);
    const { instanceMatrix } = mesh;
    const raycast = vi.fn((...args: Parameters<InstancedMesh['raycast']>) => {
      if (mesh.instanceMatrix.count > 0) InstancedMesh.prototype.raycast.apply(mesh, args);
    });
    mesh.raycast = raycast;
    const index = SceneIndex.from(rootOf(mesh));
    for (let round = 0; round < 2; round++) {
      expect(index.boxes.size).toBe(2);
      expect(index.raycast(rayAt(7.1, 5.1), { precise: false })?.instanceId).toBe(1);
      expect(index.raycast(rayAt(7.1, 5.1), { precise: true })?.instanceId).toBe(1);

      index.markDirty(mesh, 1);
      mesh.instanceMatrix = new InstancedBufferAttribute(new Float32Array(0), 16);
      index.update();
      expect(index.boxes.size).toBe(0);
      raycast.mockClear();
      index.raycast(rayAt(0, 0), { precise: true });
      expect(raycast).toHaveBeenCalledTimes(1);

      mesh.boundingBox = boxOf(4, 4, 8, 6);
      index.update();
      expect(hitAt(index, 6, 5)).toEqual([mesh, null]);
      mesh.instanceMatrix = instanceMatrix;
      mesh.boundingBox = null;
      index.update();
    }
  });

  it('an InstancedMesh without matrices cannot be the source of VisibleInstances', () => {
    const swarm = new Swarm(matrixAt(0, 0));
    expect(() => new VisibleInstances(swarm as unknown as InstancedMesh)).toThrow(
      'source must be an InstancedMesh with its matrices in instanceMatrix, or a BatchedMesh, got a value of type Swarm',
    );
  });
});

it('every precise ray calls the raycast of an InstancedMesh with neither matrices nor bounds', () => {
  const swarm = new Swarm(matrixAt(5, 5));
  for (const name of ['instanceMatrix', 'boundingBox', 'count']) Reflect.deleteProperty(swarm, name);
  const index = SceneIndex.from(rootOf(swarm));
  expect(hitAt(index, 5.1, 5.2)).toEqual([null, swarm]);
});

describe("objects with three.js's own raycast", () => {
  it("a mesh is in its own box and in its geometry's, where three.js hits it", () => {
    const mesh = Object.assign(cubeAt(0, 0), { boundingBox: boxOf(2, 2, 4, 4) });
    const index = SceneIndex.from(rootOf(mesh));
    expect(hitAt(index, 0.1, 0.2)).toEqual([mesh, mesh]);
    expect(hitAt(index, 3, 3)).toEqual([mesh, null]);
    mesh.boundingBox.max.x = 9;
    index.update();
    expect(hitAt(index, 8, 3)).toEqual([mesh, null]);
    Object.assign(mesh, { boundingBox: null });
    index.update();
    expect(hitAt(index, 3, 3)).toEqual([null, null]);
    Object.assign(mesh, { boundingBox: boxOf(2, 2, 4, 4) });
    index.update();
    expect(hitAt(index, 3, 3)).toEqual([mesh, null]);
  });

  it('rays that miss the geometry of a mesh do not call its raycast, nor acceleratedRaycast', () => {
    const unbounded = Object.assign(cubeAt(0, 0), { boundingBox: null });
    const accelerated = cubeAt(3, 0);
    const raycast = vi.fn(acceleratedRaycast);
    accelerated.raycast = raycast;
    const index = SceneIndex.from(rootOf(unbounded, accelerated));
    const ask = vi.spyOn(unbounded, 'raycast');
    expect(hitAt(index, 3.1, 0.1)).toEqual([accelerated, accelerated]);
    ask.mockClear();
    raycast.mockClear();
    expect(index.raycast(rayAt(7, 7), { precise: true })).toBeNull();
    expect([ask.mock.calls.length, raycast.mock.calls.length]).toEqual([0, 0]);
  });

  it('a mesh with the raycast and the tree of three-mesh-bvh is in the box of its geometry, and in its own', () => {
    const raycast = vi.fn(acceleratedRaycast);
    const mesh = Object.assign(cubeAt(5, 0), { raycast });
    computeBoundsTree.call(mesh.geometry);
    // Many applications keep the bounds in the world.
    const boundingBox = new Box3().setFromObject(mesh);
    for (const bounds of [boundingBox, null]) {
      Object.assign(mesh, { boundingBox: bounds });
      const index = SceneIndex.from(rootOf(mesh));
      expect(hitAt(index, 5.1, 0.2)).toEqual([mesh, mesh]);
      expect(hitAt(index, 10, 0.2)).toEqual([bounds && mesh, null]);
      raycast.mockClear();
      expect(index.raycast(rayAt(-5, 0))).toBeNull();
      expect(raycast).not.toHaveBeenCalled();
    }
  });

  it('a mesh that gets the raycast and the tree of three-mesh-bvh later, or loses them, is followed by an update', () => {
    const mesh = Object.assign(cubeAt(5, 0), { boundingBox: null });
    const index = SceneIndex.from(rootOf(mesh));
    for (let round = 0; round < 2; round++) {
      mesh.raycast = acceleratedRaycast;
      index.update();
      computeBoundsTree.call(mesh.geometry);
      index.update();
      expect(hitAt(index, 5.1, 0.2)).toEqual([mesh, mesh]);
      Reflect.deleteProperty(mesh, 'raycast');
      disposeBoundsTree.call(mesh.geometry);
      index.update();
      expect(hitAt(index, 5.1, 0.2)).toEqual([mesh, mesh]);
    }
  });

  it.each(makers)('the tree of the geometry does not change the box of %s', (_, make) => {
    const object = make();
    computeBoundsTree.call(object.geometry);
    const index = SceneIndex.from(rootOf(object));
    expect(hitAt(index, 5.1, 5.1)).toEqual([null, object]);
    object.computeBoundingBox();
    index.update();
    expect(hitAt(index, 5.1, 5.1)).toEqual([object, object]);
  });

  it.each<[string, unknown]>([
    ['a sphere', new Sphere(new Vector3(5, 5, 0), 1)],
    ['a helper', new Box3Helper(boxOf(4, 4, 6, 6))],
    ['numbers', { min: [4, 4, 4], max: [6, 6, 6] }],
    ['undefined', undefined],
    ['false', false],
  ])('a boundingBox of %s is ignored on a mesh with an own raycast', (_, boundingBox) => {
    const mesh = Object.assign(cubeAt(0, 0), { boundingBox });
    mesh.raycast = (...args) => {
      Mesh.prototype.raycast.apply(mesh, args);
    };
    const index = SceneIndex.from(rootOf(mesh));
    expect(hitAt(index, 0.1, 0.2)).toEqual([mesh, mesh]);
    expect(hitAt(index, 5, 5)).toEqual([null, null]);
  });

  it('instances, batches and skinned meshes keep the bounding boxes that three.js computes', () => {
    const [instances, batch] = [instancesAt([0, 0], [3, 0]), batchAt([0, 3], [3, 3])];
    const { mesh: skinned } = skinnedCube();
    skinned.position.y = -3;
    const root = rootOf(instances, batch, skinned);
    for (const object of [instances, batch, skinned]) {
      object.raycast = (...args) => {
        raycastOf(object, args);
      };
    }
    const index = SceneIndex.from(root);
    for (let round = 0; round < 2; round++) {
      expect(index.boxes.size).toBe(5);
      expect(hitAt(index, 1.5, 0)).toEqual([null, null]);
      expect(hitAt(index, 3.1, 0.2)).toEqual([instances, instances]);
      expect(hitAt(index, 3.1, 3.2)).toEqual([batch, batch]);
      expect(hitAt(index, 0.1, -3.2)).toEqual([skinned, skinned]);
      for (const object of [instances, batch, skinned]) object.computeBoundingBox();
      index.update();
    }
  });

  it('a group with a bounding box is hit by no ray', () => {
    const group = Object.assign(new Group(), { boundingBox: boxOf(0, 0, 1, 1) });
    expect(SceneIndex.from(rootOf(group)).boxes.size).toBe(0);
  });

  function raycastOf(object: Object3D, args: Parameters<Object3D['raycast']>): void {
    const { prototype } = object.constructor as unknown as { readonly prototype: Object3D };
    prototype.raycast.apply(object, args);
  }
});

describe('the option boundsOf', () => {
  type BoundsOf = Required<SceneIndexOptions>['boundsOf'];
  const from = (boundsOf: BoundsOf, ...objects: Object3D[]) => SceneIndex.from(rootOf(...objects), { boundsOf });

  it('boundsOf gives an object its bounds, and is called in each update for all that is visible', () => {
    const fog = new Fog(sphereAt(5, 5), sphereAt(7, 5));
    const [cube, hidden] = [cubeAt(0, 0), cubeAt(0, 3)];
    hidden.visible = false;
    const boundsOf = vi.fn(boundsOfFog);
    const index = from(boundsOf, fog, cube, hidden);
    expect(index.boxes.size).toBe(2);
    expect(hitAt(index, 5.1, 5.1)).toEqual([fog, fog]);
    expect(hitAt(index, 6, 5)).toEqual([fog, null]);
    expect(hitAt(index, 0.1, 0.2)).toEqual([cube, cube]);
    expect(index.cull(cameraAbove()).inside.size).toBe(2);
    fog.calls = 0;
    index.raycast(rayAt(0.1, 0.2), { precise: true });
    expect(fog.calls).toBe(0);

    fog.spheres.push(sphereAt(-5, -5));
    boundsOf.mockClear();
    index.update();
    expect(boundsOf.mock.calls).toEqual([[index.root], [fog], [cube]]);
    expect(hitAt(index, -5.1, -5.1)).toEqual([fog, fog]);
  });

  it('null from boundsOf sends every precise ray to an object, and undefined changes nothing', () => {
    const [fog, cloud, cube] = [new Fog(sphereAt(5, 5)), new Cloud(sphereAt(3, -3)), cubeAt(0, 0)];
    cloud.computeBoundingBox();
    let bounds: Box3 | null | undefined = null;
    const index = from(() => bounds, fog, cloud, cube);
    for (let round = 0; round < 2; round++) {
      bounds = null;
      index.update();
      expect(index.boxes.size).toBe(0);
      expect(hitAt(index, 5.1, 5.1)).toEqual([null, fog]);
      expect(hitAt(index, 3.1, -3.1)).toEqual([null, cloud]);
      expect(hitAt(index, 0.1, 0.2)).toEqual([null, cube]);
      bounds = undefined;
      index.update();
      expect(index.boxes.size).toBe(2);
      expect(hitAt(index, 5.1, 5.1)).toEqual([null, fog]);
      expect(hitAt(index, 3.1, -3.1)).toEqual([cloud, cloud]);
      expect(hitAt(index, 0.1, 0.2)).toEqual([cube, cube]);
      bounds = boxOf(-9, -9, 9, 9);
      index.update();
      // The root has a box, too.
      expect(index.boxes.size).toBe(4);
      expect(hitAt(index, 0.1, 0.2)[1]).toBe(cube);
      expect(hitAt(index, 5.1, 5.1)[1]).toBe(fog);
    }
  });

  it('boundsOf may return the same box for all: it is copied', () => {
    const [left, right] = [new Fog(sphereAt(-5, 0)), new Fog(sphereAt(5, 0))];
    const shared = new Box3();
    const index = from((object) => (object instanceof Fog ? shared.copy(object.bounds) : undefined), left, right);
    shared.makeEmpty();
    expect(hitAt(index, -5.1, 0)).toEqual([left, left]);
    expect(hitAt(index, 5.1, 0)).toEqual([right, right]);
  });

  it('boundsOf replaces the bounds of a mesh, which still has its triangles', () => {
    const mesh = new Mesh(new SphereGeometry(1, 32, 16), new MeshBasicMaterial());
    const named = boxOf(0, -1, 5, 1);
    const index = from((object) => (object === mesh ? named : undefined), mesh);
    expect(index.raycast(rayAt(4, 0.5), { precise: false })?.object).toBe(mesh);
    compareRaycast(index, rayAt(0.4, 0.5), {});
    expect(index.raycast(rayAt(0.4, 0.5), { precise: true })?.object).toBe(mesh);
    // Outside the named bounds, nothing is hit.
    expect(index.raycast(rayAt(-0.4, 0.5), { precise: false })).toBeNull();
    expect(index.raycast(rayAt(-0.4, 0.5), { precise: true })).toBeNull();
    const area = { from: pixelAt(2, -0.5), to: pixelAt(4, 0.5) };
    expect(index.select(area, cameraAbove(), element).size).toBe(1);
    expect(index.select(area, cameraAbove(), element, { precise: true }).size).toBe(0);
  });

  it('boundsOf makes one box of instances, which hits still number', () => {
    const [instances, batch] = [instancesAt([5, 0], [7, 0]), batchAt([5, 3], [7, 3])];
    let isNamed = true;
    const boundsOf = (object: Object3D) => (isNamed && 'count' in object ? boxOf(4, -1, 8, 4) : undefined);
    const index = from(boundsOf, instances, batch);
    for (let round = 0; round < 2; round++) {
      expect(index.boxes.size).toBe(2);
      const [hit, other] = [0.1, 3.1].map((y) => index.raycast(rayAt(7.1, y), { precise: true }));
      expect([hit?.object, hit?.instanceId, other?.object, other?.batchId]).toEqual([instances, 1, batch, 1]);
      const area = { from: pixelAt(4, -1), to: pixelAt(8, 4) };
      for (const seenOnly of [false, true]) {
        const selected = index.select(area, cameraAbove(), element, { precise: true, seenOnly }).toArray();
        expect(selected).toHaveLength(2);
        expect(selected).toContainEqual({ object: instances });
        expect(selected).toContainEqual({ object: batch });
      }
      isNamed = false;
      index.update();
      expect(index.boxes.size).toBe(4);
      expect(index.raycast(rayAt(7.1, 0.1), { precise: false })?.instanceId).toBe(1);
      isNamed = true;
      index.update();
    }
  });

  it('boundsOf makes the write of VisibleInstances throw, also after it has worked', () => {
    const instances = instancesAt([5, 0], [7, 0]);
    let bounds: Box3 | undefined;
    const index = from((object) => (object === instances ? bounds : undefined), instances);
    const visible = new VisibleInstances(instances);
    index.root.add(visible);
    for (let round = 0; round < 2; round++) {
      expect(visible.write(index.cull(cameraAbove())).count).toBe(2);
      visible.dispose();
      bounds = boxOf(4, -1, 8, 1);
      index.update();
      expect(() => visible.write(index.cull(cameraAbove()))).toThrow(
        'view must be of an index that has seen the source',
      );
      bounds = undefined;
      index.update();
    }
    instances.visible = false;
    index.update();
    bounds = boxOf(4, -1, 8, 1);
    instances.visible = true;
    index.update();
    expect(() => visible.write(index.cull(cameraAbove()))).toThrow('view must be of an index that has seen the source');
  });

  it('markDirty accepts any number for an object that numbers its instances, and only 0 for others', () => {
    const objects = [cubeAt(0, 0), instancesAt([5, 0], [7, 0]), new Cloud(sphereAt(5, 5)), new Fog(sphereAt(0, 5))];
    const index = SceneIndex.from(rootOf(), { boundsOf: () => boxOf(-9, -9, 9, 9) });
    // Before the first update that finds them, and after it.
    for (let round = 0; round < 2; round++) {
      for (const object of objects.slice(1)) index.markDirty(object, 3);
      expect(() => {
        index.markDirty(objects[0], 3);
      }).toThrow('instanceId must be 0 or left out, as the object has no instances, got 3');
      index.markDirty(objects[0], 0);
      index.root.add(...objects);
      index.update();
    }
  });

  it('boundsOf that throws stops the update there, and the next update moves the other objects', () => {
    const cubes = [cubeAt(0, 0), cubeAt(0, 3), cubeAt(0, 6)];
    let isBroken = false;
    const index = from(
      (object) => {
        if (isBroken && object === cubes[1]) throw new Error('broken');
        return undefined;
      },
      ...cubes,
    );
    const places = () => [0, 3, 6].map((y) => [0, 5].filter((x) => index.raycast(rayAt(x, y), { precise: false })));
    for (const cube of cubes) cube.position.x = 5;
    isBroken = true;
    expect(() => {
      index.update();
    }).toThrow('broken');
    expect(places()).toEqual([[5], [0], [0]]);
    isBroken = false;
    index.update();
    expect(places()).toEqual([[5], [5], [5]]);
  });

  it('boundsOf allows hits on points within their threshold of the box', () => {
    const geometry = new BufferGeometry().setFromPoints([new Vector3(5, 5, 0), new Vector3(7, 5, 0)]);
    const points = new Points(geometry, new PointsMaterial());
    const index = from((object) => (object === points ? boxOf(4.9, 4.9, 7.1, 5.1) : undefined), points);
    const raycaster = rayAt(5, 5.6);
    for (const threshold of [0.7, 0.5, 0.7]) {
      raycaster.params.Points.threshold = threshold;
      compareRaycast(index, raycaster, { threshold });
      expect(index.raycast(raycaster, { precise: true }) !== null).toBe(threshold === 0.7);
    }
  });

  it('boundsOf indexes a group that no ray would hit', () => {
    const group = new Group();
    const boundsOf = vi.fn((object: Object3D) => (object === group ? boxOf(4, 4, 6, 6) : undefined));
    const index = from(boundsOf, group);
    expect(hitAt(index, 5, 5)).toEqual([group, null]);
    boundsOf.mockReturnValue(undefined);
    index.update();
    expect(index.boxes.size).toBe(0);
    boundsOf.mockReturnValue(boxOf(0, 0, 1, 1));
    index.update();
    expect(index.raycast(rayAt(0.5, 0.5), { precise: false })?.object).toBe(index.root);
  });

  it('boundsOf gives the bounds of a mesh that bones or morph targets move', () => {
    const { mesh, bone } = skinnedCube();
    const index = SceneIndex.from(rootOf(mesh), {
      autoPose: true,
      boundsOf: (object) => (object === mesh ? boxOf(-9, -1, 9, 1) : undefined),
    });
    bone.position.x = 5;
    index.update();
    index.update();
    expect(hitAt(index, 5.1, 0.2)).toEqual([mesh, mesh]);
    expect(hitAt(index, -5.1, 0.2)).toEqual([mesh, null]);
  });

  it('boundsOf is not called for an object with isNotIndexed, and does not bring it back', () => {
    const cube = Object.assign(cubeAt(0, 0), { isNotIndexed: true });
    expect(from(() => boxOf(-1, -1, 1, 1), cube).boxes.size).toBe(1);
  });

  it.each<[string, unknown, string]>([
    ['an object', {}, 'an object'],
    ['a sphere', new Sphere(), 'a value of type Sphere'],
    ['a number', 5, '5'],
    ['a promise', Promise.resolve(new Box3()), 'a promise: await it'],
  ])('the error names the object if boundsOf returns %s', (_, bounds, shown) => {
    const cube = Object.assign(cubeAt(0, 0), { name: 'shed' });
    const boundsOf = (object: Object3D) => (object === cube ? (bounds as Box3) : undefined);
    expect(() => from(boundsOf, cube)).toThrow(
      new TypeError(`options.boundsOf must return a three.js Box3, null or undefined, got for Mesh "shed": ${shown}`),
    );
  });

  it('boundsOf may throw, and the next update catches up', () => {
    const cubes = [0, 2, 4].map((x) => cubeAt(x, 0));
    let culprit: Object3D | undefined;
    const index = from(
      (object) => {
        if (object === culprit) throw new Error('not now');
        return undefined;
      },
      ...cubes,
    );
    for (const cube of cubes) cube.position.y = 5;
    culprit = cubes[1];
    expect(() => {
      index.update();
    }).toThrow('not now');
    culprit = undefined;
    index.update();
    for (const [i, x] of [0, 2, 4].entries()) expect(hitAt(index, x + 0.1, 5.2)).toEqual([cubes[i], cubes[i]]);
  });

  it('boundsOf must be a function', () => {
    expect(() => SceneIndex.from(rootOf(), { boundsOf: new Box3() as never })).toThrow(
      'options.boundsOf must be a function, got a value of type Box3',
    );
  });
});
