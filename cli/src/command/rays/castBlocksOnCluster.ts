import type { ClusterCastOptions, ClusterQueue, RayAnswers } from 'slabtree-cli/cluster';
import { mapInOrder } from '../../mapInOrder';
import { asInputError, errorOf } from '../text/errors';
import type { AnsweredBlock } from './answeredBlock';
import { AnswerQueue, columnsOf, type OwnAnswers } from './answerQueue';
import { BLOCKS_PER_THREAD } from '../threads/taskThreads';
import type { CastThreads } from './castThreads';
import type { HitFormat } from './rayFormat';
import type { RowBlock } from './readRays';

/** How the rays of a cast are read and the answers written. */
interface ReadAndWrite {
  threads: CastThreads;
  /** The most threads. */
  threadCount: number;
  format: HitFormat;
  /** Called with the number of rays that are sent to the cluster. */
  onSend: (rayCount: number) => void;
}

/**
 * Casts rays on a cluster. Threads read the rays and write the answers.
 *
 * @returns the answers, in the order of the blocks: the same bytes as without a cluster.
 * @throws TextError or BinaryError at the first invalid ray, after the answers to the rays before it.
 */
export async function* castBlocksOnCluster(
  queue: ClusterQueue,
  scenePath: string,
  blocks: AsyncIterator<RowBlock>,
  options: ClusterCastOptions,
  { threads, threadCount, format, onSend }: ReadAndWrite,
): AsyncGenerator<AnsweredBlock> {
  const { castOnCluster } = await import('slabtree-cli/cluster');
  const underWay = BLOCKS_PER_THREAD * threadCount;
  const rays = new RaysOfBlocks(blocks, underWay, threads, onSend);
  const answers = orInputError(castOnCluster(queue, scenePath, rays, options));
  const hits = rays.inBlocks(answers, options.triangles === true);
  const write = async ({ block: { end, hasHeader }, rayCount, answers: hits }: CastBlock) => {
    const bytes = await threads.call('write', [{ hits, format, hasHeader, hitNames: null }], columnsOf(hits));
    return { bytes, rayCount, end };
  };
  yield* mapInOrder(hits, underWay, write);
  if (rays.failure !== null) throw rays.failure.reason;
}

/** A block of rays that the cluster has, without the rays. */
interface SentBlock {
  block: Pick<RowBlock, 'end' | 'hasHeader'>;
  rayCount: number;
}

/** A block of rays with the answers of the cluster. */
interface CastBlock extends SentBlock {
  answers: OwnAnswers;
}

/** Yields the rays of blocks to a cluster, up to the first invalid ray, and cuts the answers into blocks again. */
class RaysOfBlocks implements AsyncIterable<Float64Array> {
  /** Why the rays end early: at the first invalid ray, or because the input cannot be read. Null if they do not. */
  failure: { reason: unknown } | null = null;
  /** The blocks whose rays were yielded and that have no answers yet. */
  readonly #sent: SentBlock[] = [];

  /** @param limit the most blocks that the threads read at once. */
  constructor(
    private readonly blocks: AsyncIterator<RowBlock>,
    private readonly limit: number,
    private readonly threads: CastThreads,
    private readonly onSend: (rayCount: number) => void,
  ) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Float64Array> {
    const read = async (block: RowBlock) => {
      const { end, hasHeader } = block;
      return { block: { end, hasHeader }, ...(await this.threads.call('read', [block], [block.bytes])) };
    };
    try {
      for await (const { block, numbers: rays, badRow } of mapInOrder(this.blocks, this.limit, read)) {
        const rayCount = rays.length / 6;
        this.#sent.push({ block, rayCount });
        this.onSend(rayCount);
        yield rays;
        if (badRow !== null) throw errorOf(badRow);
      }
    } catch (reason) {
      // The error is thrown after the answers to the rays before it.
      this.failure = { reason };
    }
  }

  /** Yields the answers to each block, from answers in parts of any size. */
  async *inBlocks(parts: AsyncIterable<RayAnswers>, hasTriangles: boolean): AsyncGenerator<CastBlock> {
    const answers = new AnswerQueue(hasTriangles);
    for await (const part of parts) {
      answers.add(part);
      yield* this.#answered(answers);
    }
    yield* this.#answered(answers);
  }

  *#answered(answers: AnswerQueue): Generator<CastBlock> {
    while (this.#sent.length > 0 && this.#sent[0].rayCount <= answers.length) {
      const [first] = this.#sent.splice(0, 1);
      yield { ...first, answers: answers.take(first.rayCount) };
    }
  }
}

/** Yields the answers of a cluster unchanged. Throws an InputError for an error of the cluster. */
async function* orInputError<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  try {
    yield* items;
  } catch (thrown) {
    throw asInputError(thrown);
  }
}
