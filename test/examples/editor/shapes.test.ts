import { describe, expect, it } from 'vitest';
import { createShapes, shapesOf } from '../../../examples/editor/shapes';

describe('the scene of the editor', () => {
  it('the scene is the same each time it is made', () => {
    const [one, other] = [createShapes(), createShapes()].map((root) => {
      root.updateMatrixWorld();
      return shapesOf(root).map(({ name, matrixWorld }) => [name, ...matrixWorld.elements]);
    });
    expect(one).toEqual(other);
  });

  it('the scene has 400 shapes with different names, and only a few geometries', () => {
    const shapes = shapesOf(createShapes());
    expect(new Set(shapes.map(({ name }) => name)).size).toBe(400);
    expect(new Set(shapes.map(({ geometry }) => geometry)).size).toBe(8);
  });

  it('some shapes are mirrored', () => {
    const root = createShapes();
    root.updateMatrixWorld();
    const mirrored = shapesOf(root).filter(({ matrixWorld }) => matrixWorld.determinant() < 0);
    expect(mirrored.length).toBeGreaterThan(50);
    expect(mirrored.length).toBeLessThan(350);
  });
});
