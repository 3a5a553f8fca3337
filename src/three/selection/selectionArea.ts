import { Box2, type Camera, Vector2 } from 'three';
import { PICTURE } from '../camera/viewPlanes';
import { checkObject, rangeError, typeError } from '../check';
import { type PageElement, type PagePointer, readPointer } from '../rays/pointer';
import { Area } from './area';

/**
 * A rectangle of the window, by two opposite corners: the events where a drag began and where it is, for example. It may reach out
 * of the element.
 */
export interface SelectionRectangle {
  readonly from: PagePointer;
  readonly to: PagePointer;
}

/**
 * A polygon of the window, concave too, which may reach out of the element. Its last corner is joined to the first. If it crosses
 * itself, what it goes round an even number of times is outside.
 */
export interface SelectionLasso {
  readonly points: readonly PagePointer[];
}

export function readRectangle(name: string, rectangle: SelectionRectangle, camera: Camera, element: PageElement): Box2 {
  checkObject(name, rectangle, 'a rectangle { from, to }');
  const from = readPointer(rectangle.from, camera, element, `${name}.from`);
  const to = readPointer(rectangle.to, camera, element, `${name}.to`);
  return new Box2().setFromPoints([from, to]);
}

export function readArea(area: SelectionRectangle | SelectionLasso, camera: Camera, element: PageElement): Area {
  checkObject('area', area, 'a rectangle { from, to } or a lasso { points }');
  if (!('points' in area)) return areaOf(readRectangle('area', area, camera, element));
  const { points } = area;
  const given: unknown = points;
  if (!Array.isArray(given)) throw typeError('area.points', 'an array of pointer events', given);
  const { length } = points;
  if (length === 0) throw rangeError('area.points', 'at least one point', 'none');
  return new Area(
    Array.from({ length }, (_, i) => readPointer(points[i], camera, element, `area.points[${i}]`)),
    false,
  );
}

/** What of a rectangle is in the picture. Outside, it stays as it is. */
function areaOf(rectangle: Box2): Area {
  const { min, max } = rectangle.intersectsBox(PICTURE) ? rectangle.intersect(PICTURE) : rectangle;
  return new Area([min, new Vector2(max.x, min.y), max, new Vector2(min.x, max.y)], true);
}
