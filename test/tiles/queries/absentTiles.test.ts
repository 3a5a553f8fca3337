import { expect, test } from 'vitest';
import { AbsentTiles } from '../../../src/tiles/absent/absentTiles';
import { Random } from '../../support/random';
import { each, type Triple, vec } from '../../support/triple';

/** The tiles that a box enters as it moves, by the definition: the time at which its middle enters grown bounds. */
function enteredByLoop(bounds: Float64Array, middle: Triple, half: number, motion: Triple, tMax: number): Set<number> {
  const found = new Set<number>();
  for (let tile = 0; tile < bounds.length / 6; tile++) {
    let near = 0;
    let far = tMax;
    for (let k = 0; k < 3; k++) {
      const low = bounds[6 * tile + k] - half - middle[k];
      const high = bounds[6 * tile + 3 + k] + half - middle[k];
      if (motion[k] === 0) {
        if (low > 0 || high < 0) near = Infinity;
      } else {
        near = Math.max(near, Math.min(low / motion[k], high / motion[k]));
        far = Math.min(far, Math.max(low / motion[k], high / motion[k]));
      }
    }
    if (near <= far && near < Infinity) found.add(tile);
  }
  return found;
}

function tilesAt(scale: number, backend: 'js' | 'wasm', count: number): { absent: AbsentTiles; bounds: Float64Array } {
  const random = new Random(1);
  const bounds = new Float64Array(6 * count);
  for (let tile = 0; tile < count; tile++) {
    for (let k = 0; k < 3; k++) {
      bounds[6 * tile + k] = scale * random.below(16);
      bounds[6 * tile + 3 + k] = bounds[6 * tile + k] + scale;
    }
  }
  const size = 17 * scale;
  const measure = {
    origin: new Float64Array(3),
    extent: new Float64Array(3).fill(size),
    magnitude: new Float64Array(3).fill(size),
    obbSlope: 2 ** -40,
    reach: size,
    typicalSize: scale,
    meshCondition: 0,
  };
  return { absent: new AbsentTiles(bounds, measure, { backend }), bounds };
}

const cases = (['js', 'wasm'] as const).flatMap((backend) =>
  [2 ** -300, 2 ** -60, 1, 2 ** 60, 2 ** 300].map((scale) => ({ backend, scale })),
);

test.each(cases)('a moving box finds the absent tiles on its way at scale $scale ($backend)', ({ backend, scale }) => {
  const { absent, bounds } = tilesAt(scale, backend, 300);
  const random = new Random(2);
  for (let tile = 0; tile < 300; tile += 3) absent.setAbsent(tile, false);
  for (let i = 0; i < 100; i++) {
    // Places and motions on a grid of halves: boxes often just touch tiles, move along an axis, or stand still.
    const half = scale * random.pick([0, 0.5, 1]);
    const middle = each(() => (scale * random.below(36)) / 2);
    const motion = each(() => scale * (random.below(5) - 2));
    const tMax = random.pick([0, 1, 4]);
    const box = {
      min: vec(each((k) => middle[k] - half)),
      max: vec(each((k) => middle[k] + half)),
    };
    const certain = [...enteredByLoop(bounds, middle, half, motion, tMax)].filter((tile) => tile % 3 !== 0);
    const possible = enteredByLoop(bounds, middle, half + scale * 2 ** -10, motion, tMax * (1 + 2 ** -10));
    const found = absent.alongMotion(box, vec(motion), tMax, 0);
    expect(found).toEqual(expect.arrayContaining(certain));
    expect(found.filter((tile) => !possible.has(tile) || tile % 3 === 0)).toEqual([]);
  }
});

test.each(cases)(
  'a ray from far away finds the absent tiles along it at scale $scale ($backend)',
  ({ backend, scale }) => {
    const { absent, bounds } = tilesAt(scale, backend, 300);
    const random = new Random(3);
    for (let i = 0; i < 100; i++) {
      const target = each(() => (scale * random.below(36)) / 2);
      const away = random.pick<Triple>([
        [0, 0, 2 ** 30],
        [2 ** 28, 2 ** 30, 0],
        [2 ** 30, 2 ** 29, 2 ** 28],
      ]);
      const origin = each((k) => target[k] + scale * away[k]);
      const direction = each((k) => -away[k]);
      const ray = { origin: vec(origin), direction: vec(direction) };
      const part = { ray, tMin: 0, tMax: Infinity, isRefined: false };
      const certain = [...enteredByLoop(bounds, origin, 0, direction, Infinity)];
      // Margins are derived for numbers up to 2^200. A ray with larger ones may hit a box in any tile.
      const all = new Set(Array.from({ length: 300 }, (_, tile) => tile));
      const possible = scale > 2 ** 200 ? all : enteredByLoop(bounds, origin, scale * 2 ** -4, direction, Infinity);
      const found = absent.along(part);
      expect(found).toEqual(expect.arrayContaining(certain));
      expect(found.filter((tile) => !possible.has(tile))).toEqual([]);
    }
  },
);
