import { open, stat } from 'node:fs/promises';
import type { TiledScene } from 'slabtree/tiles';
import { isTileFile } from '../../tiles/format/tileFileHeader';
import { InputError, isSystemError, systemErrorReason } from '../text/errors';
import { withShownTexts } from '../text/showText';
import { isUrl } from './isUrl';

/**
 * Opens a file of tiles. Its tiles are read where it is asked.
 *
 * @param path a path, or a URL of http: or https:, which is always a file of tiles.
 * @param memory how many bytes of tiles stay in memory. Undefined is the default of `TiledScene.open`.
 * @param threads how many threads cast many rays. With 1, it is the calling thread.
 * @returns null if it is a file of another kind, or no file. Whoever reads a scene says why a file cannot be opened.
 */
export async function openTiles(path: string, memory: number | undefined, threads = 1): Promise<TiledScene | null> {
  if (!isUrl(path) && !(await hasTiles(path))) return null;
  const { TiledScene } = await import('slabtree/tiles');
  try {
    return await TiledScene.open(path, { ...(memory !== undefined && { memory }), ...(threads > 1 && { threads }) });
  } catch (thrown) {
    if (thrown instanceof RangeError && memory !== undefined) {
      throw new InputError(`${path}: ${thrown.message.replace('options.memory', '--memory')} bytes`);
    }
    throw inTiles(path, thrown);
  }
}

/** What is wrong with a file of tiles, or with its host, has a message for the user. */
export function inTiles(path: string, thrown: unknown): unknown {
  if (!(thrown instanceof Error)) return thrown;
  // By its name: the class is loaded only with the tiles.
  if (thrown.name === 'TileSourceError') return new InputError(thrown.message);
  if (thrown.name === 'SlabtreeFormatError') return new InputError(`${path}: ${withShownTexts(thrown.message)}`);
  return thrown;
}

/** By the first bytes of the file, whatever its name is. A FIFO is not touched, as it can be opened only once. */
export async function hasTiles(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => null);
  if (stats?.isFile() !== true) return false;
  const file = await open(path).catch(() => null);
  if (file === null) return false;
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(8), 0, 8, 0);
    return isTileFile(buffer.subarray(0, bytesRead));
  } catch (thrown) {
    if (isSystemError(thrown)) throw new InputError(`${path}: ${systemErrorReason(thrown)}`);
    throw thrown;
  } finally {
    await file.close();
  }
}
