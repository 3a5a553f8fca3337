import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { search } from '../support/runs';
import { fiberLog, STEPS } from '../support/three/fiberLog';
import { seedsAsync } from '../support/three/seeds';

const root = resolve(import.meta.dirname, '../..');

beforeAll(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // react-three-fiber uses a class that three.js has deprecated.
  vi.spyOn(console, 'warn').mockReturnValue();
});

afterAll(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the events of react-three-fiber with an IndexRaycaster', () => {
  it('equal those without, on generated scenes along random paths', async () => {
    let events = 0;
    await search(
      0.2,
      seedsAsync(async (seed) => {
        const expected = await fiberLog(seed, 'stock');
        expect(await fiberLog(seed, 'indexed')).toEqual(expected);
        expect(await fiberLog(seed, 'moves by index')).toEqual(expected);
        events += expected.length - STEPS;
      }),
    );
    // Enough happens for the comparison to mean something.
    expect(events).toBeGreaterThan(100);
  });

  it.each(['IndexedEvents', 'movesByIndex'])('are those of the lines in the documentation: %s', (name) => {
    const lines = readFileSync(resolve(root, `examples/react-three-fiber/${name}.ts`), 'utf8');
    expect(readFileSync(resolve(root, 'docs/react-three-fiber.md'), 'utf8')).toContain(`\`\`\`ts\n${lines}\`\`\``);
  });
});
