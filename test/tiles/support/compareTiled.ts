import { isDeepStrictEqual } from 'node:util';
import type { BoxScene, IdSet, RaycastOptions } from 'slabtree';
import type { TiledScene, TileIds } from 'slabtree/tiles';
import { show } from '../../support/compare';
import { convexShape, shapeKinds } from '../../support/convexShapes';
import type { Loop, LoopBox } from '../../support/loop';
import { nearestOptionsAmong } from '../../support/nearest';
import { planeAmong } from '../../support/planes';
import { pointAmong } from '../../support/points';
import type { Random } from '../../support/random';
import { optionsAmong, rayAmong } from '../../support/rays';
import { sweepOptionsAmong } from '../../support/shapeLoop';
import { shapeAmong } from '../../support/shapes';
import { each, vec } from '../../support/triple';

/** A question to a scene and to the tiles of it, as functions that give comparable answers. */
interface Asked {
  readonly what: unknown;
  readonly one: () => unknown;
  readonly tiled: () => Promise<unknown>;
}

const sorted = (set: IdSet): number[] => [...set.toArray()].sort((a, b) => a - b);
const listed = (set: TileIds): number[] => [...set];

/** An answer without what only tiled scenes tell. */
function plain(answer: object | null): object | null {
  if (answer === null) return null;
  return Object.fromEntries(Object.entries(answer).filter(([key]) => key !== 'name' && key !== 'tile'));
}

const triples = (rays: readonly { origin: readonly number[]; direction: readonly number[] }[]): Float64Array =>
  Float64Array.from(rays.flatMap(({ origin, direction }) => [...origin, ...direction]));

/** A question of any kind, chosen at random. With meshes, the loop has other boxes in the same place. */
export function questionAmong(
  random: Random,
  scene: BoxScene,
  tiled: TiledScene,
  loop: Loop,
  hasMeshes = false,
): Asked {
  const boxes = [...loop.values()];
  // Pairs of shapes whose numbers differ by more than 1e100 may have wrong answers: see docs/shapes.md.
  const isExtreme = boxes.some(({ min, max }) => [...min, ...max].some((value) => Math.abs(value) > 1e100));
  if (!isExtreme && random.chance(0.4)) return shapeQuestionAmong(random, scene, tiled, boxes);
  const kind = random.below(9);
  const mask = random.chance(0.3) ? { mask: random.pick([1, 2, 3]) } : {};
  if (kind <= 2) {
    const flat = rayAmong(random, boxes);
    const ray = { origin: vec(flat.origin), direction: vec(flat.direction) };
    const options: RaycastOptions = random.chance(0.3) ? {} : optionsAmong(random, loop, flat);
    // This refine knows only the boxes of the loop.
    if (hasMeshes) delete options.refine;
    const what = { kind, ray, options };
    if (kind === 0) {
      return {
        what,
        one: () => scene.raycast(ray, options),
        tiled: async () => plain(await tiled.raycast(ray, options)),
      };
    }
    if (kind === 1) {
      return {
        what,
        one: () => scene.raycastAll(ray, options),
        tiled: async () => (await tiled.raycastAll(ray, options)).map(plain),
      };
    }
    return { what, one: () => scene.raycastAny(ray, options), tiled: () => tiled.raycastAny(ray, options) };
  }
  if (kind === 3) {
    const rays = triples(Array.from({ length: 1 + random.below(40) }, () => rayAmong(random, boxes)));
    const options = { ...mask, ...(random.chance(0.3) ? { solid: true, tMin: -1, tMax: 9 } : {}) };
    const triangles = random.chance(0.5);
    return {
      what: { kind, rays, options, triangles },
      one: () => {
        const hits = scene.raycastMany(rays, { ...options, triangles: triangles as true });
        return { ...hits, ids: Float64Array.from(hits.ids) };
      },
      tiled: () => tiled.raycastMany(rays, { ...options, triangles: triangles as true }),
    };
  }
  if (kind === 4) {
    const triple = pointAmong(random, boxes);
    const point = vec(triple);
    const options = nearestOptionsAmong(random, loop, triple);
    return {
      what: { kind, point, options },
      one: () => scene.nearest(point, options),
      tiled: async () => (await tiled.nearest(point, options)).map(plain),
    };
  }
  if (kind === 5) {
    const shape = shapeAmong(random, boxes);
    return {
      what: { kind, shape, mask },
      one: () => sorted(scene.overlap(shape, mask)),
      tiled: async () => listed(await tiled.overlap(shape, mask)),
    };
  }
  const planes = Array.from({ length: kind === 6 ? 1 : random.below(4) }, () => {
    const { normal, constant } = planeAmong(random, boxes);
    return { normal: vec(normal), constant };
  });
  const of = (sets: object, list: (set: never) => number[]): unknown =>
    Object.entries(sets).map(([name, set]) => [name, list(set as never)]);
  if (kind === 6) {
    return {
      what: { kind, planes, mask },
      one: () => of(scene.split(planes[0], mask), sorted),
      tiled: async () => of(await tiled.split(planes[0], mask), listed),
    };
  }
  return {
    what: { kind, planes, mask },
    one: () => of(scene.cull(planes, mask), sorted),
    tiled: async () => of(await tiled.cull(planes, mask), listed),
  };
}

