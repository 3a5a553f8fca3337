import type { RaycastManyOptions } from 'slabtree';
import { mapInOrder } from '../../mapInOrder';
import type { AnsweredBlock } from './answeredBlock';
import { BLOCKS_PER_THREAD } from '../threads/taskThreads';
import type { CastThreads } from './castThreads';
import type { HitFormat } from './rayFormat';
import { errorOf } from '../text/errors';
import type { RowBlock } from './readRays';

/**
 * Casts rays in threads, which also read the rays and write the answers.
 *
 * @param threads at most `threadCount` threads, attached to the scene.
 * @param options if `triangles` is true, the answers have triangles.
 * @returns the answers, in the order of the blocks.
 * @throws TextError or BinaryError at the first invalid ray, after the answers to the rays before it.
 */
export async function* castInThreads(
  threads: CastThreads,
  threadCount: number,
  blocks: AsyncIterator<RowBlock>,
  options: RaycastManyOptions,
  format: HitFormat,
): AsyncGenerator<AnsweredBlock> {
  const cast = async (block: RowBlock) => {
    const { bytes, rayCount, badRow } = await threads.call('cast', [{ block, options, format }], [block.bytes]);
    return { answered: { bytes, rayCount, end: block.end }, badRow };
  };
  for await (const { answered, badRow } of mapInOrder(blocks, BLOCKS_PER_THREAD * threadCount, cast)) {
    yield answered;
    if (badRow !== null) throw errorOf(badRow);
  }
}
