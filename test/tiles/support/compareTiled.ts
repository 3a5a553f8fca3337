import { isDeepStrictEqual } from 'node:util';
import type { BoxScene, IdSet, RaycastOptions } from 'slabtree';
import type { TiledScene, TileIds } from 'slabtree/tiles';
import { show } from '../../support/compare';
import type { Loop } from '../../support/loop';
import { nearestOptionsAmong } from '../../support/nearest';
import { planeAmong } from '../../support/planes';
import { pointAmong } from '../../support/points';
import type { Random } from '../../support/random';
import { optionsAmong, rayAmong } from '../../support/rays';
import { shapeAmong } from '../../support/shapes';
import { vec } from '../../support/triple';

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
