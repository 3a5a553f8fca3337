import type { Ray, RaycastManyOptions, RaycastOptions } from 'slabtree';
import type { ManyTiledHits, TiledScene } from 'slabtree/tiles';
import { mapInOrder } from '../../threads/mapInOrder';
import type { CsvBlock } from '../input/csvBlocks';
import { answerLines } from './hitText';
import { readRays } from './readRays';
import type { BoxNames } from '../boxes/boxNames';

/** How many blocks of rays are under way, from reading to writing: one can be cast while another waits for tiles. */
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

/**
 * Returns the names of the boxes that rays hit in a file of tiles. For each box, casts one of its rays again, limited to exactly
 * the `t` of its hit. The box is the closest hit again, and the few tiles that the ray needs are mostly still in memory.
 *
 * @param rays 6 numbers per ray.
 */
async function namesInTiles(
  scene: TiledScene,
  rays: Float64Array,
  { ids, ts }: ManyTiledHits,
  options: RaycastOptions,
): Promise<BoxNames> {
  const names = new Map<number, string | undefined>();
  for (const [i, id] of ids.entries()) {
    if (id < 0 || names.has(id)) continue;
    const hit = await scene.raycast(rayOf(rays, i), { ...options, tMin: ts[i], tMax: ts[i] });
    names.set(id, hit?.name ?? undefined);
  }
  return { nameOf: (id) => names.get(id), instanceOf: () => undefined };
}

function rayOf(rays: Float64Array, i: number): Ray {
  const [x, y, z, dx, dy, dz] = rays.subarray(6 * i, 6 * i + 6);
  return { origin: { x, y, z }, direction: { x: dx, y: dy, z: dz } };
}
