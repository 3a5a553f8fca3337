import { deflateSync } from 'node:zlib';
import { aligned, checksumOfBytes } from '../../tiles/format/bytes';
import { type TileFileHeader, writeTileFileHeader } from '../../tiles/format/tileFileHeader';
import { type TileIndex, writeTable } from '../../tiles/format/tileIndex';

/**
 * Returns the header and the index of a file of tiles. The index is the last part of the file.
 *
 * @param scene the measure of all tiles' scenes (see measureOf), and the condition number of the instances.
 * @param indexAt the byte at which the last tile ends and the index begins.
 */
export function writeTileIndex(
  { bounds, tiles }: TileIndex,
  { measure, meshCondition }: Pick<TileFileHeader, 'measure' | 'meshCondition'>,
  indexAt: number,
): { header: Uint8Array; index: Uint8Array<ArrayBuffer> } {
  const deflated = deflateSync(writeTable({ bounds, tiles }), { level: 9 });
  const index = new Uint8Array(aligned(deflated.length));
  index.set(deflated);
  const header = writeTileFileHeader({
    fileBytes: indexAt + index.length,
    boxes: tiles.reduce((sum, { boxes }) => sum + boxes, 0),
    tiles: tiles.length,
    indexAt,
    indexBytes: deflated.length,
    measure,
    meshCondition,
    indexChecksum: checksumOfBytes(index),
  });
  return { header, index };
}

/** A tile's bounds in the index are rounded outward to multiples of about this part of their size, to deflate better. */
const GRAIN = 2 ** -8;
/** The unit of rounding is at least this part of the largest coordinate, so that rounded bounds are exact in float32. */
const FINEST = 2 ** -23;

/** Rounds the bounds of a tile's root outward, and writes the rounded bounds to `out` for the index of the file. */
export function writeIndexBounds(bounds: Float64Array, out: Float32Array): void {
  for (let k = 0; k < 3; k++) {
    const [low, high] = [bounds[k], bounds[k + 3]];
    const most = Math.max(Math.abs(low), Math.abs(high));
    const unit = powerOfTwo(Math.max((high - low) * GRAIN, most * FINEST));
    const isRounded = unit > 0 && unit < Infinity;
    // `unit` is a power of two, so quotients and products are exact. A quotient is at most 2^24, so a product is a float32.
    out[k] = isRounded ? Math.floor(low / unit) * unit : low;
    out[k + 3] = isRounded ? Math.ceil(high / unit) * unit : high;
  }
}

/** Returns the greatest power of two that is at most `number`, which is positive. Returns 0 for a denormal number. */
function powerOfTwo(number: number): number {
  floats[0] = number;
  words[0] = 0;
  words[1] &= 0x7ff00000;
  return floats[0];
}

const floats = /* @__PURE__ */ new Float64Array(1);
const words = /* @__PURE__ */ new Uint32Array(floats.buffer);
