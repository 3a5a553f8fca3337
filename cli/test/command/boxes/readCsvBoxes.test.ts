import fc from 'fast-check';
import { BoxScene, type NameRun } from 'slabtree';
import { describe, expect, it } from 'vitest';
import { readCsvBoxes } from '../../../src/command/boxes/readCsvBoxes';
import { TextError } from '../../../src/command/text/errors';
import { search } from '../../../../test/support/runs';
import { chunksOf } from '../support/chunks';

async function sceneOf(text: string): Promise<BoxScene> {
  const scene = new BoxScene();
  await readCsvBoxes(chunksOf(text, 1000), scene);
  return scene;
}

async function namesIn(text: string | Uint8Array): Promise<NameRun[]> {
  return await readCsvBoxes(chunksOf(text, 1000), new BoxScene());
}

/** The ids of the boxes that a ray along x hits at this height, and the x of each hit. */
function along(scene: BoxScene, y: number, mask = 0xffffffff): [number, number][] {
  const ray = { origin: { x: -100, y, z: 0.5 }, direction: { x: 1, y: 0, z: 0 } };
  return scene.raycastAll(ray, { mask }).map(({ id, point }) => [id, point.x]);
}

/** Scales by 2, and moves by 10 along x. */
const MATRIX = '2,0,0,0,0,2,0,0,0,0,2,0,10,0,0,1';
const NAMES = Array.from({ length: 16 }, (_, i) => `m${i}`).join();

