/** Thrown for bytes that are not a scene that `BoxScene.serialize` has written, or are cut short or damaged. */
export class SlabtreeFormatError extends Error {
  override readonly name = 'SlabtreeFormatError';
}

/** Throws a {@link SlabtreeFormatError} whose message gives `reason`. */
export function refuse(reason: string): never {
  throw new SlabtreeFormatError(`this is not a readable scene file: ${reason}`);
}
