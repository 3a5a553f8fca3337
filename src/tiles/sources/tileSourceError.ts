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
 * Thrown if the bytes of a file of tiles cannot be had: the host cannot be reached, does not serve ranges, answers with
 * something else, or the file has changed since it was opened. The message says what came, and what to do.
 */
export class TileSourceError extends Error {
  override readonly name = 'TileSourceError';
  /** Whether the same read may succeed later. */
  readonly isTemporary: boolean;
  /** The host asks for this pause before the next try, in milliseconds. */
  readonly pause: number;

  constructor(message: string, options: TileSourceErrorOptions = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : {});
    OPTIONS.check('options', options);
    this.isTemporary = options.isTemporary ?? false;
    this.pause = options.pause ?? 0;
  }
}

/** A range of a source, as errors name it. */
export function rangeOf(name: string, offset: number, length: number): string {
  return `bytes ${offset} to ${offset + length - 1} of ${name}`;
}

/** The text of anything that was thrown. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  // What fetch throws says only that it has failed. Its cause says why.
  return cause instanceof Error && cause.message !== '' ? `${error.message}: ${cause.message}` : error.message;
}
