import type { Mesh, Vector3 } from 'three';
import { countShapes } from './countShapes';
import type { Command } from './history';
import { moveBy } from './moveShapes';

/** Adds a copy of each shape to the same group, a step away in the world. The shapes of the command are the copies. */
export function duplicateShapes(shapes: readonly Mesh[], step: Vector3): Command {
  const copies = shapes.map((shape) => {
    const copy = shape.clone();
    copy.name = `copy of ${shape.name}`;
    copy.position.copy(moveBy(shape, step).to);
    return { copy, group: shape.parent };
  });
  return {
    name: `Duplicate ${countShapes(shapes)}`,
    shapes: copies.map(({ copy }) => copy),
    apply: () => {
      for (const { copy, group } of copies) group?.add(copy);
    },
    revert: () => {
      for (const { copy } of copies) copy.removeFromParent();
    },
  };
}
