/**
 * Families of scenes for the property tests. A family makes the same boxes again from the same seed. The first boxes of a
 * larger scene are those of a smaller one, so fast-check can shrink a failing scene.
 */
import fc from 'fast-check';
import { aabb, type LoopBox, obb } from './loop';
import { type LinearPart, linearParts, placed, stretched, translation } from './matrices';
import { Random } from './random';
import { each, type Triple } from './triple';
import { step } from './ulps';

/** Makes one box of a scene. It gets the boxes before it. */
export type MakeBox = (random: Random, before: readonly LoopBox[], count: number) => LoopBox;

const around = (center: Triple, half: Triple): LoopBox =>
  aabb(
    each((k) => center[k] - half[k]),
    each((k) => center[k] + half[k]),
  );

const between = (a: Triple, b: Triple): LoopBox =>
  aabb(
    each((k) => Math.min(a[k], b[k])),
    each((k) => Math.max(a[k], b[k])),
  );

const halves = (random: Random, low: number, high: number): Triple => each(() => Math.abs(random.magnitude(low, high)));

/** The box rounded to float32, which the package keeps in 24 bytes. Or the box itself if it is too large for float32. */
const single = (box: LoopBox): LoopBox => {
  const min = each((k) => Math.fround(box.min[k]));
  const max = each((k) => Math.fround(box.max[k]));
  return [...min, ...max].every((value) => Number.isFinite(value)) ? aabb(min, max) : box;
};

const uniform: MakeBox = (random) => around(random.triple(-10, 10), halves(random, 0.05, 5));

/** Unit cubes and slabs of a small grid, which share faces, edges and corners. */
const grid: MakeBox = (random) => {
  const min = each(() => random.below(5) - 2);
  return aabb(
    min,
    each((k) => min[k] + random.pick([1, 1, 1, 2, 0])),
  );
};

const flat: MakeBox = (random) => {
  const min = each(() => random.below(5) - 2);
  const thick = random.below(3);
  return aabb(
    min,
    each((k) => min[k] + (k < thick ? random.below(3) : 0)),
  );
};

const needle: MakeBox = (random) => {
  const along = random.axis();
  const width = Math.abs(random.magnitude(1e-3, 1));
  return around(
    random.triple(-10, 10),
    each((k) => (k === along ? 1e6 * width : width)),
  );
};

/** Each box inside the one before, sharing some of its faces. */
const nested: MakeBox = (random, before) => {
  const outer = before.at(-1);
  if (outer === undefined) return aabb([-64, -64, -64], [64, 64, 64]);
  const inner = between(
    each((k) => (random.chance(0.3) ? outer.min[k] : (3 * outer.min[k] + outer.max[k]) / 4)),
    each((k) => (random.chance(0.3) ? outer.max[k] : (outer.min[k] + 3 * outer.max[k]) / 4)),
  );
  return inner;
};

/** A point near the surface of the earth, in metres from its centre. */
const earth: Triple = [4.1e6, 1.2e6, 4.7e6];

const onEarth: MakeBox = (random) =>
  around(
    each((k) => earth[k] + random.between(-100, 100)),
    halves(random, 0.1, 10),
  );

const acrossEarth: MakeBox = (random) => {
  const up = random.direction();
  return around(
    each((k) => 6.4e6 * up[k]),
    halves(random, 1, 1e5),
  );
};

const tiny: MakeBox = (random) => around(random.triple(-1e-6, 1e-6), halves(random, 1e-8, 1e-6));

const anySize: MakeBox = (random) => {
  const size = Math.abs(random.magnitude(1e-30, 1e30));
  return around(
    random.chance(0.5) ? random.triple(-size, size) : each(() => random.magnitude(1e-30, 1e30)),
    each(() => (random.chance(0.2) ? 0 : size * random.between(0.1, 2))),
  );
};

