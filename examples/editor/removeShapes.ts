import type { Mesh } from 'three';
import { countShapes } from './countShapes';
import type { Command } from './history';

/** Removes shapes from the scene. Undo puts them back into their groups. */
export function removeShapes(shapes: readonly Mesh[]): Command {
  const groups = shapes.map(({ parent }) => parent);
  return {
    name: `Delete ${countShapes(shapes)}`,
    shapes,
    apply: () => {
      for (const shape of shapes) shape.removeFromParent();
    },
    revert: () => {
      shapes.forEach((shape, i) => groups[i]?.add(shape));
    },
  };
}
