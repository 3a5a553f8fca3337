export type {
  InNamedTile,
  ManyTiledHits,
  ManyTiledTriangleHits,
  TiledContact,
  TiledCull,
  TiledHit,
  TiledNeighbor,
  Tiles,
  TiledSplit,
  TiledSweepHit,
} from './answers';
export type { TileIds } from './queries/tileIds';
export type { BlobLike } from './sources/blobSource';
export type { ReadableSource, ReadOptions } from './sources/byteSource';
export type { TileSource, UrlLike } from './sources/openSource';
export { TileSourceError, type TileSourceErrorOptions } from './sources/tileSourceError';
export { type IndexedTile, type TileContent, TileFile } from './tileFile';
export type { TileFileOptions } from './tileFileOptions';
export { TiledScene } from './tiledScene';
export type {
  TiledContactsOptions,
  TiledMaskOptions,
  TiledNearestOptions,
  TiledOverlapOptions,
  TiledPickOptions,
  TiledRaycastManyOptions,
  TiledRaycastOptions,
  TiledSceneOptions,
  TiledSweepOptions,
} from './tiledSceneOptions';
