import { Mesh } from 'three';
import { expect, it } from 'vitest';
import { shapeNames } from '../../../examples/editor/shapeNames';

const named = (name: string): Mesh => Object.assign(new Mesh(), { name });

it('the text names all shapes if they are few, and the first ones if they are many', () => {
  const shapes = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(named);
  expect(shapeNames([])).toBe('');
  expect(shapeNames(shapes.slice(0, 2))).toBe('a, b');
  expect(shapeNames(shapes)).toBe('a, b, c, d, e and 2 more');
});
