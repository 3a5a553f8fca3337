import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createElement } from 'react';
import { BoxGeometry, Mesh, MeshBasicMaterial } from 'three';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { IndexedEvents } from '../../examples/react-three-fiber/IndexedEvents';
import { search } from '../support/runs';
import { FiberRoot } from '../support/three/fiber';
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

describe('events of react-three-fiber with an IndexRaycaster', () => {
  it('the events equal those without an index, on generated scenes along random paths', async () => {
    // Until enough happens for the comparison to mean something: some scenes have few events.
    for (let events = 0; events <= 100;) {
      await search(
        0.2,
        seedsAsync(async (seed) => {
          const expected = await fiberLog(seed, 'stock');
          expect(await fiberLog(seed, 'indexed')).toEqual(expected);
          expect(await fiberLog(seed, 'moves by index')).toEqual(expected);
          events += expected.length - STEPS;
        }),
      );
    }
  });

  it('the events continue while one of two IndexedEvents is left, whichever was first', async () => {
    const root = new FiberRoot();
    const events = vi.fn();
    const cube = new Mesh(new BoxGeometry(1, 1, 1), new MeshBasicMaterial());
    const object = createElement('primitive', { key: 'cube', object: cube, onPointerMove: events });
    const [first, second] = ['first', 'second'].map((key) => createElement(IndexedEvents, { key }));
    for (const content of [
      [object, first, second],
      [object, second],
      [object, first, second],
      [object, first],
    ]) {
      await root.render(content);
      // The events are those of the last frame.
      cube.position.x = cube.position.x === 0 ? 5 : 0;
      root.frame();
      const isHit = cube.position.x === 0;
      events.mockClear();
      root.fire('onPointerMove', 0.5, 0.51);
      expect(events).toHaveBeenCalledTimes(Number(isHit));
    }
    await root.unmount();
  });

  it.each(['IndexedEvents', 'movesByIndex'])('the lines in the documentation give the same events: %s', (name) => {
    const lines = readFileSync(resolve(root, `examples/react-three-fiber/${name}.ts`), 'utf8');
    expect(readFileSync(resolve(root, 'docs/react-three-fiber.md'), 'utf8')).toContain(`\`\`\`ts\n${lines}\`\`\``);
  });
});
