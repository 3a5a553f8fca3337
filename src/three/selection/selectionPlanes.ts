import {
  type Box2,
  type Camera,
  Matrix4,
  Plane,
  type Ray,
  type Raycaster,
  type Vector2,
  WebGPUCoordinateSystem,
} from 'three';
import { checkKind, checkMatrices } from '../check';
import { type PageElement, setFromCamera } from '../rays/pointer';
import { readRectangle, type SelectionRectangle } from './selectionArea';

/**
 * The planes around what a camera shows in a rectangle of its picture: left, right, bottom, top, near, far, with normals of length
 * 1 that point inward. `index.boxes.cull` takes them.
 *
 * A rectangle without a width has no volume behind it, but still planes. One that reaches out of the picture has its planes there.
 *
 * @param camera with an up-to-date world matrix.
 * @param element the element that the camera's picture fills: the renderer's canvas.
 * @returns six planes, or five if the far plane is at infinity.
 * @throws RangeError if the element has no size, or if a number of the rectangle, the element or the camera is not finite.
 */
export function selectionPlanes(rectangle: SelectionRectangle, camera: Camera, element: PageElement): Plane[] {
  const bounds = readRectangle('rectangle', rectangle, element);
  return planesAround(bounds, viewProjectionOf(camera), camera).map((plane) => plane.normalize());
}

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

/** The planes around what lies within bounds after a matrix has brought it to a picture, in the order of {@link selectionPlanes}. */
export function planesAround({ min, max }: Box2, matrix: Matrix4, camera: Camera): Plane[] {
  const sides = [
    planeOf(matrix, 0, 1, -min.x),
    planeOf(matrix, 0, -1, max.x),
    planeOf(matrix, 1, 1, -min.y),
    planeOf(matrix, 1, -1, max.y),
  ];
  return [...sides, ...endPlanes(matrix, camera)];
}

/** The near plane, and the far plane unless it is at infinity: then it has no normal. */
export function endPlanes(matrix: Matrix4, camera: Camera): Plane[] {
  const ends = [planeOf(matrix, 2, 1, isZeroToOne(camera) ? 0 : 1), planeOf(matrix, 2, -1, 1)];
  if (camera.reversedDepth) ends.reverse();
  return ends.filter(({ normal }) => normal.lengthSq() > 0);
}

/** Where a row of a matrix, times a sign, and the last row, times a weight, add up to more than 0. */
function planeOf({ elements: m }: Matrix4, row: number, sign: number, weight: number): Plane {
  const [x, y, z, w] = [0, 4, 8, 12].map((column) => sign * m[column + row] + weight * m[column + 3]);
  return new Plane().setComponents(x, y, z, w);
}

/** Aims a Raycaster through a place of a camera's picture, from the near plane to the far plane: only what is between is drawn. */
export function aimBetween(ends: readonly Plane[], raycaster: Raycaster, place: Vector2, camera: Camera): void {
  setFromCamera(raycaster, place, camera);
  const { ray } = raycaster;
  ray.origin.addScaledVector(ray.direction, wayTo(ends[0], ray));
  const far = ends.at(1);
  const way = far === undefined ? Infinity : wayTo(far, ray);
  raycaster.near = 0;
  raycaster.far = way >= 0 ? way : Infinity;
}

/** How far it is along a ray to a plane. */
export function wayTo(plane: Plane, { origin, direction }: Ray): number {
  return -plane.distanceToPoint(origin) / plane.normal.dot(direction);
}
