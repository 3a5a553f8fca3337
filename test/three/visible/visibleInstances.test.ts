import {
  BoxGeometry,
  type Camera,
  Color,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  OrthographicCamera,
  Scene,
  Sphere,
  Vector3,
} from 'three';
import { frustumFromMatrix, planeSide } from 'slabtree';
import { SceneIndex, VisibleInstances } from 'slabtree/three';
import { describe, expect, it } from 'vitest';
import type { Random } from '../../support/random';
import { search } from '../../support/runs';
import { requireSame } from '../../support/three/compare';
import { byBoxes, cubeAt, instancesAt, matrixAt, rayAt, rootOf } from '../../support/three/cubes';
import { isInstanced, isMesh } from '../../support/three/kinds';
import { visibleObjects } from '../../support/three/loop';
import { cameraAmong, raycasterAmong } from '../../support/three/rays';
import { seeds } from '../../support/three/seeds';

/** Looks down on the plane z = 0 from one x to another. */
function cameraOver(left: number, right: number): Camera {
  const camera = new OrthographicCamera(left, right, 50, -50, 0.1, 100);
  camera.position.z = 10;
  camera.updateMatrixWorld();
  return camera;
}

const everything = cameraOver(-1000, 1000);

/** A row of instances at x = 0, 2, 4 and so on. */
function rowOf(count: number): InstancedMesh {
  return instancesAt(...Array.from({ length: count }, (_, i) => [2 * i, 0] as const));
}

/** Instances anywhere, rotated and scaled, each with its own colour. */
function instancesAmong(random: Random, count: number): InstancedMesh {
  const mesh = new InstancedMesh(new BoxGeometry(1, 2, 3), new MeshBasicMaterial(), count);
  for (let i = 0; i < count; i++) {
    const matrix = new Matrix4().makeRotationAxis(new Vector3(...random.direction()), random.between(0, 6));
    mesh.setMatrixAt(i, matrix.scale(new Vector3(...random.triple(0.2, 1))).setPosition(...random.triple(-12, 12)));
    mesh.setColorAt(i, new Color(i, i + 0.5, -i));
  }
  return mesh;
}

/** The numbers of the instances in view, found by a loop over all of them. */
function inView(mesh: InstancedMesh, camera: Camera): number[] {
  const planes = frustumFromMatrix(new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse));
  const { boundingBox } = mesh.geometry;
  if (boundingBox === null) throw new Error('the index has computed no bounding box');
  return Array.from({ length: mesh.count }, (_, i) => i).filter((i) => {
    const matrix = matrixOf(mesh, i).premultiply(mesh.matrixWorld);
    return planes.every((plane) => planeSide({ min: boundingBox.min, max: boundingBox.max, matrix }, plane) !== -1);
  });
}

function matrixOf(mesh: InstancedMesh, instance: number): Matrix4 {
  const matrix = new Matrix4();
  mesh.getMatrixAt(instance, matrix);
  return matrix;
}

function colorOf(mesh: InstancedMesh, instance: number): number[] {
  const color = new Color();
  mesh.getColorAt(instance, color);
  return color.toArray();
}

function writtenIds({ instanceIds, count }: VisibleInstances): number[] {
  return [...instanceIds.subarray(0, count)];
}

