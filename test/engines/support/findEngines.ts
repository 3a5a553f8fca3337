import type { Engine } from './engine';
import { findChromium } from './findChromium';
import { findFirefox } from './findFirefox';
import { findWebKit } from './findWebKit';

/**
 * The browsers of this machine. A missing one is named and left out. With SLABTREE_ENGINES=all it is an error.
 */
export async function findEngines(): Promise<Engine[]> {
  const wanted = process.env.SLABTREE_ENGINES;
  if (wanted !== undefined && wanted !== 'all') {
    throw new RangeError(`SLABTREE_ENGINES must be 'all' or unset, got '${wanted}'`);
  }
  const engines: Engine[] = [];
  const missing: string[] = [];
  for (const find of [findChromium, findFirefox, findWebKit]) {
    try {
      engines.push(await find());
    } catch (error) {
      missing.push(error instanceof Error ? error.message : String(error));
    }
  }
  if (wanted === 'all' && missing.length > 0) {
    throw new Error(`SLABTREE_ENGINES=all needs all browsers, but some are missing:\n${missing.join('\n')}`);
  }
  for (const reason of missing) console.warn(`Left out: ${reason}`);
  return engines;
}
