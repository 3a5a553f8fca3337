import { describe, expect, it } from 'vitest';
import { search } from '../support/runs';
import { fiberLog, STEPS, type Way, ways } from '../support/three/fiberLog';
import { prepareReactTests } from '../support/three/reactTests';
import { seedsAsync } from '../support/three/seeds';

prepareReactTests();

describe('events of react-three-fiber with IndexedEvents', () => {
  it('the events equal those without an index, on generated scenes along random paths', async () => {
    // Until enough happens for the comparison to mean something: some scenes have few events.
    for (let events = 0; events <= 100;) {
      await search(
        0.2,
        seedsAsync(async (seed) => {
          const expected = await fiberLog(seed, 'stock');
          for (const way of Object.keys(ways) as Way[]) {
            if (way !== 'stock') expect({ way, log: await fiberLog(seed, way) }).toEqual({ way, log: expected });
          }
          events += expected.length - STEPS;
        }),
      );
    }
  });
});