describe('VisibleInstances', () => {
  it('visible instances are those in view, in the order of their numbers, as in the source', async () => {
    await search(
      0.5,
      seeds((random, context) => {
        const source = instancesAmong(random, 60);
        const group = rootOf(source, cubeAt(1, 1));
        group.position.set(...random.triple(-3, 3));
        group.rotation.set(...random.triple(-3, 3));
        // Another mesh has instances with the same numbers.
        const index = SceneIndex.from(rootOf(instancesAmong(random, 90), group, cubeAt(0, 0)));
        const visible = new VisibleInstances(source);
        for (let round = 0; round < 4; round++) {
          const camera = cameraAmong(random);
          const expected = inView(source, camera);
          visible.write(index.cull(camera));
          expect({ ids: writtenIds(visible), ...context }).toEqual({ ids: expected, ...context });
          expect(expected.map((_, i) => matrixOf(visible, i))).toEqual(expected.map((id) => matrixOf(source, id)));
          expect(expected.map((_, i) => colorOf(visible, i))).toEqual(expected.map((id) => colorOf(source, id)));
          expect(visible.matrixWorld).toEqual(source.matrixWorld);
        }
      }),
      1.2,
    );
  });

  it('visible instances share geometry and material with their source', () => {
    const source = rowOf(3);
    const visible = new VisibleInstances(source);
    expect(visible.geometry).toBe(source.geometry);
    expect(visible.material).toBe(source.material);
    expect(visible.source).toBe(source);
    expect(visible.count).toBe(0);
  });

  it('visible instances follow the parents of the source, whatever their own parents are', () => {
    const source = rowOf(3);
    const group = rootOf(source);
    const index = SceneIndex.from(group);
    const visible = new VisibleInstances(source);
    const scene = new Scene().add(visible);
    scene.position.y = 30;
    group.position.x = 100;
    index.update();
    visible.write(index.cull(cameraOver(101, 200)));
    scene.updateMatrixWorld();
    expect(writtenIds(visible)).toEqual([1, 2]);
    expect(new Vector3().setFromMatrixPosition(visible.matrixWorld)).toEqual(new Vector3(100, 0, 0));
  });

  it('visible instances may be none, and come back', () => {
    const source = rowOf(3);
    const index = SceneIndex.from(rootOf(source));
    const visible = new VisibleInstances(source);
    expect(visible.write(index.cull(cameraOver(50, 60))).count).toBe(0);
    expect(visible.write(index.cull(everything)).count).toBe(3);
    expect(visible.write(index.cull(cameraOver(50, 60))).count).toBe(0);
  });

  it('visible instances are never more than the count of the source', () => {
    const source = rowOf(5);
    const index = SceneIndex.from(rootOf(source));
    const visible = new VisibleInstances(source);
    source.count = 3;
    index.update();
    expect(writtenIds(visible.write(index.cull(everything)))).toEqual([0, 1, 2]);
  });

  it('visible instances upload only what was written', () => {
    const source = rowOf(10);
    for (let i = 0; i < 10; i++) source.setColorAt(i, new Color(i, 0, 0));
    const index = SceneIndex.from(rootOf(source));
    const visible = new VisibleInstances(source).write(index.cull(everything));
    const { version } = visible.instanceMatrix;
    visible.write(index.cull(cameraOver(3.9, 8.1)));
    expect(writtenIds(visible)).toEqual([2, 3, 4]);
    expect(visible.instanceMatrix.version).toBeGreaterThan(version);
    expect(visible.instanceMatrix.updateRanges).toEqual([{ start: 0, count: 3 * 16 }]);
    expect(visible.instanceColor?.updateRanges).toEqual([{ start: 0, count: 3 * 3 }]);
    expect(visible.instanceMatrix.usage).toBe(DynamicDrawUsage);
  });

  it.each([2, 9])('visible instances follow a source whose five matrices are replaced by %i', (count) => {
    const source = rowOf(5);
    const index = SceneIndex.from(rootOf(source));
    const visible = new VisibleInstances(source).write(index.cull(everything));
    new Scene().add(visible);
    source.instanceMatrix = rowOf(count).instanceMatrix;
    source.setMatrixAt(1, matrixAt(2, 7));
    source.count = count;
    index.update();
    visible.write(index.cull(everything));
    expect(writtenIds(visible)).toEqual(Array.from({ length: count }, (_, i) => i));
    expect(matrixOf(visible, 1)).toEqual(matrixAt(2, 7));
    expect(matrixOf(visible, count - 1)).toEqual(matrixOf(source, count - 1));
  });

  it('visible instances follow a source that gets colours later, or loses them', () => {
    const source = rowOf(3);
    const index = SceneIndex.from(rootOf(source));
    const visible = new VisibleInstances(source).write(index.cull(everything));
    expect(visible.instanceColor).toBeNull();
    for (let i = 0; i < 3; i++) source.setColorAt(i, new Color(i, 1, 2));
    visible.write(index.cull(cameraOver(1, 10)));
    expect([0, 1].map((i) => colorOf(visible, i))).toEqual([
      [1, 1, 2],
      [2, 1, 2],
    ]);
    source.instanceColor = null;
    visible.write(index.cull(everything));
    expect(visible.instanceColor).toBeNull();
  });

  it('visible instances and their clones are morphed as in the source, at each level with morph targets', () => {
    const source = rowOf(4);
    const { geometry } = source;
    geometry.morphAttributes.position = [geometry.attributes.position.clone(), geometry.attributes.position.clone()];
    const mesh = new Mesh(geometry);
    const influencesOf = (of: InstancedMesh, instance: number) => {
      of.getMorphAt(instance, mesh);
      return [...(mesh.morphTargetInfluences ?? [])];
    };
    const morph = (instance: number, influences: number[]) => {
      mesh.morphTargetInfluences = influences;
      source.setMorphAt(instance, mesh);
    };
    for (let i = 0; i < 4; i++) morph(i, [i, 0.5]);
    const levels = [
      { geometry: geometry.clone(), distance: 12 },
      { geometry: new BoxGeometry(), distance: 16 },
    ];
    const visible = new VisibleInstances(source, { levels });
    const root = rootOf(source, visible);
    const index = SceneIndex.from(root);
    // At distances of 10, 10.2, 10.8 and 11.7.
    visible.write(index.cull(cameraOver(1, 5)));
    expect([influencesOf(visible, 0), influencesOf(visible, 1)]).toEqual([
      [1, 0.5],
      [2, 0.5],
    ]);
    const clone = visible.clone();
    morph(1, [7, 8]);
    source.setMatrixAt(0, new Matrix4().makeTranslation(0, 0, -4));
    source.setMatrixAt(2, new Matrix4().makeTranslation(4, 0, -9));
    source.instanceMatrix.needsUpdate = true;
    index.update();
    visible.write(index.cull(everything));
    const [far, farther] = visible.children.filter(isInstanced);
    expect(writtenIds(visible)).toEqual([1, 3]);
    expect(influencesOf(visible, 0)).toEqual([7, 8]);
    expect(influencesOf(far, 0)).toEqual([0, 0.5]);
    // The renderer would look for its morph targets.
    expect(farther.morphTexture).toBeNull();
    expect([influencesOf(clone, 0), influencesOf(clone, 1)]).toEqual([
      [1, 0.5],
      [2, 0.5],
    ]);
    visible.dispose();
    expect(influencesOf(visible.write(index.cull(everything)), 1)).toEqual([3, 0.5]);
    source.morphTexture = null;
    source.morphTargetInfluences = [0.1, 0.2];
    expect(visible.write(index.cull(everything)).morphTexture).toBeNull();
    expect(visible.morphTargetInfluences).toBe(source.morphTargetInfluences);
  });

  it("visible instances have colours of the source's type, for example bytes", () => {
    const source = rowOf(3);
    const bytes = Uint8Array.of(255, 0, 51, 0, 255, 102, 153, 204, 0);
    source.instanceColor = new InstancedBufferAttribute(bytes, 3, true);
    const index = SceneIndex.from(rootOf(source));
    const visible = new VisibleInstances(source).write(index.cull(cameraOver(1, 10)));
    const color = visible.instanceColor;
    expect(color?.array).toBeInstanceOf(Uint8Array);
    expect(color?.normalized).toBe(true);
    expect([0, 1].map((i) => colorOf(visible, i))).toEqual([colorOf(source, 1), colorOf(source, 2)]);
    expect([...source.instanceColor.array]).toEqual([255, 0, 51, 0, 255, 102, 153, 204, 0]);
  });

  it('visible instances are on the layers of the source', () => {
    const source = rowOf(3);
    source.layers.set(3);
    const index = SceneIndex.from(rootOf(source));
    const camera = cameraOver(-1000, 1000);
    camera.layers.enableAll();
    const visible = new VisibleInstances(source).write(index.cull(camera));
    expect(visible.layers.mask).toBe(source.layers.mask);
    source.layers.enable(5);
    index.update();
    visible.write(index.cull(camera));
    expect(visible.layers.mask).toBe(source.layers.mask);
  });

  it('the index leaves out visible instances, even below its root', () => {
    const source = rowOf(3);
    const root = rootOf(source);
    const index = SceneIndex.from(root);
    root.add(new VisibleInstances(source).write(index.cull(everything)));
    index.update();
    expect(index.boxes.size).toBe(3);
  });
});

