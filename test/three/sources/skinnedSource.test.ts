import { Sphere, Vector3 } from 'three';
import { SceneIndex } from 'slabtree/three';
import { expect, it } from 'vitest';
import { byBoxes, rayAt, rootOf } from '../../support/three/cubes';
import { skinnedCube } from '../../support/three/skinnedCube';

it('a ray hits a SkinnedMesh in an index where its bounding sphere is, as in three.js', () => {
  const { mesh, bone } = skinnedCube();
  const root = rootOf(mesh);
  const index = SceneIndex.from(root);
  bone.position.x = 5;
  root.updateMatrixWorld();
  mesh.computeBoundingSphere();
  index.update();
  expect(mesh.boundingBox).toBeNull();
  expect(rayAt(5.1, 0.2).intersectObject(root)).toHaveLength(1);
  expect(index.raycast(rayAt(5, 0), { precise: true })?.object).toBe(mesh);
  expect(index.raycast(rayAt(0, 0), byBoxes)).toBeNull();
});

it('the box of a SkinnedMesh is around its sphere, until it has a box of its own', () => {
  const { mesh } = skinnedCube();
  mesh.geometry.scale(1, 4, 1);
  const index = SceneIndex.from(rootOf(mesh));
  const isHit = () => index.raycast(rayAt(1, 0), byBoxes) !== null;
  expect(isHit()).toBe(true);
  mesh.computeBoundingBox();
  index.update();
  expect(isHit()).toBe(false);
});

it('a ray hits a SkinnedMesh with an infinite sphere wherever it is', () => {
  const { mesh, bone } = skinnedCube();
  const endless = new Sphere(new Vector3(), Infinity);
  mesh.boundingSphere = endless;
  const index = SceneIndex.from(rootOf(mesh));
  for (const x of [0, 5, 10]) {
    bone.position.x = x;
    index.update();
    expect(index.raycast(rayAt(x, 0), { precise: true })?.object).toBe(mesh);
  }
  expect([mesh.boundingBox, mesh.boundingSphere]).toEqual([null, endless]);
});

it('no ray hits a SkinnedMesh with an empty sphere, as in three.js', () => {
  const { mesh } = skinnedCube();
  mesh.boundingSphere = new Sphere();
  const root = rootOf(mesh);
  const index = SceneIndex.from(root);
  expect([index.boxes.size, rayAt(0, 0).intersectObject(root).length]).toEqual([0, 0]);
  mesh.boundingSphere = new Sphere(new Vector3(), 1);
  index.update();
  expect(index.boxes.size).toBe(1);
});
