import fc from 'fast-check';
import { vi } from 'vitest';

/**
 * How long the property tests search, and where: the one place that says so.
 *
 * `SLABTREE_RUNS=5000` searches a hundred times as long as a usual run. A failure prints the seed of the run that found
 * it; `SLABTREE_SEED=<that seed>` runs it again.
 */
const RUNS = positiveInteger('SLABTREE_RUNS') ?? 50;
const SEED = integer('SLABTREE_SEED');

/** Runs of one turn: between turns the event loop goes on, so that a long search can be reported and stopped. */
const RUNS_A_TURN = 100;

// A search that was asked to take long may.
if (RUNS > 100) vi.setConfig({ testTimeout: 24 * 3600 * 1000 });

/**
 * How many inputs a property tries.
 *
 * @param share of the usual number of runs: less than 1 for a property that takes long, more for one that is quick.
 */
export function runsOf(share: number): number {
  return Math.max(1, Math.round(RUNS * share));
}

/**
 * Searches for a case in which a property does not hold.
 *
 * @param share of the usual number of runs: see {@link runsOf}.
 */
export async function search<Values>(
  share: number,
  property: fc.IProperty<Values> | fc.IAsyncProperty<Values>,
): Promise<void> {
  const runs = runsOf(share);
  const seed = SEED ?? Math.floor(Math.random() * 2 ** 31);
  for (let done = 0; done < runs; done += RUNS_A_TURN) {
    // A seed given runs first, so that one that has failed is met again at once.
    await fc.assert(property, { numRuns: Math.min(RUNS_A_TURN, runs - done), seed: (seed + done) | 0 });
    await new Promise((resolve) => setImmediate(resolve));
  }
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