/** How many instances, or meshes without instances, three.js would draw: all visible ones. */
function drawnCount(scene: Object3D): number {
  return visibleObjects(scene)
    .filter(isMesh)
    .reduce((count, mesh) => count + (isInstanced(mesh) ? mesh.count : 1), 0);
}

/** A source and its visible instances in one scene with one index. `draw` makes one frame. */
function makeScene(source = rowOf(20)) {
  const scene = new Scene().add(source);
  const index = SceneIndex.from(scene);
  const visible = new VisibleInstances(source);
  scene.add(visible);
  const draw = (camera: Camera = everything) => {
    index.update();
    visible.write(index.cull(camera));
    return drawnCount(scene);
  };
  return { scene, source, index, visible, draw };
}

const precise = { precise: true };

describe('VisibleInstances in the scene of their source', () => {
  it('visible instances are all that is drawn of the source, frame after frame', () => {
    const { draw, index, scene } = makeScene();
    scene.add(cubeAt(3, 0));
    expect(drawnCount(scene)).toBe(21);
    // Instances are 2 apart and 1 wide; the view's edges cut some. The cube is always drawn.
    for (const [left, right, count] of [
      [-1, 5, 4],
      [9, 13, 3],
      [100, 200, 1],
      [-1000, 1000, 21],
    ]) {
      expect(draw(cameraOver(left, right))).toBe(count);
      expect(index.boxes.size).toBe(21);
    }
  });

  it('rays hit the source, as without visible instances', async () => {
    await search(
      0.2,
      seeds((random, context) => {
        const source = instancesAmong(random, 40);
        // three.js hits nothing outside the bounding sphere of all instances, which rounding makes too small.
        source.boundingSphere = new Sphere(new Vector3(), Infinity);
        const { scene, index, draw } = makeScene(source);
        const rays = Array.from({ length: 20 }, () => raycasterAmong(random, scene));
        const expected = rays.map((ray) => ray.intersectObject(scene, true));
        const boxes = rays.map((ray) => index.raycast(ray, byBoxes));
        draw(cameraAmong(random));
        index.update();
        rays.forEach((ray, i) => {
          requireSame(index.raycast(ray, byBoxes), boxes[i], ray, context);
          requireSame(index.raycast(ray, precise), expected[i].at(0), ray, context);
          expect(ray.intersectObject(scene, true)).toEqual(expected[i]);
        });
      }),
      1.2,
    );
  });

  it('visible instances follow the source and its instances when they move', () => {
    const { draw, source, visible } = makeScene();
    expect(draw(cameraOver(-1, 5))).toBe(3);
    source.position.x = -20;
    expect(draw(cameraOver(-1, 5))).toBe(3);
    expect(writtenIds(visible)).toEqual([10, 11, 12]);
    source.setMatrixAt(0, matrixAt(22, 0));
    source.instanceMatrix.needsUpdate = true;
    expect(draw(cameraOver(-1, 5))).toBe(4);
    expect(writtenIds(visible)).toEqual([0, 10, 11, 12]);
  });

  it('visible instances are neither drawn nor hit while their field visible is false', () => {
    const { draw, index, visible } = makeScene();
    draw();
    for (let round = 0; round < 2; round++) {
      visible.visible = false;
      expect(draw()).toBe(0);
      expect([visible.count, index.boxes.size, index.raycast(rayAt(0, 0), precise)]).toEqual([0, 0, null]);
      visible.visible = true;
      expect(draw()).toBe(20);
      expect(index.raycast(rayAt(2, 0), precise)?.instanceId).toBe(1);
    }
  });

  it('visible instances are neither drawn nor hit while they are out of the scene', () => {
    const { draw, index, scene, source, visible } = makeScene();
    draw();
    for (let round = 0; round < 2; round++) {
      scene.remove(visible);
      index.update();
      expect([drawnCount(scene), index.boxes.size, index.raycast(rayAt(0, 0), precise)]).toEqual([0, 0, null]);
      expect([draw(), source.visible]).toEqual([0, false]);
      scene.add(visible);
      expect(draw()).toBe(20);
      expect(index.raycast(rayAt(2, 0), precise)?.instanceId).toBe(1);
    }
    scene.remove(visible);
    visible.dispose();
    expect([drawnCount(scene), source.visible]).toEqual([20, true]);
  });

  it('the parents of the source hide visible instances', () => {
    const { draw, source, scene, index } = makeScene();
    const group = rootOf(source);
    scene.add(group);
    expect(draw()).toBe(20);
    group.visible = false;
    expect(draw()).toBe(0);
    expect(index.boxes.size).toBe(0);
    group.visible = true;
    expect(draw()).toBe(20);
  });

  it('visible instances are none if the source is invisible before the first write, until it is shown', () => {
    const { draw, source, visible } = makeScene();
    source.visible = false;
    expect(draw()).toBe(0);
    visible.dispose();
    expect(source.visible).toBe(false);
    source.visible = true;
    expect(draw(cameraOver(-1, 5))).toBe(3);
  });

  it.each(['the source', 'its parent'])(
    'visible instances are none if %s is invisible from the start, until it is shown',
    (which) => {
      const source = rowOf(20);
      const group = rootOf(source);
      const hidden = which === 'the source' ? source : group;
      hidden.visible = false;
      const scene = new Scene().add(group);
      const index = SceneIndex.from(scene);
      const visible = new VisibleInstances(source);
      scene.add(visible);
      const draw = () => {
        index.update();
        return visible.write(index.cull(cameraOver(-1, 5))).count;
      };
      expect(draw()).toBe(0);
      hidden.visible = true;
      expect([draw(), draw()]).toEqual([3, 3]);
    },
  );

  it('visible instances are none while the source is out of the graph', () => {
    const { draw, scene, source } = makeScene();
    expect(draw()).toBe(20);
    scene.remove(source);
    expect(draw()).toBe(0);
    scene.add(source);
    expect(draw()).toBe(20);
  });

  it('a view from an index without the source changes neither visible instances nor the source', () => {
    const { source, visible } = makeScene();
    const other = SceneIndex.from(rootOf(rowOf(20)));
    expect(() => visible.write(other.cull(everything))).toThrow(RangeError);
    expect([visible.count, visible.instanceIds.length, source.visible]).toEqual([0, 0, true]);
    const { draw, visible: written, source: replaced } = makeScene();
    draw();
    expect(() => written.write(other.cull(everything))).toThrow(/index\.update\(\)/);
    expect([written.count, replaced.visible]).toEqual([20, false]);
  });

  it('visible instances can be written once the index contains the source', () => {
    const scene = new Scene();
    const index = SceneIndex.from(scene, { autoUpdate: false });
    const source = rowOf(3);
    const visible = new VisibleInstances(source);
    scene.add(source, visible);
    for (const update of [
      () => undefined,
      () => {
        index.update();
      },
    ]) {
      update();
      expect(() => visible.write(index.cull(everything))).toThrow(RangeError);
    }
    index.markDirty(source);
    index.update();
    expect(visible.write(index.cull(everything)).count).toBe(3);
  });

  it('visible instances hide the source again if other code makes it visible', () => {
    const { draw, source } = makeScene();
    draw();
    source.visible = true;
    expect(draw(cameraOver(-1, 5))).toBe(3);
  });

  it('dispose shows the source, and the next write hides it again', () => {
    const { draw, scene, source, visible, index } = makeScene();
    expect(drawnCount(scene)).toBe(20);
    expect(draw(cameraOver(-1, 5))).toBe(3);
    expect(source.visible).toBe(false);
    const disposed: unknown[] = [];
    visible.addEventListener('dispose', ({ target }) => disposed.push(target));
    visible.dispose();
    expect([source.visible, drawnCount(scene), disposed]).toEqual([true, 20, [visible]]);
    index.update();
    expect(index.boxes.size).toBe(20);
    expect(draw(cameraOver(-1, 5))).toBe(3);
    expect(source.visible).toBe(false);
  });

  it('several visible instances may share the source, one for each of two views', () => {
    const { draw, scene, source, visible, index } = makeScene();
    const other = new VisibleInstances(source);
    scene.add(other);
    draw(cameraOver(-1, 5));
    other.write(index.cull(cameraOver(-1, 1)));
    visible.visible = false;
    index.update();
    expect([drawnCount(scene), index.boxes.size]).toEqual([1, 20]);
    visible.dispose();
    expect([drawnCount(scene), source.visible]).toEqual([1, false]);
    other.dispose();
    expect(source.visible).toBe(true);
  });

  it('visible instances leave out everything below the source, which no renderer draws either', () => {
    const { draw, source, index } = makeScene();
    source.add(cubeAt(0, 5));
    expect(draw()).toBe(20);
    index.update();
    expect(index.boxes.size).toBe(20);
    expect(index.raycast(rayAt(0, 5), precise)).toBeNull();
  });

  it('visible instances work with an index with autoUpdate false', () => {
    const source = rowOf(3);
    const scene = new Scene().add(source);
    const index = SceneIndex.from(scene, { autoUpdate: false });
    const visible = new VisibleInstances(source);
    scene.add(visible.write(index.cull(everything)));
    source.position.x = 10;
    index.markDirty(source);
    index.update();
    expect(visible.write(index.cull(cameraOver(9, 15))).count).toBe(3);
    visible.visible = false;
    index.markDirty(source);
    index.update();
    expect(index.boxes.size).toBe(0);
  });

  it('visible instances copy shadows and renderOrder from the source once', () => {
    const source = rowOf(3);
    Object.assign(source, { castShadow: true, receiveShadow: true, renderOrder: 7 });
    source.customDepthMaterial = new MeshBasicMaterial();
    source.customDistanceMaterial = new MeshBasicMaterial();
    const { visible, draw } = makeScene(source);
    const { castShadow, receiveShadow, renderOrder, customDepthMaterial, customDistanceMaterial } = source;
    const expected = { castShadow, receiveShadow, renderOrder, customDepthMaterial, customDistanceMaterial };
    expect(visible).toMatchObject(expected);
    visible.castShadow = false;
    draw();
    expect(visible).toMatchObject({ ...expected, castShadow: false });
  });

  it('a clone does not hide the source until it is written', () => {
    const { draw, index, scene, source, visible } = makeScene();
    draw();
    const clone = visible.clone();
    scene.add(clone);
    visible.dispose();
    expect([source.visible, clone.count]).toEqual([true, 20]);
    clone.dispose();
    expect([source.visible, clone.count]).toEqual([true, 0]);
    clone.write(index.cull(cameraOver(-1, 5)));
    expect([source.visible, drawnCount(scene)]).toEqual([false, 3]);
    visible.dispose();
    expect(source.visible).toBe(false);
    clone.dispose();
    expect(source.visible).toBe(true);
  });

  it('visible instances can be copied to others of the same source, whose old buffers are freed', () => {
    const { draw, index, scene, source, visible } = makeScene();
    const other = new VisibleInstances(source).write(index.cull(cameraOver(-1, 5)));
    scene.add(other);
    draw();
    const disposed: unknown[] = [];
    other.addEventListener('dispose', ({ target }) => disposed.push(target));
    other.copy(visible);
    expect([writtenIds(other), disposed]).toEqual([writtenIds(visible), [other]]);
    visible.dispose();
    expect(source.visible).toBe(false);
    other.dispose();
    expect(source.visible).toBe(true);
  });

  it('the bounding sphere of the source sorts visible instances among transparent objects', () => {
    const { draw, source, visible } = makeScene();
    draw(cameraOver(-1, 5));
    expect(visible.boundingSphere?.center.x).toBe(19);
    visible.computeBoundingSphere();
    expect(visible.boundingSphere?.center.x).toBe(2);
    expect(source.boundingSphere?.center.x).toBe(19);
    draw(cameraOver(-1, 5));
    expect(visible.boundingSphere?.center.x).toBe(19);
  });
});

