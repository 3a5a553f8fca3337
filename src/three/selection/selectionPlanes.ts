import type { Camera, Plane } from 'three';
import { planesAround, viewProjectionOf } from '../camera/viewPlanes';
import type { PageElement } from '../rays/pointer';
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
  const bounds = readRectangle('rectangle', rectangle, camera, element);
  return planesAround(bounds, viewProjectionOf(camera), camera).map((plane) => plane.normalize());
}
