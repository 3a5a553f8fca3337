import { join } from 'node:path';
import { expect, test } from 'vitest';
import { search } from '../support/runs';
import { type fiberLog, type Way, ways } from '../support/three/fiberLog';
import { seedsAsync } from '../support/three/seeds';
import { openPage } from './support/openPage';
import { serveProgram } from './support/serveProgram';

const { url } = await serveProgram(
  join(import.meta.dirname, 'support/fiberPage.ts'),
  '<!doctype html><title>Events</title><script type="module" src="page.js"></script>',
  // Only then React tells when it is done.
  { define: { 'process.env.NODE_ENV': '"development"' } },
);

test('the events of react-three-fiber with an index equal those without, on generated scenes along random paths', async () => {
  const page = await openPage(url);
  const log = await page.evaluateHandle<typeof fiberLog>('fiberLog');
  // Until enough happens for the comparison to mean something: some scenes have few events.
  for (let events = 0; events <= 100;) {
    await search(
      0.08,
      seedsAsync(async (seed) => {
        const logOf = (way: Way) => page.evaluate(({ log, seed, way }) => log(seed, way), { log, seed, way });
        const stock = await logOf('stock');
        for (const way of Object.keys(ways) as Way[]) {
          if (way !== 'stock') expect({ way, log: await logOf(way) }).toEqual({ way, log: stock });
        }
        events += stock.filter((line) => line.startsWith('[')).length;
      }),
    );
  }
});
