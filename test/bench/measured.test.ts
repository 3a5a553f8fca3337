import { describe, expect, it } from 'vitest';
import { measuredFrom } from '../../bench/figures/measured';
import { milliseconds, microseconds, range, round, source, timesAsFast } from '../../bench/figures/words';
import type { StoredResult } from '../../bench/resultsFile';

function resultOf(job: string, date: string): StoredResult {
  const once = (unit: 'ms' | 'Mray/s', median: number) => ({ unit, median, best: median / 2 });
  return {
    job,
    origin: { date, machine: '2-core x64', node: '20.19.0', backend: 'wasm', versions: { slabtree: '0.1.0' } },
    title: 'Title',
    question: 'closest',
    scene: 'uniform',
    boxes: 100,
    columns: ['build, ms', 'rays, Mray/s'].map((name) => ({ name, baselines: [] })),
    rows: [
      { contender: 'slabtree', values: { 'build, ms': once('ms', 4), 'rays, Mray/s': once('Mray/s', 3) } },
      { contender: 'peer', values: { 'build, ms': once('ms', 10), 'rays, Mray/s': once('Mray/s', 0.5) } },
      { contender: 'loop', values: {} },
    ],
    notes: [],
  };
}

const { here, elsewhere } = measuredFrom([resultOf('closest', '2026-01-01')], [resultOf('embree', '2026-02-02')]);

describe('readings', () => {
  it('readings give medians', () => {
    expect(here('closest').median('peer', 'build, ms')).toBe(10);
    expect(here('closest').find('loop', 'build, ms')).toBeUndefined();
  });

  it('a lead is above 1 where the contender is faster: by times and by rates', () => {
    expect(here('closest').lead('slabtree', 'peer', 'build, ms')).toBe(2.5);
    expect(here('closest').lead('slabtree', 'peer', 'rays, Mray/s')).toBe(6);
  });

  it('readings name what there is, where a name is wrong', () => {
    expect(() => here('embree')).toThrow("bench/results.json has no result of 'embree'");
    expect(() => elsewhere('closest')).toThrow("bench/elsewhere.json has no result of 'closest'");
    expect(() => here('closest').median('other', 'build, ms')).toThrow("'slabtree', 'peer', 'loop'");
    expect(() => here('closest').median('peer', 'build')).toThrow(
      "no column 'build'. It has 'build, ms', 'rays, Mray/s'",
    );
  });
});

describe('figures in words', () => {
  it.each([
    [14_141, '14,000'],
    [99.6, '100'],
    [35.8, '36'],
    [9.96, '10'],
    [4.12, '4.1'],
    [1, '1.0'],
    [0.0823, '0.082'],
    [0.000409, '0.00041'],
    [0, '0'],
  ])('%d is written as %s', (value, text) => {
    expect(round(value)).toBe(text);
  });

  it('a range is one number if both round to it', () => {
    expect([range([17.1, 6.55, 9]), range([3.41, 3.38])]).toEqual(['6.5 to 17', '3.4']);
  });

  it('times have the unit that suits the greatest', () => {
    expect([microseconds(14_141), microseconds(0.9, 0.08), milliseconds(450), milliseconds(0.4, 1500)]).toEqual([
      '14 ms',
      '0.080 to 0.90 µs',
      '450 ms',
      '0.00040 to 1.5 s',
    ]);
  });

  it('ratios are times as fast', () => {
    expect(timesAsFast(12.4, 20.7)).toBe('12 to 21 times as fast');
  });

  it('the source of several readings has each origin once', () => {
    expect(source(here('closest'), here('closest'), elsewhere('embree'))).toBe(
      '_Measured 2026-01-01, 2-core x64, Node 20.19.0; 2026-02-02, 2-core x64, Node 20.19.0._',
    );
  });
});
