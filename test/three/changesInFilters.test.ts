import { Points } from 'three';
import { describe, expect, it } from 'vitest';
import { SceneIndex } from 'slabtree/three';
import { cube, index, indexCalls } from '../support/three/indexCalls';
import { cubeAt, rayAt, rootOf } from '../support/three/cubes';

function hasFilter(argument: unknown): argument is { filter: unknown } {
  return typeof argument === 'object' && argument !== null && Object.hasOwn(argument, 'filter');
}

/** The arguments of a call, with another filter. */
function withOther(given: readonly unknown[], filter: () => boolean): never[] {
  return given.map((argument) => (hasFilter(argument) ? { ...argument, filter } : argument)) as never[];
}

const message = 'a scene cannot be changed by a filter or refine while its query runs';

describe('a filter of an index', () => {
  const calls = indexCalls.filter(([, given]) => given.some(hasFilter));

  it.each(calls)('a filter of %s may not update the index after a change, and the next update catches up', (...of) => {
    const [, given, call] = of;
    const { bounds } = index.boxes;
    let count = 0;
    const filter = () => {
      count++;
      cube.position.x++;
      index.update();
      return true;
    };
    try {
      expect(() => call(...withOther(given, filter))).toThrow(message);
    } finally {
      cube.position.x = 0;
      index.update();
    }
    expect(count).toBe(1);
    expect(index.boxes.bounds).toEqual(bounds);
  });

  it.each(calls)('a filter of %s may update the index if nothing has changed', (_, given, call) => {
    const expected = call(...withOther(given, () => true));
    const filter = () => {
      index.update();
      return true;
    };
    expect(call(...withOther(given, filter))).toEqual(expected);
  });
});

it.each(['sweep', 'contacts', 'raycast'] as const)(
  'a filter of %s of the solids of an index may not update the index after a change',
  (query) => {
    const box = cubeAt(0, 0);
    const of = SceneIndex.from(rootOf(box));
    const filter = () => {
      box.position.x++;
      of.update();
      return true;
    };
    const at = { x: 0.25, y: 0.25, z: 5 };
    const queries = {
      sweep: () => of.solids.sweep(at, { x: 0, y: 0, z: -9 }, { filter }),
      contacts: () => of.solids.contacts({ center: at, radius: 6 }, { filter }),
      raycast: () => of.solids.raycast({ origin: at, direction: { x: 0, y: 0, z: -9 } }, { filter }),
    };
    expect(queries[query]).toThrow(message);
  },
);

describe('a filter that a ray of an index calls outside of the walk of the boxes', () => {
  /** An index of a cube and of points. */
  function made() {
    const box = cubeAt(0, 0);
    const points = new Points(box.geometry);
    const root = rootOf(box, points);
    const made = SceneIndex.from(root);
    const change = () => {
      box.position.x++;
      made.update();
    };
    return { made, points, change };
  }

  it.each(['raycast', 'raycastAny', 'raycastAll'] as const)(
    '%s: a filter that is called for points may not change the index',
    (query) => {
      const { made: of, points, change } = made();
      const filter = (object: unknown) => {
        if (object === points) change();
        return object === points;
      };
      const raycaster = rayAt(0.5, 0.5);
      raycaster.params.Points.threshold = 0.1;
      expect(() => of[query](raycaster, { filter })).toThrow(message);
    },
  );
});
