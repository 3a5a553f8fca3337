import { describe, expect, it } from 'vitest';
import { BoxScene } from 'slabtree';
import { backends } from '../support/compare';
import { shared, transferred } from '../support/hostileArguments';

type Filter = (id: number) => boolean;

/** Batches of two rays or motions that all hit box 0 after 1 along x, and their ids and ts. */
const queries: [string, (scene: BoxScene, numbers: Float64Array, filter: Filter) => [number[], number[]]][] = [
  [
    'raycastMany',
    (scene, numbers, filter) => {
      const { ids, ts } = scene.raycastMany(numbers, { filter });
      return [[...ids], [...ts]];
    },
  ],
  [
    'sweepMany',
    (scene, numbers, filter) => {
      const { ids, ts } = scene.sweepMany('point', numbers, { filter, tMax: 9 });
      return [[...ids], [...ts]];
    },
  ],
];
const answer = [
  [0, 0],
  [1, 1],
];

describe.each(backends)('batches while a filter runs (%s)', (backend) => {
  const numbers = () => Float64Array.of(-1, 0.5, 0.5, 1, 0, 0, -1, 0.25, 0.25, 1, 0, 0);
  function unitBox(scene: BoxScene): BoxScene {
    scene.addAabb({ min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } });
    return scene;
  }

  it.each(queries)('%s answers the numbers that it was given, though a filter overwrites them', (_, query) => {
    for (const given of [numbers(), shared(numbers()) as Float64Array]) {
      const filter = () => {
        given.fill(NaN);
        return true;
      };
      expect(query(unitBox(new BoxScene({ backend })), given, filter)).toEqual(answer);
    }
  });

  it.each(queries)('%s answers the numbers that it was given, though a filter transfers them', (_, query) => {
    const given = numbers();
    const filter = () => {
      if (given.length > 0) transferred(given);
      return true;
    };
    expect(query(unitBox(new BoxScene({ backend })), given, filter)).toEqual(answer);
  });

  it.each(queries)('%s of an attached scene answers from one version of the scene', (_, query) => {
    const original = unitBox(new BoxScene({ shared: true, backend }));
    const reader = BoxScene.attach(original.handle(), { backend });
    const filter = () => {
      original.clear();
      original.commit();
      return true;
    };
    expect(query(reader, numbers(), filter)).toEqual(answer);
    expect(reader.size).toBe(0);
  });
});
