import type { BoxScene, RaycastManyOptions, SceneNames } from 'slabtree';
import { nodeChannel } from '../../threads/nodeChannel';
import { Thread } from '../../threads/thread';
import type { CsvBlock } from '../input/csvBlocks';
import { TextError } from '../text/errors';
import type { CastAnswer, CastTasks } from './castThread';
import { mapInOrder } from '../../threads/mapInOrder';

/** Blocks under way per thread, from being read to being written: the current one and the next. */
const BLOCKS_PER_THREAD = 2;

/**
 * Casts the rays of a CSV in several threads. A thread is started only when a block finds all others busy.
 *
 * @param script the URL of the threads' script: castThread, built.
 * @param scene must be shared.
 * @param names the names of its boxes. Null if the answers are without names.
 * @param options with `triangles`, the answers are with triangles.
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
  const threads: CastingThread[] = [];
  const leastBusy = () => threads.reduce((best, thread) => (thread.blocks < best.blocks ? thread : best));
  const cast = (block: CsvBlock) => {
    if (threads.length < threadCount && threads.every((thread) => thread.blocks > 0)) {
      threads.push(new CastingThread(script, scene, namesBytes));
    }
    return leastBusy().cast(block, options);
  };
  try {
    for await (const { answers, badLine } of mapInOrder(blocks, BLOCKS_PER_THREAD * threadCount, cast)) {
      yield answers;
      if (badLine !== null) throw new TextError(badLine.place, badLine.problem);
    }
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()));
  }
}

class CastingThread {
  /** How many blocks the thread has been given and has not answered yet. */
  blocks = 0;
  readonly #thread: Promise<Thread<CastTasks>>;

  constructor(script: string, scene: BoxScene, namesBytes: Uint8Array | null) {
    this.#thread = attachedThread(script, scene, namesBytes);
  }

  async cast(block: CsvBlock, options: RaycastManyOptions): Promise<CastAnswer> {
    this.blocks++;
    const thread = await this.#thread;
    const answer = await thread.call('cast', [block, options], [block.bytes]);
    this.blocks--;
    return answer;
  }

  async terminate(): Promise<void> {
    // If the thread failed to start, its blocks have rejected with the reason.
    const thread = await this.#thread.catch(() => null);
    await thread?.terminate();
  }
}

async function attachedThread(
  script: string,
  scene: BoxScene,
  namesBytes: Uint8Array | null,
): Promise<Thread<CastTasks>> {
  const thread = new Thread<CastTasks>(await nodeChannel(script));
  try {
    await thread.call('attach', [scene.handle(), namesBytes]);
  } catch (thrown) {
    await thread.terminate();
    throw thrown;
  }
  return thread;
}
