import type { BoxScene, RaycastOptions, SceneNames } from 'slabtree';
import { labelField } from '../boxes/boxLabel';
import type { CsvBlock } from '../input/csvBlocks';
import type { TextError } from '../text/errors';
import { readRays } from './readRays';

export interface BlockOfAnswers {
  /** The text of a line `id,t` or `id,name,t` for each ray, under a header where the rays have one. */
  answers: Uint8Array<ArrayBuffer>;
  /** What is wrong with the line after those that are answered; null where all are. */
  error: TextError | null;
}

/**
 * Casts the rays of a block of CSV, as `raycastMany` answers.
 *
 * @param names null where they are not asked for.
 */
export function castBlock(
  scene: BoxScene,
  names: SceneNames | null,
  block: CsvBlock,
  options: RaycastOptions,
): BlockOfAnswers {
  const { rays, error } = readRays(block);
  const { ids, ts } = scene.raycastMany(rays, options);
  const name = (id: number) => (names === null ? '' : `${labelField(names, id)},`);
  let text = block.hasHeader ? `id,${names === null ? '' : 'name,'}t\n` : '';
  for (let i = 0; i < ids.length; i++) text += `${ids[i]},${name(ids[i])}${ts[i]}\n`;
  return { answers: new TextEncoder().encode(text), error };
}
