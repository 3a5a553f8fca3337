import { describe, expect, it } from 'vitest';
import { BoxScene, type IdSet } from 'slabtree';
import { backends } from '../../support/compare';

const everywhere = { normal: { x: 0, y: 1, z: 0 }, constant: 0 };

/** Every way to read a set. */
const ways: [string, (set: IdSet) => unknown][] = [
  ['size', (set) => set.size],
  ['toArray', (set) => set.toArray()],
  [
    'forEach',
    (set) => {
      set.forEach(() => undefined);
    },
  ],
  ['iteration', (set) => [...set]],
  ['has', (set) => set.has(0)],
];

describe.each(backends)('IdSet (%s)', (backend) => {
  /** A row of boxes in front of the plane, with masks 1, 2, 1, 2, … */
  function sceneOf(count: number): BoxScene {
    const scene = new BoxScene({ backend });
    for (let i = 0; i < count; i++) {
      scene.addAabb({ min: { x: 2 * i, y: 1, z: 0 }, max: { x: 2 * i + 1, y: 2, z: 1 } }, 1 + (i % 2));
    }
    return scene;
  }

  describe.each([1, 8, 9, 500])('a set of %i ids', (count) => {
    const ids = Array.from({ length: count }, (_, id) => id);

    it('a set has a size, and the same ids in toArray, forEach and iteration', () => {
      const { front } = sceneOf(count).split(everywhere);
      expect(front.size).toBe(count);
      const array = front.toArray();
      expect(array).toBeInstanceOf(Uint32Array);
      expect([...array].sort((a, b) => a - b)).toEqual(ids);
      const visited: number[] = [];
      front.forEach((id) => visited.push(id));
      expect(visited.sort((a, b) => a - b)).toEqual(ids);
      expect([...front].sort((a, b) => a - b)).toEqual(ids);
    });

    it('a set with a mask has the boxes that share a bit with it', () => {
      const { front } = sceneOf(count).split(everywhere, { mask: 2 });
      const odd = ids.filter((id) => id % 2 === 1);
      expect([...front].sort((a, b) => a - b)).toEqual(odd);
      expect(front.size).toBe(odd.length);
      expect(front.size).toBe(odd.length);
      expect([...front.toArray()].sort((a, b) => a - b)).toEqual(odd);
    });

    it('a set finds whether it has an id', () => {
      const { front, back } = sceneOf(count).split(everywhere);
      const { front: odd } = sceneOf(count).split(everywhere, { mask: 2 });
      for (const id of ids) {
        expect(front.has(id)).toBe(true);
        expect(back.has(id)).toBe(false);
        expect(odd.has(id)).toBe(id % 2 === 1);
      }
      for (const none of [-1, 0.5, count, count + 32, 2 ** 32, NaN, Infinity]) expect(front.has(none)).toBe(false);
    });

    it('a set can be iterated many times, and by several loops at once', () => {
      const { front } = sceneOf(count).split(everywhere);
      let pairs = 0;
      for (const a of front) for (const b of front) pairs += a === b ? 1 : 0;
      expect(pairs).toBe(count);
      expect([...front]).toEqual([...front]);
    });

    it('a loop can leave a set in the middle of an iteration', () => {
      const { front } = sceneOf(count).split(everywhere);
      for (const id of front) {
        expect(ids).toContain(id);
        break;
      }
      expect(front.size).toBe(count);
    });
  });

  describe('an outdated set', () => {
    const changes: [string, (scene: BoxScene) => void][] = [
      ['a box is added', (scene) => scene.addAabb({ min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } })],
      ['boxes are added', (scene) => scene.addAabbs(Float32Array.of(0, 0, 0, 1, 1, 1))],
      [
        'a box is moved',
        (scene) => {
          scene.setAabb(3, { min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } });
        },
      ],
      [
        'a mask is set',
        (scene) => {
          scene.setMask(3, 1);
        },
      ],
      [
        'a box is removed',
        (scene) => {
          scene.remove(3);
        },
      ],
      [
        'all boxes are removed',
        (scene) => {
          scene.clear();
        },
      ],
    ];

    describe.each(changes)('outdated because %s', (_, change) => {
      it.each(ways)('%s of an outdated set throws and gives the reason', (_, ask) => {
        for (const options of [{}, { mask: 1 }]) {
          const scene = sceneOf(20);
          const { front, crossing } = scene.split(everywhere, options);
          const { inside } = scene.cull([everywhere], options);
          change(scene);
          for (const set of [front, crossing, inside]) expect(() => ask(set)).toThrow(/scene has changed/);
        }
      });

      it.each([{}, { mask: 1 }])(
        'an iteration of an outdated set throws at its next step, with options %o',
        (options) => {
          const scene = sceneOf(20);
          const { front } = scene.split(everywhere, options);
          let visits = 0;
          expect(() => {
            for (const id of front) {
              expect(id).toBeLessThan(20);
              if (++visits === 1) change(scene);
            }
          }).toThrow(/scene has changed/);
          expect(visits).toBe(1);
        },
      );

      it.each([{}, { mask: 1 }])('forEach of an outdated set throws at its next step, with options %o', (options) => {
        const scene = sceneOf(20);
        const { front } = scene.split(everywhere, options);
        let visits = 0;
        expect(() => {
          front.forEach(() => {
            if (++visits === 1) change(scene);
          });
        }).toThrow(/scene has changed/);
        expect(visits).toBe(1);
      });
    });

    it('an array stays the same after the scene has changed', () => {
      const scene = sceneOf(20);
      const array = scene.split(everywhere).front.toArray();
      scene.clear();
      expect(array).toHaveLength(20);
    });

    it('a new set can be read after the scene has changed', () => {
      const scene = sceneOf(20);
      scene.split(everywhere);
      scene.remove(0);
      expect(scene.split(everywhere).front.size).toBe(19);
    });
  });

  it('queries, commits and statistics do not count as changes', () => {
    const scene = sceneOf(20);
    const { front } = scene.split(everywhere);
    scene.commit();
    scene.statistics();
    scene.split(everywhere);
    scene.cull([everywhere]);
    scene.raycast({ origin: { x: 0, y: 0, z: 0 }, direction: { x: 0, y: 1, z: 0 } });
    for (const id of front) {
      scene.raycastAny({ origin: { x: id, y: 0, z: 0 }, direction: { x: 0, y: 1, z: 0 } });
      scene.split(everywhere);
    }
    expect(front.size).toBe(20);
  });

  it('an addition of no boxes does not count as a change', () => {
    const scene = sceneOf(20);
    const { front } = scene.split(everywhere);
    scene.addAabbs(new Float32Array(0));
    scene.addObbs({ min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } }, new Float64Array(0));
    expect(front.size).toBe(20);
  });
});
