import { describe, expect, it } from 'vitest';
import { checkBuildMemory, growForScene } from '../../../src/bvh/memory/buildMemory';
import { WasmAllocator } from '../../../src/bvh/memory/wasmAllocator';

describe('growForScene', () => {
  it('a memory that has grown for a scene does not grow for its blocks, nor for a build of its tree', () => {
    const memory = new WasmAllocator();
    const boxes = 1_000_000;
    const [records, nodes] = [28 * boxes, 50 * boxes];
    growForScene(memory, records + nodes, boxes, nodes);
    const { byteLength } = memory.memory.buffer;
    expect(byteLength).toBeGreaterThan(records + nodes);
    for (const block of [records, nodes]) memory.allocate(block, () => undefined);
    checkBuildMemory(memory, boxes, nodes);
    expect(memory.memory.buffer.byteLength).toBe(byteLength);
  });

  it('a memory without room for the scene stays as it is, and the caller gets no error', () => {
    const memory = new WasmAllocator();
    const { byteLength } = memory.memory.buffer;
    growForScene(memory, 2 ** 32, 10, 0);
    expect(memory.memory.buffer.byteLength).toBe(byteLength);
  });
});
