import { BoxScene, type BoxSceneOptions } from 'slabtree';
import { INTERNALS } from '../../scene/internals';
import type { SceneMeasure } from '../../bvh/margins/sceneMeasure';
import { type ReadTile, ResidentTree } from '../../bvh/tiles/residentTree';
import { createTree, type Tree, UNCHANGED } from '../../bvh/tree/tree';
import { refuse, refuseTile } from '../format/bytes';
import { isCovered, type TiledMeasure, wideningOf } from '../format/tiledMeasure';
import { TileQueries } from './tileQueries';

/**
 * The tiles in memory, as one scene of a larger one. Its queries answer as a scene of all boxes in these tiles would. Their ids
 * are global. `pairs` is missing.
 */
export class ResidentTiles {
  /** Queries that find the boxes in memory only. */
  readonly loaded: TileQueries;
  /**
   * Queries that also find the placeholder of each absent tile in which there may be a box of the answer. So an answer without
   * placeholders is that of the whole scene.
   */
  readonly withPlaceholders: TileQueries;
  /** For queries only. The ids of its boxes change whenever tiles do. */
  readonly scene: BoxScene;
  /** The global ids and the tiles of its boxes, and the bytes of tiles. */
  readonly tree: ResidentTree;
  readonly #measure: TiledMeasure;

  /**
   * @param index a scene with a box for each tile, whose id is the number of the tile. It contains all boxes of the tile.
   * @param measure that of the whole scene, which all tiles have.
   * @param total how many boxes the whole scene has. Their ids are less.
   * @throws SlabtreeFormatError if the index is no such scene.
   */
  constructor(index: Uint8Array, measure: TiledMeasure, total: number, options: BoxSceneOptions) {
    this.#measure = measure;
    this.scene = BoxScene.deserialize(index, options);
    const { tree: sceneTree, boxes, meshes, backend: operations } = this.scene[INTERNALS];
    const given = sceneTree.current();
    const fault = findIndexFault(given, measure);
    if (fault !== null) refuse(`of its index: ${fault}`);
    const tree = createTree(measure, boxes, given.nodes);
    sceneTree.adopt({ tree, builtAreas: UNCHANGED });
    this.tree = new ResidentTree(tree, meshes, operations.memory, total, wideningOf(measure));
    this.loaded = new TileQueries(this.scene, this.tree, false);
    this.withPlaceholders = new TileQueries(this.scene, this.tree, true);
  }

  /**
   * Adds a tile that is not in memory. Changes nothing if it throws.
   *
   * @param bytes a scene, which may be followed by other bytes.
   * @param ids for each id in it, the global id.
   * @throws SlabtreeFormatError if it is not a scene, or does not match the index. RangeError if there is no memory for it.
   */
  graft(tile: number, bytes: Uint8Array, ids: Float64Array): void {
    // The backend js reads it into memory of its own, which is garbage collected.
    const { tree, meshes } = BoxScene.deserialize(bytes, { backend: 'js' })[INTERNALS];
    const read = { tree: tree.current(), meshes };
    const fault = this.#findFault(tile, read, ids);
    if (fault !== null) refuseTile(tile, fault);
    this.scene[INTERNALS].tree.beforeChanges(0, 0);
    this.tree.graft(tile, read, ids);
  }

  #findFault(tile: number, read: ReadTile, ids: Float64Array): string | null {
    if (!isCovered(this.#measure, read.tree.boxes.meshCondition)) return 'its instances are worse than the file says';
    return this.tree.findFault(tile, read, ids);
  }

  /** Takes out a tile that is in memory. */
  prune(tile: number): void {
    this.scene[INTERNALS].tree.beforeChanges(0, 0);
    this.tree.prune(tile);
  }
}

/** Returns why a scene cannot be the index of tiles, or null if it can. */
function findIndexFault({ boxes, origin, meshes }: Tree, measure: SceneMeasure): string | null {
  if (boxes.size !== boxes.idLimit) return 'it has free ids';
  if (boxes.obbs.used > 0 || meshes.meshes.length > 0) return 'it has boxes that are not axis-aligned, or meshes';
  return origin.every((number, k) => number === measure.origin[k]) ? null : 'it has another origin';
}
