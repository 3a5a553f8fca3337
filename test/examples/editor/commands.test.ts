import { type Mesh, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { duplicateShapes } from '../../../examples/editor/duplicateShapes';
import { moveBy, moveShapes } from '../../../examples/editor/moveShapes';
import { removeShapes } from '../../../examples/editor/removeShapes';
import { createShapes, shapesOf } from '../../../examples/editor/shapes';

const STEP = new Vector3(1, 2, -3);

function worldPosition(shape: Mesh): number[] {
  return shape.getWorldPosition(new Vector3()).toArray();
}

function roundedPosition(position: readonly number[]): number[] {
  return position.map((value) => Math.round(value * 1e9) / 1e9 + 0);
}

describe('move', () => {
  it('a move goes a step in world space, even if groups have turned, stretched and mirrored a shape', () => {
    const shapes = shapesOf(createShapes());
    const expected = shapes.map((shape) => shape.getWorldPosition(new Vector3()).add(STEP).toArray());
    const move = moveShapes(shapes.map((shape) => moveBy(shape, STEP)));
    move.apply();
    expect(shapes.map((shape) => roundedPosition(worldPosition(shape)))).toEqual(expected.map(roundedPosition));
    expect(move.name).toBe('Move 400 shapes');
  });

  it('a move is undone bit for bit', () => {
    const shapes = shapesOf(createShapes());
    const before = shapes.map(({ position }) => position.toArray());
    const move = moveShapes(shapes.map((shape) => moveBy(shape, STEP)));
    move.apply();
    move.revert();
    expect(shapes.map(({ position }) => position.toArray())).toEqual(before);
  });
});

it('a deletion removes shapes from the scene, and undo puts each back into its group', () => {
  const root = createShapes();
  const [first, second] = shapesOf(root);
  const { parent } = first;
  const deletion = removeShapes([first, second]);
  expect(deletion.name).toBe('Delete 2 shapes');
  deletion.apply();
  expect(shapesOf(root)).toHaveLength(398);
  expect(shapesOf(root)).not.toContain(first);
  deletion.revert();
  expect(shapesOf(root)).toHaveLength(400);
  expect(first.parent).toBe(parent);
});

it('a duplication adds copies to the same groups, a step away, and undo removes them', () => {
  const root = createShapes();
  const [shape] = shapesOf(root);
  const expected = shape.getWorldPosition(new Vector3()).add(STEP).toArray();
  const duplication = duplicateShapes([shape], STEP);
  duplication.apply();
  const [copy] = duplication.shapes;
  expect(duplication.name).toBe('Duplicate 1 shape');
  expect(copy.name).toBe(`copy of ${shape.name}`);
  expect(copy.parent).toBe(shape.parent);
  expect(roundedPosition(worldPosition(copy))).toEqual(roundedPosition(expected));
  expect(shapesOf(root)).toHaveLength(401);
  duplication.revert();
  expect(shapesOf(root)).toHaveLength(400);
});
