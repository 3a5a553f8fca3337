/**
 * Thrown for bytes that are not a scene as `BoxScene.serialize` writes it, but cut short, damaged, or of another kind.
 */
export class SlabtreeFormatError extends Error {
  override readonly name = 'SlabtreeFormatError';
}

/** Throws a {@link SlabtreeFormatError}. */
export function refuse(reason: string): never {
  throw new SlabtreeFormatError(`this is not a readable scene file: ${reason}`);
}

/**
 * Throws if a byte from `from` up to `end` is not 0. A later version of the format may give these bytes a meaning.
 *
 * @param first the offset of `bytes` in the file.
 */
/** Throws a {@link SlabtreeFormatError}. */
export function refuseNonZero(bytes: Uint8Array, from: number, end: number, first: number): void {
  const at = findNonZero(bytes, from, end);
  if (at >= 0) refuse(`byte ${first + at} must be 0, but is ${bytes[at]}`);
}

/** Returns the index of the first byte that is not 0, from `from` up to `end`, or -1 if all are 0. */
export function findNonZero(bytes: Uint8Array, from: number, end: number): number {
  for (let i = from; i < end; i++) if (bytes[i] !== 0) return i;
  return -1;
}
