import { createReadStream } from 'node:fs';
import { BoxScene, type BoxSceneOptions, SlabtreeFormatError } from 'slabtree';
import { InputError, inFile } from './errors';

/** Reads a scene from its file. */
export async function openScene(path: string, options: BoxSceneOptions = {}): Promise<BoxScene> {
  try {
    return await BoxScene.deserializeStream(createReadStream(path, { highWaterMark: 1 << 20 }), options);
  } catch (thrown) {
    if (thrown instanceof SlabtreeFormatError) throw new InputError(`${path}: ${thrown.message}`);
    throw inFile(path, thrown);
  }
}
