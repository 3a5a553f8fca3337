export type {
  InNamedTile,
  ManyTiledHits,
  ManyTiledTriangleHits,
  TiledCull,
  TiledHit,
  TiledNeighbor,
  Tiles,
  TiledSplit,
} from './answers';
export type { TileIds } from './queries/tileIds';
export type { BlobLike } from './sources/blobSource';
export type { ReadableSource, ReadOptions } from './sources/byteSource';
export type { TileSource, UrlLike } from './sources/openSource';
export { TileSourceError } from './sources/tileSourceError';
export { TiledScene } from './tiledScene';
export type {
  TiledMaskOptions,
  TiledNearestOptions,
  TiledOverlapOptions,
  TiledPickOptions,
  TiledRaycastManyOptions,
  TiledRaycastOptions,
  TiledSceneOptions,
} from './tiledSceneOptions';
