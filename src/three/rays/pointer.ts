import { type Camera, type Raycaster, Vector2 } from 'three';
import { checkFinite, isObject } from '../../primitives/check';
import { checkKind, checkMatrices, checkObject, rangeError, typeError } from '../check';

/** The place of a pointer, in pixels of the window: a PointerEvent, for example. */
export interface PagePointer {
  readonly clientX: number;
  readonly clientY: number;
}

/** An element of a page: the renderer's canvas, for example. */
export interface PageElement {
  getBoundingClientRect(): { left: number; top: number; width: number; height: number };
}

/** Returns an element whose `getBoundingClientRect` calls that of the given one only once. A wrong value is returned as it is. */
export function measuredOnce(element: PageElement): PageElement {
  const given: unknown = element;
  if (!isObject(given) || !('getBoundingClientRect' in given)) return element;
  let rect: ReturnType<PageElement['getBoundingClientRect']> | undefined;
  return {
    getBoundingClientRect() {
      if (rect === undefined) {
        const { left, top, width, height } = element.getBoundingClientRect();
        rect = { left, top, width, height };
      }
      return rect;
    },
  };
}

/**
 * The place of a pointer in an element, in three.js's coordinates: from -1 to 1, x to the right and y up. Checks the camera too:
 * an error names the first argument that is wrong.
 */
export function readPointer(event: PagePointer, camera: Camera, element: PageElement, name = 'event'): Vector2 {
  checkObject(name, event, 'a pointer event');
  checkKind('camera', camera, 'isCamera');
  checkObject('element', element, "an element, such as the renderer's canvas", 'getBoundingClientRect');
  const { clientX, clientY } = event;
  const { left, top, width, height } = element.getBoundingClientRect();
  // Pointers move a hundred times a second. Only a bad one pays for the text of its message.
  if (!(Number.isFinite(clientX) && Number.isFinite(clientY) && Number.isFinite(left) && Number.isFinite(top))) {
    if (isTouchEvent(event)) {
      const remedy = `pass ${name}.touches[0], or ${name}.changedTouches[0] once it has ended`;
      throw typeError(name, `one touch: ${remedy}`, event);
    }
    checkFinite(`${name}.clientX`, clientX);
    checkFinite(`${name}.clientY`, clientY);
    checkFinite('element.getBoundingClientRect().left', left);
    checkFinite('element.getBoundingClientRect().top', top);
  }
  if (!(width > 0 && height > 0 && width + height < Infinity)) {
    throw rangeError('element', 'of a finite size above 0', `${width} by ${height} pixels`);
  }
  return new Vector2((2 * (clientX - left)) / width - 1, 1 - (2 * (clientY - top)) / height);
}

/** Whether an event has a place for each finger, and none of its own. */
function isTouchEvent(event: object): boolean {
  return 'touches' in event && !('clientX' in event);
}

/** Aims a Raycaster from a camera through the pointer. Throws if the camera gives no ray. */
export function setFromCamera(raycaster: Raycaster, pointer: Vector2, camera: Camera): void {
  checkObject('camera', camera, 'perspective or orthographic', 'isPerspectiveCamera', 'isOrthographicCamera');
  raycaster.setFromCamera(pointer, camera);
  const { origin, direction } = raycaster.ray;
  // To keep picks fast, check the matrices only if the ray shows that something is wrong.
  if (Number.isFinite(origin.manhattanLength() + direction.manhattanLength())) return;
  checkMatrices(camera, 'matrixWorld', 'projectionMatrixInverse');
  throw new RangeError('camera.projectionMatrix must have an inverse');
}
