import type { BoxScene, RaycastManyOptions, SceneNames } from 'slabtree';
import { nodeChannel } from '../../threads/channel';
import { mapInOrder } from '../../threads/mapInOrder';
import { Thread } from '../../threads/thread';
import { ThreadPool } from '../../threads/threadPool';
import type { CsvBlock } from '../input/csvBlocks';
import { TextError } from '../text/errors';
import type { CastTasks } from './castThread';

/** How many blocks of rays are under way per thread, from reading the rays to writing the answers: the current and the next. */
const BLOCKS_PER_THREAD = 2;

/**
 * Casts the rays of a CSV in several threads. A thread is started only when a block of rays is read while all others are busy.
 *
 * @param script the URL of the threads' script: the built `castThread`.
 * @param scene the scene at which the rays are cast. It must be shared.
 * @param names the names of the boxes. Null for answers without names.
 * @param options if `triangles` is true, the answers have triangles.
 * @returns the text of the answers, in the order of the blocks.
 * @throws TextError at the first line that is not a ray, after the answers to the lines before it.
 */
export async function* castInThreads(
  script: string,
  scene: BoxScene,
  names: SceneNames | null,
  blocks: AsyncIterator<CsvBlock>,
  threadCount: number,
  options: RaycastManyOptions,
): AsyncGenerator<Uint8Array> {
  const namesBytes = names?.serialize() ?? null;
  const pool = new ThreadPool<CastTasks>(threadCount, {
    start: async () => new Thread<CastTasks>(await nodeChannel(script)),
    begin: (thread) => thread.call('attach', [scene.handle(), namesBytes]),
  });
  const cast = (block: CsvBlock) => pool.call('cast', [block, options], [block.bytes]);
  try {
    for await (const { answers, badLine } of mapInOrder(blocks, BLOCKS_PER_THREAD * threadCount, cast)) {
      yield answers;
      if (badLine !== null) throw new TextError(badLine.place, badLine.problem);
    }
  } finally {
    await pool.end();
  }
}
