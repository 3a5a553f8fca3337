import type { Aabb } from 'slabtree';
import type { TiledScene } from 'slabtree/tiles';

/** The bounds of the tiles that are in memory. */
export function loadedTiles({ tiles: { bounds, loaded } }: TiledScene): Aabb[] {
  const boxes: Aabb[] = [];
  loaded.forEach((isLoaded, tile) => {
    if (isLoaded === 0) return;
    const [x0, y0, z0, x1, y1, z1] = bounds.subarray(6 * tile);
    boxes.push({ min: { x: x0, y: y0, z: z0 }, max: { x: x1, y: y1, z: z1 } });
  });
  return boxes;
}
