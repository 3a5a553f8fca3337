/** Bytes of a box in a tile, with its part of the tree and its id, and of a tile in the index and the directory. Measured. */
const BOX_BYTES = 90;
const TILE_BYTES = 186;
const LEAST = 1024;

/**
 * How many boxes a tile has by default. A cold query reads the index, and then a few tiles. With n boxes a tile, these are
 * `TILE_BYTES · boxes / n` and `BOX_BYTES · n` bytes. Their sum is least where both are the same. Twice as many boxes would
 * be read as fast, so the tiles are chosen small: they are also what has to be built before an answer.
 */
export function usualBoxesPerTile(boxes: number): number {
  return Math.max(LEAST, Math.ceil(Math.sqrt((TILE_BYTES * boxes) / BOX_BYTES)));
}
