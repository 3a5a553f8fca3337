import { BoxScene } from 'slabtree';
import { describe, expect, it } from 'vitest';
import { readJsonBoxes } from '../../src/command/readJsonBoxes';

function sceneOf(text: string): BoxScene {
  const scene = new BoxScene();
  readJsonBoxes(text, scene);
  return scene;
}

describe('boxes in JSON', () => {
  it('have corners as arrays or objects, and a matrix and a mask where they are given', () => {
    const matrix = [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 10, 0, 0, 1];
    const scene = sceneOf(
      JSON.stringify([
        { min: [0, 0, 0], max: { x: 1, y: 1, z: 1 } },
        { min: [0, 0, 0], max: [1, 1, 1], matrix, mask: 2, name: 'whatever' },
      ]),
    );
    expect(scene.statistics()).toMatchObject({ boxes: 2, orientedBoxes: 1 });
    const ray = { origin: { x: -1, y: 0.5, z: 0.5 }, direction: { x: 1, y: 0, z: 0 } };
    expect(scene.raycastAll(ray).map(({ id, t }) => [id, t])).toEqual([
      [0, 1],
      [1, 11],
    ]);
    expect(scene.raycastAll(ray, { mask: 1 }).map(({ id }) => id)).toEqual([0]);
  });

  it('may be none', () => {
    expect(sceneOf('[]').size).toBe(0);
  });

  it.each([
    ['no array', '{"min": [0, 0, 0]}', '1:1: expected an array of boxes'],
    ['a comma too few', '[\n  {"min": [0, 0, 0] "max": [1, 1, 1]}\n]', '2:21: not JSON: comma expected'],
    ['an end too early', '[\n  {"min": [0, 0', '2:16: not JSON: '],
    ['a comma too many', '[\n1,\n]', '3:1: not JSON: value expected'],
    ['a comment', '[\n// none\n]', '2:1: not JSON: invalid comment token'],
    ['no box', '[\n  null]', '2:3: expected a box { min, max }, got null'],
    ['a box without a max', '[{"min": [0, 0, 0],\n "max": [1, 1, 1]},\n {"min": [0, 0, 0]}]', '3:2: box.max must be'],
    ['a word in a box', '[\n\n  {"min": [0, 0, "0"], "max": [1, 1, 1]}]', '3:3: box.min.z must be a number, got "0"'],
    [
      'a matrix of nine',
      '[{"min": [0, 0, 0], "max": [1, 1, 1], "matrix": [1]}]',
      '1:2: box.matrix must hold 16 numbers',
    ],
    ['a mask that is none', '[{"min": [0, 0, 0], "max": [1, 1, 1], "mask": 1.5}]', '1:2: mask must be an integer'],
  ])('are refused, with line and column, where there is %s', (_, text, problem) => {
    expect(() => sceneOf(text)).toThrow(problem);
  });
});
