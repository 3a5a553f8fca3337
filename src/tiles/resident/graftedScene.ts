import { BoxScene, type BoxSceneOptions } from 'slabtree';
import type { SceneMeasure } from '../../bvh/margins/sceneMeasure';
import { type ReadTile, ResidentTree } from '../../bvh/tiles/residentTree';
import { createTree, type Tree, UNCHANGED } from '../../bvh/tree/tree';
import { INTERNALS } from '../../scene/internals';
import { refuse, refuseTile } from '../format/refuse';
import { isCovered, type TiledMeasure, wideningOf } from '../format/tiledMeasure';

/**
 * The tiles of a larger scene that are in memory, as one scene. Every query of {@link scene} but `pairs` answers for the
 * boxes in them, as one scene of the whole would if it had no others: of hits at the same t, and of boxes at the same
 * distance, that with the smaller id in the whole counts. But its ids are its own: they change when tiles come and go.
 */
export class GraftedScene {
  /** For queries only. */
  readonly scene: BoxScene;
  readonly #resident: ResidentTree;
  readonly #measure: TiledMeasure;

  /**
   * @param index a scene with a box for each tile, which its number is the id of. Nothing of a tile may reach beyond its box.
   * @param measure that of the whole, which all tiles have.
   * @param total how many boxes the whole has. Their ids are less.
   * @param options of {@link scene}.
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
    this.#resident = new ResidentTree(tree, meshes, operations.memory, total, wideningOf(measure));
  }

  /** The bytes of all tiles that are here. */
  get byteLength(): number {
    return this.#resident.byteLength;
  }

  /** Whether queries of {@link scene} find a placeholder for each absent tile, too: see BoxStore. Not at first. */
  get showsAbsent(): boolean {
    return this.#resident.showsAbsent;
  }

  set showsAbsent(isShown: boolean) {
    this.#resident.showsAbsent = isShown;
  }

  has(tile: number): boolean {
    return this.#resident.has(tile);
  }

  /** The bytes of a tile that is here. */
  bytesOf(tile: number): number {
    return this.#resident.bytesOf(tile);
  }

  /**
   * Adds a tile, which must not be here. If this throws, nothing has changed.
   *
   * @param bytes a scene, which may be followed by other bytes.
   * @param ids for each id in it, the id in the whole.
   * @throws SlabtreeFormatError if it is not a scene, or not what the index says of the tile. RangeError if there is no room.
   */
  graft(tile: number, bytes: Uint8Array, ids: Float64Array): void {
    // In memory of its own, which is dropped with it.
    const { tree, meshes } = BoxScene.deserialize(bytes, { backend: 'js' })[INTERNALS];
    const read = { tree: tree.current(), meshes };
    const fault = this.#findFault(tile, read, ids);
    if (fault !== null) refuseTile(tile, fault);
    this.scene[INTERNALS].tree.beforeChange(0, 0);
    this.#resident.graft(tile, read, ids);
  }

  #findFault(tile: number, read: ReadTile, ids: Float64Array): string | null {
    if (!isCovered(this.#measure, read.tree.boxes.meshCondition)) return 'its instances are worse than the file says';
    return this.#resident.findFault(tile, read, ids);
  }

  /** Takes out a tile, which must be here. */
  prune(tile: number): void {
    this.scene[INTERNALS].tree.beforeChange(0, 0);
    this.#resident.prune(tile);
  }

  /** The ids in the whole, by the ids in {@link scene}. Ask for them again when a tile has come. */
  get globalIds(): Float64Array {
    return this.#resident.globalIds;
  }

  /** The tiles of boxes, by the ids in {@link scene}, and -1 for placeholders. Ask for them again when a tile has come. */
  get tiles(): Int32Array {
    return this.#resident.tiles;
  }

  /** The id in the whole of a box, by its id in {@link scene}. -1 for a placeholder. */
  globalIdOf(id: number): number {
    return this.#resident.rankOf(id);
  }

  /** The tile that a box is in, by its id in {@link scene}. -1 for a placeholder. */
  tileOf(id: number): number {
    return this.#resident.tileOf(id);
  }
}

/** Why a scene cannot be the index of tiles. Null if it can. */
function findIndexFault({ boxes, origin, meshes }: Tree, measure: SceneMeasure): string | null {
  if (boxes.size !== boxes.idLimit) return 'it has free ids';
  if (boxes.obbs.used > 0 || meshes.meshes.length > 0) return 'it has boxes that are not axis-aligned, or meshes';
  return origin.every((number, k) => number === measure.origin[k]) ? null : 'it has another origin';
}
