import { Vector2 } from 'three';
import { checkFinite, isObject } from '../primitives/check';
import { rangeError, typeError } from './errors';

/** Where a pointer is on a page, in pixels of the window. */
export interface PagePointer {
  readonly clientX: number;
  readonly clientY: number;
}

/** Something on a page. */
export interface PageElement {
  getBoundingClientRect(): { left: number; top: number; width: number; height: number };
}

/** Where a pointer is in an element, as three.js has it: from -1 to 1, to the right and up. */
export function readPointer(event: PagePointer, element: PageElement): Vector2 {
  if (!isObject(event)) throw typeError('event', 'a pointer event', event);
  if (!isObject(element) || !('getBoundingClientRect' in element)) {
    throw typeError('element', "an element, the renderer's canvas", element);
  }
  const { clientX, clientY } = event;
  const { left, top, width, height } = element.getBoundingClientRect();
  checkFinite('event.clientX', clientX);
  checkFinite('event.clientY', clientY);
  checkFinite('element.getBoundingClientRect().left', left);
  checkFinite('element.getBoundingClientRect().top', top);
  if (!(width > 0 && height > 0 && width + height < Infinity)) {
    throw rangeError('element', 'of some finite size', `${width} by ${height} pixels`);
  }
  return new Vector2((2 * (clientX - left)) / width - 1, 1 - (2 * (clientY - top)) / height);
}
