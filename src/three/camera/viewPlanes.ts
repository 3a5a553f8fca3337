import { Box2, type Camera, Matrix4, Plane, Vector2, WebGPUCoordinateSystem } from 'three';
import { checkKind, checkMatrices } from '../check';

/** The whole picture of a camera in normalized device coordinates: from -1 to 1, x to the right and y up. */
export const PICTURE: Readonly<Box2> = /* @__PURE__ */ new Box2(
  /* @__PURE__ */ new Vector2(-1, -1),
  /* @__PURE__ */ new Vector2(1, 1),
);

export function checkProjection(camera: Camera): void {
  checkKind('camera', camera, 'isCamera');
  checkMatrices(camera, 'projectionMatrix', 'matrixWorldInverse');
}

/** Returns the matrix that maps points of the world to a camera's picture: the product of projection and view matrix. */
export function viewProjectionOf(camera: Camera): Matrix4 {
  checkProjection(camera);
  return new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
}

/** Whether the depth in a camera's picture goes from 0 to 1, as in WebGPU, instead of from -1 to 1. */
export function hasZeroToOneDepth({ coordinateSystem, reversedDepth }: Camera): boolean {
  return coordinateSystem === WebGPUCoordinateSystem || reversedDepth;
}

/**
 * Returns the planes around all points that `matrix` projects into the given rectangle of the picture. The normals of the planes
 * point inward. The order is left, right, bottom, top, and then {@link nearAndFarPlanes}.
 */
export function planesAround({ min, max }: Box2, matrix: Matrix4, camera: Camera): Plane[] {
  const sides = [
    planeOf(matrix, 0, 1, -min.x),
    planeOf(matrix, 0, -1, max.x),
    planeOf(matrix, 1, 1, -min.y),
    planeOf(matrix, 1, -1, max.y),
  ];
  return [...sides, ...nearAndFarPlanes(matrix, camera)];
}

/** Returns the near plane of a camera, and its far plane unless that is at infinity, where it has no normal. */
export function nearAndFarPlanes(matrix: Matrix4, camera: Camera): Plane[] {
  const ends = [planeOf(matrix, 2, 1, hasZeroToOneDepth(camera) ? 0 : 1), planeOf(matrix, 2, -1, 1)];
  if (camera.reversedDepth) ends.reverse();
  return ends.filter(({ normal }) => normal.lengthSq() > 0);
}

/** Returns the plane of the points p at which `sign * row · p + weight * lastRow · p`, with two rows of a matrix, is 0. */
function planeOf({ elements: m }: Matrix4, row: number, sign: number, weight: number): Plane {
  const [x, y, z, w] = [0, 4, 8, 12].map((column) => sign * m[column + row] + weight * m[column + 3]);
  return new Plane().setComponents(x, y, z, w);
}
