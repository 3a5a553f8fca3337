import { BoxScene } from 'slabtree';
import { describe, expect, it } from 'vitest';
import { readCsvBoxes } from '../../src/command/readCsvBoxes';
import { chunksOf } from './support/chunks';

async function sceneOf(text: string): Promise<BoxScene> {
  const scene = new BoxScene();
  await readCsvBoxes(chunksOf(text, 1000), scene);
  return scene;
}

/** What is met along x at this height: ids, and where. */
function along(scene: BoxScene, y: number, mask = 0xffffffff): [number, number][] {
  const ray = { origin: { x: -100, y, z: 0.5 }, direction: { x: 1, y: 0, z: 0 } };
  return scene.raycastAll(ray, { mask }).map(({ id, point }) => [id, point.x]);
}

/** Twice as large, and moved by 10 along x. */
const MATRIX = '2,0,0,0,0,2,0,0,0,0,2,0,10,0,0,1';
const NAMES = Array.from({ length: 16 }, (_, i) => `m${i}`).join();

describe('boxes in a CSV', () => {
  it('are axis-aligned where there are six numbers, and oriented where a matrix follows', async () => {
    const scene = await sceneOf(`0,0,0,1,1,1\n0,0,0,1,1,1,${MATRIX}\n3,0,0,4,1,1\n`);
    expect(scene.statistics()).toMatchObject({ boxes: 3, orientedBoxes: 1 });
    expect(along(scene, 0.5)).toEqual(
      [
        [0, 1],
        [2, 4],
        [1, 12],
      ].map(([id, x]) => [id, x - (id === 1 ? 2 : 1)]),
    );
  });

  it('have a mask where one more number follows', async () => {
    const scene = await sceneOf(`0,0,0,1,1,1,1\n2,0,0,3,1,1,2\n0,0,0,1,1,1,${MATRIX},0x2\n4,0,0,5,1,1\n`);
    expect(along(scene, 0.5, 1)).toEqual([
      [0, 0],
      [3, 4],
    ]);
    expect(along(scene, 0.5, 2)).toEqual([
      [1, 2],
      [3, 4],
      [2, 10],
    ]);
  });

  it('come by the names of a header, whose matrix and mask may be left empty', async () => {
    const header = `name,mask,maxX,maxY,maxZ,minX,minY,minZ,${NAMES}`;
    const empty = ','.repeat(15);
    const scene = await sceneOf(`${header}\n"a, b",,1,1,1,0,0,0,${empty}\nc,2,1,1,1,0,0,0,${MATRIX}\n`);
    expect(scene.statistics()).toMatchObject({ boxes: 2, orientedBoxes: 1 });
    expect(along(scene, 0.5)).toEqual([
      [0, 0],
      [1, 10],
    ]);
    expect(along(scene, 0.5, 1)).toEqual([[0, 0]]);
  });

  it('get ids by their order, however many there are', async () => {
    const lines = Array.from({ length: 500 }, (_, i) => `0,${i},0,1,${i + 0.5},1${i % 3 === 0 ? `,${MATRIX}` : ''}`);
    const scene = await sceneOf(lines.join('\n'));
    expect(scene.size).toBe(500);
    for (const id of [0, 123, 124, 499]) {
      const isOriented = id % 3 === 0;
      expect(along(scene, (isOriented ? 2 : 1) * (id + 0.25)).map(([met]) => met)).toContain(id);
    }
  });

  it.each([
    ['a word', '0,0,0,1,1,1\n0,0,zero,1,1,1\n', '2:5: expected a number, got "zero"'],
    ['a number too few', '0,0,0,1,1\n', '1:10: expected 6 numbers (min x y z, max x y z), 22 with a matrix'],
    ['eight numbers', '0,0,0,1,1,1,1,1\n', '1:15: expected 6 numbers'],
    ['a min above its max', '0,0,0,1,1,1\n0,2,0,1,1,1\n', '2:3: min y must not be greater than max y, got 2 and 1'],
    ['a mask that is none', '0,0,0,1,1,1,1.5\n', '1:13: expected a mask, an integer of 32 bits, got 1.5'],
    [
      'a matrix that makes it flat',
      `0,0,0,1,1,1,${MATRIX.replace('2', '0')}\n`,
      '1:13: box.matrix must not be singular',
    ],
    [
      'half of a matrix',
      `minX,minY,minZ,maxX,maxY,maxZ,${NAMES}\n0,0,0,1,1,1,2${','.repeat(15)}\n`,
      '2:15: expected a number, got ""',
    ],
    [
      'a header with a part of the matrix',
      'minX,minY,minZ,maxX,maxY,maxZ,m0\n',
      '1:1: expected numbers, or a header with m0, m1',
    ],
  ])('are refused, with line and column, where there is %s', async (_, text, problem) => {
    await expect(sceneOf(text)).rejects.toThrow(problem);
  });
});
