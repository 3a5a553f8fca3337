import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check } from 'prettier';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StoredResult, mergeResult, readResults, writeResults } from '../../bench/resultsFile';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'slabtree-results-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function resultOf(job: string, date: string, median: number): StoredResult {
  return {
    job,
    origin: { date, machine: '2-core x64', node: '20.19.0', backend: 'wasm', versions: { slabtree: '0.1.0' } },
    title: `Title of ${job}`,
    question: 'cull',
    scene: 'uniform',
    boxes: 100,
    columns: [{ name: 'ms', baselines: ['slabtree'] }],
    rows: [{ contender: 'slabtree', values: { ms: { unit: 'ms', median, best: median } } }],
    notes: ['A note.'],
  };
}

describe('the file of results', () => {
  it('results are read as they were written, measurements to five digits', async () => {
    const path = join(folder, 'results.json');
    const counts = { boxes: 1_234_567, triangles: 7_654_321 };
    await writeResults(path, [{ ...resultOf('cull', '2026-01-02', 0.123456789), ...counts }]);
    expect(readResults(path)).toEqual([{ ...resultOf('cull', '2026-01-02', 0.12346), ...counts }]);
  });

  it('results are written in a form that Prettier does not change', async () => {
    const path = join(folder, 'results.json');
    await writeResults(path, [resultOf('cull', '2026-01-02', 1), resultOf('split', '2026-01-02', 2)]);
    expect(await check(readFileSync(path, 'utf8'), { parser: 'json', printWidth: 120 })).toBe(true);
  });

  it('a file that does not exist has no results', () => {
    expect(readResults(join(folder, 'none.json'))).toEqual([]);
  });

  it('a new result takes the place of the last one of its job, and others keep their date', () => {
    const before = [resultOf('cull', '2026-01-01', 1), resultOf('split', '2026-01-01', 2)];
    const after = mergeResult(before, resultOf('cull', '2026-02-02', 3));
    expect(after).toEqual([resultOf('cull', '2026-02-02', 3), resultOf('split', '2026-01-01', 2)]);
  });

  it('the result of a new job comes last', () => {
    const after = mergeResult([resultOf('cull', '2026-01-01', 1)], resultOf('split', '2026-02-02', 2));
    expect(after.map(({ job }) => job)).toEqual(['cull', 'split']);
  });
});
