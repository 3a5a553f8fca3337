import { SceneIndex } from 'slabtree/three';
import {
  BatchedMesh,
  Box3,
  BoxGeometry,
  BufferGeometry,
  Float32BufferAttribute,
  InstancedMesh,
  LineSegments,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Points,
  PlaneGeometry,
  Sphere,
  Sprite,
  Vector3,
} from 'three';
import { describe, expect, it } from 'vitest';
import { rootOf } from '../../support/three/cubes';

const material = new MeshBasicMaterial();

/** A plane of 2,000 triangles, which has a tree: 20 by 20 units at z = 0. */
function plane(): Mesh<PlaneGeometry> {
  return new Mesh(new PlaneGeometry(20, 20, 100, 10), material);
}

describe('SceneIndex.overlap', () => {
  it('an overlap has the triangles that touch the shape, and no others', () => {
    const mesh = plane();
    const index = SceneIndex.from(rootOf(mesh));
    // The columns are 0.2 wide and the rows 2 high: the box is within the second column of the first row.
    const [found, ...others] = index.overlap(new Box3(new Vector3(-9.75, 9, -1), new Vector3(-9.65, 9.5, 1)));
    expect(found).toEqual({ object: mesh, faces: [2, 3], indices: [] });
    expect(others).toEqual([]);
  });

  it('a box that is within a closed mesh touches none of its triangles, unless precise is false', () => {
    const mesh = new Mesh(new BoxGeometry(2, 2, 2), material);
    const index = SceneIndex.from(rootOf(mesh));
    const inside = { center: { x: 0, y: 0, z: 0 }, radius: 0.5 };
    expect(index.overlap(inside)).toEqual([]);
    expect(index.overlap(inside, { precise: false })).toEqual([{ object: mesh, faces: [], indices: [] }]);
    expect(index.overlap({ ...inside, radius: 1 })).toHaveLength(1);
  });

  it('an overlap names the instance, and an InstancedMesh and a BatchedMesh number it differently', () => {
    const instances = new InstancedMesh(new BoxGeometry(), material, 3);
    for (let i = 0; i < 3; i++) instances.setMatrixAt(i, new Matrix4().makeTranslation(10 * i, 0, 0));
    const batch = new BatchedMesh(2, 100, 200, material);
    const geometryId = batch.addGeometry(new BoxGeometry());
    for (let i = 0; i < 2; i++)
      batch.setMatrixAt(batch.addInstance(geometryId), new Matrix4().makeTranslation(0, 10 * i, 0));
    const index = SceneIndex.from(rootOf(instances, batch));
    const at = (x: number, y: number) => index.overlap(new Sphere(new Vector3(x, y, 0), 0.6));
    expect(at(20, 0)).toMatchObject([{ object: instances, instanceId: 2 }]);
    expect(at(0, 10)).toMatchObject([{ object: batch, batchId: 1 }]);
    batch.deleteInstance(1);
    expect(at(0, 10)).toEqual([]);
  });

  it('triangles in no group of a mesh with several materials are not drawn and not found', () => {
    const geometry = new PlaneGeometry(2, 2);
    geometry.clearGroups();
    geometry.addGroup(3, 3, 0);
    const index = SceneIndex.from(rootOf(new Mesh(geometry, [material])));
    expect(index.overlap(new Sphere(new Vector3(), 5))).toMatchObject([{ faces: [1] }]);
  });

  it('an overlap has the numbers of segments and points', () => {
    const positions = new Float32BufferAttribute([0, 0, 0, 1, 0, 0, 5, 0, 0, 6, 0, 0], 3);
    const geometry = new BufferGeometry().setAttribute('position', positions);
    const [lines, points] = [new LineSegments(geometry), new Points(geometry)];
    const index = SceneIndex.from(rootOf(lines, points));
    const found = index.overlap({ min: { x: 5.5, y: -1, z: -1 }, max: { x: 7, y: 1, z: 1 } });
    expect(found).toHaveLength(2);
    expect(found).toContainEqual({ object: lines, faces: [], indices: [2] });
    expect(found).toContainEqual({ object: points, faces: [], indices: [3] });
  });

  it('a mesh that has moved since the last update is found where it was after the update', () => {
    const mesh = plane();
    const index = SceneIndex.from(rootOf(mesh));
    mesh.position.z = 5;
    index.update();
    expect(index.overlap(new Sphere(new Vector3(), 1))).toEqual([]);
    expect(index.overlap(new Sphere(new Vector3(0, 0, 5), 0.01))).toHaveLength(1);
  });

  it('a shape as large as float64 allows finds everything', () => {
    const index = SceneIndex.from(rootOf(plane()));
    const most = Number.MAX_VALUE;
    expect(index.overlap({ center: { x: most, y: 0, z: 0 }, radius: most })).toHaveLength(1);
  });
});

describe('SceneIndex.nearest', () => {
  it('the nearest place of a mesh is on its nearest triangle', () => {
    const mesh = plane();
    const index = SceneIndex.from(rootOf(mesh));
    const [found] = index.nearest(new Vector3(-9.72, 9.5, 3));
    expect(found).toMatchObject({ object: mesh, distance: 3, faceIndex: 2, point: { x: -9.72, y: 9.5, z: 0 } });
  });

  it('many boxes around a point do not hide the nearest triangle', () => {
    const boxes = Array.from({ length: 40 }, (_, i) => new Mesh(new BoxGeometry(20 + i, 20 + i, 20 + i), material));
    const near = new Mesh(new BoxGeometry(1, 1, 1), material);
    near.position.x = 3;
    const index = SceneIndex.from(rootOf(...boxes, near));
    expect(index.nearest(new Vector3())).toMatchObject([{ object: near, distance: 2.5 }]);
    expect(index.nearest(new Vector3(), { count: 3 }).map(({ distance }) => distance)).toEqual([2.5, 10, 10.5]);
  });

  it('equal distances are in the order in which Raycaster tests', () => {
    const [right, left] = [new Mesh(new BoxGeometry(), material), new Mesh(new BoxGeometry(), material)];
    right.position.x = 2;
    left.position.x = -2;
    const found = SceneIndex.from(rootOf(left, right)).nearest(new Vector3(), { count: Infinity });
    expect(found.map(({ object }) => object)).toEqual([left, right]);
  });

  it('maxDistance counts, and nothing is found in an empty scene', () => {
    const index = SceneIndex.from(rootOf(plane()));
    expect(index.nearest(new Vector3(0, 0, 3), { maxDistance: 3 })).toHaveLength(1);
    expect(index.nearest(new Vector3(0, 0, 3), { maxDistance: 2.999 })).toEqual([]);
    expect(SceneIndex.from(rootOf()).nearest(new Vector3())).toEqual([]);
  });

  it('a sprite is as near as its box', () => {
    const sprite = new Sprite();
    const [found] = SceneIndex.from(rootOf(sprite)).nearest(new Vector3(0, 0, 10));
    expect(found.object).toBe(sprite);
    expect(found).not.toHaveProperty('faceIndex');
  });

  it('a filter may query the index', () => {
    const [a, b] = [plane(), plane()];
    b.position.z = 1;
    const index = SceneIndex.from(rootOf(a, b));
    const filter = (object: object) => index.nearest(new Vector3(0, 0, 9))[0].object === b && object === a;
    expect(index.nearest(new Vector3(0, 0, 9), { filter })[0].object).toBe(a);
  });
});
