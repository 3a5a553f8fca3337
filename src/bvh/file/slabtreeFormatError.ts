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
