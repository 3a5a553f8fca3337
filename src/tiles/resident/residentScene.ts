import type {
  Aabb,
  FloatArray,
  Hit,
  MaskOption,
  NearestOptions,
  Neighbor,
  Obb,
  OverlapOptions,
  Plane,
  RaycastManyOptions,
  RaycastOptions,
  Ray,
  Sphere,
  Vec3,
} from 'slabtree';

/** In place of the tile that an answer is in: it is a tile itself, which is absent. Its id is the tile's number. */
export const ABSENT = -1;

/** In place of the id of a hit: an absent tile comes first. */
export const MEETS_ABSENT = -2;

/** An answer, and the tile that its box is in. */
export type InTile<Answer> = Answer & { tile: number };

/** A set of ids of the whole. */
export interface FoundIds {
  readonly ids: Float64Array;
  /** The tiles that they are in, run by run: the tile, and where its run ends. A tile may have several. */
  readonly runs: readonly number[];
}

/** The closest hits of many rays. */
export interface ResidentHits {
  /** The ids in the whole, or -1 if a ray hits nothing, or MEETS_ABSENT. */
  ids: Float64Array;
  ts: Float64Array;
  triangles?: Int32Array;
  us?: Float64Array;
  vs?: Float64Array;
}

/** A scene of boxes in tiles. All ids, also those that callbacks get, are those of the whole. */
export interface TileQueries {
  raycast(ray: Ray, options: RaycastOptions): InTile<Hit> | null;
  /** The tile of a box that a ray hits, or null. It is ABSENT if the ray meets only absent tiles. */
  anyTileAlong(ray: Ray, options: RaycastOptions): number | null;
  raycastAll(ray: Ray, options: RaycastOptions): InTile<Hit>[];
  raycastMany(rays: FloatArray, options: RaycastManyOptions): ResidentHits;
  nearest(point: Vec3, options: NearestOptions): InTile<Neighbor>[];
  overlap(shape: Aabb | Obb | Sphere, options: OverlapOptions): FoundIds[];
  /** In front, crossing, and at the back. */
  split(plane: Plane, options: MaskOption): FoundIds[];
  /** Inside, crossing, and near edges. */
  cull(planes: readonly Plane[], options: MaskOption): FoundIds[];
}

/** The boxes of all tiles that are in memory. */
export interface ResidentScene extends TileQueries {
  /**
   * The same, with the tiles that are absent: they are met where something in them may be. So an answer without any is that
   * of the whole scene. One with some is not.
   */
  readonly whole: TileQueries;
  /** @throws SlabtreeFormatError if the bytes are not a scene, or not what the index says of the tile. */
  graft(tile: number, scene: Uint8Array, ids: Float64Array): void;
  prune(tile: number): void;
  /** The bytes of a tile that is here. */
  bytesOf(tile: number): number;
}
