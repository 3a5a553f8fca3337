import { MAGIC_BYTES, mayBeginWith, SCENE_MAGIC, TILES_MAGIC } from '../../bvh/file/magic';
import { bytesOf } from '../arguments/bufferView';

/**
 * Returns which kind of file bytes are the beginning of: `'scene'` for a scene file, which `BoxScene.deserialize` reads,
 * `'tiles'` for a file of tiles, which `TiledScene` of slabtree/tiles opens, and null for any other file. Looks only at the
 * first 8 bytes, so the rest may be damaged.
 *
 * @param buffer the file, or its first bytes. Fewer than 8 bytes are of no kind.
 * @throws TypeError if `buffer` is not a buffer or a view of one.
 *
 * @example
 * ```ts
 * const city = new BoxScene();
 * city.addAabb({ min: { x: 0, y: 0, z: 0 }, max: { x: 8, y: 6, z: 8 } });
 * const chosen = new Blob([city.serialize()]); // such as a file that a user has chosen
 * sceneFileKind(await chosen.slice(0, 8).arrayBuffer()); // → 'scene'
 * ```
 */
export function sceneFileKind(buffer: ArrayBufferLike | ArrayBufferView): 'scene' | 'tiles' | null {
  const bytes = bytesOf('buffer', buffer);
  if (bytes.length < MAGIC_BYTES) return null;
  if (mayBeginWith(bytes, SCENE_MAGIC)) return 'scene';
  return mayBeginWith(bytes, TILES_MAGIC) ? 'tiles' : null;
}