/** The source and the visible instances in a scene. */
function partsOf(scene: Object3D): { source: InstancedMesh; visible: VisibleInstances } {
  const [source, visible] = scene.children;
  if (!(visible instanceof VisibleInstances) || !isInstanced(source)) throw new Error('no such scene');
  return { source, visible };
}

describe('clones of a scene with VisibleInstances', () => {
  it.each([
    ['before any are written', null, 20],
    ['with some in view', cameraOver(-1, 5), 3],
    ['with none in view', cameraOver(100, 200), 0],
  ])('a cloned scene draws what the scene drew, %s', (_, camera, count) => {
    const coloured = rowOf(20);
    for (let i = 0; i < 20; i++) coloured.setColorAt(i, new Color(i, 1, 2));
    const { draw, scene, source, visible } = makeScene(coloured);
    if (camera !== null) draw(camera);
    const clone = scene.clone();
    expect([drawnCount(scene), drawnCount(clone)]).toEqual([count, count]);
    const { visible: cloned } = partsOf(clone);
    expect([
      cloned.source === source,
      cloned.geometry === source.geometry,
      cloned.material === source.material,
    ]).toEqual([true, true, true]);
    const drawnBy = (each: VisibleInstances) =>
      writtenIds(each).map((id, i) => [id, matrixOf(each, i), colorOf(each, i)]);
    expect(drawnBy(cloned)).toEqual(drawnBy(visible));
  });

  it('a cloned scene continues to draw that while the scene draws something else', () => {
    const { draw, scene } = makeScene();
    draw(cameraOver(3, 9));
    const clone = scene.clone();
    draw();
    const { visible } = partsOf(clone);
    expect(drawnCount(clone)).toBe(3);
    expect(writtenIds(visible)).toEqual([2, 3, 4]);
    expect([0, 1, 2].map((i) => matrixOf(visible, i))).toEqual([4, 6, 8].map((x) => matrixAt(x, 0)));
  });

  it('a cloned scene keeps shadows, renderOrder, children and the world matrix', () => {
    const { draw, scene, source, visible } = makeScene();
    visible.castShadow = true;
    visible.renderOrder = 4;
    visible.customDepthMaterial = new MeshBasicMaterial();
    visible.customDistanceMaterial = new MeshBasicMaterial();
    visible.add(cubeAt(0, 0));
    source.position.x = 7;
    draw();
    const { visible: cloned } = partsOf(scene.clone());
    const { castShadow, renderOrder, matrixWorld } = visible;
    expect(cloned).toMatchObject({ castShadow, renderOrder, matrixWorld, matrixWorldAutoUpdate: false });
    expect(cloned.customDepthMaterial).toBe(visible.customDepthMaterial);
    expect(cloned.customDistanceMaterial).toBe(visible.customDistanceMaterial);
    expect(cloned.children).toHaveLength(1);
    expect(visible.clone(false).children).toHaveLength(0);
  });

  it('a cloned scene can have its own index, once its source has its own visible instances', () => {
    const { draw, scene } = makeScene();
    draw();
    const clone = scene.clone();
    const { source, visible: cloned } = partsOf(clone);
    const index = SceneIndex.from(clone);
    expect(index.boxes.size).toBe(0);
    expect(() => cloned.write(index.cull(everything))).toThrow(RangeError);
    clone.remove(cloned);
    source.visible = true;
    const visible = new VisibleInstances(source);
    clone.add(visible);
    index.update();
    visible.write(index.cull(cameraOver(-1, 5)));
    expect([drawnCount(clone), draw()]).toEqual([3, 20]);
  });

  it('a cloned scene has visible instances of the same subclass', () => {
    class Own extends VisibleInstances {}
    expect(new Own(rowOf(2)).clone()).toBeInstanceOf(Own);
  });
});
