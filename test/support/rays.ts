import { type LoopBox, type LoopOptions, type LoopRay, hitOf, insideOf, widened } from './loop';
import { transform } from './matrices';
import type { Random } from './random';
import { each, type Triple } from './triple';
import { step } from './ulps';

const ORIGIN_BOX: Pick<LoopBox, 'min' | 'max' | 'matrix'> = { min: [-1, -1, -1], max: [1, 1, 1], matrix: null };

/** A point of some box in world space: often on a corner, an edge or a face, and sometimes a few ulps beside it. */
function pointOf(random: Random, boxes: readonly LoopBox[]): Triple {
  const { min, max, matrix } = boxes.length === 0 ? ORIGIN_BOX : random.pick(boxes);
  const local = each((k) => {
    const kind = random.below(6);
    if (kind < 2) return min[k];
    if (kind < 4) return max[k];
    return kind === 4 ? min[k] / 2 + max[k] / 2 : min[k] + random.next() * (max[k] - min[k]);
  });
  const point = matrix === null ? local : transform(matrix, local);
  return random.chance(0.3) ? each((k) => step(point[k], random.below(9) - 4)) : point;
}

/** The size of a scene, or 1. */
function sizeOf(boxes: readonly LoopBox[], random: Random): number {
  if (boxes.length === 0) return 1;
  const a = pointOf(random, boxes);
  const b = pointOf(random, boxes);
  const size = Math.max(...each((k) => Math.abs(a[k] - b[k])));
  return size > 0 && Number.isFinite(size) ? size : 1;
}

/** A direction along an axis, a diagonal of a face or a cube, or anywhere. Zeros have either sign. */
function directionOf(random: Random): Triple {
  const zero = random.pick([0, -0]);
  const across = random.axis();
  switch (random.below(5)) {
    case 0:
      return each((k) => (k === across ? random.sign() : zero));
    case 1:
      return each((k) => (k === across ? zero : random.sign()));
    case 2:
      return each(() => random.sign());
    case 3: {
      const direction = random.direction();
      return each((k) => (k === across ? zero : direction[k]));
    }
    default:
      return random.direction();
  }
}

/** Factors for a ray's direction. They change the unit of t and nothing else, except by rounding and overflow. */
const ORDINARY_SCALES = [1, 1, 1, 0.5, 3, 10, 1e-6, 1e6];
const EXTREME_SCALES = [1e-300, 1e300, 1e-310, 5e-324, 1e-160, 1e160, 1e-200, 1e250];

function isDirection(direction: Triple): boolean {
  return direction.some((value) => value !== 0) && direction.every((value) => Number.isFinite(value));
}

/** A ray from, to, along, grazing or inside one of the boxes. Some overflow in an oriented box's own space. */
export function rayAmong(random: Random, boxes: readonly LoopBox[]): LoopRay {
  const target = pointOf(random, boxes);
  let origin = target;
  let direction = directionOf(random);
  switch (random.below(7)) {
    case 0:
    case 1: {
      // From one box to another, or from inside if they are the same box.
      origin = pointOf(random, boxes);
      const to = each((k) => target[k] - origin[k]);
      if (isDirection(to)) direction = to;
      break;
    }
    case 2:
      // From a face, an edge or a corner, or from a few ulps beside it.
      break;
    case 3:
    case 4: {
      const distance = sizeOf(boxes, random) * random.pick([1, 2, 10, 0.1]);
      origin = each((k) => target[k] - distance * direction[k]);
      break;
    }
    case 5: {
      const distance = random.pick([1e9, 1e9, 1e15, 1e5]) * (random.chance(0.5) ? 1 : sizeOf(boxes, random));
      origin = each((k) => target[k] - distance * direction[k]);
      if (random.chance(0.5)) {
        // Aim again, as the origin was rounded.
        const to = each((k) => target[k] - origin[k]);
        if (isDirection(to)) direction = to;
      }
      break;
    }
    default: {
      // From anywhere around the box.
      const size = sizeOf(boxes, random);
      origin = each((k) => target[k] + size * random.between(-2, 2));
    }
  }
  const scale = random.pick(random.chance(0.15) ? EXTREME_SCALES : ORDINARY_SCALES);
  const scaled = each((k) => direction[k] * scale);
  if (isDirection(scaled)) direction = scaled;
  if (!origin.every((value) => Number.isFinite(value)))
    origin = target.every((v) => Number.isFinite(v)) ? target : [0, 0, 0];
  return { origin, direction };
}

