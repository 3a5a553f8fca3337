import { createScanner } from 'jsonc-parser';
import type { Aabb, NameRun, Obb, Vec3 } from 'slabtree';
import { parseJson, placeOf } from '../input/parseJson';
import { isSystemError, type Place, TextError } from '../text/errors';
import { isMask } from '../text/parseNumber';
import { shown, withShownTexts } from '../text/showText';
import { type BoxSink, checkBox } from './boxSink';
import { NameList, trimmedName } from './boxNames';

/** Returns the whole text of a JSON file, as {@link readJsonBoxes} expects it. */
export async function readJsonText(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  try {
    for await (const chunk of chunks) text += decoder.decode(chunk, { stream: true });
    return text + decoder.decode();
  } catch (thrown) {
    if (isSystemError(thrown)) throw thrown;
    const problem =
      thrown instanceof TypeError
        ? 'expected UTF-8: save the file as UTF-8'
        : 'a JSON file is read whole, and this one is too long for that: use a CSV';
    throw new TextError({ line: 1, column: 1 }, problem);
  }
}

/**
 * Adds the boxes of a JSON text to a scene. The text is an array of `{ min, max, matrix?, mask?, name? }`. Corners are `[x, y,
 * z]` or `{ x, y, z }`. An oriented box has a matrix of 16 numbers, column-major. A member that is null counts as missing.
 *
 * @param names a list to which the names of the boxes are added.
 * @returns the runs in `names`.
 * @throws TextError if the text is anything else.
 */
export function readJsonBoxes(text: string, scene: BoxSink, names = new NameList()): NameRun[] {
  const boxes = parseJson(text);
  if (!Array.isArray(boxes)) throw new TextError({ line: 1, column: 1 }, 'expected an array of boxes { min, max }');
  for (const [index, given] of boxes.entries()) {
    const { box, mask, name } = checkedBox(given, text, index);
    // The box has been checked before, so an error that the scene throws is not an error of the text.
    names.add('matrix' in box ? scene.addObb(box, mask) : scene.addAabb(box, mask), name);
  }
  return names.runs;
}

interface NamedBox {
  box: Aabb | Obb;
  /** The bit mask of the box. Undefined if the text has none: the scene then sets all bits. */
  mask: number | undefined;
  /** The name of the box. Null if the text has none. */
  name: string | null;
}

/**
 * Returns a box of a JSON text, checked.
 *
 * @param index the index of the box in the array of the text.
 */
function checkedBox(given: unknown, text: string, index: number): NamedBox {
  try {
    return readNamedBox(given);
  } catch (thrown) {
    if (!(thrown instanceof TypeError || thrown instanceof RangeError)) throw thrown;
    throw new TextError(placeOfElement(text, index), withShownTexts(thrown.message));
  }
}

/** A box as it was parsed from a JSON text, before its members are checked. */
interface GivenBox {
  min: unknown;
  max: unknown;
  matrix?: number[] | null;
  mask?: unknown;
  name?: unknown;
}

/** Returns a box after a check of its members. Throws the TypeError or RangeError of the library if one is invalid. */
function readNamedBox(given: unknown): NamedBox {
  if (typeof given !== 'object' || given === null) {
    throw new TypeError(`expected a box { min, max }, got ${shown(given)}`);
  }
  const { min, max, matrix, mask, name } = given as GivenBox;
  const bounds = { min: cornerOf('min', min), max: cornerOf('max', max) };
  const box = matrix === undefined || matrix === null ? bounds : { ...bounds, matrix };
  checkBox(box);
  return { box, mask: maskOf(mask), name: nameOf(name) };
}

function maskOf(given: unknown): number | undefined {
  if (given === undefined || given === null) return undefined;
  if (typeof given === 'number' && isMask(given)) return given;
  throw new RangeError(`mask must be a 32-bit integer, got ${shown(given)}`);
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

/** Returns where an element of the array begins in a JSON text. Not recursive, as a text may nest deeper than the call stack. */
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
