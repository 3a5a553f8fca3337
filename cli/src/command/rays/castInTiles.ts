import type { Ray, RaycastManyOptions, RaycastOptions } from 'slabtree';
import type { ManyTiledHits, TiledScene } from 'slabtree/tiles';
import { mapInOrder } from '../../mapInOrder';
import type { AnsweredBlock } from './answeredBlock';
import type { NamesById } from './castTasks';
import type { CastThreads } from './castThreads';
import type { HitFormat } from './rayFormat';
import { errorOf } from '../text/errors';
import type { RowBlock } from './readRays';

/** How many blocks of rays are under way, from reading to writing: some can be cast while others wait for tiles. */
const BLOCKS = 4;

/**
 * Casts rays at a file of tiles. Threads read the rays and write the answers.
 *
 * @param withNames whether the answers have the names of the boxes.
 * @returns the answers, in the order of the blocks.
 * @throws TextError or BinaryError at the first invalid ray, after the answers to the rays before it.
 */
export async function* castInTiles(
  scene: TiledScene,
  threads: CastThreads,
  blocks: AsyncIterator<RowBlock>,
  withNames: boolean,
  options: RaycastManyOptions,
  format: HitFormat,
): AsyncGenerator<AnsweredBlock> {
  const { triangles, ...choice } = options;
  const cast = async (block: RowBlock) => {
    const { numbers: rays, badRow } = await threads.call('read', [block], [block.bytes]);
    const hits = await scene.raycastMany(rays, { ...choice, triangles: triangles === true });
    const hitNames = withNames ? await namesInTiles(scene, rays, hits, choice) : null;
    const bytes = await threads.call('write', [{ hits, format, hasHeader: block.hasHeader, hitNames }]);
    return { answered: { bytes, rayCount: rays.length / 6, end: block.end }, badRow };
  };
  for await (const { answered, badRow } of mapInOrder(blocks, BLOCKS, cast)) {
    yield answered;
    if (badRow !== null) throw errorOf(badRow);
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
): Promise<NamesById> {
  const names = new Map<number, string | undefined>();
  for (const [i, id] of ids.entries()) {
    if (id < 0 || names.has(id)) continue;
    const hit = await scene.raycast(rayOf(rays, i), { ...options, tMin: ts[i], tMax: ts[i] });
    names.set(id, hit?.name ?? undefined);
  }
  return names;
}

function rayOf(rays: Float64Array, i: number): Ray {
  const [x, y, z, dx, dy, dz] = rays.subarray(6 * i, 6 * i + 6);
  return { origin: { x, y, z }, direction: { x: dx, y: dy, z: dz } };
}
