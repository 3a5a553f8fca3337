import { type Camera, type Raycaster, Vector2 } from 'three';
import { checkFinite, isObject } from '../../primitives/check';
import { checkKind, checkMatrices, rangeError, typeError } from '../check';

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

/** Turns the ray of a Raycaster to where a camera has the pointer; throws where the camera cannot tell. */
export function setFromCamera(raycaster: Raycaster, pointer: Vector2, camera: Camera): void {
  checkKind('camera', camera, 'isCamera');
  if (!('isPerspectiveCamera' in camera || 'isOrthographicCamera' in camera)) {
    throw typeError('camera', 'perspective or orthographic', camera);
  }
  raycaster.setFromCamera(pointer, camera);
  const { origin, direction } = raycaster.ray;
  // A pick is short: the matrices are looked at only where the ray shows that something is wrong.
  if (Number.isFinite(origin.x + origin.y + origin.z + direction.x + direction.y + direction.z)) return;
  checkMatrices(camera, 'matrixWorld', 'projectionMatrixInverse');
  throw new RangeError('camera.projectionMatrix must have an inverse');
}
