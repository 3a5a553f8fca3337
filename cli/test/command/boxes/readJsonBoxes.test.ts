import fc from 'fast-check';
import { BoxScene, type NameRun } from 'slabtree';
import { describe, expect, it, vi } from 'vitest';
import { readJsonBoxes } from '../../../src/command/boxes/readJsonBoxes';
import { TextError } from '../../../src/command/text/errors';
import { search } from '../../../../test/support/runs';

function sceneOf(text: string): BoxScene {
  const scene = new BoxScene();
  readJsonBoxes(text, scene);
  return scene;
}

function namesIn(boxes: unknown): NameRun[] {
  return readJsonBoxes(JSON.stringify(boxes), new BoxScene());
}

const CUBE = { min: [0, 0, 0], max: [1, 1, 1] };

describe('boxes in JSON', () => {
  it('boxes have corners as arrays or objects, and perhaps a matrix and a mask', () => {
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

  it('JSON may have no boxes', () => {
    expect(sceneOf('[]').size).toBe(0);
  });

  it('boxes have their names in JSON', () => {
    const names = ['Tower', ' Lamp', 'Lamp', '', undefined, null, 'a\ufffdb'];
    expect(namesIn(names.map((name) => ({ ...CUBE, name })))).toEqual([
      [0, 'Tower'],
      [1, 'Lamp'],
      [3, null],
      [6, 'a\ufffdb'],
    ]);
    expect(namesIn([CUBE])).toEqual([]);
  });

  it('boxes have no matrix, mask or name if these are null', () => {
    const scene = sceneOf(JSON.stringify([{ ...CUBE, matrix: null, mask: null, name: null }]));
    expect(scene.statistics()).toMatchObject({ boxes: 1, orientedBoxes: 0 });
  });

  it('boxes that nest very deep are rejected with a line and a column', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const text = `[\n{"min": [0, 0, 0], "max": [1, 1, 1]},\n {"min": [0, "]", 0], "max": ${deep}}]`;
    expect(() => sceneOf(text)).toThrow(/^3:\d+: /);
  });

  it('any text is read as boxes, or rejected with a line and a column', async () => {
    const odd = fc.oneof({ weight: 5, arbitrary: fc.constant([0, 0, 0]) }, fc.jsonValue(), fc.constant([1, 1, 1]));
    const box = fc.record({ min: odd, max: odd, matrix: odd, mask: odd, name: odd }, { requiredKeys: ['min', 'max'] });
    const texts = fc.oneof(
      fc.array(fc.oneof({ weight: 9, arbitrary: box }, fc.jsonValue())).map((boxes) => JSON.stringify(boxes, null, 1)),
      fc.json(),
      fc.string(),
    );
    await search(
      4,
      fc.property(texts, (text) => {
        try {
          sceneOf(text);
        } catch (thrown) {
          if (!(thrown instanceof TextError)) throw thrown;
          const { line, column } = thrown.place;
          const lines = text.split('\n');
          expect(line).toBeLessThanOrEqual(lines.length);
          expect(column).toBeLessThanOrEqual(lines[line - 1].length + 1);
          expect(thrown.message).not.toMatch(/Cannot read|is not a function|is not iterable|call stack/);
        }
      }),
    );
  });

  it.each([
    ['an object instead of an array', '{"min": [0, 0, 0]}', '1:1: expected an array of boxes'],
    ['a missing comma', '[\n  {"min": [0, 0, 0] "max": [1, 1, 1]}\n]', '2:21: not JSON: comma expected'],
    ['a text that ends early', '[\n  {"min": [0, 0', '2:16: not JSON: '],
    ['an extra comma', '[\n1,\n]', '3:1: not JSON: value expected'],
    ['a comment', '[\n// none\n]', '2:1: not JSON: invalid comment token'],
    ['null instead of a box', '[\n  null]', '2:3: expected a box { min, max }, got null'],
    ['a box without a max', '[{"min": [0, 0, 0],\n "max": [1, 1, 1]},\n {"min": [0, 0, 0]}]', '3:2: box.max must be'],
    [
      'a text instead of a number',
      '[\n\n  {"min": [0, 0, "0"], "max": [1, 1, 1]}]',
      '3:3: box.min.z must be a number, got "0"',
    ],
    [
      'a matrix of one number',
      '[{"min": [0, 0, 0], "max": [1, 1, 1], "matrix": [1]}]',
      '1:2: box.matrix must hold 16 numbers',
    ],
    [
      'corners beyond float64',
      '[{"min": [0, 0, 0], "max": [1e200, 1, 1], "matrix": [1e150,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1]}]',
      '1:2: box.matrix must keep all corners below 1.8e308',
    ],
    ['a corner of two numbers', '[{"min": [0, 0], "max": [1, 1, 1]}]', '1:2: box.min must hold 3 numbers, got 2'],
    [
      'a corner of four numbers',
      '[{"min": [0, 0, 0], "max": [1, 1, 1, 1]}]',
      '1:2: box.max must hold 3 numbers, got 4',
    ],
    [
      'a number instead of a name',
      '[{"min": [0, 0, 0], "max": [1, 1, 1], "name": 5}]',
      '1:2: box.name must be a string, got 5',
    ],
    [
      'a long text instead of a box',
      `["${'x'.repeat(999)}"]`,
      `1:2: expected a box { min, max }, got "${'x'.repeat(60)}"\u2026`,
    ],
    [
      'a long text instead of a number',
      `[{"min": [0, 0, "\\u009b${'x'.repeat(999)}"], "max": [1, 1, 1]}]`,
      `1:2: box.min.z must be a number, got "\\u009b${'x'.repeat(59)}"\u2026`,
    ],
    ['an invalid mask', '[{"min": [0, 0, 0], "max": [1, 1, 1], "mask": 1.5}]', '1:2: mask must be a 32-bit integer'],
  ])('boxes are rejected, with a line and a column, because of %s', (_, text, problem) => {
    expect(() => sceneOf(text)).toThrow(problem);
  });

  it('the error does not blame boxes if the scene has no room for them', () => {
    const full = new RangeError('no room');
    const scene = new BoxScene();
    vi.spyOn(scene, 'addAabb').mockImplementation(() => {
      throw full;
    });
    expect(() => readJsonBoxes('[{"min": [0, 0, 0], "max": [1, 1, 1]}]', scene)).toThrow(full);
  });
});
