import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { chartData } from '../../bench/chart/chartData';
import { drawChart } from '../../bench/chart/drawChart';
import { chartDocument, documents, pathOf, readDocument, readMeasured } from '../../bench/figures/documents';
import { readMarked } from '../../bench/figures/markers';
import { strayFigures } from '../../bench/figures/strayFigures';
import { templates, writeFigure } from '../../bench/figures/templates';

const measured = readMeasured();

describe('the figures of the documents', () => {
  it.each(documents())('%s has between its markers what npm run figures writes', (document) => {
    for (const { name, content } of readMarked(readDocument(document)))
      expect(content.trim(), `${name}: npm run figures`).toBe(writeFigure(measured, name));
  });

  it.each(documents())('%s has no figure outside markers', (document) => {
    expect(strayFigures(readDocument(document)), 'bench/README.md says how figures get into a document').toEqual([]);
  });

  it('the chart is what npm run figures draws', () => {
    expect(readFileSync(pathOf(chartDocument), 'utf8')).toBe(drawChart(chartData(measured)));
  });

  it.each(Object.keys(templates))('the figures %s can be written, for any document', (name) => {
    expect(writeFigure(measured, name)).toMatch(/\d/);
  });

  it.each(Object.keys(templates))('the figures %s call nothing less than once as fast or as long', (name) => {
    expect(writeFigure(measured, name), 'say timesAsLong for timesAsFast, or the reverse').not.toMatch(
      /\b0\.\d+(?: to [\d.,]+)? times as/,
    );
  });

  // A contender that was renamed would leave its cells empty.
  it.each(Object.keys(templates))('every row and every column of the figures %s has a number', (name) => {
    const lines = writeFigure(measured, name).split('\n');
    const table = lines.filter((line) => line.startsWith('|')).map((line) => line.split('|').slice(1, -1));
    const [header = [], , ...rows] = table;
    expect(new Set(table.map(({ length }) => length)).size).toBeLessThanOrEqual(1);
    for (const [label, ...cells] of rows) expect([label, cells.join()]).toEqual([label, expect.stringMatching(/\d/)]);
    for (const [i, title] of header.entries())
      if (i > 0) expect([title, rows.map((row) => row[i]).join()]).toEqual([title, expect.stringMatching(/\d/)]);
  });
});

describe('figures outside markers', () => {
  it.each([
    'A pick takes 4.1 µs.',
    'A frame takes 10 to 15 milliseconds.',
    'The first call took 3.6 seconds more.',
    'It casts 2.4 Mray/s, or 10 million rays a second.',
    'A build is 5.9 times as fast as another.',
    'Then the building is 3 to 50 times slower.',
    'They are 4% slower.',
    'It waits about a tenth as long.',
    'It is done in a third of the time.',
    'It is three times as fast, or more.',
    'It is 3x faster.',
    'A ray had 0.82 of the speed of one scene, promise included, and `nearest` 0.91.',
    'It is done in 0.7 of the time.',
    'A commit takes about a millisecond.',
    'The page pauses for a few milliseconds.',
    'Copying them costs microseconds.',
    'It is slower by a factor of 3.5.',
    'It is 40% quicker.',
    'It is half as quick as another.',
    'An update is 3 times as quick.',
    'It is ready in 0.4 s.',
    'It draws 60 frames a second, and picks 2,000 objects/s.',
    '| `pick` | 853× |',
    '| First pick | 0.52 s |',
    '| | split, ms |\n| - | -: |\n| slabtree | 0.22 |',
    '| | µs/pick |\n| - | -: |\n| slabtree | 0.22 |',
    '| | times as fast |\n| - | -: |\n| slabtree | 2 |',
    '<!-- figures: some -->1 ms<!-- /figures -->, and 2 ms.',
  ])('a figure is found in: %s', (text) => {
    expect(strayFigures(text)).toHaveLength(1);
  });

  it.each([
    'A worker ends within 10 seconds of TERM.',
    'Pictures are 320 × 320.',
    'An oriented box has 280 bytes, and slabtree has 111 KB.',
    'JavaScript is several times slower.',
    'The numbers differ by a factor of 1e100.',
    'A worker reads a file in 0.5 of its memory.',
    'It works for a few milliseconds at a time.',
    '<!-- figures: some -->4.1 µs<!-- /figures -->',
    'With `setTimeout(run, 10 ms)`:\n\n```sh\nnpm run bench # 4 ms\n```\n',
    '| name | bytes |\n| - | -: |\n| box | 80 |',
  ])('there is no figure in: %s', (text) => {
    expect(strayFigures(text)).toEqual([]);
  });

  it('a figure is found with the number of its line', () => {
    expect(strayFigures('One.\n\n<!-- figures: a -->\n\n| ms |\n\n<!-- /figures -->\n\nIt takes 2 ms.')).toEqual([
      '9: It takes 2 ms.',
    ]);
  });
});
