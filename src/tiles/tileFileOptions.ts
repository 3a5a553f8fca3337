import { checkNumber } from '../primitives/check';
import { OptionNames } from '../primitives/optionNames';
import type { ProgressOptions } from '../scene/arguments/progressOptions';
import type { SourceLimits } from './sources/rangeReader';

/** Options of {@link TileFile.open}: for how long and how often reads are tried, and how to stop the opening. */
export interface TileFileOptions extends Pick<ProgressOptions, 'signal'> {
  /** The longest time that one try of a read may take, in milliseconds. 30,000 by default. */
  timeout?: number;
  /** How often a read is retried after a transient failure, with growing pauses. 4 by default. */
  retries?: number;
}

/** The names of the options that {@link readLimits} and `readProgressOptions` read. A call may take more options. */
export const FILE_NAMES = { signal: true, timeout: true, retries: true } as const;

export const FILE_OPTIONS = /* @__PURE__ */ new OptionNames<TileFileOptions>(FILE_NAMES);

/** Returns a checked copy of the options `timeout` and `retries`, with defaults. */
export function readLimits({ timeout = 30_000, retries = 4 }: TileFileOptions): SourceLimits {
  checkNumber('options.timeout', timeout);
  if (!(timeout > 0)) throw new RangeError(`options.timeout must be more than 0 milliseconds, got ${timeout}`);
  checkNumber('options.retries', retries);
  if (!(retries >= 0 && (Number.isInteger(retries) || retries === Infinity))) {
    throw new RangeError(`options.retries must be an integer of 0 or more, or Infinity, got ${retries}`);
  }
  return { timeout, retries };
}
