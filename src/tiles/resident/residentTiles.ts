import { BoxScene, type BoxSceneOptions } from 'slabtree';
import { INTERNALS } from '../../scene/internals';
import type { SceneMeasure } from '../../bvh/margins/sceneMeasure';
import { type ReadTile, ResidentTree } from '../../bvh/tiles/residentTree';
import { createTree, type Tree, UNCHANGED } from '../../bvh/tree/tree';
import { refuse, refuseTile } from '../format/bytes';
import { findConditionFault, type TiledMeasure, wideningOf } from '../format/tiledMeasure';
import { TileQueries } from './tileQueries';

/**
 * The tiles in memory, joined into one scene. Queries of this scene return the answers of a `BoxScene` with all boxes of these
 * tiles, with global ids. There is no query `pairs`.
 */
export class ResidentTiles {
  /** Queries that find only the boxes of tiles in memory. */
  readonly loaded: TileQueries;
  /**
   * Queries that also find the placeholder of each absent tile in which there may be a box of the answer. So an answer without
   * placeholders is the answer of the whole scene.
   */
  readonly withPlaceholders: TileQueries;
  /** The scene of all tiles in memory, only for queries. The local ids of its boxes change when a tile is loaded or evicted. */
  readonly scene: BoxScene;
  /** The tree of all tiles in memory, with the global id and the tile of each box, and the memory in bytes of each tile. */
  readonly tree: ResidentTree;
  readonly #measure: TiledMeasure;

  /**
   * @param index a serialized scene. Its box with id i contains all boxes of tile i.
   * @param measure the measure of the whole scene, and of every tile.
   * @param total how many boxes the whole scene has. Global ids are less than `total`.
   * @throws SlabtreeFormatError if the index has boxes that are not axis-aligned, meshes, free ids, or another origin.
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
   * Adds a tile to the tiles in memory. Changes nothing if an error is thrown.
   *
   * @param bytes a serialized scene. Other bytes may follow the scene.
   * @param ids for each id in the tile's scene, the global id.
   * @throws SlabtreeFormatError if `bytes` is not a scene, or does not match the index. RangeError if the memory is full.
   */
  graft(tile: number, bytes: Uint8Array, ids: Float64Array): void {
    // The tile is read with the backend js, because JavaScript's memory is garbage collected.
    const { tree, meshes } = BoxScene.deserialize(bytes, { backend: 'js' })[INTERNALS];
    const read = { tree: tree.current(), meshes };
    const fault = this.#findFault(tile, read, ids);
    if (fault !== null) refuseTile(tile, fault);
    this.scene[INTERNALS].tree.beforeChanges(0, 0);
    this.tree.graft(tile, read, ids);
  }

  #findFault(tile: number, read: ReadTile, ids: Float64Array): string | null {
    return findConditionFault(this.#measure, read.tree.boxes.meshCondition) ?? this.tree.findFault(tile, read, ids);
  }

  /** Removes a tile from the scene of the tiles in memory. */
  prune(tile: number): void {
    this.scene[INTERNALS].tree.beforeChanges(0, 0);
    this.tree.prune(tile);
  }
}

/** Returns why a scene cannot be the index of tiles, or null if the scene can be the index. */
function findIndexFault({ boxes, origin, meshes }: Tree, measure: SceneMeasure): string | null {
  if (boxes.size !== boxes.idLimit) return 'it has free ids';
  if (boxes.obbs.used > 0 || meshes.meshes.length > 0) return 'it has boxes that are not axis-aligned, or meshes';
  return origin.every((number, k) => number === measure.origin[k]) ? null : 'it has another origin';
}
