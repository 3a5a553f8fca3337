import { createScanner } from 'jsonc-parser';
import type { BoxScene, NameRun, Vec3 } from 'slabtree';
import { type Place, TextError } from '../text/errors';
import { NameList, trimmedName } from './nameList';
import { parseJson, placeOf } from '../input/parseJson';
import { shown, withShownTexts } from '../text/showText';

/**
 * Adds the boxes of a JSON text to a scene: an array of `{ min, max, matrix?, mask?, name? }`, with corners as `[x, y, z]` or
 * `{ x, y, z }`, and the 16 numbers of a matrix, column-major, where a box is oriented. What is null is not there.
 *
 * @returns the names of the boxes.
 * @throws TextError where the text is not that.
 */
export function readJsonBoxes(text: string, scene: BoxScene): NameRun[] {
  const boxes = parseJson(text);
  const names = new NameList();
  if (!Array.isArray(boxes)) throw new TextError({ line: 1, column: 1 }, 'expected an array of boxes { min, max }');
  for (const [index, box] of boxes.entries()) {
    try {
      addBox(box, scene, names);
    } catch (thrown) {
      if (!(thrown instanceof TypeError || thrown instanceof RangeError)) throw thrown;
      throw new TextError(placeOfElement(text, index), withShownTexts(thrown.message));
    }
  }
  return names.runs;
}

/** Whatever it is: the scene checks it. */
interface GivenBox {
  min: unknown;
  max: unknown;
  matrix?: number[] | null;
  mask?: number | null;
  name?: unknown;
}

function addBox(given: unknown, scene: BoxScene, names: NameList): void {
  if (typeof given !== 'object' || given === null) {
    throw new TypeError(`expected a box { min, max }, got ${shown(given)}`);
  }
  const { min, max, matrix, mask, name } = given as GivenBox;
  const bounds = { min: cornerOf('min', min), max: cornerOf('max', max) };
  const kept = nameOf(name);
  const id =
    matrix === undefined || matrix === null
      ? scene.addAabb(bounds, mask ?? undefined)
      : scene.addObb({ ...bounds, matrix }, mask ?? undefined);
  names.add(id, kept);
}

function nameOf(given: unknown): string | null {
  if (given === undefined || given === null) return null;
  if (typeof given === 'string') return trimmedName(given);
  throw new TypeError(`box.name must be a string, got ${shown(given)}`);
}

function cornerOf(name: string, given: unknown): Vec3 {
  if (!Array.isArray(given)) return given as Vec3;
  if (given.length !== 3) throw new RangeError(`box.${name} must hold 3 numbers, got ${given.length}`);
  const [x, y, z] = given as number[];
  return { x, y, z };
}

/** Where an element of the array begins that a text is: token by token, as a text may be nested deeper than calls can be. */
function placeOfElement(text: string, index: number): Place {
  const scanner = createScanner(text, true);
  let depth = 0;
  let commas = 0;
  for (;;) {
    scanner.scan();
    const at = scanner.getTokenOffset();
    if ((depth === 1 && commas === index) || at === text.length) return placeOf(text, at);
    if ('[{'.includes(text[at])) depth++;
    else if (']}'.includes(text[at])) depth--;
    else if (text[at] === ',' && depth === 1) commas++;
  }
}
