import { type Camera, type Raycaster, Vector2 } from 'three';
import { checkFinite, checkObject, isObject, rangeError, typeError } from '../../primitives/check';
import { checkKind, checkMatrices } from '../check';

/**
 * The place of a pointer, `clientX` and `clientY` in pixels of the window: a PointerEvent, for example. See
 * {@link SceneIndex.pick}.
 */
export interface PagePointer {
  readonly clientX: number;
  readonly clientY: number;
}

/**
 * An element of a page with `getBoundingClientRect`, in pixels: the renderer's canvas, for example. See
 * {@link SceneIndex.pick}.
 */
export interface PageElement {
  /** Returns the place of the element in the window, in pixels. */
  getBoundingClientRect(): { left: number; top: number; width: number; height: number };
}

/** Returns an element that measures the given element only once, at the first call. Returns a wrong value as it is. */
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
 * Returns the place of a pointer in an element, in three.js's coordinates: from -1 to 1, x to the right and y up. Also checks the
 * camera, so that an error names the first wrong argument.
 */
export function readPointer(event: PagePointer, camera: Camera, element: PageElement, name = 'event'): Vector2 {
  checkObject(name, event, 'a pointer event');
  checkKind('camera', camera, 'isCamera');
  checkObject('element', element, "an element, such as the renderer's canvas", 'getBoundingClientRect');
  const { clientX, clientY } = event;
  const { left, top, width, height } = element.getBoundingClientRect();
  // Pointers move a hundred times a second, so the text of an error is made only for a wrong event.
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

/** Whether an event is a TouchEvent: it has a place for each finger, and no place of its own. */
function isTouchEvent(event: object): boolean {
  return 'touches' in event && !('clientX' in event);
}

/** Sets the ray of a Raycaster from a camera through a pointer. Throws if the camera's matrices make no ray. */
export function setFromCamera(raycaster: Raycaster, pointer: Vector2, camera: Camera): void {
  checkObject('camera', camera, 'perspective or orthographic', 'isPerspectiveCamera', 'isOrthographicCamera');
  raycaster.setFromCamera(pointer, camera);
  const { origin, direction } = raycaster.ray;
  // To keep picks fast, check the matrices only if the ray shows that something is wrong.
  if (Number.isFinite(origin.manhattanLength() + direction.manhattanLength())) return;
  checkMatrices(camera, 'matrixWorld', 'projectionMatrixInverse');
  throw new RangeError('camera.projectionMatrix must have an inverse');
}
