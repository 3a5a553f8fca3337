import { BoxScene } from 'slabtree';
import { describe, expect, it } from 'vitest';

const box = { min: { x: 0.1, y: -2, z: 3 }, max: { x: 4, y: 5, z: 6 } };
const sheared = [1, 0.5, 0, 0, -0.25, 2, 0.1, 0, 0, 0, -3, 0, 7, 8.1, 9, 1];
const moved = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.1, -2, 3, 1];

describe.each(['js', 'wasm'] as const)('BoxScene.matrixOf on %s', (backend) => {
  it('the matrix is the one that places an instance or an oriented box, also after a change', () => {
    const scene = new BoxScene({ backend });
    const mesh = scene.addMesh(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]));
    const ids = [scene.addInstance(mesh, sheared), scene.addObb({ ...box, matrix: sheared })];
    for (const id of ids) expect(Array.from(scene.matrixOf(id))).toEqual(sheared);
    scene.commit();
    for (const id of ids) scene.setMatrix(id, moved);
    for (const id of ids) expect(Array.from(scene.matrixOf(id))).toEqual(moved);
  });

  it('a box along the axes has the translation to its min, narrow or wide', () => {
    const scene = new BoxScene({ backend });
    const wide = scene.addAabb(box);
    expect(Array.from(scene.matrixOf(wide))).toEqual(moved);
    const narrow = scene.addAabb({ ...box, min: { x: 0.5, y: 0.25, z: 2 } });
    expect(Array.from(scene.matrixOf(narrow)).slice(12)).toEqual([0.5, 0.25, 2, 1]);
  });

  it('the array is a copy, and an id without a box is refused', () => {
    const scene = new BoxScene({ backend });
    const id = scene.addAabb(box);
    scene.matrixOf(id).fill(7);
    expect(Array.from(scene.matrixOf(id))).toEqual(moved);
    scene.remove(id);
    expect(() => scene.matrixOf(id)).toThrow('id must be the id of a box in the scene, got 0');
  });
});
