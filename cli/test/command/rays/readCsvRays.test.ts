import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCsvNumbers } from '../../../src/command/input/csvNumbers';
import { RAY_ROW } from '../../../src/command/rays/rayRow';
import { csvRayBlocks, readCsvRays } from '../../../src/command/rays/readCsvRays';
import { errorOf } from '../../../src/command/text/errors';
import { search } from '../../../../test/support/runs';
import { chunksOf } from '../support/chunks';

async function raysIn(text: string, chunkLength?: number): Promise<number[]> {
  const rays: number[] = [];
  for await (const block of csvRayBlocks(chunksOf(text, chunkLength))) {
    const { numbers: more, badRow } = readCsvRays(block);
    rays.push(...more);
    if (badRow !== null) throw errorOf(badRow);
  }
  return rays;
}

const RAY = [-1, 0.5, 2e3, 0, 0, 1];

describe('rays in a CSV', () => {
  it.each([
    ['a line', '-1,0.5,2000,0,0,1\n'],
    ['a line without a line break', '-1,.5,2e3,0,0,1'],
    ['a line with a Windows line break', '-1,0.5,2000,0,0,1\r\n'],
    ['fields with spaces around them', ' -1, 0.5 ,2000,\t0,0, 1 \n'],
    ['fields in quotes', '"-1","0.5",2000,0,"0",1\r\n'],
    ['a byte order mark', '\ufeff-1,0.5,2000,0,0,1\n'],
    ['blank lines', '\n\r\n-1,0.5,2000,0,0,1\n\n'],
    ['comments', '# six numbers, "a line\n-1,0.5,2000,0,0,1\n#\n'],
    ['a header', 'originX,originY,originZ,directionX,directionY,directionZ\n-1,0.5,2000,0,0,1\n'],
    [
      'a header after all of that',
      '\ufeff\n# "\nOriginX,origin_y,"origin z",directionX,directionY,directionZ\n-1,.5,2e3,0,0,1',
    ],
    [
      'columns in another order, and others among them',
      'directionZ,name,directionY,directionX,originZ,originY,originX\n1,"a, b",0,0,2000,0.5,-1\n',
    ],
    ['a line with semicolons', '-1;0.5;2000;0;0;1\n'],
    ['a line with tabs', '-1\t0.5\t2000\t0\t0\t1\n'],
    ['columns by short names', 'ox,oy,oz,dx,dy,dz\n-1,0.5,2000,0,0,1\n'],
    ['columns by other names', 'Origin_X;Origin_Y;Origin_Z;Dir_X;Dir_Y;Dir_Z\n-1;0.5;2000;0;0;1\n'],
  ])('rays are read from %s', async (_, text) => {
    expect(await raysIn(text)).toEqual(RAY);
  });

  it('an empty file has no rays', async () => {
    expect(await raysIn('')).toEqual([]);
  });

  it('rays are the same for all chunks and delimiters', async () => {
    const line = fc.constantFrom('', '# "é', '1,2,3,4,5,6', '"-1","2.5",3e-2,4,5,6', '\r', '7,8,9,10,11,12\r');
    const header = fc.constantFrom('', '\ufefforiginX,originY,originZ,directionX,directionZ,directionY\n');
    const cut = fc.asyncProperty(
      header,
      fc.array(line, { maxLength: 8 }),
      fc.constantFrom(',', ';', '\t'),
      fc.integer({ min: 1, max: 40 }),
      async (first, lines, delimiter, length) => {
        const text = first + lines.join('\n');
        const rays = await raysIn(text);
        expect(await raysIn(text.replaceAll(',', delimiter), length)).toEqual(rays);
      },
    );
    await search(1, cut);
  });

  it.each([
    ['a word', '1,2,3,4,5,6\n1,2,abc,4,5,6\n', '2:5: expected a number, got "abc"'],
    ['a word in quotes with a comma', '1,"2","x,y",4,5,6\n', '1:7: expected a number, got "x,y"'],
    ['nothing', '1,2,3,4,5,\n', '1:11: expected a number, got ""'],
    ['a number that is too large', '1,2,3,4,5,1e999\n', '1:11: expected a number, got "1e999"'],
    ['too few fields', '\n# \n1,2,3,4,5\n', '3:10: expected 6 fields, got 5'],
    ['too many fields', '\ufeff1,2,3,4,5,6,7\n', '1:13: expected 6 fields, got 7'],
    [
      'fewer fields than the header',
      'a,originX,originY,originZ,directionX,directionY,directionZ\r\n1,2\r\n',
      '2:4: expected 7 fields, got 2',
    ],
    ['no direction', '1,2,3,0,0,-0\n', '1:7: expected a direction that is not zero, got 0,0,0'],
    ['quotes that run on to the next line', '1,2,3,4,5,6\n1,2,3,4,5,"6\n"', '2:11: expected quotes'],
    ['quotes that end inside a field', '1,2,"3"4,4,5,6\n', '1:5: expected quotes'],
    ['a column twice', 'ox,oy,oz,dx,dy,dz,originX\n', '1:19: expected one column originX, got two: "ox" and "originX"'],
    [
      'a decimal comma',
      '1;2;3;4;5;6\n1;2;3;-4,5;5;6\n',
      '2:7: expected a number, got "-4,5": a decimal comma is not supported, write -4.5',
    ],
    ['a header without some columns', 'originX,originY\n', '1:1: expected numbers, or a header with originX, '],
  ])('rays are rejected, with a line and a column, because of %s', async (_, text, problem) => {
    await expect(raysIn(text)).rejects.toThrow(problem);
    await expect(raysIn(text, 1)).rejects.toThrow(problem);
  });

  it('rays that are read straight from the bytes of a CSV are those of its rows', async () => {
    const number = fc.oneof(
      { weight: 8, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }).map(String) },
      { weight: 8, arbitrary: fc.double({ noNaN: true, min: -1000, max: 1000 }).map((value) => value.toFixed(3)) },
      { weight: 1, arbitrary: fc.constantFrom('0', ' 1', '2\t', '"3"', '1e400', '', 'x', '\u00a04', '5\r', '#6') },
    );
    const ray = fc.array(number, { minLength: 6, maxLength: 6 }).map((numbers) => numbers.join());
    const odd = fc.constantFrom('', '# a comment', '1,2,3,4,5', '1,2,3,4,5,6,7', '1,2,3,0,0,0', '\r');
    const line = fc.oneof({ weight: 30, arbitrary: ray }, { weight: 1, arbitrary: odd });
    const lines = fc.array(line, { minLength: 1, maxLength: 12 });
    const same = fc.property(lines, fc.constantFrom('\n', '\r\n'), fc.constantFrom('', '\n'), (texts, ending, last) => {
      const bytes = new TextEncoder().encode(texts.join(ending) + last);
      // A text that does not end with a line break ends with a line that has none.
      const end = { byte: bytes.length, line: 2 + texts.length };
      const block = { bytes, firstLine: 2, end, header: null, hasHeader: false, delimiter: ',' };
      expect(readCsvRays(block)).toEqual(readCsvNumbers(block, { fields: [0, 1, 2, 3, 4, 5], width: 6 }, RAY_ROW));
    });
    await search(20, same);
  });

  it('rays that are read straight from the bytes of a CSV come from the columns of its header', async () => {
    const lines = Array.from({ length: 2000 }, (_, i) => `ray ${i},6,5,0.1234567890123456,${i}.5,-2,0.25\n`);
    const expected = lines.flatMap((_, i) => [0.25, -2, i + 0.5, 0.1234567890123456, 5, 6]);
    expect(await raysIn(`name,dz,dy,dx,oz,oy,ox\n${lines.join('')}`, 4096)).toEqual(expected);
  });

  it('a line that does not end is rejected before it fills the memory', async () => {
    await expect(raysIn(`1,2,3,4,5,6\n${' '.repeat(3 << 20)}`, 1 << 16)).rejects.toThrow('2:1: expected a line');
  });
});
