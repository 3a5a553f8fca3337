import { type Camera, Matrix4 } from 'three';
import { frustumFromMatrix, type Plane } from 'slabtree';
import type { Rectangle } from './rectangle';

/**
 * The planes of the frustum that a camera sees in a part of its picture, with their normals inward. They come from a
 * projection that stretches this part over the whole picture, like gluPickMatrix.
 *
 * @param size the size of the whole picture.
 */
export function selectionFrustum(
  { left, top, right, bottom }: Rectangle,
  size: { width: number; height: number },
  camera: Camera,
): Plane[] {
  // A line counts as a pixel wide: without a width, there is no volume behind it.
  const width = Math.max(right - left, 1) / size.width;
  const height = Math.max(bottom - top, 1) / size.height;
  // The middle of the part in clip space, where x and y go from -1 to 1, and y points up.
  const x = (left + right) / size.width - 1;
  const y = 1 - (top + bottom) / size.height;
  const stretch = new Matrix4().makeScale(1 / width, 1 / height, 1).multiply(new Matrix4().makeTranslation(-x, -y, 0));
  return frustumFromMatrix(stretch.multiply(camera.projectionMatrix).multiply(camera.matrixWorldInverse));
}
