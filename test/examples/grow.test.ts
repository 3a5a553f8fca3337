import { describe, expect, it } from 'vitest';
import { grow } from '../../examples/site/grow';

/** What a picture shows whose frames take so long, in milliseconds, for each size. */
async function shownBy(times: Readonly<Record<number, number>>, stopped?: AbortSignal): Promise<number[]> {
  const shown: number[] = [];
  const picture = { timeFrame: () => Promise.resolve(times[shown[shown.length - 1]]) };
  await grow(picture, Object.keys(times).map(Number), (size) => void shown.push(size), stopped);
  return shown;
}

describe('grow', () => {
  it('grow shows all sizes, one after the other, if frames stay quick', async () => {
    expect(await shownBy({ 10: 1, 100: 4, 1000: 16, 10_000: 500 })).toEqual([10, 100, 1000, 10_000]);
  });

  it('grow stops at the first size whose frames are slow', async () => {
    expect(await shownBy({ 10: 1, 100: 400, 1000: 1 })).toEqual([10, 100]);
  });

  it('grow shows the least size on the slowest machine', async () => {
    expect(await shownBy({ 10: 9000, 100: 1 })).toEqual([10]);
  });

  it('grow shows nothing more once it is stopped', async () => {
    expect(await shownBy({ 10: 1, 100: 1 }, AbortSignal.abort())).toEqual([]);
  });
});
