import { describe, expect, it } from 'vitest';
import { EMPTY, ID_LIMIT, NODE_SHIFT, NODE_WORDS } from '../../../src/bvh/layout/nodeLayout';

describe('words of a node', () => {
  it("a shift of a node's index gives its first word", () => {
    expect(NODE_WORDS).toBe(1 << NODE_SHIFT);
  });

  it('an empty slot differs from every id and every node', () => {
    expect(EMPTY).toBeLessThan(~(ID_LIMIT - 1));
    expect(EMPTY | 0).toBe(EMPTY);
  });
});
