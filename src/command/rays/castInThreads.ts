import type { BoxScene, RaycastOptions, SceneNames } from 'slabtree';
import { nodeChannel } from '../../threads/nodeChannel';
import { Thread } from '../../threads/thread';
import type { CastAnswer, CastTasks } from './castThread';
import type { CsvBlock } from '../input/csvBlocks';
import { TextError } from '../text/errors';
import { mapInOrder } from './mapInOrder';

/** Blocks that a thread has, or whose answers wait to be written: the one that it is at, and the next. */
const BLOCKS_A_THREAD = 2;

/**
 * Casts the rays of a CSV in several threads, each of which reads the text of its blocks and writes that of its answers: that
 * takes longer than to cast them. Threads are started as they are wanted.
 *
 * @param scene a shared one.
 * @param names of its boxes, to be told with the answers; null where they are not asked for.
 * @returns the text of the answers, in the order of the blocks.
 * @throws TextError where a line is no ray, after the answers to those before it.
 */
export async function* castInThreads(
  scene: BoxScene,
  names: SceneNames | null,
  blocks: AsyncIterator<CsvBlock>,
  threadCount: number,
  options: RaycastOptions,
): AsyncGenerator<Uint8Array> {
  const namesBytes = names?.serialize() ?? null;
  const threads: CastingThread[] = [];
  const leastBusy = () => threads.reduce((best, thread) => (thread.blocks < best.blocks ? thread : best));
  const cast = (block: CsvBlock) => {
    if (threads.length < threadCount && threads.every((thread) => thread.blocks > 0)) {
      threads.push(new CastingThread(scene, namesBytes));
    }
    return leastBusy().cast(block, options);
  };
  try {
    for await (const { answers, badLine } of mapInOrder(blocks, BLOCKS_A_THREAD * threadCount, cast)) {
      yield answers;
      if (badLine !== null) throw new TextError(badLine.place, badLine.problem);
    }
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()));
  }
}

class CastingThread {
  /** How many blocks it has been given and not yet answered. */
  blocks = 0;
  readonly #thread: Promise<Thread<CastTasks>>;

  constructor(scene: BoxScene, namesBytes: ArrayBuffer | null) {
    this.#thread = attachedThread(scene, namesBytes);
  }

  async cast(block: CsvBlock, options: RaycastOptions): Promise<CastAnswer> {
    this.blocks++;
    const thread = await this.#thread;
    const answer = await thread.call('cast', [block, options], [block.bytes]);
    this.blocks--;
    return answer;
  }

  async terminate(): Promise<void> {
    // Where it has not started, its blocks have rejected with the reason.
    const thread = await this.#thread.catch(() => null);
    await thread?.terminate();
  }
}

async function attachedThread(scene: BoxScene, namesBytes: ArrayBuffer | null): Promise<Thread<CastTasks>> {
  const thread = new Thread<CastTasks>(await nodeChannel(new URL('./castThread.js', import.meta.url).href));
  try {
    await thread.call('attach', [scene.handle(), namesBytes]);
  } catch (thrown) {
    await thread.terminate();
    throw thrown;
  }
  return thread;
}
