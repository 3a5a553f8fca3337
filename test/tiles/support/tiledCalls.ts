import { BoxScene, type FloatArray } from 'slabtree';
import {
  TiledScene,
  type TiledSceneOptions,
  TileFile,
  type TileFileOptions,
  type TileSource,
  TileSourceError,
} from 'slabtree/tiles';
import {
  aabb,
  camera,
  fillScene,
  type MethodCall,
  plane,
  point,
  pointer,
  type PublicCall,
  ray,
} from '../../support/publicCalls';
import { CountingSource, writeTiles } from './writeTiles';

const { signal } = new AbortController();
const ranged = { tMin: 0.5, tMax: 100, solid: true, mask: 1, side: 'back', boxesOnly: true, signal } as const;
const cast = { ...ranged, filter: (id: number) => id !== 1, refine: (_: number, t: number) => t };
const masked = { mask: 1, signal };
const capsule = { a: { x: 0, y: 9, z: 0 }, b: { x: 1, y: 9, z: 0 }, radius: 0.5 };
const motion = { x: 0.5, y: -20, z: 0.25 };
const swept = {
  ...masked,
  tMax: 2,
  margin: 0.1,
  ignoreStart: true,
  side: 'back',
  boxesOnly: true,
  filter: (id: number) => id !== 1,
};

/** A file of one tile, with the boxes of {@link fillScene}. */
export const fileOfTile = writeTiles([{ scene: fillScene(new BoxScene({ backend: 'js' })), ids: [0, 1, 2, 3, 4, 5] }]);

/** Opens a file of tiles, reads a tile, and makes the error of a source. */
export const openingCalls: PublicCall[] = [
  [
    'TiledScene.open',
    [new CountingSource(fileOfTile), { memory: 1e6, timeout: 1e5, retries: 1, backend: 'js', threads: 'auto', signal }],
    async (source: TileSource, options: TiledSceneOptions) => {
      const scene = await TiledScene.open(source, options);
      await scene.close();
      return [scene.backend, scene.size];
    },
  ],
  [
    'TileFile.open',
    [new CountingSource(fileOfTile), { timeout: 1e5, retries: 1, signal }],
    async (source: TileSource, options: TileFileOptions) => {
      const file = await TileFile.open(source, options);
      await file.close();
      return [file.boxes, file.tiles];
    },
  ],
  [
    'TileFile.read',
    [0],
    async (tile: number) => {
      const file = await TileFile.open(new CountingSource(fileOfTile));
      const { scene, ids } = await file.read(tile);
      await file.close();
      return [scene.size, ids];
    },
  ],
  [
    'new TileSourceError',
    ['gone', { cause: 'moved', isTemporary: true, pause: 100 }],
    (...given: [string, object]) => {
      const { message, cause, isTemporary, pause } = new TileSourceError(...given);
      return [message, cause, isTemporary, pause];
    },
  ],
];

/** All queries of a scene in tiles. */
export const tiledCalls: MethodCall<TiledScene>[] = [
  ['raycast', [ray, cast], (scene, ...given: [typeof ray, object]) => scene.raycast(...given)],
  ['raycastAny', [ray, cast], (scene, ...given: [typeof ray, object]) => scene.raycastAny(...given)],
  ['raycastAll', [ray, cast], (scene, ...given: [typeof ray, object]) => scene.raycastAll(...given)],
  [
    'raycastMany',
    [Float64Array.of(0.5, 0.25, -5, 0.01, 0.02, 1), { ...ranged, triangles: true, onProgress: () => undefined }],
    (scene, ...given: [FloatArray, object]) => scene.raycastMany(...given),
  ],
  [
    'pick',
    [pointer, camera, { ...cast, clipSpace: 'opengl' }],
    (scene, ...given: [typeof pointer, typeof camera, object]) => scene.pick(...given),
  ],
  [
    'sweep',
    [capsule, motion, swept],
    (scene, ...given: [typeof capsule, typeof motion, object]) => scene.sweep(...given),
  ],
  [
    'sweepAny',
    [capsule, motion, swept],
    (scene, ...given: [typeof capsule, typeof motion, object]) => scene.sweepAny(...given),
  ],
  [
    'sweepAll',
    [capsule, motion, swept],
    (scene, ...given: [typeof capsule, typeof motion, object]) => scene.sweepAll(...given),
  ],
  [
    'contacts',
    [capsule, { ...masked, within: 3, boxesOnly: true, filter: (id: number) => id !== 1 }],
    (scene, ...given: [typeof capsule, object]) => scene.contacts(...given),
  ],
  [
    'nearest',
    [point, { ...masked, count: 2, maxDistance: 50, filter: (id: number) => id !== 1, boxesOnly: true }],
    (scene, ...given: [typeof point, object]) => scene.nearest(...given),
  ],
  [
    'overlap',
    [aabb, { ...masked, boxesOnly: true }],
    async (scene, ...given: [typeof aabb, object]) => (await scene.overlap(...given)).toArray(),
  ],
  // Only a set of the scene itself has names, so the first argument is the shape of the set.
  [
    'namesOf',
    [aabb, { signal }],
    async (scene, shape: typeof aabb, options: object) => [
      ...(await scene.namesOf(await scene.overlap(shape), options)),
    ],
  ],
  [
    'split',
    [plane, masked],
    async (scene, ...given: [typeof plane, object]) => {
      const { front, crossing, back } = await scene.split(...given);
      return [front.toArray(), crossing.toArray(), back.toArray()];
    },
  ],
  [
    'cull',
    [[plane, { normal: { x: 1, y: 0, z: 0 }, constant: 9 }], masked],
    async (scene, ...given: [(typeof plane)[], object]) => {
      const { inside, crossing, edges } = await scene.cull(...given);
      return [inside.toArray(), crossing.toArray(), edges.toArray()];
    },
  ],
];
