import { describe, expect, it } from 'vitest';
import {
  CHILD,
  CONTENT,
  EMPTY,
  ID_LIMIT,
  MAX_X,
  MIN_X,
  NODE_SHIFT,
  NODE_WORDS,
  Nodes,
  WIDTH,
} from '../../src/bvh/nodeLayout';

describe('nodes', () => {
  it('take 256 bytes', () => {
    expect(NODE_WORDS).toBe(1 << NODE_SHIFT);
    expect(new Nodes(3).byteLength).toBe(3 * 256);
  });

  it('begin with eight empty slots, whose bounds are inverted', () => {
    const nodes = new Nodes(1);
    nodes.float32.fill(7);
    expect(nodes.add()).toBe(0);
    for (let slot = 0; slot < WIDTH; slot++) {
      for (let k = 0; k < 3; k++) {
        expect(nodes.float32[slot + MIN_X + k * WIDTH]).toBe(Infinity);
        expect(nodes.float32[slot + MAX_X + k * WIDTH]).toBe(-Infinity);
      }
      expect(nodes.int32[slot + CHILD]).toBe(EMPTY);
      expect(nodes.int32[slot + CONTENT]).toBe(0);
    }
  });

  it('can be read as float32 and as int32: the same bytes, also after they have grown', () => {
    const nodes = new Nodes(1);
    for (let i = 0; i < 20; i++) {
      expect(nodes.add()).toBe(i);
      nodes.float32[i * NODE_WORDS + MIN_X] = i;
      nodes.int32[i * NODE_WORDS + CHILD] = ~i;
    }
    expect(nodes.count).toBe(20);
    expect(nodes.float32.buffer).toBe(nodes.int32.buffer);
    for (let i = 0; i < 20; i++) {
      expect(nodes.float32[i * NODE_WORDS + MIN_X]).toBe(i);
      expect(nodes.int32[i * NODE_WORDS + CHILD]).toBe(~i);
    }
  });

  it('give back what growth has reserved', () => {
    const nodes = new Nodes(1);
    for (let i = 0; i < 20; i++) nodes.add();
    nodes.int32[19 * NODE_WORDS + CHILD] = 5;
    nodes.trim();
    expect(nodes.byteLength).toBe(20 * 256);
    expect(nodes.int32[19 * NODE_WORDS + CHILD]).toBe(5);
  });

  it('tell an empty slot from every id and every node', () => {
    expect(EMPTY).toBeLessThan(~(ID_LIMIT - 1));
    expect(EMPTY | 0).toBe(EMPTY);
  });
});
