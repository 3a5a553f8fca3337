import { Box2, type Camera, Matrix4, Plane, Vector2, WebGPUCoordinateSystem } from 'three';
import { checkKind, checkMatrices } from '../check';

/** All that a camera shows, in three.js's coordinates: from -1 to 1, x to the right and y up. */
export const PICTURE: Readonly<Box2> = /* @__PURE__ */ new Box2(
  /* @__PURE__ */ new Vector2(-1, -1),
  /* @__PURE__ */ new Vector2(1, 1),
);

export function checkProjection(camera: Camera): void {
  checkKind('camera', camera, 'isCamera');
  checkMatrices(camera, 'projectionMatrix', 'matrixWorldInverse');
}

/** From the world to the picture. */
export function viewProjectionOf(camera: Camera): Matrix4 {
  checkProjection(camera);
  return new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
}

/** Whether depth goes from 0 to 1, as in WebGPU, and not from -1. */
export function isZeroToOne({ coordinateSystem, reversedDepth }: Camera): boolean {
  return coordinateSystem === WebGPUCoordinateSystem || reversedDepth;
}

/** The planes around what lies within bounds after a matrix has brought it to a picture, with normals that point inward: left, right, bottom, top, and those of {@link nearAndFarPlanes}. */
export function planesAround({ min, max }: Box2, matrix: Matrix4, camera: Camera): Plane[] {
  const sides = [
    planeOf(matrix, 0, 1, -min.x),
    planeOf(matrix, 0, -1, max.x),
    planeOf(matrix, 1, 1, -min.y),
    planeOf(matrix, 1, -1, max.y),
  ];
  return [...sides, ...nearAndFarPlanes(matrix, camera)];
}

/** The near plane, and the far plane unless it is at infinity: then it has no normal. */
export function nearAndFarPlanes(matrix: Matrix4, camera: Camera): Plane[] {
  const ends = [planeOf(matrix, 2, 1, isZeroToOne(camera) ? 0 : 1), planeOf(matrix, 2, -1, 1)];
  if (camera.reversedDepth) ends.reverse();
  return ends.filter(({ normal }) => normal.lengthSq() > 0);
}

/** Where a row of a matrix, times a sign, and the last row, times a weight, add up to more than 0. */
function planeOf({ elements: m }: Matrix4, row: number, sign: number, weight: number): Plane {
  const [x, y, z, w] = [0, 4, 8, 12].map((column) => sign * m[column + row] + weight * m[column + 3]);
  return new Plane().setComponents(x, y, z, w);
}
