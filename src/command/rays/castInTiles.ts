import type { RaycastManyOptions } from 'slabtree';
import type { TiledScene } from 'slabtree/tiles';
import { mapInOrder } from '../../threads/mapInOrder';
import type { CsvBlock } from '../input/csvBlocks';
import { answerLines } from './answerLines';
import { namesInTiles } from './namesInTiles';
import { readRays } from './readRays';

/** Blocks under way, from being read to being written: while one waits for tiles, another is cast. */
const BLOCKS = 4;

/**
 * Casts the rays of a CSV at a file of tiles.
 *
 * @param withNames whether the answers have the names of the boxes.
 * @returns the text of the answers, in the order of the blocks.
 * @throws TextError at the first line that is not a ray, after the answers to the lines before it.
 */
export async function* castInTiles(
  scene: TiledScene,
  blocks: AsyncIterator<CsvBlock>,
  withNames: boolean,
  options: RaycastManyOptions,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const { triangles, ...choice } = options;
  const cast = async (block: CsvBlock) => {
    const { rays, error } = readRays(block);
    const hits = await scene.raycastMany(rays, { ...choice, triangles: triangles === true });
    const names = withNames ? await namesInTiles(scene, rays, hits, choice) : null;
    return { answers: encoder.encode(answerLines(hits, names, block.hasHeader)), error };
  };
  for await (const { answers, error } of mapInOrder(blocks, BLOCKS, cast)) {
    yield answers;
    if (error !== null) throw error;
  }
}
