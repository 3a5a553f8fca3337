import { describe, expect, it } from 'vitest';
import { show } from '../../src/primitives/check';

describe('a value in an error message', () => {
  it('is shown by its class if it is an object', () => {
    expect(show({})).toBe('an object');
    expect(show(Object.create(null))).toBe('an object');
    expect(show([1])).toBe('a value of type Array');
    expect(show(new Map())).toBe('a value of type Map');
  });

  it('is called an object if its class is unknown or reading it throws', () => {
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
