import { Vector2 } from 'three';
import { checkObject, rangeError, typeError } from '../check';
import { type PageElement, type PagePointer, readPointer } from '../rays/pointer';
import { Area } from './area';

/** A rectangle of the window, by two opposite corners: the events where a drag began and where it is, for example. */
export interface SelectionRectangle {
  readonly from: PagePointer;
  readonly to: PagePointer;
}

/**
 * A polygon of the window, concave too. Its last corner is joined to the first. If it crosses itself, what it goes round an even
 * number of times is outside.
 */
export interface SelectionLasso {
  readonly points: readonly PagePointer[];
}

export function readRectangle(name: string, rectangle: SelectionRectangle, element: PageElement): Area {
  checkObject(name, rectangle, 'a rectangle { from, to }');
  const from = readPointer(rectangle.from, element, `${name}.from`);
  const to = readPointer(rectangle.to, element, `${name}.to`);
  return new Area([from, new Vector2(to.x, from.y), to, new Vector2(from.x, to.y)], true);
}

export function readArea(area: SelectionRectangle | SelectionLasso, element: PageElement): Area {
  checkObject('area', area, 'a rectangle { from, to } or a lasso { points }');
  if (!('points' in area)) return readRectangle('area', area, element);
  const { points } = area;
  if (!Array.isArray(points)) throw typeError('area.points', 'an array of pointer events', points);
  if (points.length === 0) throw rangeError('area.points', 'at least one point', 'none');
  return new Area(
    area.points.map((point, i) => readPointer(point, element, `area.points[${i}]`)),
    false,
  );
}
