import { expect, it } from 'vitest';
import { isSystemError, systemErrorMessage } from '../../../src/command/text/errors';

it.each([
  [{ code: 'ENOENT', errno: -2, syscall: 'open', path: 'boxes.csv' }, 'boxes.csv: no such file or directory'],
  [{ code: 'ENOSPC', errno: -28, syscall: 'write' }, 'stdout: no space left on device'],
  // As from Node, when it gives up on a pipe that takes nothing.
  [
    { code: 'ERR_SYSTEM_ERROR', errno: undefined, syscall: undefined, path: 'scene' },
    'scene: the system failed, and gave no reason',
  ],
])('an error of the operating system is put in words, however little Node provides: %j', (parts, message) => {
  const error = Object.assign(new Error('A system error occurred: undefined returned undefined'), parts);
  expect(isSystemError(error)).toBe(true);
  if (isSystemError(error)) expect(systemErrorMessage(error)).toBe(message);
});