/** A range whose ends are often exactly the t at which the ray enters or leaves a box, or the number next to it. */
export function rangeAmong(random: Random, boxes: readonly LoopBox[], ray: LoopRay): LoopOptions {
  const end = (): number => {
    if (boxes.length === 0 || random.chance(0.3)) return random.pick([0, -0, 1, -1, random.between(-5, 5)]);
    const { entry, exit } = insideOf(random.pick(boxes), ray);
    const t = random.chance(0.5) ? entry : exit;
    if (!Number.isFinite(t)) return random.pick([0, Number.MAX_VALUE, -Number.MAX_VALUE]);
    return step(t, random.pick([0, 0, 0, 1, -1]));
  };
  const options: { tMin?: number; tMax?: number; solid?: boolean } = {};
  if (random.chance(0.6)) options.tMin = random.chance(0.4) ? -Infinity : end();
  if (random.chance(0.5)) options.tMax = random.chance(0.1) ? Infinity : end();
  const { tMin = 0, tMax = Infinity } = options;
  if (!(tMin <= tMax)) {
    options.tMin = tMax;
    options.tMax = tMin;
  }
  // Overflowed ends make no valid range.
  if (!((options.tMin ?? 0) < Infinity)) delete options.tMin;
  if (!((options.tMax ?? 0) > -Infinity)) delete options.tMax;
  if (!((options.tMin ?? 0) <= (options.tMax ?? Infinity))) delete options.tMin;
  if (!((options.tMin ?? 0) <= (options.tMax ?? Infinity))) delete options.tMax;
  if (random.chance(0.5)) options.solid = random.chance(0.7);
  return options;
}

/** A `refine` that hits at some t between the entry and the exit of the box, or misses. */
export function refineAmong(
  boxes: ReadonlyMap<number, LoopBox>,
  ray: LoopRay,
  range: LoopOptions,
  salt: number,
): (id: number, t: number) => number | null {
  return (id, t) => {
    const exact = boxes.get(id);
    if (exact === undefined) throw new Error(`there is no box ${id}`);
    const solid = { ...range, solid: true };
    const box = hitOf(exact, ray, solid) === null ? widened(exact, ray) : exact;
    const choice = (Math.imul(id + 1, 0x9e3779b1) ^ salt) >>> 8;
    const entry = hitOf(box, ray, solid);
    if (entry === null) throw new Error(`box ${id} is not hit`);
    const { exit } = insideOf(box, ray);
    const reach = exit - entry;
    switch (choice % 6) {
      case 0:
        return null;
      case 1:
        return Number.isFinite(entry) ? entry : t;
      case 2:
        return t;
      case 3:
        return Number.isFinite(entry) && Number.isFinite(reach) ? entry + reach * ((choice % 97) / 97) : t;
      case 4:
        // The contents of a box may extend beyond its far side.
        return Number.isFinite(entry) && Number.isFinite(reach) ? exit + reach : t;
      default:
        // A test in float32 may answer a little before the entry or after it.
        return Number.isFinite(entry) && Math.abs(entry) > 1e-30 && Math.abs(entry) < 1e30 ? Math.fround(entry) : t;
    }
  };
}

/** Options of a ray query. Each of them is set or not. */
export function optionsAmong(random: Random, boxes: ReadonlyMap<number, LoopBox>, ray: LoopRay): LoopOptions {
  const range = rangeAmong(random, [...boxes.values()], ray);
  const salt = random.below(2 ** 30);
  const divisor = 2 + random.below(3);
  return {
    ...range,
    ...(random.chance(0.4) ? { mask: random.pick([1, 2, 3, 0x80000000, -1, 0]) } : {}),
    ...(random.chance(0.4) ? { filter: (id: number) => id % divisor !== salt % divisor } : {}),
    ...(random.chance(0.4) ? { refine: refineAmong(boxes, ray, range, salt) } : {}),
  };
}
