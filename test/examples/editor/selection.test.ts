import { Mesh } from 'three';
import { describe, expect, it } from 'vitest';
import { Selection } from '../../../examples/editor/selection';

const [a, b, c] = [new Mesh(), new Mesh(), new Mesh()];

describe('a selection', () => {
  it('keeps shapes in the order in which they were selected, each once', () => {
    const selection = new Selection(() => undefined);
    selection.set([b]);
    selection.add([a, b, c]);
    expect(selection.shapes).toEqual([b, a, c]);
    expect(selection.size).toBe(3);
  });

  it('takes a shape out where it was in, and in where it was not', () => {
    const selection = new Selection(() => undefined);
    selection.toggle(a);
    expect(selection.has(a)).toBe(true);
    selection.toggle(a);
    expect(selection.has(a)).toBe(false);
  });

  it('tells of every change once, when it has been made', () => {
    const sizes: number[] = [];
    const selection = new Selection(({ size }) => sizes.push(size));
    selection.set([a, b]);
    selection.toggle(c);
    selection.set([]);
    expect(sizes).toEqual([2, 3, 0]);
  });
});
