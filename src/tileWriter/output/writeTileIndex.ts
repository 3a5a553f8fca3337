import { deflateSync } from 'node:zlib';
import { aligned, checksumOfBytes } from '../../tiles/format/bytes';
import { type TileFileHeader, writeTileFileHeader } from '../../tiles/format/tileFileHeader';
import { type TileIndex, writeTable } from '../../tiles/format/tileIndex';

/**
 * Returns the index, which is the last part of a file, and the header.
 *
 * @param scene the measure of all tiles' scenes (see measureOf), and the condition of the instances.
 * @param indexAt where the last tile ends.
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

/** Bounds in the index are rounded outward to a multiple of about this part of their size, so that they deflate better. */
const GRAIN = 2 ** -8;
/** Bounds are rounded at least to a multiple of this part of the largest coordinate, so that they are exact in float32. */
const FINEST = 2 ** -23;

/** Rounds the bounds of a tile's root outward, and writes them to `out` for the index. */
export function writeIndexBounds(bounds: Float64Array, out: Float32Array): void {
  for (let k = 0; k < 3; k++) {
    const [low, high] = [bounds[k], bounds[k + 3]];
    const most = Math.max(Math.abs(low), Math.abs(high));
    const unit = powerOfTwo(Math.max((high - low) * GRAIN, most * FINEST));
    const isRounded = unit > 0 && unit < Infinity;
    // Quotients and products by a power of two are exact. The quotients are at most 2^24, so the products are float32.
    out[k] = isRounded ? Math.floor(low / unit) * unit : low;
    out[k + 3] = isRounded ? Math.ceil(high / unit) * unit : high;
  }
}

/** Returns the greatest power of two that is not greater than a positive number. 0 for a denormal number. */
function powerOfTwo(number: number): number {
  floats[0] = number;
  words[0] = 0;
  words[1] &= 0x7ff00000;
  return floats[0];
}

const floats = /* @__PURE__ */ new Float64Array(1);
const words = /* @__PURE__ */ new Uint32Array(floats.buffer);
