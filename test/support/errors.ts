import { expect } from 'vitest';

/** A bad call: what it is, what it does, the kind of error, and what its message must name. */
export type BadCall = readonly [
  what: string,
  call: () => unknown,
  kind: typeof TypeError | typeof RangeError,
  names: string[],
];

/** Expects a bad call to throw an error of its kind whose message names the argument, the value and what was expected. */
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

/** A value that the compiler would not let through, as it comes from JavaScript. */
export function untyped(value: unknown): never {
  return value as never;
}
