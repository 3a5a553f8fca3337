import '@babylonjs/core/Culling/Octrees/octreeSceneComponent';
import { Camera } from '@babylonjs/core/Cameras/camera';
import { FreeCamera } from '@babylonjs/core/Cameras/freeCamera';
import { BoundingInfo } from '@babylonjs/core/Culling/boundingInfo';
import { Ray } from '@babylonjs/core/Culling/ray';
import { Bone } from '@babylonjs/core/Bones/bone';
import { Skeleton } from '@babylonjs/core/Bones/skeleton';
import { Matrix, Quaternion, Vector3 } from '@babylonjs/core/Maths/math.vector';
import { Viewport } from '@babylonjs/core/Maths/math.viewport';
import { MultiMaterial } from '@babylonjs/core/Materials/multiMaterial';
import { StandardMaterial } from '@babylonjs/core/Materials/standardMaterial';
import { CreateBox } from '@babylonjs/core/Meshes/Builders/boxBuilder';
import { CreateGreasedLine } from '@babylonjs/core/Meshes/Builders/greasedLineBuilder';
import { CreateGround } from '@babylonjs/core/Meshes/Builders/groundBuilder';
import { CreateIcoSphere } from '@babylonjs/core/Meshes/Builders/icoSphereBuilder';
import { CreateLines } from '@babylonjs/core/Meshes/Builders/linesBuilder';
import { CreateSphere } from '@babylonjs/core/Meshes/Builders/sphereBuilder';
import { Mesh } from '@babylonjs/core/Meshes/mesh';
import { VertexData } from '@babylonjs/core/Meshes/mesh.vertexData';
import { TransformNode } from '@babylonjs/core/Meshes/transformNode';
import type { Scene } from '@babylonjs/core/scene';
import { SceneIndex } from 'slabtree/babylon';
import { describe, expect, it } from 'vitest';
import { Random } from '../support/random';
import { HEIGHT, WIDTH, withScene } from './support/babylonScenes';
import { describePick } from './support/describePick';

/** Adds a camera that looks at a point, and makes it the active one. */
function lookAt(scene: Scene, position: Vector3, target = Vector3.Zero()): FreeCamera {
  const camera = new FreeCamera('camera', position, scene);
  camera.setTarget(target);
  scene.activeCamera = camera;
  return camera;
}

/** Returns rays through a box around the origin, of which some are along an axis. */
function raysThrough(size: number, count = 60, middle = Vector3.Zero()): Ray[] {
  const random = new Random(5);
  return Array.from({ length: count }, (_, i) => {
    const origin = Vector3.FromArray(random.triple(-3 * size, 3 * size)).addInPlace(middle);
    const target = Vector3.FromArray(random.triple(-size, size)).addInPlace(middle);
    if (i % 4 === 0) target.x = origin.x;
    if (i % 4 === 0) target.z = origin.z;
    return new Ray(origin, target.subtract(origin).normalize());
  });
}

/** Returns the answers of Babylon.js and of an index, to the same rays and pointers. */
function answers(scene: Scene, index: SceneIndex, rays: Ray[]): { expected: object[]; found: object[]; hits: number } {
  const expected: object[] = [];
  const found: object[] = [];
  let hits = 0;
  for (const ray of rays) {
    const info = scene.pickWithRay(ray);
    if (info?.hit) hits++;
    expected.push(describePick(info), (scene.multiPickWithRay(ray) ?? []).map(describePick));
    found.push(describePick(index.pickWithRay(ray)), index.multiPickWithRay(ray).map(describePick));
  }
  for (let i = 0; scene.activeCamera && i < 49; i++) {
    const x = (((i % 7) + 0.37) / 7) * WIDTH;
    const y = ((Math.floor(i / 7) + 0.41) / 7) * HEIGHT;
    const info = scene.pick(x, y);
    if (info.hit) hits++;
    expected.push(describePick(info), (scene.multiPick(x, y) ?? []).map(describePick));
    found.push(describePick(index.pick(x, y)), index.multiPick(x, y).map(describePick));
  }
  return { expected, found, hits };
}

