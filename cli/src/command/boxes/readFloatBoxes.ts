import { orTooLarge, InputError } from '../text/errors';
import type { BoxSink } from './boxSink';
import type { NameList } from './boxNames';

/** The length of a box in bytes: six little-endian float32 numbers. */
const BOX_BYTES = 24;

const CORNERS = ['min x', 'min y', 'min z', 'max x', 'max y', 'max z'];

/**
 * Adds the boxes of a flat binary file to a scene. The file has min x y z and max x y z of each box as float32, and nothing else:
 * there are no names.
 *
 * @param name the name of the file in messages.
 */
export async function readFloatBoxes(
  name: string,
  chunks: AsyncIterable<Uint8Array>,
  scene: BoxSink,
  names: NameList,
): Promise<void> {
  let rest = new Uint8Array(0);
  let first = 0;
  for await (const chunk of chunks) {
    // The bytes of boxes are copied to an array of their own, as a Float32Array must begin at a multiple of 4 bytes.
    const bytes = new Uint8Array(rest.length + chunk.length);
    bytes.set(rest);
    bytes.set(chunk, rest.length);
    const count = Math.floor(bytes.length / BOX_BYTES);
    const boxes = new Float32Array(bytes.buffer, 0, count * (BOX_BYTES / 4));
    checkBoxes(name, boxes, first);
    if (first === 0 && count > 0) names.add(scene.size, null);
    orTooLarge(() => scene.addAabbs(boxes));
    first += count;
    rest = bytes.slice(count * BOX_BYTES);
  }
  if (rest.length > 0) {
    throw new InputError(`${name}: it ends after ${rest.length} of the ${BOX_BYTES} bytes of box ${first}`);
  }
}

function checkBoxes(name: string, boxes: Float32Array, first: number): void {
  for (let at = 0; at < boxes.length; at++) {
    const k = at % 6;
    const value = boxes[at];
    const box = `${name}: box ${first + Math.floor(at / 6)}`;
    if (!Number.isFinite(value)) throw new InputError(`${box}: ${CORNERS[k]} must be a finite number, got ${value}`);
    if (k < 3 && value > boxes[at + 3]) {
      throw new InputError(
        `${box}: ${CORNERS[k]} must not be greater than ${CORNERS[k + 3]}, got ${value} and ${boxes[at + 3]}`,
      );
    }
  }
}
