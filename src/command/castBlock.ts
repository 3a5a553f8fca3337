import type { BoxScene, RaycastOptions } from 'slabtree';
import type { CsvBlock } from './csvBlocks';
import { readRays } from './readRays';

/**
 * Casts the rays of a block of CSV: a line `id,t` for each, as `raycastMany` answers, under a header where they have one.
 *
 * @throws TextError where a line is no ray.
 */
export function castBlock(scene: BoxScene, block: CsvBlock, options: RaycastOptions): Uint8Array<ArrayBuffer> {
  const { ids, ts } = scene.raycastMany(readRays(block), options);
  let text = block.hasHeader ? 'id,t\n' : '';
  for (let i = 0; i < ids.length; i++) text += `${ids[i]},${ts[i]}\n`;
  return new TextEncoder().encode(text);
}
