import { MAX_DEPTH, CHILD, EMPTY, NODE_SHIFT, nodeOf, WIDTH } from '../layout/nodeLayout';
import { MEASURE_NUMBERS, type SceneMeasure, writeMeasure } from '../margins/sceneMeasure';
import { MAX, MIN, type Nodes } from '../tree/nodes';
import type { Tree } from '../tree/tree';

/** What the index of a file of tiles states about one of its tiles. */
export interface ExpectedTile {
  /** The measure of the whole scene, which every tile of the scene must have. */
  readonly measure: SceneMeasure;
  /** How many boxes the whole scene has. */
  readonly boxes: number;
  /** The bounds within which the boxes of the tile must be: min x y z, max x y z. */
  readonly bounds: Float64Array;
  /** How many levels of nodes there are above the tree of the tile. */
  readonly levels: number;
}

/**
 * Returns why a tile that has been read from a file cannot be grafted, or null if this test finds no reason. Compares the
 * tile only with the numbers that the index states about it. ResidentTree.findFault also compares its bounds with its
 * slot and its ids with those of other tiles, and ResidentTiles checks the condition of its instances.
 *
 * @param ids for each id of the tile, its global id in the whole scene.
 */
export function findFault(tree: Tree, ids: Float64Array, expected: ExpectedTile): string | null {
  const { boxes, nodes } = tree;
  if (boxes.size !== boxes.idLimit) return 'it has free ids';
  if (boxes.size !== ids.length || ids.length === 0) return `it has ${boxes.size} boxes and ${ids.length} ids`;
  if (!areIncreasing(ids, expected.boxes)) return `its ids do not increase from 0 to less than ${expected.boxes}`;
  if (!haveSameMeasure(tree, expected.measure)) return 'it does not have the measure of the whole';
  if (!isWithin(tree, expected.bounds)) return 'it reaches beyond its bounds in the index';
  if (expected.levels + heightOf(nodes) > MAX_DEPTH) return `it makes the tree deeper than ${MAX_DEPTH} levels`;
  return null;
}

function areIncreasing(ids: Float64Array, limit: number): boolean {
  let last = -1;
  for (const id of ids) {
    if (!(id > last && id < limit && Math.floor(id) === id)) return false;
    last = id;
  }
  return true;
}

function haveSameMeasure(a: SceneMeasure, b: SceneMeasure): boolean {
  const numbers = new Float64Array(2 * MEASURE_NUMBERS);
  writeMeasure(a, numbers, 0);
  writeMeasure(b, numbers, MEASURE_NUMBERS);
  for (let i = 0; i < MEASURE_NUMBERS; i++) if (numbers[i] !== numbers[MEASURE_NUMBERS + i]) return false;
  return true;
}

/** Returns whether a tree is within some bounds. A bound of the tree beyond float32 counts as the largest float64. */
function isWithin({ nodes: { float32 }, origin }: Tree, bounds: Float64Array): boolean {
  for (let slot = 0; slot < WIDTH; slot++) {
    for (let k = 0; k < 3; k++) {
      const min = Math.max(float32[slot + MIN[k]] + origin[k], -Number.MAX_VALUE);
      const max = Math.min(float32[slot + MAX[k]] + origin[k], Number.MAX_VALUE);
      if (!(min >= bounds[k] && max <= bounds[k + 3])) return false;
    }
  }
  return true;
}

/** Returns how many levels a packed tree has. */
function heightOf({ int32, count }: Nodes): number {
  const heights = new Uint8Array(count);
  for (let node = count - 1; node >= 0; node--) {
    let below = 0;
    const first = (node << NODE_SHIFT) + CHILD;
    for (let word = first; word < first + WIDTH && int32[word] !== EMPTY; word++) {
      if (int32[word] >= 0) below = Math.max(below, heights[nodeOf(int32[word])]);
    }
    heights[node] = below + 1;
  }
  return heights[0];
}