describe('boxes in a CSV', () => {
  it('boxes are axis-aligned with six numbers, and oriented if a matrix follows', async () => {
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

  it('boxes have a mask if one more number follows', async () => {
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

  it('boxes are read by the names in a header, with an empty matrix and mask in some rows', async () => {
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

  it.each([
    ['minX,minY,minZ,maxX,maxY,maxZ'],
    ['min_x,min_y,min_z,max_x,max_y,max_z'],
    ['MinX,MinY,MinZ,MaxX,MaxY,MaxZ'],
    ['minx,miny,minz,maxx,maxy,maxz'],
    ['xmin,ymin,zmin,xmax,ymax,zmax'],
    ['x_min,y_min,z_min,x_max,y_max,z_max'],
    ['"X min","Y min","Z min","X max","Y max","Z max"'],
    ['min.x;min.y;min.z;max.x;max.y;max.z'],
    ['xMin\tyMin\tzMin\txMax\tyMax\tzMax'],
  ])('boxes are read under a header as people write it: %s', async (header) => {
    const delimiter = /[;\t]/.exec(header)?.[0] ?? ',';
    const scene = await sceneOf(`${header}\n${['1', ' 2', '3 ', '"4"', '5', '6'].join(delimiter)}\n`);
    expect(scene.bounds).toEqual({ min: { x: 1, y: 2, z: 3 }, max: { x: 4, y: 5, z: 6 } });
  });

  it.each([
    [';', '1;2;3;4;5;6'],
    ['\t', '1\t2\t3\t4\t5\t6'],
    [';', '# 1,2,3\n\n1;2;3;4;"5";6'],
    [',\t', '1,\t2,\t3,4\t,5,6\t'],
  ])('boxes are read with %j between numbers, without a header', async (_, text) => {
    const scene = await sceneOf(`${text}\n`);
    expect(scene.bounds).toEqual({ min: { x: 1, y: 2, z: 3 }, max: { x: 4, y: 5, z: 6 } });
  });

  it('boxes are read among other columns, even if these have numbers for names or are there twice', async () => {
    const scene = await sceneOf('2024,note,minX,minY,minZ,maxX,maxY,maxZ,note\n7,a,1,2,3,4,5,6,b\n');
    expect(scene.bounds).toEqual({ min: { x: 1, y: 2, z: 3 }, max: { x: 4, y: 5, z: 6 } });
  });

  it('boxes have the names in a column', async () => {
    const lines = ['Tower', '"a, b"', ' Lamp ', 'Lamp', '', 'Bridge of Stra\u00dfe', '"the ""old"" inn"'];
    const text = `name,xmin,ymin,zmin,xmax,ymax,zmax\n${lines.map((name) => `${name},0,0,0,1,1,1\n`).join('')}`;
    expect(await namesIn(text)).toEqual([
      [0, 'Tower'],
      [1, 'a, b'],
      [2, 'Lamp'],
      [4, null],
      [5, 'Bridge of Stra\u00dfe'],
      [6, 'the "old" inn'],
    ]);
  });

  it('boxes have no names without such a column, or with nothing in it', async () => {
    expect(await namesIn('0,0,0,1,1,1\n')).toEqual([]);
    expect(await namesIn('name,minX,minY,minZ,maxX,maxY,maxZ\n,0,0,0,1,1,1\n , 0,0,0,1,1,1\n')).toEqual([]);
  });

  it('boxes have the right names if there are many, axis-aligned and oriented', async () => {
    const header = `minX,minY,minZ,maxX,maxY,maxZ,${NAMES},name\n`;
    const line = (i: number) => `0,0,0,1,1,1,${i % 3 === 0 ? MATRIX : ','.repeat(15)},box ${i}\n`;
    const runs = await namesIn(header + Array.from({ length: 500 }, (_, i) => line(i)).join(''));
    expect(runs).toEqual(Array.from({ length: 500 }, (_, i) => [i, `box ${i}`]));
  });

  it('a name that is not UTF-8 is rejected', async () => {
    const text = Buffer.from('name,minX,minY,minZ,maxX,maxY,maxZ\nStra\u00dfe,0,0,0,1,1,1\n', 'latin1');
    await expect(namesIn(text)).rejects.toThrow('2:1: expected a name in UTF-8: save the file as UTF-8');
  });

  it('a name may have U+FFFD, and the file other bytes than UTF-8 elsewhere', async () => {
    const header = 'name,minX,minY,minZ,maxX,maxY,maxZ\n';
    expect(await namesIn(`${header}a\ufffdb,0,0,0,1,1,1\n`)).toEqual([[0, 'a\ufffdb']]);
    expect(await namesIn(`\ufffd\ufffd,${header}5,x,0,0,0,1,1,1\n`)).toEqual([[0, 'x']]);
    const elsewhere = Buffer.concat([
      Buffer.from('# Stra\u00dfe\n', 'latin1'),
      Buffer.from(`${header}x,0,0,0,1,1,1\n`),
    ]);
    expect(await namesIn(elsewhere)).toEqual([[0, 'x']]);
  });

  it('a file in UTF-16 is rejected', async () => {
    const text = Buffer.from('\ufeff0\t0\t0\t1\t1\t1\r\n', 'utf16le');
    await expect(namesIn(text)).rejects.toThrow('1:1: expected UTF-8, got UTF-16: save the file as UTF-8');
  });

  it('boxes get ids in their order, if there are many', async () => {
    const lines = Array.from({ length: 500 }, (_, i) => `0,${i},0,1,${i + 0.5},1${i % 3 === 0 ? `,${MATRIX}` : ''}`);
    const scene = await sceneOf(lines.join('\n'));
    expect(scene.size).toBe(500);
    for (const id of [0, 123, 124, 499]) {
      const isOriented = id % 3 === 0;
      expect(along(scene, (isOriented ? 2 : 1) * (id + 0.25)).map(([met]) => met)).toContain(id);
    }
  });

  it('any text is read as boxes, or rejected with a line and a column', async () => {
    const row = fc.array(
      fc.constantFrom('0', '1', '-1', '5', '1,5', '1e999', 'x', '', ' ', '"a"', '"', '\ufffd', '#'),
      {
        minLength: 5,
        maxLength: 24,
      },
    );
    const headers = [
      '',
      'minX minY minZ maxX maxY maxZ',
      `${NAMES.replaceAll(',', ' ')} xmin ymin zmin xmax ymax zmax mask name`,
    ];
    const texts = fc
      .tuple(
        fc.constantFrom(...headers),
        fc.constantFrom(',', ';', '\t'),
        fc.array(row),
        fc.constantFrom('\n', '\r\n', '\r'),
      )
      .map(([header, delimiter, rows, end]) =>
        [header.replaceAll(' ', delimiter), ...rows.map((fields) => fields.join(delimiter))].join(end),
      );
    await search(
      4,
      fc.asyncProperty(texts, async (text) => {
        try {
          await sceneOf(text);
        } catch (thrown) {
          if (!(thrown instanceof TextError)) throw thrown;
          const { line, column } = thrown.place;
          const lines = text.split('\n');
          expect(line).toBeLessThanOrEqual(lines.length);
          expect(column).toBeLessThanOrEqual(lines[line - 1].length + 1);
        }
      }),
    );
  });

  it.each([
    ['a word', '0,0,0,1,1,1\n0,0,zero,1,1,1\n', '2:5: expected a number, got "zero"'],
    ['too few numbers', '0,0,0,1,1\n', '1:10: expected 6 numbers (min x y z, max x y z), 22 with a matrix'],
    ['eight numbers', '0,0,0,1,1,1,1,1\n', '1:15: expected 6 numbers'],
    ['a min above its max', '0,0,0,1,1,1\n0,2,0,1,1,1\n', '2:3: min y must not be greater than max y, got 2 and 1'],
    ['an invalid mask', '0,0,0,1,1,1,1.5\n', '1:13: expected a mask, a 32-bit integer, got 1.5'],
    [
      'a matrix that makes the box flat',
      `0,0,0,1,1,1,${MATRIX.replace('2', '0')}\n`,
      '1:13: box.matrix must not be singular',
    ],
    [
      'corners beyond float64',
      `0,0,0,1,1,1,${MATRIX}\n0,0,0,1,1,1e200,${MATRIX.replace('2,0,10', '1e150,0,10')}\n`,
      '2:17: box.matrix must keep all corners below 1.8e308, the end of float64, but on z the sizes that are added up for one are',
    ],
    [
      'an incomplete matrix',
      `minX,minY,minZ,maxX,maxY,maxZ,${NAMES}\n0,0,0,1,1,1,2${','.repeat(15)}\n`,
      '2:15: expected a number, got ""',
    ],
    [
      'a column twice',
      'minX,minY,minZ,maxX,maxY,maxZ,minX\n0,0,0,1,1,1,5\n',
      '1:31: expected one column minX, got two: "minX" and "minX"',
    ],
    [
      'a column twice, under different names',
      '# boxes\nMin X;minY;minZ;maxX;maxY;maxZ;xmin\n',
      '2:32: expected one column minX, got two: "Min X" and "xmin"',
    ],
    [
      'two columns of names',
      'minX,minY,minZ,maxX,maxY,maxZ,name,Name\n',
      '1:36: expected one column name, got two: "name" and "Name"',
    ],
    [
      'a header with a number of the matrix twice',
      `minX,minY,minZ,maxX,maxY,maxZ,${NAMES},M0\n`,
      'expected one column m0, got two: "m0" and "M0"',
    ],
    [
      'a decimal comma',
      '0;0;0;1,5;1;1\n',
      '1:7: expected a number, got "1,5": a decimal comma is not supported, write 1.5',
    ],
    [
      'a decimal comma beside tabs',
      '0\t0\t0\t1,5\t1\t1\n',
      '1:7: expected a number, got "1,5": a decimal comma is not supported, write 1.5',
    ],
    [
      'a decimal comma in quotes',
      '0,0,0,"1,5",1,1\n',
      '1:7: expected a number, got "1,5": a decimal comma is not supported, write 1.5',
    ],
    [
      'commas after a first row with semicolons',
      'minX;minY;minZ;maxX;maxY;maxZ\n0,0,0,1,1,1\n',
      '2:12: expected 6 fields with ";" between them, as in the first row, got 1',
    ],
    ['two commas in a number', '0;0;0;1,5,5;1;1\n', '1:7: expected a number, got "1,5,5"'],
    ['a very long word', `0,0,0,1,1,${'x'.repeat(9999)}\n`, `1:11: expected a number, got "${'x'.repeat(60)}"\u2026`],
    [
      'a header with only a part of the matrix',
      'minX,minY,minZ,maxX,maxY,maxZ,m0\n',
      '1:1: expected numbers, or a header with m0, m1',
    ],
  ])('boxes are rejected, with a line and a column, because of %s', async (_, text, problem) => {
    await expect(sceneOf(text)).rejects.toThrow(problem);
  });
});
