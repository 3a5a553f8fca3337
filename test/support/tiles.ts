import { BoxScene, type Backend, type Hit, type IdSet, type RaycastOptions } from 'slabtree';
import { addToSums, createSums, measureOfSums } from '../../src/bvh/margins/measureScene';
import type { SceneMeasure } from '../../src/bvh/margins/sceneMeasure';
import type { TiledMeasure } from '../../src/tiles/format/tiledMeasure';
import { MAX, MIN } from '../../src/bvh/tree/nodes';
import { ResidentTiles } from '../../src/tiles/resident/residentTiles';
import { WIDTH } from '../../src/bvh/layout/nodeLayout';
import { INTERNALS } from '../../src/scene/internals';
import type { Random } from './random';

/** A part of a larger scene: a scene of its own, and the global ids of its boxes. */
export interface Part {
  readonly scene: BoxScene;
  readonly ids: Float64Array;
}

/** A scene that has been cut into tiles. */
export interface Tiled {
  readonly index: Uint8Array;
  readonly measure: TiledMeasure;
  readonly tiles: readonly { readonly bytes: Uint8Array; readonly ids: Float64Array }[];
}

/** Makes tiles of parts, as they are in a file. */
export function tiledOf(parts: readonly Part[]): Tiled {
  const sums = createSums();
  for (const { scene } of parts) addToSums(scene[INTERNALS].boxes, sums);
  const meshCondition = Math.max(0, ...parts.map(({ scene }) => scene[INTERNALS].boxes.meshCondition));
  const measure = { ...measureOfSums(sums), meshCondition };
  const tiles = parts.map(({ scene, ids }) => ({ bytes: scene[INTERNALS].serializeWithin(measure), ids }));
  return { index: indexOf(parts, measure), measure, tiles };
}

/** A box for each part, which its tree fills. */
function indexOf(parts: readonly Part[], measure: SceneMeasure): Uint8Array {
  const index = new BoxScene({ backend: 'js' });
  const grown = { ...measure, extent: measure.extent.slice(), magnitude: measure.magnitude.slice() };
  for (const { scene } of parts) {
    const { float32 } = scene[INTERNALS].currentTree().nodes;
    const ends = [MIN, MAX].map((words, end) =>
      words.map((word, k) => {
        const bounds = Array.from(float32.subarray(word, word + WIDTH));
        const bound = (end === 0 ? Math.min(...bounds) : Math.max(...bounds)) + measure.origin[k];
        return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, bound));
      }),
    );
    for (let k = 0; k < 3; k++) {
      for (const end of ends) {
        grown.extent[k] = Math.max(grown.extent[k], Math.abs(end[k] - measure.origin[k]));
        grown.magnitude[k] = Math.max(grown.magnitude[k], Math.abs(end[k]));
      }
    }
    const [[x, y, z], [maxX, maxY, maxZ]] = ends;
    index.addAabb({ min: { x, y, z }, max: { x: maxX, y: maxY, z: maxZ } });
  }
  return index[INTERNALS].serializeWithin(grown);
}

/** Ids in the order of a scene: some in a row, some far apart, and perhaps more than 32 bits can count. */
export function idsAmong(random: Random, count: number): { ids: number[]; limit: number } {
  const first = random.pick([0, 0, 7, 2 ** 31 - 5, 2 ** 32 - 3, 2 ** 52]);
  const gap = random.pick([1, 1, 3, 1000]);
  let next = first;
  const ids = Array.from({ length: count }, () => (next += 1 + random.below(gap)));
  return { ids, limit: next + 1 };
}

/** Returns the scene of tiles in memory, with global ids in all answers. */
export function withGlobalIds(grafted: ResidentTiles): BoxScene {
  const { scene } = grafted;
  const globalId = (id: number): number => grafted.tree.globalIds[id];
  const ownOptions = <Options extends object>(options: Options): Options => {
    const { filter, refine } = options as RaycastOptions;
    return {
      ...options,
      ...(filter && { filter: (id: number, triangle: number) => filter(globalId(id), triangle) }),
      ...(refine && { refine: (id: number, t: number) => refine(globalId(id), t) }),
    };
  };
  const hitOf = (hit: Hit | null): Hit | null => hit && Object.assign(hit, { id: globalId(hit.id) });
  const setOf = (set: IdSet): object => {
    const toArray = (): number[] => [...set.toArray()].map(globalId);
    return {
      size: set.size,
      toArray,
      forEach: (visit: (id: number) => void) => {
        set.forEach((id) => {
          visit(globalId(id));
        });
      },
      [Symbol.iterator]: function* () {
        for (const id of set) yield globalId(id);
      },
    };
  };
  const setsOf = (sets: object): object =>
    Object.fromEntries(Object.entries(sets).map(([name, set]) => [name, setOf(set as IdSet)]));
  const facade: Partial<Record<keyof BoxScene, unknown>> = {
    backend: scene.backend,
    raycast: (...[ray, options = {}]: Parameters<BoxScene['raycast']>) =>
      hitOf(scene.raycast(ray, ownOptions(options))),
    raycastAny: (...[ray, options = {}]: Parameters<BoxScene['raycastAny']>) =>
      scene.raycastAny(ray, ownOptions(options)),
    raycastAll: (...[ray, options = {}]: Parameters<BoxScene['raycastAll']>) =>
      scene.raycastAll(ray, ownOptions(options)).map(hitOf),
    raycastMany: (rays: Float64Array, options: object = {}) => {
      const hits = scene.raycastMany(rays, ownOptions(options));
      return { ...hits, ids: Float64Array.from(hits.ids, (id) => (id < 0 ? -1 : globalId(id))) };
    },
    nearest: (...[point, options = {}]: Parameters<BoxScene['nearest']>) =>
      scene.nearest(point, ownOptions(options)).map((near) => ({ ...near, id: globalId(near.id) })),
    split: (...given: Parameters<BoxScene['split']>) => setsOf(scene.split(...given)),
    cull: (...given: Parameters<BoxScene['cull']>) => setsOf(scene.cull(...given)),
    overlap: (...given: Parameters<BoxScene['overlap']>) => setOf(scene.overlap(...given)),
    overlapTriangles: (...[shape, options]: Parameters<BoxScene['overlapTriangles']>) =>
      scene
        .overlapTriangles(shape, options)
        .map((found) => ({ ...found, id: globalId(found.id) }))
        .sort((a, b) => a.id - b.id),
  };
  Object.defineProperty(facade, 'bounds', { get: () => scene.bounds });
  return facade as unknown as BoxScene;
}

/** Returns resident tiles, all of them absent. */
export function residentOf({ index, measure }: Tiled, limit: number, backend: Backend): ResidentTiles {
  return new ResidentTiles(index, measure, limit, { backend });
}
