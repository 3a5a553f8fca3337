import { isObject, show } from '../../primitives/check';
import { type BlobLike, BlobSource } from './blobSource';
import type { ByteSource, ReadableSource } from './byteSource';
import { CustomSource } from './customSource';
import { FileSource } from './fileSource';
import { UrlSource } from './urlSource';

/** The member of a `URL` that slabtree uses: `href`. See {@link TiledScene.open}. */
export interface UrlLike {
  readonly href: string;
}

/**
 * Where a file of tiles is: an address, a path, a `Blob`, or any object that reads ranges. In Node, a string is a path
 * unless it begins with http: or https:. On a page, every string is an address. See {@link TiledScene.open}.
 */
export type TileSource = string | UrlLike | BlobLike | ReadableSource;

/**
 * Opens the source of a file of tiles.
 *
 * @throws TypeError if `source` is not a {@link TileSource}.
 */
export function openSource(source: TileSource): ByteSource | Promise<ByteSource> {
  if (typeof source === 'string') {
    return isNode() && !/^https?:/i.test(source) ? FileSource.open(source) : new UrlSource(source);
  }
  if (isObject(source)) {
    if ('read' in source && typeof source.read === 'function') return new CustomSource(source);
    if ('slice' in source && typeof source.slice === 'function' && typeof source.size === 'number') {
      return new BlobSource(source);
    }
    if ('href' in source && typeof source.href === 'string') {
      return /^file:/i.test(source.href) ? FileSource.open(new URL(source.href)) : new UrlSource(source.href);
    }
  }
  throw new TypeError(`source must be a URL, a path, a Blob, or an object with a function read, got ${show(source)}`);
}

/** Returns whether this code runs in Node, even if a test has defined the globals of a page. */
function isNode(): boolean {
  const { process } = globalThis as { process?: { versions?: { node?: unknown } } };
  return typeof process?.versions?.node === 'string';
}
