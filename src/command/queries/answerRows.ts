import type { TiledScene } from 'slabtree/tiles';
import { nodeChannel } from '../../threads/channel';
import { mapInOrder } from '../../threads/mapInOrder';
import { Thread } from '../../threads/thread';
import { ThreadPool } from '../../threads/threadPool';
import type { SceneFile } from '../input/openScene';
import { inOneThread } from '../rays/oneThread';
import type { RowBlock } from '../rays/readRays';
import { errorOf } from '../text/errors';
import { answerBlock, type RowChoice, type RowQueryName } from './rowQueries';
import { rowTasks, type RowTasks } from './rowTasks';

/** The URL of the script of the threads. In the built package, the script is beside the program. */
const ROW_THREAD = new URL('./rowThread.js', import.meta.url).href;

/** How many blocks are under way per thread, from reading rows to writing answers: the current and the next. */
const BLOCKS_PER_THREAD = 2;
/** How many blocks are under way in a file of tiles, on the calling thread: one is answered while the others wait for tiles. */
const BLOCKS_IN_TILES = 4;

/**
 * Answers the rows of a file about a scene, in threads.
 *
 * @param file a scene file, opened as a shared scene.
 * @returns the text of the answers, in the order of the rows.
 * @throws TextError or BinaryError at the first row that is not valid, after the answers to the rows before it.
 */
export async function* answerRowsInThreads(
  query: RowQueryName,
  { scene, readNames }: SceneFile,
  blocks: AsyncIterator<RowBlock>,
  threadCount: number,
  choice: RowChoice,
): AsyncGenerator<Uint8Array> {
  const namesBytes = choice.names === true ? readNames().serialize() : null;
  const pool = new ThreadPool<RowTasks>(threadCount, {
    start: async () => new Thread<RowTasks>(await nodeChannel(ROW_THREAD)),
    begin: (thread) => thread.call('attach', [scene.handle(), namesBytes]),
    substitute: (reason) => inOneThread(rowTasks(), scene.handle(), namesBytes, reason),
  });
  pool.prepare();
  const answer = (block: RowBlock) => pool.call('answer', [query, block, choice], [block.bytes]);
  try {
    for await (const { answers, badRow } of mapInOrder(blocks, BLOCKS_PER_THREAD * threadCount, answer)) {
      yield answers;
      if (badRow !== null) throw errorOf(badRow);
    }
  } finally {
    await pool.end();
  }
}

/** Answers the rows of a file about a file of tiles, on the calling thread: see {@link answerRowsInThreads}. */
export async function* answerRowsInTiles(
  query: RowQueryName,
  scene: TiledScene,
  blocks: AsyncIterator<RowBlock>,
  choice: RowChoice,
): AsyncGenerator<Uint8Array> {
  const answer = (block: RowBlock) => answerBlock(query, scene, null, block, choice);
  for await (const { answers, badRow } of mapInOrder(blocks, BLOCKS_IN_TILES, answer)) {
    yield answers;
    if (badRow !== null) throw errorOf(badRow);
  }
}
