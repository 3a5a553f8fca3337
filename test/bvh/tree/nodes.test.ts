import { describe, expect, it } from 'vitest';
import { HeapMemory } from '../../../src/bvh/memory/memory';
import { CHILD, CONTENT, EMPTY, MAX_X, MIN_X, NODE_WORDS, WIDTH } from '../../../src/bvh/layout/nodeLayout';
import { Nodes } from '../../../src/bvh/tree/nodes';

describe('Nodes', () => {
  it('a node takes 256 bytes', () => {
    expect(new Nodes(new HeapMemory(), 3).byteLength).toBe(3 * 256);
  });

  it('a cleared node has eight empty slots with inverted bounds', () => {
    const nodes = new Nodes(new HeapMemory(), 2);
    nodes.float32.fill(7);
    nodes.clear(1);
    expect(nodes.float32.subarray(0, NODE_WORDS).every((word) => word === 7)).toBe(true);
    for (let slot = NODE_WORDS; slot < NODE_WORDS + WIDTH; slot++) {
      for (let k = 0; k < 3; k++) {
        expect(nodes.float32[slot + MIN_X + k * WIDTH]).toBe(Infinity);
        expect(nodes.float32[slot + MAX_X + k * WIDTH]).toBe(-Infinity);
      }
      expect(nodes.int32[slot + CHILD]).toBe(EMPTY);
      expect(nodes.int32[slot + CONTENT]).toBe(0);
    }
  });

  it('a node can be read as float32 and as int32, from the same bytes', () => {
    const nodes = new Nodes(new HeapMemory(), 1);
    nodes.float32[MIN_X] = 1;
    expect(nodes.int32[MIN_X]).toBe(0x3f800000);
  });

  it('the bounds of a slot are fitted around all slots of the node below', () => {
    const nodes = new Nodes(new HeapMemory(), 2);
    nodes.clear(0);
    nodes.clear(1);
    nodes.setBounds(NODE_WORDS, Float32Array.of(-1, 2, 3, 0, 4, 5, 6, 0), 0);
    nodes.setBounds(NODE_WORDS + 7, Float32Array.of(0, 1, 4, 0, 9, 1, 5, 0), 0);
    nodes.fit(3, 1);
    const bounds = [0, 1, 2, 3, 4, 5].map((bound) => nodes.float32[3 + bound * WIDTH]);
    expect(bounds).toEqual([-1, 1, 3, 9, 5, 6]);
    expect(nodes.float32[2]).toBe(Infinity);
  });
});
