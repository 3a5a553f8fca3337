import { Box2, type Camera, type Plane, Vector2 } from 'three';
import { PICTURE, planesAround, viewProjectionOf } from '../camera/viewPlanes';
import { checkObject, rangeError, typeError } from '../../primitives/check';
import { measuredOnce, type PageElement, type PagePointer, readPointer } from '../rays/pointer';
import { PictureArea } from './pictureArea';

/**
 * A rectangle of the browser window, given by two opposite corners, `from` and `to`: for example, by the first and the
 * latest pointer event of a drag. It may extend beyond the element that shows the picture. See
 * {@link SceneIndex.select}.
 */
export interface SelectionRectangle {
  readonly from: PagePointer;
  readonly to: PagePointer;
}

/**
 * A polygon of the browser window through `points`, convex or concave, which may extend beyond the element that shows
 * the picture. The last point is joined to the first. If the polygon crosses itself, the even-odd rule decides what is
 * inside. See {@link SceneIndex.select}.
 */
export interface SelectionLasso {
  readonly points: readonly PagePointer[];
}

function readRectangle(name: string, rectangle: SelectionRectangle, camera: Camera, element: PageElement): Box2 {
  checkObject(name, rectangle, 'a rectangle { from, to }');
  const from = readPointer(rectangle.from, camera, element, `${name}.from`);
  const to = readPointer(rectangle.to, camera, element, `${name}.to`);
  return new Box2().setFromPoints([from, to]);
}

/** Returns the area of a camera's picture that a rectangle or a lasso of the browser window surrounds. */
export function readArea(area: SelectionRectangle | SelectionLasso, camera: Camera, element: PageElement): PictureArea {
  checkObject('area', area, 'a rectangle { from, to } or a lasso { points }');
  if (!('points' in area)) return areaOf(readRectangle('area', area, camera, element));
  const { points } = area;
  const given: unknown = points;
  if (!Array.isArray(given)) throw typeError('area.points', 'an array of pointer events', given);
  const { length } = points;
  if (length === 0) throw rangeError('area.points', 'at least one point', 'none');
  return new PictureArea(
    Array.from({ length }, (_, i) => readPointer(points[i], camera, element, `area.points[${i}]`)),
    false,
  );
}

/** Returns the area of a rectangle, cut off at the picture's edges. A rectangle wholly outside the picture stays as it is. */
function areaOf(rectangle: Box2): PictureArea {
  const { min, max } = rectangle.intersectsBox(PICTURE) ? rectangle.intersect(PICTURE) : rectangle;
  return new PictureArea([min, new Vector2(max.x, min.y), max, new Vector2(min.x, max.y)], true);
}

/**
 * Returns the planes around the space that a camera shows in a rectangle of its picture: left, right, bottom, top, near, far.
 * Their normals have length 1 and point inward. Pass them to `index.boxes.cull`.
 *
 * A rectangle of width or height 0 has planes, but no volume between them. The planes of a rectangle that extends beyond the
 * picture extend beyond it, too.
 *
 * @param camera with an up-to-date world matrix.
 * @param element the element that the camera's picture fills: the renderer's canvas.
 * @returns six planes, or five if the far plane is at infinity.
 * @throws RangeError if the element has no size, or if a number of the rectangle, the element or the camera is not finite.
 *
 * @example
 * ```ts
 * import { PerspectiveCamera } from 'three';
 *
 * const camera = new PerspectiveCamera(90, 1, 1, 100);
 * const canvas = { getBoundingClientRect: () => ({ left: 0, top: 0, width: 200, height: 200 }) }; // renderer.domElement
 * const leftHalf = { from: { clientX: 0, clientY: 0 }, to: { clientX: 100, clientY: 200 } };
 * const planes = selectionPlanes(leftHalf, camera, canvas);
 * planes.length; // → 6
 * ```
 */
export function selectionPlanes(rectangle: SelectionRectangle, camera: Camera, element: PageElement): Plane[] {
  const bounds = readRectangle('rectangle', rectangle, camera, measuredOnce(element));
  return planesAround(bounds, viewProjectionOf(camera), camera).map((plane) => plane.normalize());
}
