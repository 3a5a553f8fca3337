import { Mesh } from 'three';
import { describe, expect, it } from 'vitest';
import { Selection } from '../../../examples/editor/selection';

const [a, b, c] = [new Mesh(), new Mesh(), new Mesh()];

describe('Selection', () => {
  it('a selection keeps each shape once, in the order in which they were selected', () => {
    const selection = new Selection(() => undefined);
    selection.set([b]);
    selection.add([a, b, c]);
    expect(selection.shapes).toEqual([b, a, c]);
    expect(selection.size).toBe(3);
  });

  it('toggle removes a shape that the selection has, and adds a shape that it lacks', () => {
    const selection = new Selection(() => undefined);
    selection.toggle(a);
    expect(selection.has(a)).toBe(true);
    selection.toggle(a);
    expect(selection.has(a)).toBe(false);
  });

  it('a selection reports every change once, after it has been made', () => {
    const sizes: number[] = [];
    const selection = new Selection(({ size }) => sizes.push(size));
    selection.set([a, b]);
    selection.toggle(c);
    selection.set([]);
    expect(sizes).toEqual([2, 3, 0]);
  });
});
