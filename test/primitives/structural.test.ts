import { expect, it } from 'vitest';
import {
  aabbFromPoints,
  BoxScene,
  distanceToTriangle,
  intersectsPlane,
  lineIntersectsAabb,
  obbFromCenter,
  overlaps,
  planeFromNormalAndDistance,
  planeFromNormalAndPoint,
  planeSide,
  raycastAabb,
  raycastObb,
  raycastTriangle,
  rayPointAt,
} from 'slabtree';
import { Box3, Matrix4, PerspectiveCamera, Plane, Quaternion, Ray, Triangle, Vector3 } from 'three';

// Every call accepts the objects of three.js, at compile time and at run time.
const ray = new Ray(new Vector3(-3, 0.5, 0.5), new Vector3(1, 0, 0));
const box = new Box3(new Vector3(0, 0, 0), new Vector3(1, 1, 1));
const plane = new Plane(new Vector3(0, 1, 0), -2);
const matrix = new Matrix4().makeTranslation(0, 2, 0);
const triangle = new Triangle(new Vector3(0, 0, 0), new Vector3(0, 2, 0), new Vector3(0, 0, 2));
const { min, max } = box;

it('the primitives accept rays, boxes, planes, triangles, vectors, matrices and quaternions of three.js', () => {
  expect(raycastAabb(ray, box)).toBe(3);
  expect(raycastObb(ray, { min, max, matrix })).toBeNull();
  expect(raycastObb(ray, { min, max, matrix: matrix.elements })).toBeNull();
  expect(lineIntersectsAabb(ray, box)).toBe(true);
  expect(raycastTriangle(ray, triangle)).toEqual({ t: 3, u: 0.25, v: 0.25, front: false });
  expect(distanceToTriangle(triangle, new Vector3(-3, 1, 0.5))).toBe(3);
  expect(overlaps(box, triangle)).toBe(true);
  expect(rayPointAt(ray, 2)).toEqual({ x: -1, y: 0.5, z: 0.5 });
  expect(planeSide(box, plane)).toBe(-1);
  expect(planeSide({ min, max, matrix }, plane)).toBe(0);
  expect(intersectsPlane({ min, max, matrix }, plane)).toBe(true);
  expect(aabbFromPoints(max, min)).toEqual({ min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } });
  expect(planeFromNormalAndPoint(plane.normal, max).constant).toBe(-1);
  expect(planeFromNormalAndDistance(plane.normal, 2)).toEqual({ normal: { x: 0, y: 1, z: 0 }, constant: -2 });
  const turned = obbFromCenter(max, max, new Quaternion());
  expect(turned.matrix).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 1, 1, 1]);
  expect(obbFromCenter(max, max, matrix).matrix).toEqual(turned.matrix);
});

it('a scene accepts the objects of three.js, too', () => {
  const scene = new BoxScene();
  const first = scene.addAabb(box);
  const second = scene.addObb({ min, max, matrix });
  expect(scene.raycast(ray)).toMatchObject({ id: first, t: 3 });
  expect([...scene.split(plane).back]).toEqual([first]);
  expect([...scene.cull([plane]).crossing]).toEqual([second]);
  scene.setMatrix(second, new Matrix4().makeTranslation(-1, 0, 0));
  expect(scene.raycast(ray)).toMatchObject({ id: second, t: 2 });
  scene.setAabb(first, new Box3(new Vector3(-2, 0, 0), new Vector3(1, 1, 1)));
  expect(scene.raycast(ray)).toMatchObject({ id: first, t: 1 });

  const camera = new PerspectiveCamera(60, 1, 0.5, 100);
  camera.position.set(0.5, 0.5, 5);
  camera.updateMatrixWorld();
  const matrices = { view: camera.matrixWorldInverse, projection: camera.projectionMatrix };
  expect(scene.pick({ x: 50, y: 50, width: 100, height: 100 }, matrices)).toMatchObject({ id: first });

  const { bounds } = scene;
  expect(bounds).not.toBeNull();
  if (bounds !== null) expect(raycastAabb(ray, bounds)).toBe(1);
});

it('a matrix may also be a typed array or a plain array of 16 numbers', () => {
  for (const elements of [matrix.elements, Float32Array.from(matrix.elements), Float64Array.from(matrix.elements)]) {
    expect(raycastObb(new Ray(new Vector3(0.5, 0, 0.5), new Vector3(0, 1, 0)), { min, max, matrix: elements })).toBe(2);
  }
});
