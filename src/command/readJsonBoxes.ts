import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import type { BoxScene, Vec3 } from 'slabtree';
import { parseJson, placeOf } from './parseJson';
import { type Place, TextError } from './errors';

/**
 * Adds the boxes of a JSON text to a scene: an array of `{ min, max, matrix?, mask? }`, with corners as `[x, y, z]` or
 * `{ x, y, z }`, and the 16 numbers of a matrix, column-major, where a box is oriented.
 *
 * @throws TextError where the text is not that.
 */
export function readJsonBoxes(text: string, scene: BoxScene): void {
  const boxes = parseJson(text);
  if (!Array.isArray(boxes)) throw new TextError({ line: 1, column: 1 }, 'expected an array of boxes { min, max }');
  for (const [index, box] of boxes.entries()) {
    try {
      addBox(box, scene);
    } catch (thrown) {
      if (!(thrown instanceof TypeError || thrown instanceof RangeError)) throw thrown;
      throw new TextError(placeOfElement(text, index), thrown.message);
    }
  }
}

/** Whatever it is: the scene checks it. */
interface GivenBox {
  min: unknown;
  max: unknown;
  matrix?: number[];
  mask?: number;
}

function addBox(given: unknown, scene: BoxScene): void {
  if (typeof given !== 'object' || given === null) {
    throw new TypeError(`expected a box { min, max }, got ${JSON.stringify(given)}`);
  }
  const { min, max, matrix, mask } = given as GivenBox;
  const bounds = { min: cornerOf(min), max: cornerOf(max) };
  if (matrix === undefined) scene.addAabb(bounds, mask);
  else scene.addObb({ ...bounds, matrix }, mask);
}

function cornerOf(given: unknown): Vec3 {
  if (!Array.isArray(given)) return given as Vec3;
  const [x, y, z] = given as number[];
  return { x, y, z };
}

function placeOfElement(text: string, index: number): Place {
  const tree = parseTree(text);
  const element = tree && findNodeAtLocation(tree, [index]);
  return placeOf(text, element?.offset ?? 0);
}
