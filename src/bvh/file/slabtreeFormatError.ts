/**
 * An error for bytes that are not a scene that {@link BoxScene.serialize} has written, or that are cut short or
 * damaged.
 *
 * @example
 * ```ts
 * let message = '';
 * try {
 *   BoxScene.deserialize(new Uint8Array(64));
 * } catch (error) {
 *   if (error instanceof SlabtreeFormatError) message = error.message;
 * }
 * message; // → 'this is not a readable scene file: it does not begin like a slabtree file'
 * ```
 */
export class SlabtreeFormatError extends Error {
  override readonly name = 'SlabtreeFormatError';
}

/** Throws a {@link SlabtreeFormatError} whose message gives `reason`. */
export function refuse(reason: string): never {
  throw new SlabtreeFormatError(`this is not a readable scene file: ${reason}`);
}
