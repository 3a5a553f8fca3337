import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';

/** `SLABTREE_RUNS=5000` tries 312 times as many inputs as usual. */
const RUNS = positiveInteger('SLABTREE_RUNS') ?? 16;

/** The seed of every property, if it is set: `SLABTREE_SEED=<the seed that a failure prints>` repeats the failure. */
const SEED = integer('SLABTREE_SEED');

/** The seed of the run, a text: vitest.config.ts takes it from the commit, or draws one for a long search. */
const RUN_SEED = process.env['SLABTREE_RUN_SEED'] ?? '';

/** Runs per turn. Between turns the event loop runs, so a long search can report and can be stopped. */
const RUNS_A_TURN = 100;

/** vitest.config.ts gives a long search as much time as it needs. */
const IS_LONG = RUNS > 100;

/**
 * Returns how many inputs a property tries.
 *
 * @param share a share of the usual number: less than 1 for a slow property, and more for a fast one. At 0.05 or more, a
 *   property tries two inputs at least.
 */
export function runsOf(share: number): number {
  return Math.max(share < 0.05 ? 1 : 2, Math.round(RUNS * share));
}

/**
 * Searches for an input for which a property does not hold.
 *
 * @param share a share of the usual number of runs: see {@link runsOf}.
 * @param longShare the share in a long search, if it is another. It is larger where a long search is to try more than so many
 *   short ones, and smaller where a short search needs several inputs of a slow property.
 */
export async function search<Values>(
  share: number,
  property: fc.IProperty<Values> | fc.IAsyncProperty<Values>,
  longShare = share,
): Promise<void> {
  const runs = runsOf(IS_LONG ? longShare : share);
  const seed = SEED ?? seedOfTest();
  for (let done = 0; done < runs; done += RUNS_A_TURN) {
    // The first turn uses the seed itself, so a seed that has failed fails again at once.
    await fc.assert(property, { numRuns: Math.min(RUNS_A_TURN, runs - done), seed: (seed + done) | 0 });
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Returns the seed of the current test in this run. Each test has another, so that a run tries as many inputs as possible. */
function seedOfTest(): number {
  const { testPath, currentTestName } = expect.getState();
  const file = testPath?.split(/[\\/]/).at(-1);
  return createHash('sha1').update(`${RUN_SEED} ${file} ${currentTestName}`).digest().readInt32BE();
}

function integer(name: string): number | undefined {
  const text = process.env[name];
  if (text === undefined || text === '') return undefined;
  const value = Number(text);
  if (!Number.isInteger(value)) throw new RangeError(`${name} must be an integer, got ${text}`);
  return value;
}

function positiveInteger(name: string): number | undefined {
  const value = integer(name);
  if (value !== undefined && value < 1) throw new RangeError(`${name} must be 1 or more, got ${value}`);
  return value;
}
