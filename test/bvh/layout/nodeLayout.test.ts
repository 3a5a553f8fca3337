import { describe, expect, it } from 'vitest';
import { EMPTY, ID_LIMIT, NODE_SHIFT, NODE_WORDS } from '../../../src/bvh/layout/nodeLayout';

describe("the layout of a node's words", () => {
  it('gives the first word of a node by shifting its index', () => {
    expect(NODE_WORDS).toBe(1 << NODE_SHIFT);
  });

  it('distinguishes an empty slot from every id and every node', () => {
    expect(EMPTY).toBeLessThan(~(ID_LIMIT - 1));
    expect(EMPTY | 0).toBe(EMPTY);
  });
});
