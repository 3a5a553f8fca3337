import { BoxScene } from 'slabtree';
import { expect, it } from 'vitest';
import { MAX_DEPTH } from '../../../src/bvh/layout/nodeLayout';
import { findFault } from '../../../src/bvh/tiles/findFault';
import { INTERNALS } from '../../../src/scene/internals';

it('the index rejects a tile that makes the tree deeper than queries have room for', () => {
  const scene = new BoxScene({ backend: 'js' });
  for (let x = 0; x < 9; x++) scene.addAabb({ min: { x, y: 0, z: 0 }, max: { x: x + 1, y: 1, z: 1 } });
  const measure = scene[INTERNALS].currentTree();
  const bounds = Float64Array.of(-9, -9, -9, 99, 99, 99);
  const fault = (levels: number): string | null =>
    findFault(
      measure,
      Float64Array.from({ length: 9 }, (_, id) => id),
      { measure, boxes: 9, bounds, levels },
    );
  // Nine boxes need two levels.
  expect(fault(MAX_DEPTH - 2)).toBeNull();
  expect(fault(MAX_DEPTH - 1)).toBe(`it makes the tree deeper than ${MAX_DEPTH} levels`);
});