/** A question about a shape of any kind. */
function shapeQuestionAmong(random: Random, scene: BoxScene, tiled: TiledScene, boxes: readonly LoopBox[]): Asked {
  const at = pointAmong(random, boxes);
  const shape = convexShape(random, random.pick(shapeKinds), at, random.pick([1e-3, 0.1, 1, 10]));
  const kind = random.pick(['sweep', 'sweepAll', 'sweepAny', 'contacts', 'overlap', 'nearest']);
  const options = sweepOptionsAmong(random);
  const { mask, boxesOnly = false, filter } = options;
  const seen = { boxesOnly, ...(mask !== undefined && { mask }) };
  const filtered = { ...seen, ...(filter && { filter }) };
  if (kind === 'contacts') {
    const contacts = { ...filtered, within: random.pick([0, 0, 0.1, 3]) };
    return {
      what: { kind, shape, contacts },
      one: () => scene.contacts(shape, contacts),
      tiled: async () => (await tiled.contacts(shape, contacts)).map(plain),
    };
  }
  if (kind === 'overlap') {
    return {
      what: { kind, shape, seen },
      one: () => sorted(scene.overlap(shape, seen)),
      tiled: async () => listed(await tiled.overlap(shape, seen)),
    };
  }
  if (kind === 'nearest') {
    const near = { ...seen, count: random.pick([1, 3, Infinity]), maxDistance: random.pick([Infinity, 5]) };
    return {
      what: { kind, shape, near },
      one: () => scene.nearest(shape, near),
      tiled: async () => (await tiled.nearest(shape, near)).map(plain),
    };
  }
  const target = pointAmong(random, boxes);
  const scale = random.pick([1, 1, 0, 1e-6, 3]);
  const motion = vec(each((k) => Math.min(Math.max(scale * (target[k] - at[k]), -1e300), 1e300)));
  const what = { kind, shape, motion, options };
  if (kind === 'sweepAny') {
    return {
      what,
      one: () => scene.sweepAny(shape, motion, options),
      tiled: () => tiled.sweepAny(shape, motion, options),
    };
  }
  if (kind === 'sweepAll') {
    return {
      what,
      one: () => scene.sweepAll(shape, motion, options),
      tiled: async () => (await tiled.sweepAll(shape, motion, options)).map(plain),
    };
  }
  return {
    what,
    one: () => scene.sweep(shape, motion, options),
    tiled: async () => plain(await tiled.sweep(shape, motion, options)),
  };
}

/** Asks both, and throws unless the answers are the same, bit for bit. */
export async function compareQuestion({ what, one, tiled }: Asked): Promise<void> {
  const expected = one();
  const answer = await tiled();
  if (isDeepStrictEqual(answer, expected)) return;
  const many = [expected, answer] as { ids?: Float64Array; ts?: Float64Array }[];
  const differing = many[0].ids?.findIndex((id, i) => id !== many[1].ids?.[i] || many[0].ts?.[i] !== many[1].ts?.[i]);
  if (differing !== undefined) {
    const [right, wrong] = many.map(({ ids, ts }) => `${ids?.[differing]} at ${ts?.[differing]}`);
    throw new Error(`ray ${differing}: expected ${right}, got ${wrong}: ${show(what)}`);
  }
  throw new Error(`${show(what)}: expected ${show(expected)}, got ${show(answer)}`);
}