/** All coordinates are among a few numbers and their neighbours, so boxes often touch. */
const coincident = (numbers: readonly number[], ulps: number): MakeBox => {
  const coordinate = (random: Random): number => step(random.pick(numbers), random.below(2 * ulps + 1) - ulps);
  return (random) =>
    between(
      each(() => coordinate(random)),
      each(() => coordinate(random)),
    );
};

/** Oriented boxes whose linear parts are of one kind. */
const oriented =
  (kind: LinearPart, center: (random: Random) => Triple, size = 1): MakeBox =>
  (random) => {
    const min = each(() => size * random.pick([-1, -1, random.between(-2, 1), 0, 0.5]));
    const max = each((k) => min[k] + size * random.pick([0, 1, 2, random.between(0, 2)]));
    const at = center(random);
    const box = obb(min, max, placed(linearParts[kind](random), at));
    return box ?? aabb(at, at);
  };

const near = (random: Random): Triple => random.triple(-8, 8);

const KINDS = Object.keys(linearParts) as LinearPart[];

/** Boxes of all kinds in one scene. */
const mixed: MakeBox = (random, before, count) => {
  const kind = random.pick(Object.keys(linearParts) as LinearPart[]);
  const make = random.pick([uniform, grid, flat, needle, nested, tiny, oriented(kind, near), oriented(kind, near, 4)]);
  const box = make(random, before, count);
  return box.matrix === null && random.chance(0.5) ? single(box) : box;
};

/** A matrix with numbers of any size. Many of its products overflow or underflow, but it has an inverse. */
const unbounded = (random: Random): Triple[] => {
  const zeroOr = (chance: number): number => (random.chance(chance) ? 0 : random.magnitude(1e-200, 1e200));
  const [x, y, z] = random.chance(0.5)
    ? [zeroOr(0), zeroOr(0), zeroOr(0)]
    : each(() => random.pick([1, 1e100, 1e-100, 1e200, 1e-200]));
  return [
    [x, random.chance(0.5) ? 0 : x, zeroOr(0.6)],
    [0, y, random.chance(0.5) ? 0 : -y],
    [0, zeroOr(0.8), z],
  ];
};

const overflowing: MakeBox = (random, before, count) => {
  const kind = random.below(4);
  if (kind === 0) return single(uniform(random, before, count));
  if (kind === 1) return oriented(random.pick(KINDS), near)(random, before, count);
  for (let tries = 0; tries < 20; tries++) {
    const number = (): number => random.pick([0, random.magnitude(1e-200, 1e200), 1e200, -1e200, 1, -1]);
    const box = between(each(number), each(number));
    const linear =
      kind === 2
        ? unbounded(random).flat()
        : stretched(
            linearParts[random.pick(KINDS)](random),
            each(() => random.magnitude(1e-120, 1e120)),
          );
    const made = obb(box.min, box.max, placed(linear, random.chance(0.5) ? near(random) : each(number)));
    if (made !== null) return made;
  }
  return grid(random, before, count);
};

