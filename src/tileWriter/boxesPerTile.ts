/** Bytes of a box in a tile, with its part of the tree and its id, and of a tile in the index. Measured. */
const BOX_BYTES = 81;
const TILE_BYTES = 10;
/** A cold pick reads the index and about so many tiles. */
const TILES_READ = 3;
const LEAST = 1024;

/**
 * How many boxes a tile has by default. With n boxes a tile, a cold pick reads `TILE_BYTES · boxes / n` bytes of the index,
 * and `TILES_READ · BOX_BYTES · n` of tiles. The sum is least where both are the same.
 */
export function usualBoxesPerTile(boxes: number): number {
  return Math.max(LEAST, Math.ceil(Math.sqrt((TILE_BYTES * boxes) / (TILES_READ * BOX_BYTES))));
}
