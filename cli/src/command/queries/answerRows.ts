import type { TiledScene } from 'slabtree/tiles';
import { mapInOrder } from '../../mapInOrder';
import type { SceneFile } from '../input/openScene';
import type { RowBlock } from '../rays/readRays';
import { errorOf } from '../text/errors';
import { BLOCKS_PER_THREAD, taskThreads } from '../threads/taskThreads';
import { answerBlock, type RowChoice, type RowQueryName } from './rowQueries';
import { rowTasks } from './rowTasks';

/** The URL of the script of the threads. In the built package, the script is beside the program. */
const ROW_THREAD = new URL('./rowThread.js', import.meta.url).href;

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
  const threads = await taskThreads(ROW_THREAD, threadCount, { handle: scene.handle(), namesBytes }, rowTasks);
  const answer = (block: RowBlock) => threads.call('answer', [{ query, block, choice }], [block.bytes]);
  try {
    for await (const { answers, badRow } of mapInOrder(blocks, BLOCKS_PER_THREAD * threadCount, answer)) {
      yield answers;
      if (badRow !== null) throw errorOf(badRow);
    }
  } finally {
    await threads.close();
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