export const families = {
  'random boxes': uniform,
  'random boxes of float32': (random, before, count) => single(uniform(random, before, count)),
  'an integer grid': grid,
  'flat boxes and points': flat,
  'needles a million times longer than wide': needle,
  'boxes in boxes': (random, before, count) =>
    before.length % 40 === 0 ? nested(random, [], count) : nested(random, before, count),
  'a few boxes many times': (random, before, count) =>
    before.length < 3 ? grid(random, before, count) : before[random.below(3)],
  'a few boxes of all kinds many times': (random, before, count) =>
    before.length < 3 ? mixed(random, before, count) : before[random.below(3)],
  'a town at 6.4e6': onEarth,
  'a town at 6.4e6 of float32': (random, before, count) => single(onEarth(random, before, count)),
  'the whole earth at 6.4e6': acrossEarth,
  'coordinates about 1e-6': tiny,
  'extents from 1e-30 to 1e30': anySize,
  'coordinates beyond float32': (random) =>
    around(
      each(() => random.magnitude(1e30, 1e300)),
      halves(random, 1e30, 1e300),
    ),
  'small integers and their neighbours': coincident([-2, -1, 0, 1, 2, 3], 2),
  'a third and its neighbours': coincident([1 / 3, -1 / 3, 2 / 3, 0.1, -0.1], 3),
  'coordinates at 6.4e6 and their neighbours': coincident([6.4e6, 6.4e6 + 1, 6.4e6 + 0.1, 6399999], 3),
  'zeros of either sign and the smallest numbers': coincident([0, -0, 5e-324, 1e-310, -1e-310, 1e-300, 1e-45], 6),
  'nothing but the smallest numbers': coincident([0], 20),
  ...(Object.fromEntries(KINDS.map((kind) => [`oriented boxes: ${kind}`, oriented(kind, near)])) as {
    [Kind in LinearPart as `oriented boxes: ${Kind}`]: MakeBox;
  }),
  'oriented boxes on the earth': (random) => {
    const make = oriented(random.pick(['rotation', 'rotation and scale', 'shear', 'badly conditioned']), (r) =>
      each((k) => earth[k] + r.between(-50, 50)),
    );
    return make(random, [], 0);
  },
  'oriented boxes whose local box lies far from its own origin': (random) => {
    const local: Triple = each(() => random.magnitude(1, 1e6));
    const kind = random.pick<LinearPart>(['rotation', 'rotation and scale', 'shear', 'mirror']);
    const box = obb(
      local,
      each((k) => local[k] + random.between(0, 3)),
      placed(
        linearParts[kind](random),
        each((k) => -local[k] + random.between(-5, 5)),
      ),
    );
    return box ?? around(local, [1, 1, 1]);
  },
  'oriented boxes without a turn beside the same boxes without a matrix': (random, before, count) => {
    const box = grid(random, before, count);
    if (random.chance(0.5)) return box;
    const by = each(() => random.below(3) - 1);
    return (
      obb(
        each((k) => box.min[k] - by[k]),
        each((k) => box.max[k] - by[k]),
        translation(by),
      ) ?? box
    );
  },
  'boxes of all kinds': mixed,
} satisfies Record<string, MakeBox>;

/** Families in which the formulas may overflow. There only the package's own primitives define the answers. */
export const wildFamilies = {
  'matrices whose numbers overflow': overflowing,
  'oriented boxes about as large as float32 can test': (random, before, count) => {
    if (random.chance(0.3)) return mixed(random, before, count);
    const scale = 10 ** random.pick([60, -60, 59, 30, -59, 61, -61]);
    const linear = linearParts[random.pick(KINDS)](random).map((value) => value * scale);
    const half = 1 / scale;
    const box = random.chance(0.5) ? around([0, 0, 0], [half, half, half]) : uniform(random, before, count);
    return obb(box.min, box.max, placed(linear, near(random))) ?? box;
  },
} satisfies Record<string, MakeBox>;

const allFamilies = { ...families, ...wildFamilies };

export type Family = keyof typeof families;
export type WildFamily = keyof typeof allFamilies;

export const familyNames = Object.keys(families) as Family[];
export const wildFamilyNames = Object.keys(allFamilies) as WildFamily[];

/** A scene as fast-check prints it. {@link boxesOf} makes it again. */
export interface Recipe {
  count: number;
  seed: number;
}

export function boxesOf(family: WildFamily, { count, seed }: Recipe): LoopBox[] {
  const random = new Random(seed);
  const boxes: LoopBox[] = [];
  const make: MakeBox = allFamilies[family];
  while (boxes.length < count) boxes.push(make(random, boxes, count));
  return boxes;
}

/** Recipes for no box, one, two, nine and other numbers of boxes. */
export function recipes(largest = 60): fc.Arbitrary<Recipe> {
  return fc.record({
    count: fc.oneof(
      { arbitrary: fc.constantFrom(0, 1, 2, 8, 9), weight: 1 },
      { arbitrary: fc.nat(largest), weight: 3 },
    ),
    seed: fc.nat(),
  });
}