/** Expects the same answers from an index as from Babylon.js in the next frame, of which some are hits. */
function expectSame(scene: Scene, index = SceneIndex.from(scene), rays = raysThrough(2)): void {
  nextFrame(scene, index);
  const { expected, found, hits } = answers(scene, index, rays);
  expect(found).toEqual(expected);
  expect(hits).toBeGreaterThan(3);
}

/** Begins the next frame, and updates an index. */
function nextFrame(scene: Scene, index: SceneIndex): void {
  scene.incrementRenderId();
  index.update();
}

describe('picks of slabtree/babylon, of special meshes', () => {
  it('a mesh of many sub meshes in an octree is hit as by Babylon.js, also by its box alone', () => {
    withScene((scene) => {
      lookAt(scene, new Vector3(1, 6, -6));
      const ground = CreateGround('ground', { width: 6, height: 6, subdivisions: 12 }, scene);
      const hidden = CreateSphere('behind', { segments: 8, diameter: 3 }, scene);
      hidden.position.y = -3;
      ground.subdivide(8);
      ground.refreshBoundingInfo();
      ground.computeWorldMatrix(true);
      ground.createOrUpdateSubmeshesOctree(2, 3);
      expectSame(scene);
    });
  });

  it('a box is hit that an octree without sub meshes along the ray leaves over, before nearer meshes', () => {
    withScene((scene) => {
      // The corners of a wide box have triangles, and the middle has none.
      const mesh = new Mesh('corners', scene);
      const data = new VertexData();
      data.positions = [-50, 0, -50, -49, 0, -50, -50, 0, -49, 50, 1, 50, 49, 1, 50, 50, 1, 49];
      data.indices = [0, 1, 2, 3, 4, 5];
      data.applyToMesh(mesh);
      mesh.subdivide(2);
      mesh.computeWorldMatrix(true);
      mesh.createOrUpdateSubmeshesOctree(1, 4);
      // The ray passes over the middle, by whose distance Babylon.js orders the box, and reaches the box far from there.
      const ray = new Ray(new Vector3(0, 10, 0), new Vector3(4, -1, 0).normalize());
      CreateBox('near', { size: 1 }, scene).position = ray.origin.add(ray.direction.scale(20));
      expectSame(scene, undefined, [ray, ...raysThrough(10)]);
    });
  });

  it('vertices that leave the bounds are hit before nearer boxes', () => {
    withScene((scene) => {
      const ground = CreateGround('ground', { width: 4, height: 4, updatable: true }, scene);
      const box = CreateBox('box', {}, scene);
      box.position.y = 3;
      const index = SceneIndex.from(scene);
      const raised = Array.from(ground.getVerticesData('position') ?? [], (value, i) => (i % 3 === 1 ? 6 : value));
      ground.updateVerticesData('position', raised, false);
      nextFrame(scene, index);
      const ray = new Ray(new Vector3(0.1, 10, 0.2), new Vector3(0, -1, 0));
      expect(scene.pickWithRay(ray)?.pickedMesh).toBe(ground);
      expectSame(scene, index, [ray, ...raysThrough(1)]);
    });
  });

  it('bounds from a file that do not contain the triangles do not change an answer', () => {
    withScene((scene) => {
      const small = CreateSphere('small', { segments: 8, diameter: 4 }, scene);
      const { geometry } = small;
      if (geometry === null) throw new Error('A sphere has a geometry.');
      geometry.useBoundingInfoFromGeometry = true;
      geometry._boundingInfo = new BoundingInfo(new Vector3(-1, -1, -1), new Vector3(1, 1, 1));
      small.buildBoundingInfo(new Vector3(-1, -1, -1), new Vector3(1, 1, 1));
      CreateBox('box', { width: 9, height: 1, depth: 1 }, scene).position.y = 1.4;
      lookAt(scene, new Vector3(1, 6, -6));
      expectSame(scene);
    });
  });

  it('two indexes of one scene both follow moved vertices', () => {
    withScene((scene) => {
      const ground = CreateGround('ground', { width: 10, height: 10, subdivisions: 10, updatable: true }, scene);
      const indexes = [SceneIndex.from(scene), SceneIndex.from(scene)];
      const ray = (x: number) => new Ray(new Vector3(x, 10, 2.2), new Vector3(0, -1, 0));
      const hits = (x: number) => indexes.map((index) => index.pickWithRay(ray(x)).hit);
      expect(hits(1.3)).toEqual([true, true]);
      const moved = Array.from(ground.getVerticesData('position') ?? [], (value, i) =>
        i % 3 === 0 ? value + 20 : value,
      );
      ground.updateVerticesData('position', moved, true);
      for (const index of indexes) index.update();
      expect(hits(21.3)).toEqual([true, true]);
    });
  });

  it('a ray follows an index of triangles that is set again after a change in place', () => {
    withScene((scene) => {
      const ground = CreateGround('ground', { width: 10, height: 10, subdivisions: 10 }, scene);
      const index = SceneIndex.from(scene);
      expectSame(scene, index, raysThrough(4));
      const indices = ground.getIndices() ?? [];
      // The first half of the triangles moves onto the second.
      for (let i = 0; i < indices.length / 2; i++) indices[i] = indices[indices.length / 2 + i];
      ground.setIndices(indices);
      const { expected, found } = answers(scene, index, raysThrough(4));
      expect(found).toEqual(expected);
    });
  });

  it('a mesh without an index may have vertices after its last triangle', () => {
    withScene((scene) => {
      const random = new Random(2);
      const mesh = new Mesh('loose', scene);
      const positions = Array.from({ length: 3 * 100 }, () => random.between(-2, 2));
      mesh.setVerticesData('position', positions);
      mesh._unIndexed = true;
      mesh.subMeshes[0].verticesCount = 99;
      expectSame(scene);
    });
  });

  it('several materials, of which one draws points, are tested as by Babylon.js', () => {
    withScene((scene) => {
      lookAt(scene, new Vector3(0, 3, -5));
      const sphere = CreateSphere('sphere', { segments: 10, diameter: 3 }, scene);
      const half = sphere.getTotalIndices() / 2;
      const materials = new MultiMaterial('materials', scene);
      const points = new StandardMaterial('points', scene);
      points.pointsCloud = true;
      Object.assign(materials, { subMaterials: [new StandardMaterial('plain', scene), points] });
      sphere.material = materials;
      sphere.subMeshes[0].indexCount = half - (half % 3);
      sphere.subMeshes.push(sphere.subMeshes[0].clone(sphere));
      sphere.subMeshes[1].materialIndex = 1;
      CreateBox('box', { size: 1 }, scene);
      const index = SceneIndex.from(scene);
      expectSame(scene, index);
      Object.assign(materials, { subMaterials: [points, null] });
      expectSame(scene, index);
    });
  });

  it('a skinned mesh is hit where its bones have moved it', () => {
    withScene((scene) => {
      lookAt(scene, new Vector3(0, 3, -9));
      const box = CreateBox('box', { size: 2, updatable: true }, scene);
      const skeleton = new Skeleton('skeleton', 'skeleton', scene);
      const bone = new Bone('bone', skeleton, null, Matrix.Identity());
      const vertices = box.getTotalVertices();
      box.setVerticesData('matricesIndices', new Float32Array(4 * vertices));
      box.setVerticesData(
        'matricesWeights',
        Array.from({ length: 4 * vertices }, (_, i) => (i % 4 === 0 ? 1 : 0)),
      );
      box.skeleton = skeleton;
      const index = SceneIndex.from(scene);
      expectSame(scene, index);
      bone.setPosition(new Vector3(2, 0, 0));
      skeleton.prepare();
      box.refreshBoundingInfo({ applySkeleton: true, updatePositionsArray: true });
      expectSame(scene, index);
      box.refreshBoundingInfo({ applySkeleton: true });
      box.computeBonesUsingShaders = false;
      box.applySkeleton(skeleton);
      expectSame(scene, index);
    });
  });

  it('greased lines and plain lines are hit beside their segments', () => {
    withScene((scene) => {
      lookAt(scene, new Vector3(0, 1, -6));
      const points = [new Vector3(-2, -1, 0), new Vector3(0, 1, 0), new Vector3(2, -1, 0)];
      const greased = CreateGreasedLine('greased', { points, widths: [2, 2, 2, 2, 2, 2] }, {}, scene);
      Object.assign(greased, { intersectionThreshold: 0.4 });
      const lines = CreateLines('lines', { points }, scene);
      lines.intersectionThreshold = 0.3;
      lines.position.y = 1;
      const many = Array.from({ length: 80 }, (_, i) => new Vector3(Math.cos(i), i / 40 - 1, Math.sin(i)));
      CreateLines('many', { points: many }, scene).intersectionThreshold = 0.1;
      const index = SceneIndex.from(scene);
      expectSame(scene, index);
      lines.intersectionThreshold = 1;
      expectSame(scene, index);
    });
  });

  it('a disposed source takes its instances with it', () => {
    withScene((scene) => {
      lookAt(scene, new Vector3(0, 1, -6));
      const source = CreateSphere('source', { segments: 8, diameter: 2 }, scene);
      const instances = [1, 2, 3].map((x) => {
        const instance = source.createInstance('instance');
        instance.position.x = x;
        return instance;
      });
      CreateBox('box', {}, scene);
      const index = SceneIndex.from(scene);
      source.dispose();
      nextFrame(scene, index);
      expect(index.boxes.size).toBe(1);
      expect(instances.every((instance) => instance.isDisposed())).toBe(true);
      expectSame(scene, index);
    });
  });

  it('a frozen world matrix counts until it is unfrozen', () => {
    withScene((scene) => {
      lookAt(scene, new Vector3(0, 1, -6));
      const box = CreateBox('box', { size: 2 }, scene);
      box.freezeWorldMatrix();
      const index = SceneIndex.from(scene);
      box.position.x = 2;
      expectSame(scene, index);
      box.freezeWorldMatrix(Matrix.Translation(0, 1, 0));
      expectSame(scene, index);
      box.unfreezeWorldMatrix();
      expectSame(scene, index);
    });
  });

  it('a mesh that does not follow its bounding info is hit where it is', () => {
    withScene((scene) => {
      lookAt(scene, new Vector3(0, 1, -6));
      const box = CreateBox('box', { size: 2 }, scene);
      box.doNotSyncBoundingInfo = true;
      const index = SceneIndex.from(scene);
      box.position.x = 1;
      expectSame(scene, index);
    });
  });

  it('thin instances follow a buffer that is changed in place', () => {
    withScene((scene) => {
      lookAt(scene, new Vector3(0, 1, -9));
      const sphere = CreateSphere('sphere', { segments: 8, diameter: 1 }, scene);
      sphere.thinInstanceEnablePicking = true;
      const matrices = new Float32Array(16 * 20);
      const random = new Random(9);
      const write = () => {
        for (let i = 0; i < 20; i++) Matrix.Translation(...random.triple(-2, 2)).copyToArray(matrices, 16 * i);
      };
      write();
      sphere.thinInstanceSetBuffer('matrix', matrices, 16, false);
      const index = SceneIndex.from(scene);
      expectSame(scene, index);
      write();
      sphere.thinInstanceBufferUpdated('matrix');
      sphere.thinInstanceRefreshBoundingInfo(true);
      expectSame(scene, index);
      sphere.thinInstanceCount = 7;
      sphere.scaling.y = 2;
      expectSame(scene, index);
      sphere.thinInstanceEnablePicking = false;
      nextFrame(scene, index);
      const { expected, found } = answers(scene, index, raysThrough(1));
      expect(found).toEqual(expected);
    });
  });

  it('meshes may share a geometry, and lose it', () => {
    withScene((scene) => {
      lookAt(scene, new Vector3(0, 1, -9));
      const first = CreateSphere('first', { segments: 8, diameter: 2 }, scene);
      const second = first.clone('second');
      second.position.x = 1.5;
      second.scaling.set(-1, 2, 1);
      const index = SceneIndex.from(scene);
      expectSame(scene, index);
      second.makeGeometryUnique();
      first.dispose();
      expectSame(scene, index);
    });
  });

  it.each([
    ['tiny', 1e-6],
    ['very tiny', 1e-37],
    ['huge', 1e6],
    ['very huge', 1e30],
  ])('a %s mesh is hit as by Babylon.js', (_, scale) => {
    withScene((scene) => {
      const box = CreateBox('box', {}, scene);
      box.scaling.setAll(scale);
      box.rotation.set(1, 2, 3);
      const other = CreateSphere('sphere', { segments: 8 }, scene);
      other.scaling.setAll(scale);
      other.position.x = scale;
      const far = CreateBox('far', {}, scene);
      far.scaling.setAll(scale);
      far.position.set(100, 0, 0);
      expectSame(scene, undefined, raysThrough(scale));
    });
  });

  it('a mesh whose vertices are far from its origin is hit as by Babylon.js', () => {
    withScene((scene) => {
      const camera = lookAt(scene, new Vector3(0, 0, -20));
      camera.minZ = 10;
      const wall = CreateGround('wall', { width: 8, height: 8, subdivisions: 8 }, scene);
      wall.bakeTransformIntoVertices(Matrix.RotationX(-1.5).multiply(Matrix.Translation(-1e6, 0, 1e6)));
      wall.position.set(1e6, 0, -1e6);
      const box = CreateBox('box', { size: 3 }, scene);
      box.position.z = 1.5;
      expectSame(scene);
    });
  });

  it.each([false, true])(
    'a viewport, a hardware scaling and an orthographic camera count (right-handed: %s)',
    (right) => {
      withScene((scene) => {
        const random = new Random(4);
        for (let i = 0; i < 60; i++)
          CreateSphere('sphere', { segments: 5 }, scene).position.set(...random.triple(-4, 4));
        const camera = lookAt(scene, new Vector3(2, 3, -9));
        const index = SceneIndex.from(scene);
        camera.viewport = new Viewport(0.1, 0.2, 0.5, 0.7);
        expectSame(scene, index);
        scene.getEngine().setHardwareScalingLevel(0.5);
        expectSame(scene, index);
        scene.getEngine().setHardwareScalingLevel(1);
        camera.mode = Camera.ORTHOGRAPHIC_CAMERA;
        camera.orthoLeft = camera.orthoBottom = -5;
        camera.orthoRight = camera.orthoTop = 5;
        expectSame(scene, index);
      }, right);
    },
  );

  it('several active cameras and a camera for pointers count as for Babylon.js', () => {
    withScene((scene) => {
      const random = new Random(4);
      for (let i = 0; i < 40; i++) {
        const mesh = CreateGround('ground', { width: 2, height: 2 }, scene);
        mesh.position.set(...random.triple(-4, 4));
        mesh.billboardMode = i % 3 === 0 ? 7 : 0;
      }
      const first = lookAt(scene, new Vector3(2, 3, -9));
      const second = lookAt(scene, new Vector3(-9, 5, 1));
      scene.activeCameras = [first, second];
      scene.activeCamera = first;
      const index = SceneIndex.from(scene);
      expectSame(scene, index);
      scene.cameraToUseForPointers = second;
      expectSame(scene, index);
      const options = { camera: second, predicate: (mesh: { uniqueId: number }) => mesh.uniqueId % 2 === 0 };
      for (let x = 5; x < WIDTH; x += 50) {
        const expected = scene.multiPick(x, 300, options.predicate, second) ?? [];
        expect(index.multiPick(x, 300, options).map(describePick)).toEqual(expected.map(describePick));
      }
    });
  });

  it('rays through the vertices and along the faces of meshes hit as in Babylon.js', () => {
    withScene((scene) => {
      const random = new Random(8);
      const pivot = new TransformNode('pivot', scene);
      for (let i = 0; i < 12; i++) {
        const mesh =
          i % 2 === 0
            ? CreateIcoSphere('sphere', { subdivisions: 2 + i, radius: 1 }, scene)
            : CreateBox('box', { size: 2 }, scene);
        mesh.position.set(random.below(5) - 2, random.below(5) - 2, random.below(5) - 2);
        if (i % 5 === 0) mesh.parent = pivot;
        if (i % 3 === 0) mesh.rotationQuaternion = Quaternion.RotationAxis(Vector3.Up(), 1);
      }
      pivot.rotation.y = Math.PI / 4;
      const rays: Ray[] = [];
      for (const direction of [
        Vector3.Up(),
        Vector3.Down(),
        Vector3.Right(),
        Vector3.Forward(),
        new Vector3(0, 1, 1),
      ]) {
        for (let i = 0; i < 30; i++) {
          const start = new Vector3(random.below(5) - 2, random.below(5) - 2, random.below(5) - 2);
          rays.push(new Ray(start.subtract(direction.scale(10)), direction.normalizeToNew()));
        }
      }
      expectSame(scene, undefined, rays);
    });
  });
});
