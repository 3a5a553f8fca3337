import { deflateSync } from 'node:zlib';
import { aligned, checksumOfBytes } from '../../tiles/format/bytes';
import { type TileFileHeader, writeTileFileHeader } from '../../tiles/format/tileFileHeader';
import { type TileIndex, writeTable } from '../../tiles/format/tileIndex';

/**
 * Writes the end of a file, and the header, which tells of it.
 *
 * @param whole the measure, as the scenes of all tiles have it (see measureOf), and the condition of the instances.
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
