import { getSystemErrorMap } from 'node:util';

/** Something is wrong with what was given: said to the person without a stack, and the command ends with 1. */
export class InputError extends Error {}

/** Where in a text: lines and columns count from 1. */
export interface Place {
  line: number;
  column: number;
}

/** Something is wrong at a place in a text, whose name is known further up: see {@link inFile}. */
export class TextError extends Error {
  constructor(
    readonly place: Place,
    readonly problem: string,
  ) {
    super(`${place.line}:${place.column}: ${problem}`);
  }
}

/** An error of the operating system. */
interface SystemError extends Error {
  code: string;
  /** Missing where Node has given up by itself. */
  errno: number | undefined;
  syscall: string;
  /** What the person calls the file; missing where it is the standard output. */
  path?: string;
}

export function isSystemError(thrown: unknown): thrown is SystemError {
  return thrown instanceof Error && 'errno' in thrown && 'syscall' in thrown;
}

/** What is wrong, without a path: `no such file or directory`. */
export function systemErrorReason({ errno, message }: SystemError): string {
  if (errno === undefined) return 'the system does not do what it is asked to';
  const [, words] = getSystemErrorMap().get(errno) ?? [];
  return words ?? message;
}

/** What it says of a file: `boxes.csv: no such file or directory`. */
export function systemErrorMessage(error: SystemError): string {
  const { syscall, path = syscall === 'write' ? 'stdout' : syscall } = error;
  return `${path}: ${systemErrorReason(error)}`;
}

/** What was thrown while a file was read, with the name of the file where it has none yet. */
export function inFile(name: string, thrown: unknown): unknown {
  if (thrown instanceof TextError) return new InputError(`${name}:${thrown.message}`);
  if (isSystemError(thrown) && thrown.syscall === 'read') thrown.path ??= name;
  return thrown;
}
