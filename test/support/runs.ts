import fc from 'fast-check';

/**
 * How long the property tests search, and from which seed.
 *
 * `SLABTREE_RUNS=5000` searches 170 times as long as usual. A failure prints the seed of the run that found
 * it; `SLABTREE_SEED=<that seed>` runs it again.
 */
const RUNS = positiveInteger('SLABTREE_RUNS') ?? 30;
const SEED = integer('SLABTREE_SEED');

/** Runs per turn. Between turns the event loop runs, so a long search can report and can be stopped. */
const RUNS_A_TURN = 100;

/** vitest.config.ts gives a long search as much time as it needs. */
const IS_LONG = RUNS > 100;

/**
 * How many inputs a property tries.
 *
 * @param share a share of the usual number: less than 1 for a slow property, and more for a fast one.
 */
export function runsOf(share: number): number {
  return Math.max(1, Math.round(RUNS * share));
}

/**
 * Searches for a case in which a property does not hold.
 *
 * @param share a share of the usual number of runs: see {@link runsOf}.
 * @param longShare the share in a long search, if that is to try more than so many short ones.
 */
export async function search<Values>(
  share: number,
  property: fc.IProperty<Values> | fc.IAsyncProperty<Values>,
  longShare = share,
): Promise<void> {
  const runs = runsOf(IS_LONG ? longShare : share);
  const seed = SEED ?? Math.floor(Math.random() * 2 ** 31);
  for (let done = 0; done < runs; done += RUNS_A_TURN) {
    // The first turn uses the seed itself, so a seed that has failed fails again at once.
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
