import type { SceneNames } from 'slabtree';
import type { ClusterCastOptions, ClusterQueue } from 'slabtree/cluster';
import type { CsvBlock } from '../input/csvBlocks';
import { InputError, type TextError } from '../text/errors';
import { answerHeader, answerLines } from './hitText';
import { readRays } from './readRays';

/**
 * Casts the rays of a CSV on a cluster.
 *
 * @param names the names of the boxes. Null for answers without names.
 * @returns the text of the answers, in the order of the rays: the same bytes as without a cluster.
 * @throws TextError at the first line that is not a ray, after the answers to the lines before it.
 */
export async function* castCsvOnCluster(
  queue: ClusterQueue,
  scenePath: string,
  names: SceneNames | null,
  blocks: AsyncIterable<CsvBlock>,
  options: ClusterCastOptions,
): AsyncGenerator<Uint8Array> {
  const { castOnCluster } = await import('slabtree/cluster');
  const rays = new RaysOfCsv(blocks);
  const encoder = new TextEncoder();
  let isFirst = true;
  for await (const part of orInputError(castOnCluster(queue, scenePath, rays, options))) {
    yield encoder.encode(answerLines(part, names, isFirst && rays.hasHeader));
    isFirst = false;
  }
  if (isFirst && rays.hasHeader) yield encoder.encode(answerHeader(names !== null, options.triangles === true));
  if (rays.error !== null) throw rays.error;
}

/** Yields blocks of rays from a CSV, up to the first line that is not a ray. */
class RaysOfCsv implements AsyncIterable<Float64Array> {
  hasHeader = false;
  /** The error of the first line that is not a ray. Null if all lines are rays. */
  error: TextError | null = null;

  constructor(private readonly blocks: AsyncIterable<CsvBlock>) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Float64Array> {
    for await (const block of this.blocks) {
      const { rays, error } = readRays(block);
      this.hasHeader ||= block.hasHeader;
      yield rays;
      this.error = error;
      if (error !== null) return;
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

export function asInputError(thrown: unknown): unknown {
  // The names of errors are compared, not their classes: the class is loaded only with the code for clusters.
  return thrown instanceof Error && thrown.name === 'ClusterError' ? new InputError(thrown.message) : thrown;
}
