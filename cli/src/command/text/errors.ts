import { getSystemErrorMap } from 'node:util';

/** Thrown for wrong input. The command prints the message without a stack, and exits with 1. */
export class InputError extends Error {}

export const TOO_LARGE = 'this does not fit in memory';

/** Runs work on checked input: its RangeErrors can only mean that the scene is too large, and become InputErrors. */
export function orTooLarge<T>(work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw thrown instanceof RangeError ? new InputError(TOO_LARGE) : thrown;
  }
}

/** A place in a text. Lines and columns count from 1. */
export interface Place {
  line: number;
  column: number;
}

/** An error at a place in a text. {@link inFile} adds the name of the file. */
export class TextError extends Error {
  constructor(
    readonly place: Place,
    readonly problem: string,
  ) {
    super(`${place.line}:${place.column}: ${problem}`);
  }
}

/** An error in a file that has no lines. {@link inFile} adds the name of the file. */
export class BinaryError extends Error {}

/** What is wrong with a ray or a point of a file. It has only plain values, as messages between threads have no classes. */
export interface BadRow {
  /** The place in a CSV. Null in a flat binary file. */
  place: Place | null;
  problem: string;
}

/** Returns the error that reports a bad row. */
export function errorOf({ place, problem }: BadRow): TextError | BinaryError {
  return place === null ? new BinaryError(problem) : new TextError(place, problem);
}

interface SystemError extends Error {
  code: string;
  /** The number of the operating system's error. Undefined if the error is Node's own. */
  errno: number | undefined;
  syscall: string;
  /** The path of the file as the user wrote it. Undefined for the standard output. */
  path?: string;
}

export function isSystemError(thrown: unknown): thrown is SystemError {
  return thrown instanceof Error && 'errno' in thrown && 'syscall' in thrown;
}

/** Returns the reason of an error of the operating system, without a path: `no such file or directory`. */
export function systemErrorReason({ errno, message }: SystemError): string {
  if (errno === undefined) return 'the system failed, and gave no reason';
  const [, words] = getSystemErrorMap().get(errno) ?? [];
  return words ?? message;
}

/**
 * Returns the path and the reason of an error of the operating system: `boxes.csv: no such file or directory`. If the
 * error has no path, names `stdout` for a failed write, and the system call otherwise.
 */
export function systemErrorMessage(error: SystemError): string {
  const { syscall, path = syscall === 'write' ? 'stdout' : syscall } = error;
  return `${path}: ${systemErrorReason(error)}`;
}

/** Runs work on a file. An error of the operating system then names the path as the user wrote it. */
export async function naming<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (thrown) {
    throw isSystemError(thrown) ? Object.assign(thrown, { path: name }) : thrown;
  }
}

/** Returns an error that was thrown while a file was read, with the name of the file added, unless it has a name already. */
export function inFile(name: string, thrown: unknown): unknown {
  if (thrown instanceof TextError) return new InputError(`${name}:${thrown.message}`);
  if (thrown instanceof BinaryError) return new InputError(`${name}: ${thrown.message}`);
  if (isSystemError(thrown) && thrown.syscall === 'read') thrown.path ??= name;
  return thrown;
}

/** Returns an error of the cluster as an InputError, which names options as the command line does. Returns others unchanged. */
export function asInputError(thrown: unknown): unknown {
  // The names of errors are compared, not their classes: the class is loaded only with the code for clusters.
  if (!(thrown instanceof Error) || thrown.name !== 'ClusterError') return thrown;
  return new InputError(thrown.message.replace('the option timeout', '--timeout'));
}
