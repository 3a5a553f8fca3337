import type { TileFile } from 'slabtree/tiles';
import { inTiles } from './openScene';

/**
 * Opens a file of tiles, runs work on it, and closes it. Errors of the file and of its host become InputErrors.
 *
 * @param path a path, or a URL of http: or https:.
 */
export async function withTileFile<T>(path: string, work: (file: TileFile) => Promise<T>): Promise<T> {
  const { TileFile } = await import('slabtree/tiles');
  try {
    const file = await TileFile.open(path);
    try {
      return await work(file);
    } finally {
      await file.close();
    }
  } catch (thrown) {
    throw inTiles(path, thrown);
  }
}
