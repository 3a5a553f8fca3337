import type { Hit, Neighbor } from 'slabtree';
import type { TileIds } from './queries/tileIds';

/** The name and the tile of a box. */
export interface InNamedTile {
  /** The name of the box. Null if it has none. */
  name: string | null;
  /** The tile that the box is in: see `TiledScene.tiles`. */
  tile: number;
}

/** Where a ray hits a box of a tiled scene, or a triangle of an instance. */
export interface TiledHit extends Hit, InNamedTile {}

/** A box of a tiled scene that is near a point. */
export interface TiledNeighbor extends Neighbor, InNamedTile {}

/** The closest hits of many rays, in the order of the rays. */
export interface ManyTiledHits {
  /** For each ray the id of the box that it hits, or -1 if it hits nothing. Ids may be larger than 2^32. */
  ids: Float64Array;
  /** For each ray the `t` of its hit, or Infinity if it hits nothing. */
  ts: Float64Array;
}

/** The closest hits of many rays, with triangles. */
export interface ManyTiledTriangleHits extends ManyTiledHits {
  /** For each ray the triangle that it hits, or -1 if it hits a box or nothing. */
  triangles: Int32Array;
  /** For each ray the `u` of its hit: see `Hit`. 0 without a triangle. */
  us: Float64Array;
  /** For each ray the `v` of its hit. 0 without a triangle. */
  vs: Float64Array;
}

/** Boxes by their side of a plane. */
export interface TiledSplit {
  front: TileIds;
  crossing: TileIds;
  back: TileIds;
}

/** Boxes in a convex volume. */
export interface TiledCull {
  inside: TileIds;
  crossing: TileIds;
  edges: TileIds;
}

/** The bounds of all tiles of a scene, and which are in memory. */
export interface Tiles {
  /** 6 numbers per tile: min x y z, max x y z. They contain all boxes of the tile. */
  bounds: Float64Array;
  /** 1 for each tile that is in memory, else 0. */
  loaded: Uint8Array;
}
