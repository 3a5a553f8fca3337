import type { Hit, Neighbor, SceneContact, SweepHit } from 'slabtree';
import type { TileIds } from './queries/tileIds';

/** The name and the tile of a box in an answer of a tiled scene, such as the hit of {@link TiledScene.raycast}. */
export interface InNamedTile {
  /** The name of the box. Null if the box has no name. */
  name: string | null;
  /** The number of the tile that contains the box: see `TiledScene.tiles`. */
  tile: number;
}

/** Where a ray hits a box of a tiled scene, or a triangle of an instance: the answer of {@link TiledScene.raycast}. */
export interface TiledHit extends Hit, InNamedTile {}

/** A box of a tiled scene that is near a point: see {@link TiledScene.nearest}. */
export interface TiledNeighbor extends Neighbor, InNamedTile {}

/**
 * Where a moving shape first touches a box of a tiled scene, or a triangle of an instance: the answer of
 * {@link TiledScene.sweep}.
 */
export interface TiledSweepHit extends SweepHit, InNamedTile {}

/**
 * Where a shape touches, overlaps or comes close to a box of a tiled scene, or a triangle of an instance: see
 * {@link TiledScene.contacts}.
 */
export interface TiledContact extends SceneContact, InNamedTile {}

/**
 * The closest hits of many rays in a tiled scene, in the order of the rays: the answer of
 * {@link TiledScene.raycastMany}.
 */
export interface ManyTiledHits {
  /** For each ray the id of the box that the ray hits, or -1 if the ray hits nothing. Ids may be larger than 2^32. */
  ids: Float64Array;
  /** For each ray the `t` of its hit, or Infinity if the ray hits nothing. */
  ts: Float64Array;
}

/**
 * The closest hits of many rays in a tiled scene, with the triangles that the rays hit: the answer of
 * {@link TiledScene.raycastMany} with `triangles`.
 */
export interface ManyTiledTriangleHits extends ManyTiledHits {
  /** For each ray the triangle that the ray hits, or -1 if the ray hits a box or nothing. */
  triangles: Int32Array;
  /** For each ray the `u` of its hit in a triangle: see `Hit`. 0 if the ray hits no triangle. */
  us: Float64Array;
  /** For each ray the `v` of its hit in a triangle: see `Hit`. 0 if the ray hits no triangle. */
  vs: Float64Array;
}

/**
 * The ids of the boxes of a tiled scene in `front` of a plane, `crossing` the plane, and at its `back`: the answer of
 * {@link TiledScene.split}.
 */
export interface TiledSplit {
  front: TileIds;
  crossing: TileIds;
  back: TileIds;
}

/**
 * The ids of the boxes of a tiled scene `inside` a convex volume, `crossing` its planes, and near its `edges`: the
 * answer of {@link TiledScene.cull}.
 */
export interface TiledCull {
  inside: TileIds;
  crossing: TileIds;
  edges: TileIds;
}

/** The bounds of all tiles of a {@link TiledScene}, and which tiles are in memory. */
export interface Tiles {
  /** The bounds of all tiles, 6 numbers per tile: min x y z, max x y z. The bounds contain all boxes of the tile. */
  bounds: Float64Array;
  /** For each tile 1 if the tile is in memory, else 0. */
  loaded: Uint8Array;
}
