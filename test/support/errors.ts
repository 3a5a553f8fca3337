import { expect } from 'vitest';

/** A bad call: its name, the call, the class of the error, and what the message must contain. */
export type BadCall = readonly [
  what: string,
  call: () => unknown,
  kind: typeof TypeError | typeof RangeError,
  names: string[],
];

/** Expects an error of this class, with a message that names the argument, the value and what was expected. */
export function expectComplaint(
  call: () => unknown,
  kind: typeof TypeError | typeof RangeError,
  names: string[],
): void {
  let complaint: unknown;
  try {
    call();
  } catch (error) {
    complaint = error;
  }
  expect(complaint).toBeInstanceOf(kind);
  const message = complaint instanceof Error ? complaint.message : '';
  for (const name of names) expect(message).toContain(name);
  expect(message).toMatch(/must/);
}

/** A value that only JavaScript can pass: the compiler would reject it. */
export function untyped(value: unknown): never {
  return value as never;
}
