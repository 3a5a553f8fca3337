/**
 * The first bytes of a file, which say what the file is, like the signature of PNG: a byte that is not text, a name, and
 * line ends of both kinds, which a transfer as text would change. See docs/format.md.
 */

export const MAGIC_BYTES = 8;
export const SCENE_MAGIC = [0x89, 0x53, 0x4c, 0x41, 0x42, 0x0d, 0x0a, 0x1a];
/** The first bytes of a file of tiles. */
export const TILES_MAGIC = [0x89, 0x54, 0x49, 0x4c, 0x45, 0x0d, 0x0a, 0x1a];
/** The first bytes of the names that may follow a scene in its file. */
export const NAMES_MAGIC = [0x89, 0x4e, 0x41, 0x4d, 0x45, 0x0d, 0x0a, 0x1a];

/** Returns whether `bytes` begin with `magic`, or, if `magic` is longer, whether `magic` begins with `bytes`. */
export function mayBeginWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, i) => i >= bytes.length || bytes[i] === byte);
}
