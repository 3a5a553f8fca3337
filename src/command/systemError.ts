import { getSystemErrorMap } from 'node:util';

/** An error of the operating system. */
interface SystemError extends Error {
  errno: number;
  syscall: string;
  path?: string;
}

export function isSystemError(thrown: unknown): thrown is SystemError {
  return thrown instanceof Error && 'errno' in thrown && 'syscall' in thrown;
}

/** What is wrong, without a path: `no such file or directory`. */
export function systemErrorReason({ errno, message }: SystemError): string {
  const [, words] = getSystemErrorMap().get(errno) ?? [];
  return words ?? message;
}

/** What it says of a file: `boxes.csv: no such file or directory`. */
export function systemErrorMessage({ errno, syscall, path = syscall, message }: SystemError): string {
  const [, words] = getSystemErrorMap().get(errno) ?? [];
  return words === undefined ? message : `${path}: ${words}`;
}
