import type { BoxScene, RaycastOptions } from 'slabtree';
import type { CsvBlock } from './csvBlocks';
import type { TextError } from './errors';
import { readRays } from './readRays';

export interface BlockOfAnswers {
  /** The text of a line `id,t` for each ray, as `raycastMany` answers, under a header where the rays have one. */
  answers: Uint8Array<ArrayBuffer>;
  /** What is wrong with the line after those that are answered; null where all are. */
  error: TextError | null;
}

/** Casts the rays of a block of CSV. */
export function castBlock(scene: BoxScene, block: CsvBlock, options: RaycastOptions): BlockOfAnswers {
  const { rays, error } = readRays(block);
  const { ids, ts } = scene.raycastMany(rays, options);
  let text = block.hasHeader ? 'id,t\n' : '';
  for (let i = 0; i < ids.length; i++) text += `${ids[i]},${ts[i]}\n`;
  return { answers: new TextEncoder().encode(text), error };
}
