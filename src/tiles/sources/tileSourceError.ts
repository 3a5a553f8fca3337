import { OptionNames } from '../../primitives/optionNames';

/** The options of a {@link TileSourceError}: its fields `isTemporary` and `pause`, and its `cause`. */
export interface TileSourceErrorOptions {
  /** The error because of which the read failed. */
  cause?: unknown;
  /** Whether the read may succeed later. False by default. */
  isTemporary?: boolean;
  /** The shortest pause before the next try of the read, in milliseconds. 0 by default. */
  pause?: number;
}

const OPTIONS = /* @__PURE__ */ new OptionNames<TileSourceErrorOptions>({
  cause: true,
  isTemporary: true,
  pause: true,
});

/**
 * An error for a file of tiles that cannot be read: the host cannot be reached, does not serve ranges, or sends other
 * bytes, or the file has changed since it was opened. The message says what was received, and what to do.
 *
 * @example
 * ```ts
 * let isTemporary = true;
 * try {
 *   await TiledScene.open('no-such-city.slabs');
 * } catch (error) {
 *   if (error instanceof TileSourceError) isTemporary = error.isTemporary;
 * }
 * isTemporary; // → false
 * ```
 */
export class TileSourceError extends Error {
  override readonly name = 'TileSourceError';
  /** Whether the failed read may succeed later. */
  readonly isTemporary: boolean;
  /** The shortest pause before the next try of the read, in milliseconds. */
  readonly pause: number;

  /**
   * Makes an error for a source of your own to throw. A read with a temporary error is retried.
   *
   * @throws TypeError if there is an unknown option.
   */
  constructor(message: string, options: TileSourceErrorOptions = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : {});
    OPTIONS.check('options', options);
    this.isTemporary = options.isTemporary ?? false;
    this.pause = options.pause ?? 0;
  }
}

/** Returns the text that names a range of a source in error messages. */
export function rangeOf(name: string, offset: number, length: number): string {
  return `bytes ${offset} to ${offset + length - 1} of ${name}`;
}

/** Returns the message of a thrown value, for the message of another error. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  // An error of `fetch` has the reason only in its `cause`.
  return cause instanceof Error && cause.message !== '' ? `${error.message}: ${cause.message}` : error.message;
}
