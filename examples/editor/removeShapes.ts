import type { Mesh } from 'three';
import { countShapes } from './countShapes';
import type { Command } from './history';

/** Takes shapes out of the scene; undone, they are in their groups again. */
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
