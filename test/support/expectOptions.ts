import { expect } from 'vitest';

/** What a call throws, or what its promise rejects with. */
export async function errorOf(call: () => unknown): Promise<unknown> {
  try {
    await call();
  } catch (error) {
    return error;
  }
  return 'nothing';
}

/**
 * Expects that a call takes these options and no other, each of them also if it is undefined, and none if it is null.
 *
 * @param call makes the call, with these options and those that it must have.
 */
export async function expectOptions(names: readonly string[], call: (options: object) => unknown): Promise<void> {
  const unknown = await errorOf(() => call({ percise: undefined }));
  expect(unknown).toBeInstanceOf(TypeError);
  expect(String(unknown)).toContain(' has no option "percise"; the options are ');
  for (const name of names) {
    expect(String(unknown)).toContain(name);
    expect(await errorOf(() => call({ [name]: undefined }))).toBe('nothing');
    const error = await errorOf(() => call({ [name]: null }));
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).toMatch(new RegExp(`[\\w\\]]\\.${name} must be .* got null$`));
  }
}
