export { TileWriter, type WrittenTiles } from './tileWriter';
export type { TileWriterOptions } from './tileWriterOptions';
