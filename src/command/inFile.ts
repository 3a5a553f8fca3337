import { InputError } from './inputError';
import { isSystemError } from './systemError';
import { TextError } from './textError';

/** What was thrown while a file was read, with the name of the file where it has none yet. */
export function inFile(name: string, thrown: unknown): unknown {
  if (thrown instanceof TextError) return new InputError(`${name}:${thrown.message}`);
  if (isSystemError(thrown) && thrown.syscall === 'read') thrown.path ??= name;
  return thrown;
}
