import { describe, expect, it } from 'vitest';
import { show } from '../../src/primitives/check';

describe('a value in a message', () => {
  it('is shown by its class where it is an object', () => {
    expect(show({})).toBe('an object');
    expect(show(Object.create(null))).toBe('an object');
    expect(show([1])).toBe('a value of type Array');
    expect(show(new Map())).toBe('a value of type Map');
  });

  it('is an object where its class cannot be told, whatever it does then', () => {
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
