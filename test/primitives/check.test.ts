import { describe, expect, it } from 'vitest';
import { show } from '../../src/primitives/check';

describe('values in error messages', () => {
  it('an error message shows an object by its class', () => {
    expect(show({})).toBe('an object');
    expect(show(Object.create(null))).toBe('an object');
    expect(show([1])).toBe('a value of type Array');
    expect(show(new Map())).toBe('a value of type Map');
    expect(show(Promise.resolve())).toBe('a promise: await it');
  });

  it('an error message shows a plain object by its first members', () => {
    expect(show({ x: 1, y: undefined })).toBe('an object with x, y');
    expect(show({ a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 })).toBe('an object with a, b, c, d, e, f');
    expect(show({ a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7 })).toBe('an object with a, b, c, d, e, f, …');
    const throws = () => {
      throw new Error('thrown by the trap');
    };
    expect(show(new Proxy({}, { ownKeys: throws }))).toBe('an object');
  });

  it('an error message says "object" if the class is unknown or reading it throws', () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const withConstructor = (constructor: PropertyDescriptor): object =>
      Object.create(Object.create(null, { constructor }) as object) as object;
    const throws = () => {
      throw new Error('thrown by the getter');
    };
    for (const odd of [
      proxy,
      withConstructor({ get: throws }),
      withConstructor({ value: { name: Symbol('name') } }),
      withConstructor({ value: null }),
    ]) {
      expect(show(odd)).toBe('an object');
    }
  });
});
