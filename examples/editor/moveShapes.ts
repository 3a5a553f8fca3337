import type { Mesh, Vector3 } from 'three';
import { countShapes } from './countShapes';
import type { Command } from './history';

/** The old and the new place of a shape, in its group. */
export interface Move {
  shape: Mesh;
  from: Vector3;
  to: Vector3;
}

/** Moves shapes, each from one place to another. */
export function moveShapes(moves: readonly Move[]): Command {
  const shapes = moves.map(({ shape }) => shape);
  return {
    name: `Move ${countShapes(shapes)}`,
    shapes,
    apply: () => {
      for (const { shape, to } of moves) shape.position.copy(to);
    },
    revert: () => {
      for (const { shape, from } of moves) shape.position.copy(from);
    },
  };
}

/** Moves a shape by a step in the world, from a place in its group. */
export function moveBy(shape: Mesh, step: Vector3, from: Vector3 = shape.position.clone()): Move {
  const to = from.clone();
  if (shape.parent === null) return { shape, from, to: to.add(step) };
  shape.parent.updateWorldMatrix(true, false);
  shape.parent.localToWorld(to).add(step);
  return { shape, from, to: shape.parent.worldToLocal(to) };
}
