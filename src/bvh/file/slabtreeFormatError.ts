/**
 * Thrown for bytes that are not a scene as `BoxScene.serialize` writes it: they are cut short, damaged, or of another
 * kind.
 */
export class SlabtreeFormatError extends Error {
  override readonly name = 'SlabtreeFormatError';
}

export function refuse(reason: string): never {
  throw new SlabtreeFormatError(`this is not a readable scene file: ${reason}`);
}

/**
 * Rejects bytes that are not 0, from `from` to `end`. A later version may give them a meaning.
 *
 * @param first where the first of these bytes is in the file.
 */
export function refuseNonZero(bytes: Uint8Array, from: number, end: number, first: number): void {
  const at = findNonZero(bytes, from, end);
  if (at >= 0) refuse(`byte ${first + at} must be 0, but is ${bytes[at]}`);
}

/** The index of the first byte that is not 0, from `from` to `end`. -1 if all are. */
export function findNonZero(bytes: Uint8Array, from: number, end: number): number {
  for (let i = from; i < end; i++) if (bytes[i] !== 0) return i;
  return -1;
}
