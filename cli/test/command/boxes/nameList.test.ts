import { describe, expect, it } from 'vitest';
import { NameList } from '../../../src/command/boxes/boxNames';

describe('NameList', () => {
  it('boxes of the same name in a row, and instances that count up, are one run of names', () => {
    const list = new NameList();
    for (const [id, name, instance] of [
      [0, null],
      [1, 'Tower'],
      [2, 'Tower'],
      [3, null],
      [4, null],
      [5, 'Lamp', 0],
      [6, 'Lamp', 1],
      // Instance 2 has no box.
      [7, 'Lamp', 3],
      [8, 'Lamp', 0],
      [9, 'Lamp'],
    ] as const) {
      list.add(id, name, instance);
    }
    expect(list.runs).toEqual([
      [1, 'Tower'],
      [3, null],
      [5, 'Lamp', 0],
      [7, 'Lamp', 3],
      [8, 'Lamp', 0],
      [9, 'Lamp'],
    ]);
  });

  it('each name is in memory once, even if boxes alternate between names', () => {
    const list = new NameList();
    const names = ['a', 'b'].map((letter) => letter.repeat(1 << 20));
    // Long texts are outside the heap.
    const used = () => process.memoryUsage().heapUsed + process.memoryUsage().external;
    const before = used();
    for (let id = 0; id < 200; id++) list.add(id, names[id % 2]);
    expect(list.runs.length).toBe(200);
    // A copy for every box would take 400 MB.
    expect(used() - before).toBeLessThan(100 << 20);
  });
});
