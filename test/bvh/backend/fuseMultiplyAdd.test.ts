import { describe, expect, it } from 'vitest';
import { fuseMultiplyAdd, hasMultiplyAdd } from '../../../src/bvh/backend/fuseMultiplyAdd';

const header = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
const types = [0x01, 0x08, 0x01, 0x60, 0x03, 0x7b, 0x7b, 0x7b, 0x01, 0x7b];
const functions = [0x03, 0x02, 0x01, 0x00];
const multiply = [0xfd, 0xe6, 0x01];
const add = [0xfd, 0xe4, 0x01];
const subtract = [0xfd, 0xe5, 0x01];
const end = 0x0b;

/** A module with one function, of three vectors. */
function moduleOf(...code: number[]): Uint8Array<ArrayBuffer> {
  const body = [0x00, ...code, end];
  return new Uint8Array([
    ...[...header, ...types, ...functions],
    ...[0x0a, body.length + 2, 0x01, body.length, ...body],
  ]);
}

describe('fuseMultiplyAdd', () => {
  it('fuseMultiplyAdd makes one instruction of a product and a sum, and keeps the size of the module', () => {
    const module = moduleOf(0x20, 0, 0x20, 1, ...multiply, 0x20, 2, ...add);
    const { length } = module;
    expect(() => new WebAssembly.Module(module)).not.toThrow();
    expect(fuseMultiplyAdd(module)).toBe(1);
    expect(module.length).toBe(length);
    expect(module).toEqual(moduleOf(0x20, 0, 0x20, 1, 0x01, 0x01, 0x01, 0x20, 2, 0xfd, 0x85, 0x02));
  });

  it('fuseMultiplyAdd fuses each product and sum if there are several', () => {
    const product = [0x20, 0, 0x20, 1, ...multiply];
    expect(fuseMultiplyAdd(moduleOf(...product, 0x20, 2, ...add, 0x1a, ...product, 0x20, 1, ...add))).toBe(2);
  });

  it.each([
    ['a product alone', [0x20, 0, 0x20, 1, ...multiply]],
    ['a sum alone', [0x20, 0, 0x20, 1, ...add]],
    ['a difference from a product', [0x20, 0, 0x20, 1, ...multiply, 0x20, 2, ...subtract]],
    ['the sum of two products', [0x20, 0, 0x20, 1, ...multiply, 0x20, 0, 0x20, 2, ...multiply, ...add]],
  ])('fuseMultiplyAdd does not change %s', (_, code) => {
    const module = moduleOf(...code);
    expect(fuseMultiplyAdd(module)).toBe(0);
    expect(module).toEqual(moduleOf(...code));
  });
});

it('relaxed SIMD is available exactly where the tests expect it', () => {
  const [major] = process.versions.node.split('.').map(Number);
  // Node has it since version 21, and before that behind a flag. npm run test:relaxed turns it round.
  const expected = process.env.SLABTREE_RELAXED ?? (major >= 21 ? 'yes' : 'no');
  expect(hasMultiplyAdd() ? 'yes' : 'no').toBe(expected);
});
