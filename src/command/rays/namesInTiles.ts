import type { Ray, RaycastOptions } from 'slabtree';
import type { ManyTiledHits, TiledScene } from 'slabtree/tiles';
import type { BoxNames } from '../boxes/boxLabel';

/**
 * The names of the boxes that rays hit. Each box is asked for once, along a ray, at the very `t` of its hit: there it is the
 * closest one again, and few tiles are needed, which have mostly just been read.
 *
 * @param rays 6 numbers per ray.
 */
export async function namesInTiles(
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
