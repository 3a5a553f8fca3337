import { OptionNames } from '../../primitives/optionNames';

interface TileSourceErrorOptions {
  cause?: unknown;
  isTemporary?: boolean;
  pause?: number;
}

const OPTIONS = /* @__PURE__ */ new OptionNames<TileSourceErrorOptions>({
  cause: true,
  isTemporary: true,
  pause: true,
});

/**
 * Thrown if a file of tiles cannot be read: the host cannot be reached, does not serve ranges, or sends other bytes, or the file
 * has changed since it was opened. The message says what was received, and what to do.
 */
export class TileSourceError extends Error {
  override readonly name = 'TileSourceError';
  /** Whether the failed read may succeed later. */
  readonly isTemporary: boolean;
  /** The shortest pause before the next try of the read, in milliseconds. */
  readonly pause: number;

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
